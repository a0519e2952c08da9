"""Secrets leave no trace in a seat's browser: two games that it cannot distinguish are the same there."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from podesta_engines import RULESETS
from podesta_engines.game.events import Entry
from podesta_eventstore import EmbeddedServer
from podesta_service.names import new_game
from tests.contract.secrecy.twins import Twins, twins
from tests.contract.secrecy.worlds import World, running_world, secret, token_of
from tests.docs.browser import CHROMIUM, HAND, Browser, Page
from tests.kit.evidence import evidence
from tests.table.player import sit

pytestmark = [
    pytest.mark.campaign,
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine: the table is not looked at"),
]

RULES = sorted((ruleset.id for ruleset in RULESETS.all()), key="notre-dame".__ne__)[: evidence(normal=1, long=5)]
SEATS, SEAT, MOST = 3, 0, 60
PHASES = 3
"""How often the page is compared: when it has been loaded, and after each further part of the game."""
HEARD = """
globalThis.requests = [];
globalThis.quiet = { asking: 0, since: 0 };
const asked = globalThis.fetch;
const change = (by) => (quiet = { asking: quiet.asking + by, since: performance.now() });
globalThis.fetch = async (address, how) => {
    const { pathname, search } = new URL(address, location);
    requests.push([how?.method, pathname + search, [...new Headers(how?.headers)], how?.body].flat(2).join(' '));
    change(1);
    return asked(address, how).finally(() => change(-1));
};
"""
"""Keeps every request that the page makes, and since when none is pending."""
QUIET = "quiet.asking === 0 && performance.now() - quiet.since > 100"
LOOK = (
    HAND
    + """, (() => {
    for (const each of document.querySelectorAll('details')) each.open = true;
    hand.press(document.querySelector('.board .lit[data-id]'));
    return true;
})()
"""
)
SETTLED = "!!document.querySelector('.board :is(svg, .table)') && document.querySelectorAll('.revision').length > 0"
# requests made because the stream was late or lost depend on the machine's load, and reveal only the revision
FOUND = """
JSON.stringify({
    page: document.body.innerHTML,
    title: document.title,
    requests: [...new Set(requests.filter((each) => !/after=[1-9]|last-event-id/i.test(each)))].sort(),
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
    """Twins without a clock, which would differ in time, with different ends."""
    for seed in range(30):
        found = twins(RULESETS.named(ruleset), SEATS, SEAT, seed, MOST, secret(game))
        if not found.timed and found.apart[-1]:
            return found
    raise AssertionError("no such twins were found")


def _opened(browser: Browser, world: World, game: str, ruleset: str) -> Page:
    """A page of the seat, with previews of touches on."""
    kept = {"token": token_of(game, SEAT), "ruleset": ruleset, "opened": "2026-01-01T00:00:00Z"}
    chosen = {f"podesta seat {game}": json.dumps(kept), "podesta caution": "all", "podesta language": "en"}
    script = f"for (const [name, value] of Object.entries({json.dumps(chosen)})) localStorage.setItem(name, value);"
    page = sit(browser, "about:blank")
    page.call("Page.addScriptToEvaluateOnNewDocument", source=f"try {{ {script} }} catch {{}}{HEARD}")
    page.call("Page.navigate", url=f"http://127.0.0.1:{world.port}/play/{game}")
    page.until(SETTLED)
    return page


def _quiet(page: Page, revision: int) -> None:
    """Wait until the page shows a revision, and all requests that follow from it are answered."""
    page.until(f"document.querySelector('main').dataset.revision === '{revision}' && {QUIET}")


def _seen(page: Page, revision: int, port: int) -> Any:
    """The page, its requests and its storage at a revision; touches are previewed first."""
    _quiet(page, revision)
    page.ask(LOOK)
    page.until("!document.querySelector('.board .lit') || !!document.querySelector('.touched, #send')")
    page.until("document.querySelector('main').dataset.pending === 'false'")
    _quiet(page, revision)
    found: str = page.ask(FOUND)
    assert page.ask("wrong") == []
    page.ask("document.querySelector('#send + button, #forget')?.click() ?? true")
    return json.loads(found.replace(f":{port}", ":port"))


async def _followed(world: World, log: list[Entry], game: str, ruleset: str, profile: Path) -> list[Any]:
    """The states of a page that is opened in the first phase of a game, in each phase."""
    ends = [len(log) * (phase + 1) // PHASES for phase in range(PHASES)]
    for revision in range(ends[0]):
        await world.append(game, revision, log[revision])
    with Browser(profile) as browser:
        page = await asyncio.to_thread(_opened, browser, world, game, ruleset)
        found = [await asyncio.to_thread(_seen, page, ends[0], world.port)]
        for before, end in pairwise(ends):
            for revision in range(before, end):
                await world.append(game, revision, log[revision])
                await asyncio.to_thread(_quiet, page, revision + 1)
            found.append(await asyncio.to_thread(_seen, page, end, world.port))
    return found


@pytest.mark.parametrize("ruleset", RULES)
async def test_twins_are_the_same_in_the_browser(worlds: list[World], tmp_path: Path, ruleset: str) -> None:
    """The same page, the same requests, the same storage, while the games go on."""
    game = new_game()
    grown = _grown(ruleset, game)
    first, second = [
        await _followed(world, log, game, ruleset, tmp_path / f"profile{index}")
        for index, (world, log) in enumerate(zip(worlds, grown.logs, strict=True))
    ]
    for one, other in zip(first, second, strict=True):
        assert len(one["page"]) > 10_000
        assert one == other
