"""Whole games at the table, in a real browser, by a player who knows only what is lit."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.browser import Browser
from tests.kit.process import ServiceProcess, free_port
from tests.table.player import STATE, begin, play, resize, sit, wait

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

LOST = ("Failed to fetch", "network error", "the service cannot be reached")
"""What a browser may say of a service that was killed."""


@pytest.mark.parametrize(("language", "over"), [("en", "The game is over"), ("it", "La partita è finita")])
def test_a_whole_game_of_notre_dame_is_played_by_touching_what_is_lit(
    built: Path, browser: Browser, tmp_path: Path, language: str, over: str
) -> None:
    """On a wide screen and a phone, over F5 and a `kill -9` of the service: nothing is lost, and nothing told twice."""
    ports = {"REST_PORT": str(free_port()), "GRPC_PORT": str(free_port())}
    running = ServiceProcess(tmp_path / "data", **ports)
    try:
        page = sit(browser, f"{running.rest}/", language)
        begin(page, "notre-dame")
        play(page)
        wait(page, f"{STATE}.revision >= 40")
        page.reload()
        resize(page, 360)
        page.until(f"{STATE}.asked !== undefined")
        play(page)
        wait(page, f"{STATE}.revision >= 80")
        running.kill()
        running = ServiceProcess(tmp_path / "data", **ports)
        wait(page, f"{STATE}.status === 'ended'")
        assert over in page.until("document.querySelector('#result')?.textContent")
        told = page.ask("[...document.querySelectorAll('.revision')].map((line) => Number(line.textContent))")
        assert told == sorted(set(told), reverse=True)
        assert told[0] == int(page.ask(f"{STATE}.revision"))
        assert len(page.ask("[...kinds]")) >= 4, "hardly anything was asked"
        assert [each for each in page.ask("wrong") if not any(lost in each for lost in LOST)] == []
        assert page.ask("Object.keys(localStorage).filter((name) => name.includes('pending'))") == []
    finally:
        running.stop()


def test_a_ruleset_is_played_to_its_end_by_list(service: ServiceProcess, browser: Browser) -> None:
    """Whoever touches nothing on the board finds every answer in the list."""
    page = sit(browser, f"{service.rest}/")
    begin(page, "golden-horn")
    play(page, by_list=True)
    wait(page, f"{STATE}.status === 'ended'")
    page.until("!!document.querySelector('#result')")
    assert page.ask("wrong") == []
