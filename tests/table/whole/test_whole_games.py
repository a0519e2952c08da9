"""Whole games at the table, in a real browser, by players who know only what is lit, or have only a keyboard."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs.browser import Browser
from tests.kit.evidence import level
from tests.kit.process import ServiceProcess
from tests.table.player import STATE, play, sit, wait
from tests.table.whole.games import Mortal, Sitting, opened, play_whole, sittings
from tests.table.whole.keyboard import play_by_keys

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

FEW = [
    Sitting("notre-dame", 3, "it", dark=True),
    pytest.param(Sitting("colonia", 3, "it"), marks=pytest.mark.campaign),
    pytest.param(Sitting("golden-horn", 3, "en", dark=True), marks=pytest.mark.campaign),
    pytest.param(Sitting("pillars-of-the-earth", 3, "it"), marks=pytest.mark.campaign),
    pytest.param(Sitting("troyes", 3, "en"), marks=pytest.mark.campaign),
]
"""A game of each ruleset, of which one is always played; `python -m tests.table.whole` plays all."""


@pytest.fixture(scope="module")
def mortal(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mortal]:
    """A service that games may kill."""
    service = Mortal(tmp_path_factory.mktemp("mortal"))
    yield service
    service.running.stop()


@pytest.mark.parametrize("sitting", sittings() if level() == "long" else FEW, ids=str)
def test_a_whole_game_is_played_by_touching_what_is_lit(mortal: Mortal, browser: Browser, sitting: Sitting) -> None:
    """On a wide screen and a phone, over F5 and a `kill -9` of the service: nothing is lost, told twice or small."""
    assert play_whole(mortal, browser, sitting).faults == []


def test_a_ruleset_is_played_to_its_end_by_list(service: ServiceProcess, browser: Browser) -> None:
    """Whoever touches nothing on the board finds every answer in the list."""
    page = sit(browser, f"{service.rest}/")
    opened(page, Sitting("golden-horn", 2, "en"))
    play(page, by_list=True)
    wait(page, f"{STATE}.status === 'ended'")
    page.until("!!document.querySelector('#result')")
    assert page.ask("wrong") == []


def test_a_ruleset_is_played_to_its_end_by_keyboard_alone(service: ServiceProcess, browser: Browser) -> None:
    """Tab reaches whatever is lit, Enter touches it: no pointer from the first answer to the last."""
    page = sit(browser, f"{service.rest}/", caution="final")
    opened(page, Sitting("golden-horn", 2, "en"))
    assert len(play_by_keys(page)) >= 2, "hardly anything was asked"
    page.until("!!document.querySelector('#result')")
    assert page.ask("wrong") == []
