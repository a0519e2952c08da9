"""A game that began with earlier rules is played to its end with them, whatever new games begin with meanwhile."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest

from benchmarks.table.world import COLD
from podesta_engines.game.format.levels import GOLDEN_HORN_2, HIGHEST
from podesta_eventstore import open_store
from podesta_service.model import LISTS
from tests.docs.browser import Browser, Page
from tests.table.player import STATE, play, sit, wait
from tests.table.whole.games import Mortal, Sitting, opened

pytestmark = [pytest.mark.campaign, pytest.mark.slow, pytest.mark.timeout(180)]

ASKED = """
globalThis.catalogues = [];
const asked = globalThis.fetch;
globalThis.fetch = (address, how) => {
    if (String(address).includes('/rulesets/')) catalogues.push(new URL(address, location).search);
    return asked(address, how);
};
"""
"""Keeps for which versions of rules a catalogue was asked."""


async def _raised(data: Path, level: int) -> None:
    """The store of a folder writes at a level from now on."""
    async with await open_store(None, data, lists=LISTS) as store:
        await store.raise_level(level)


def test_a_game_goes_on_with_the_rules_it_began_with(built: Path, browser: Browser, tmp_path: Path) -> None:
    """The page asks for the catalogue of those rules as soon as new games follow others."""
    data = tmp_path / "data"
    asyncio.run(_raised(data, GOLDEN_HORN_2 - 1))
    service = Mortal(data)
    try:
        page = sit(browser, f"{service.running.rest}/")
        opened(page, Sitting("golden-horn", 2, "en"))
        page.until(f"{STATE}.asked")
        service.running.stop()
        asyncio.run(_raised(data, HIGHEST))
        service.restart()
        _played_on(page)
        game = page.ask("location.pathname.split('/').at(-1)")
        assert httpx.get(f"{service.running.rest}/v1/games/{game}").json()["rules"] == "golden-horn/1"
    finally:
        service.running.stop()


def _played_on(page: Page) -> None:
    """Play to the end in a page that is loaded anew and has kept no catalogue."""
    page.call("Page.addScriptToEvaluateOnNewDocument", source=ASKED)
    page.ask(COLD)
    page.reload()
    page.until(f"{STATE}.asked")
    assert "?rules=golden-horn%2F1" in page.ask("catalogues")
    play(page)
    wait(page, f"{STATE}.status === 'ended'")
    page.until("!!document.querySelector('#result')")
    assert page.ask("wrong") == []
