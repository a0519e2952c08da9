"""Previews of a link in chats and networks contain only the outside of a game, as a spectator sees it."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from pathlib import Path

import httpx
import msgspec
import pytest

from podesta_engines.game.format.terms import Spectators
from podesta_service.commands.plans import Opening, SeatPlan
from podesta_service.context import Context
from podesta_service.rest import start_rest
from podesta_service.rest.page import files
from tests.kit.games import QUICK
from tests.kit.rest import client_of

INDEX = b"<!doctype html><head><title>Podest\xc3\xa0</title></head><body></body>"
PICTURE = "assets/golden-horn-CgXAhq_9.png"
BROWSER = {"Sec-Fetch-Dest": "document"}
Head = dict[str, str]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A table of a page and a picture."""
    for name, body in (("index.html", INDEX), (PICTURE, b"png"), ("assets/golden-horn-BDsJfwDz.js", b"1;")):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(body)
    monkeypatch.setattr(files, "BUILT", tmp_path)
    return tmp_path


def head(page: httpx.Response) -> Head:
    """The description of a page in its head."""
    found = re.findall(r'<meta property="([^"]+)" content="([^"]*)">', page.text)
    return {name: unescape(text) for name, text in found}


async def game_of(context: Context, policy: str = "public") -> str:
    """A game of Ada and a player with a dangerous name."""
    plans, sights = [SeatPlan("Ada", claim=True), SeatPlan('"><script>', claim=True)], Spectators(policy)  # type: ignore[arg-type]
    table, _ = await context.master.seating.create(Opening("golden-horn", "", QUICK, plans, spectators=sights))
    return table.game


async def test_a_link_says_which_game_it_is_and_who_plays(folder: Path, context: Context) -> None:
    """In the reader's language, with a picture at the public address; the page itself does not change."""
    game, settings = (
        await game_of(context),
        msgspec.structs.replace(context.settings, public_url="https://games.example/"),
    )
    server = await start_rest(replace(context, settings=settings))
    async with client_of(server) as client:
        told = head(page := await client.get(f"/play/{game}", headers={"Accept-Language": "it"}))
        assert told == {
            "og:site_name": "Podestà",
            "og:title": "Golden Horn",
            "og:description": 'Partita in corso: Ada, "><script>',
            "og:url": f"https://games.example/play/{game}",
            "og:image": f"https://games.example/{PICTURE}",
            "twitter:card": "summary_large_image",
        }
        assert re.sub(r"<meta property[^>]*>", "", page.text).encode() == INDEX
        assert page.headers["vary"] == "Accept-Encoding, Sec-Fetch-Dest"
        assert (await client.get(told["og:image"].removeprefix("https://games.example"))).content == b"png"
    await server.stop(1.0)


@pytest.mark.parametrize("reader", ["a browser", "of a game that is closed to spectators", "of no game"])
async def test_others_get_the_page_alone(folder: Path, context: Context, reader: str) -> None:
    """Browsers see the game itself; a game hidden from spectators, or one that does not exist, has no preview."""
    game = "a" * 21 if reader == "of no game" else await game_of(context, "public" if reader == "a browser" else "none")
    server = await start_rest(context)
    async with client_of(server) as client:
        page = await client.get(f"/play/{game}", headers=BROWSER if reader == "a browser" else {})
        assert (page.status_code, page.content) == (200, INDEX)
    await server.stop(1.0)
