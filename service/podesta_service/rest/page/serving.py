"""The table at `/`, its files, and link previews of games, which chats and networks read from the head of a page.

The API's paths are unaffected, and unknown paths are still problems.
"""

from __future__ import annotations

import re
from asyncio import to_thread
from collections.abc import Mapping
from hashlib import sha256
from html import escape
from pathlib import PurePosixPath
from string import whitespace
from typing import Annotated

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import PathParameter
from litestar.response import Redirect
from litestar.types import ControllerRouterHandler

from podesta_engines.core.words import LANGUAGES, Language
from podesta_service.names import GAME
from podesta_service.problems import NOT_FOUND, Refusal, refuse, sentence
from podesta_service.rest.call import Call
from podesta_service.rest.documented import UNCOMPRESSED
from podesta_service.rest.headers import matches, packed_as, wants_page
from podesta_service.settings import Settings
from podesta_service.table.table import Table

from . import files as built
from .address import address_for_others, addressed
from .files import INDEX, File, read_files
from .statistics import INDEX as STATISTICS_INDEX
from .statistics import Statistics, examples_in, linking, with_statistics

Game = Annotated[str, PathParameter(description="A game's id")]
Path = Annotated[PurePosixPath, PathParameter(description="The path of a file of statistics")]
Name = Annotated[str, PathParameter(description="A file's name")]
_FROM_HERE = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
)
POLICY = _FROM_HERE + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
"""The Content-Security-Policy of the page: nothing from elsewhere, nothing inline."""
_HEADERS = {"Content-Security-Policy": POLICY, "Referrer-Policy": "no-referrer", "Vary": "Accept-Encoding"}
_AGAIN = {"Cache-Control": "no-cache"}
_BY_READER = {**_AGAIN, "Vary": "Accept-Encoding, Sec-Fetch-Dest"}
_FOREVER = {"Cache-Control": "public, max-age=31536000, immutable"}
ABOUT = ["/icon.svg", "/manifest.webmanifest", "/worker.js", "/apple-touch-icon.png", "/badge.png"]
"""Files that a browser requests to install the table, or to notify players."""
_FROM_BROWSER = "sec-fetch-dest"
"""A header that every browser request has, and no other."""
_GAME = re.compile(GAME)
_AROUND = whitespace + ".,;:!?()<>[]{}\"'`*_~\u2026\u00ab\u00bb\u201c\u201d\u2018\u2019\u00a0\u200b\ufeff"
"""Characters that chats and people put around a link."""


def table_calls(settings: Settings) -> list[ControllerRouterHandler]:
    """The handlers of the table, as built when the service starts; none if the table is switched off."""
    return _calls(read_files(built.BUILT), settings) if settings.table == "on" else []


def _calls(files: Mapping[str, File], settings: Settings) -> list[ControllerRouterHandler]:
    statistics = Statistics(settings.statistics_path)

    def index(request: Call) -> File:
        if (page := files.get(INDEX)) is None:
            return ABSENT[request.language]
        page = with_statistics(page) if statistics.index() else page
        return addressed(page, address_for_others(settings, request.url))

    @get(["/", "/statistics"], name="Table", include_in_schema=False, opt=UNCOMPRESSED, sync_to_thread=False)
    def table(request: Call) -> Response[bytes]:
        return _sent(request, index(request), _AGAIN)

    pictures = pictures_in(files)

    async def introduced(request: Call, game: str) -> File:
        """The page, with what spectators see in its head for link previews; browsers show the game itself."""
        page = index(request)
        if request.headers.get(_FROM_BROWSER) or INDEX not in files:
            return page
        try:
            table, _ = await request.context.master.look(game, None)
        except Refusal:
            return page
        origin = address_for_others(settings, request.url) or f"{request.url.scheme}://{request.url.netloc}"
        return shared(page, table, origin, pictures.get(table.ruleset.id), request.language)

    @get("/play/{game:str}", name="TableOfGame", include_in_schema=False, opt=UNCOMPRESSED)
    async def table_of_game(request: Call, game: Game) -> Response[bytes]:
        if (found := game.strip(_AROUND)) != game and _GAME.fullmatch(found):
            return Redirect(f"/play/{found}", status_code=308)
        if _GAME.fullmatch(game):
            return _sent(request, await introduced(request, game), _BY_READER)
        if not wants_page(request.headers.get("accept")):
            raise NotFoundException
        return _sent(request, index(request), _AGAIN, 404)  # the page says that there is no such game

    @get("/assets/{name:str}", name="TableFile", include_in_schema=False, opt=UNCOMPRESSED, sync_to_thread=False)
    def table_file(request: Call, name: Name) -> Response[bytes]:
        if (file := files.get(f"assets/{name}")) is None:
            raise NotFoundException
        return _sent(request, file, _FOREVER)

    @get(ABOUT, name="TableAbout", include_in_schema=False, opt=UNCOMPRESSED, sync_to_thread=False)
    def table_about(request: Call) -> Response[bytes]:
        if (file := files.get(request.url.path[1:])) is None:
            raise NotFoundException
        return _sent(request, file, _AGAIN)

    @get("/statistics/{path:path}", name="Statistics", include_in_schema=False, opt=UNCOMPRESSED)
    async def statistics_file(request: Call, path: Path) -> Response[bytes]:
        name = str(path).strip("/")
        if (file := await to_thread(statistics.find, name)) is None:
            raise refuse(NOT_FOUND, "statistics-elsewhere" if statistics.index() else "statistics-absent")
        if not (examples := examples_in(file)):
            return _sent(request, file, _AGAIN if name == STATISTICS_INDEX else _FOREVER)
        known = await request.context.master.lobby.known(sorted(examples))
        return _sent(request, await to_thread(linking, file, known), _AGAIN)

    return [table, table_of_game, table_file, table_about, statistics_file]


