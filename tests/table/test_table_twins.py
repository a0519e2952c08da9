"""What a seat may not know leaves no trace in its browser: two games that it cannot tell apart are the same there."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from podesta_engines import RULESETS
from podesta_eventstore import EmbeddedServer
from podesta_service.names import new_game, shorter
from tests.contract.secrecy.twins import Twins, twins
from tests.contract.secrecy.worlds import World, running_world, secret, token_of
from tests.docs.browser import CHROMIUM, Browser
from tests.kit.evidence import evidence
from tests.table.player import sit

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(240),
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine: the table is not looked at"),
]

RULES = sorted((ruleset.id for ruleset in RULESETS.all()), key="notre-dame".__ne__)[: evidence(normal=1, long=5)]
SEATS, SEAT, MOST = 3, 0, 40
HEARD = """
globalThis.requests = [];
const asked = globalThis.fetch;
globalThis.fetch = (address, how) => {
    const { pathname, search } = new URL(address, location);
    requests.push([how?.method, pathname + search, [...new Headers(how?.headers)], how?.body].flat(2).join(' '));
    return asked(address, how);
};
"""
"""Keeps every request that the page makes."""
LOOK = """
(() => {
    for (const each of document.querySelectorAll('details')) each.open = true;
    document.querySelector('.board .lit[data-id]')?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    return true;
})()
"""
SETTLED = "!!document.querySelector('.board :is(svg, .table)') && document.querySelectorAll('.revision').length > 0"
FOUND = """
JSON.stringify({
    page: document.body.innerHTML,
    title: document.title,
    requests: requests.sort(),
    storage: Object.keys(localStorage).sort().map((name) => [name, localStorage[name]]),
})
"""


@pytest.fixture
def stores(tmp_path: Path) -> Iterator[list[EmbeddedServer]]:
    """Two private Valkeys: both hold a game of the same id."""
    servers = [EmbeddedServer(tmp_path / f"store{i}", "everysec") for i in range(2)]
    for server in servers:
        server.start()
    yield servers
    for server in servers:
        server.stop()


@pytest.fixture
async def worlds(built: Path, stores: list[EmbeddedServer], tmp_path: Path) -> AsyncIterator[list[World]]:
    """Two processes with the table, each on a store of its own."""
    async with AsyncExitStack() as stack:
        running = [running_world(store.url, tmp_path / str(i)) for i, store in enumerate(stores)]
        yield [await stack.enter_async_context(world) for world in running]


def _grown(ruleset: str, game: str) -> Twins:
    """Twins without a clock, whose time would tell them apart, that differ at their end."""
    for seed in range(30):
        found = twins(RULESETS.named(ruleset), SEATS, SEAT, seed, MOST, secret(game))
        if not found.timed and found.apart[-1]:
            return found
    raise AssertionError("no such twins were found")


def _seen(world: World, game: str, ruleset: str, profile: Path) -> Any:
    """Everything that a page of the seat shows, asks and keeps; what is touched first is previewed, too."""
    kept = {"token": token_of(game, SEAT), "ruleset": ruleset, "opened": "2026-01-01T00:00:00Z"}
    chosen = {f"podesta seat {game}": json.dumps(kept), "podesta caution": "all", "podesta language": "en"}
    script = f"for (const [name, value] of Object.entries({json.dumps(chosen)})) localStorage.setItem(name, value);"
    with Browser(profile) as browser:
        page = sit(browser, "about:blank")
        browser.call(
            "Page.addScriptToEvaluateOnNewDocument", page._session, source=f"try {{ {script} }} catch {{}}{HEARD}"
        )
        browser.call("Page.navigate", page._session, url=f"http://127.0.0.1:{world.port}/play/{game}")
        page.until(SETTLED)
        page.ask(LOOK)
        page.until("!document.querySelector('.board .lit') || !!document.querySelector('.touched, #send')")
        page.until("document.querySelector('main').dataset.pending === 'false'")
        found: str = page.ask(FOUND)
        assert page.ask("wrong") == []
    return json.loads(found.replace(f":{world.port}", ":port"))


@pytest.mark.parametrize("ruleset", RULES)
async def test_twins_are_the_same_in_the_browser(worlds: list[World], tmp_path: Path, ruleset: str) -> None:
    """The same page, the same requests, the same storage."""
    game = shorter(new_game())
    grown = _grown(ruleset, game)
    for world, log in zip(worlds, grown.logs, strict=True):
        for revision in range(len(grown)):
            await world.append(game, revision, log[revision])
    first, second = [
        await asyncio.to_thread(_seen, world, game, ruleset, tmp_path / f"profile{index}")
        for index, world in enumerate(worlds)
    ]
    assert len(first["page"]) > 10_000
    assert first == second
