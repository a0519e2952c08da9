"""Calls that a browser refuses at once are retried with pauses; a page that was left makes none."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.docs.browser import Browser, Page
from tests.kit.process import ServiceProcess
from tests.table.player import STATE, begin, people, play, seated, sit, wait

pytestmark = [pytest.mark.campaign, pytest.mark.slow]

COUNT = """
globalThis.calls = [];
const refused = (name = 'AbortError') => Promise.reject(new DOMException('refused', name));
const counted = (owner, name, what) => {
    owner[name] = (...given) => {
        calls.push([`${name} ${given[0]?.url ?? given[0]}`, performance.now()]);
        // a page that spins in microtasks could not be asked
        return calls.length > 999 ? new Promise(() => {}) : what(...given);
    };
};
const [asked, store] = [globalThis.fetch.bind(globalThis), Storage.prototype];
const PAGE = 'event: page\\ndata: {"games": [], "complete": true}\\n\\n';
const answered = (matching, answer) =>
    counted(globalThis, 'fetch', (url, how) => `${url}`.includes(matching) ? answer() : asked(url, how));
"""
"""Counts the calls of the functions that a page replaces by failing ones."""
MOST_OFTEN = """
(() => {
    const [most, of] = [{}, Map.groupBy(calls, ([name]) => name)];
    for (const [name, all] of of) {
        const within = ([, at]) => all.filter(([, other]) => other >= at && other < at + 1000).length;
        most[name] = Math.max(...all.map(within));
    }
    return most;
})()
"""
"""The most calls of each function within a second."""
OFTEN = 10
"""Calls within a second, at most: pauses between calls begin at 10 to 100 ms, and double."""
LASTING = 4.0
"""Seconds for which calls are counted."""
PLAYABLE = {
    "locks": "counted(navigator.locks, 'request', () => refused());",
    "locks as in a page that is being left": "counted(navigator.locks, 'request', () => refused('InvalidStateError'));",
    "locks that are never held": "counted(navigator.locks, 'request', () => Promise.resolve());",
    "a channel": "globalThis.BroadcastChannel = class { constructor() { throw new DOMException('no'); } };",
    "messages": "BroadcastChannel.prototype.postMessage = () => { throw new DOMException('no'); };",
    "storage": "Object.defineProperty(globalThis, 'localStorage', { get() { throw new DOMException('no'); } });",
    "what is stored": "for (const each of ['getItem', 'setItem', 'removeItem']) store[each] = () => { throw 'no'; };",
}
"""Features that may be refused without affecting play."""
FAILING = {
    "calls": "counted(globalThis, 'fetch', () => Promise.reject(new TypeError('Failed to fetch')));",
    "too many calls": "answered('', async () => Response.json({}, { status: 429, headers: { 'Retry-After': '0' } }));",
    "streams that end": "answered('/stream', async () => new Response(''));",
    "streams that begin and end": "answered('/stream', async () => new Response(PAGE));",
}
"""Functions that fail as long as the service is down."""


def refusing(service: ServiceProcess, browser: Browser, script: str) -> Page:
    """The first page, in a browser that refuses a feature."""
    page = sit(browser, "about:blank")
    page.call("Page.addScriptToEvaluateOnNewDocument", source=COUNT + script)
    page.call("Page.navigate", url=f"{service.rest}/")
    return page


@pytest.mark.parametrize("what", PLAYABLE)
def test_a_game_is_played_in_a_browser_that_refuses(service: ServiceProcess, browser: Browser, what: str) -> None:
    """A tab without locks, channel or storage retries them rarely, and reads the game's events by itself."""
    page = refusing(service, browser, PLAYABLE[what])
    begin(page, "notre-dame")
    page.until("!!document.querySelector('.hand.lit')")
    time.sleep(LASTING)
    assert [(name, many) for name, many in page.ask(MOST_OFTEN).items() if many > OFTEN] == []
    page.click(".hand.lit")
    page.until(f"{STATE}.asked === 'keep_second' || !!document.querySelector('#send')")
    assert page.ask("wrong") == []


@pytest.mark.parametrize("what", FAILING)
def test_what_fails_at_once_is_tried_again_after_a_pause(service: ServiceProcess, browser: Browser, what: str) -> None:
    """No call is made more often than that within a second, whatever its response and however quick."""
    page = refusing(service, browser, FAILING[what])
    page.until("calls.length > 0")
    time.sleep(LASTING)
    assert [(name, many) for name, many in page.ask(MOST_OFTEN).items() if many > OFTEN] == []
    assert page.ask("wrong") == []


HELD = "(navigator.locks.query().then(({ held }) => { globalThis.held = `${held.length}`; }), globalThis.held)"
"""How many locks the browser's pages hold."""


def test_a_page_that_is_left_holds_nothing_and_comes_back(service: ServiceProcess, browser: Browser) -> None:
    """Left, it gives up lock and stream and requests neither; shown again as it was, it follows the bots' moves."""
    page = refusing(service, browser, "counted(globalThis, 'fetch', asked);")
    begin(page, "notre-dame")
    page.until(f"{HELD} === '1'")
    page.ask("globalThis.before = calls.length")
    page.call("Page.navigate", url=f"{service.rest}/statistics")
    page.until(f"location.pathname === '/statistics' && {HELD} === '0'")
    visited = page.call("Page.getNavigationHistory")
    there = visited["entries"][visited["currentIndex"] - 1]["id"]
    page.call("Page.navigateToHistoryEntry", entryId=there)
    page.until(f"globalThis.before > 0 && {HELD} === '1'")
    page.until("calls.slice(before).some(([name]) => name.includes('/v1/stream'))")
    play(page)
    wait(page, f"{STATE}.revision >= 12")
    assert page.ask("wrong") == []


SHORT, WATCHED, REFUSED = 2, 20.0, 8
"""Seconds of each clock; seconds for which requests are counted after both have run out; their refusals, at most."""
PREVIEWS = """
performance.getEntriesByType('resource').filter(({ name, responseStatus }) => name.endsWith('/preview')
    && responseStatus >= 400).length
"""
OVER = "document.querySelector('.board .lit[data-id]')?.getBoundingClientRect()"


@pytest.mark.timeout(150)
def test_pages_stop_looking_ahead_when_time_is_up(service: ServiceProcess, browser: Browser, tmp_path: Path) -> None:
    """Two people let both clocks run out while hovering over lit pieces: in twenty seconds, few previews are
    refused."""
    told = people(service.rest, "golden-horn", clock={"kind": "bank", "seconds": SHORT, "policy": "default"})
    with Browser(tmp_path / "other") as other:
        pages = [seated(page, service.rest, told, seat) for seat, page in enumerate((browser, other))]
        for page in pages:
            page.until(f"Number({STATE}.revision) > 4")
        before, deadline = [page.ask(PREVIEWS) for page in pages], time.monotonic() + WATCHED
        while time.monotonic() < deadline:
            for page in pages:
                _hover(page)
        refused = [page.ask(PREVIEWS) - had for page, had in zip(pages, before, strict=True)]
        assert max(refused) <= REFUSED, refused
        assert [page.ask("wrong") for page in pages] == [[], []]


def _hover(page: Page) -> None:
    """Move the mouse over a lit piece, if there is one."""
    if box := page.ask(f"{OVER}?.toJSON()"):
        x, y = box["left"] + box["width"] / 2, box["top"] + box["height"] / 2
        page.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
    time.sleep(0.1)