def _sent(request: Call, file: File, caching: Mapping[str, str], status: int = 200) -> Response[bytes]:
    """A file in the best encoding that the client accepts, or a 304 if the client has it."""
    packed = [encoding for encoding in file.bodies if encoding]
    encoding = packed_as(request.headers.get("accept-encoding", ""), packed)
    headers = {**_HEADERS, **caching, "ETag": file.tag} | ({"Content-Encoding": encoding} if encoding else {})
    if matches(request.headers.get("if-none-match"), file.tag):
        headers.pop("Content-Encoding", None)
        return Response(b"", status_code=304, headers=headers, media_type=file.media_type)
    return Response(file.bodies[encoding], status_code=status, headers=headers, media_type=file.media_type)


_PICTURE = re.compile(r"assets/(?P<ruleset>[a-z-]+)-[\w-]{8}\.png")
_PLACE = b"</head>"


def pictures_in(files: Mapping[str, File]) -> dict[str, str]:
    """The pictures of rulesets among the table's files, for clients that show no SVG."""
    return {match["ruleset"]: name for name in files if (match := _PICTURE.fullmatch(name))}


def shared(page: File, table: Table, origin: str, picture: str | None, language: Language) -> File:
    """The page of a game with what spectators see of it: which game it is, its progress, and its players."""
    names = ", ".join(holder.name for holder in table.holders if holder and holder.name)
    said = {
        "og:site_name": "Podest\u00e0",
        "og:title": table.ruleset.name(language),
        "og:description": sentence(f"page.shared-{table.status}", names=names).told(language).removesuffix(": "),
        "og:url": f"{origin}/play/{table.game}",
        **({"og:image": f"{origin}/{picture}", "twitter:card": "summary_large_image"} if picture else {}),
    }
    tags = "".join(f'<meta property="{name}" content="{escape(text)}">' for name, text in said.items())
    body = page.bodies[""].replace(_PLACE, tags.encode() + _PLACE, 1)
    return File(page.media_type, f'"{sha256(body).hexdigest()[:24]}"', {"": body})


_PAGE = """<!doctype html>
<html lang="{language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Podestà</title>
<h1>Podestà</h1>
<p>{serves}</p>
<p>{missing}</p>
<ul>
<li><a href="/schema">{schema}</a></li>
<li><a href="/v1/rulesets">{rulesets}</a></li>
</ul>
</html>
"""
_SLOTS = ("serves", "missing", "schema", "rulesets")


def _page(language: Language) -> File:
    body = _PAGE.format(
        language=language, **{slot: sentence(f"page.{slot}").told(language) for slot in _SLOTS}
    ).encode()
    return File("text/html", f'"{sha256(body).hexdigest()[:24]}"', {"": body})


ABSENT: dict[Language, File] = {language: _page(language) for language in LANGUAGES}
"""The page by language; it links to everything else that is served."""
