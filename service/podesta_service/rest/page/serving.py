"""The table at `/`, and its files; the API stays where it is, and unknown addresses stay problems."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import PathParameter
from litestar.types import ControllerRouterHandler

from podesta_service.names import GAME
from podesta_service.rest.call import Call
from podesta_service.rest.documented import UNCOMPRESSED
from podesta_service.rest.headers import matches, packed_as
from podesta_service.settings import Settings

from . import files as built
from .absent import ABSENT
from .address import address_for_others, addressed
from .files import INDEX, File, read_files

Game = Annotated[str, PathParameter(description="A game's id")]
Name = Annotated[str, PathParameter(description="A file's name")]
_FROM_HERE = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
POLICY = _FROM_HERE + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
"""What the page may load and do: nothing from elsewhere, nothing inline."""
_HEADERS = {"Content-Security-Policy": POLICY, "Referrer-Policy": "no-referrer", "Vary": "Accept-Encoding"}
_AGAIN = {"Cache-Control": "no-cache"}
_FOREVER = {"Cache-Control": "public, max-age=31536000, immutable"}
_GAME = re.compile(GAME)


def table_calls(settings: Settings) -> list[ControllerRouterHandler]:
    """The addresses of the table, as it is built when the service starts; none where it is off."""
    return _calls(read_files(built.BUILT), settings) if settings.table == "on" else []


def _calls(files: Mapping[str, File], settings: Settings) -> list[ControllerRouterHandler]:
    def index(request: Call) -> File:
        if (page := files.get(INDEX)) is None:
            return ABSENT[request.language]
        return addressed(page, address_for_others(settings, request.url))

    @get("/", name="Table", include_in_schema=False, opt=UNCOMPRESSED, sync_to_thread=False)
    def table(request: Call) -> Response[bytes]:
        return _sent(request, index(request), _AGAIN)

    @get("/play/{game:str}", name="TableOfGame", include_in_schema=False, opt=UNCOMPRESSED, sync_to_thread=False)
    def table_of_game(request: Call, game: Game) -> Response[bytes]:
        if not _GAME.fullmatch(game):
            raise NotFoundException
        return _sent(request, index(request), _AGAIN)

    @get("/assets/{name:str}", name="TableFile", include_in_schema=False, opt=UNCOMPRESSED, sync_to_thread=False)
    def table_file(request: Call, name: Name) -> Response[bytes]:
        if (file := files.get(f"assets/{name}")) is None:
            raise NotFoundException
        return _sent(request, file, _FOREVER)

    return [table, table_of_game, table_file]


def _sent(request: Call, file: File, caching: Mapping[str, str]) -> Response[bytes]:
    """A file in the best encoding that the client takes, or nothing where it has it already."""
    packed = [encoding for encoding in file.bodies if encoding]
    encoding = packed_as(request.headers.get("accept-encoding", ""), packed)
    headers = {**_HEADERS, **caching, "ETag": file.tag} | ({"Content-Encoding": encoding} if encoding else {})
    if matches(request.headers.get("if-none-match"), file.tag):
        headers.pop("Content-Encoding", None)
        return Response(b"", status_code=304, headers=headers, media_type=file.media_type)
    return Response(file.bodies[encoding], headers=headers, media_type=file.media_type)
