"""The figures of the table, each with its limit."""

from __future__ import annotations

import os
from dataclasses import dataclass
from statistics import median, quantiles

from benchmarks.wire.table.inside import CLICKS, FRAMES, LOOP, PICTURE
from benchmarks.wire.table.world import COLD, SLOW, call, rest, running_game, slow_down
from tests.docs.browser import Browser, Page
from tests.table.player import STATE, begin, play, sit, wait

FIRST, FRAME = 600, 50
"""Limits in milliseconds: the first picture on a slowed processor; a frame."""
CLICK, SLOW_CLICK = (40, 80), (80, 250)
"""Limits of a click in milliseconds: its p50 and its p90, not slowed and slowed."""
HAND = 120
"""Milliseconds for which a hand points at something before it presses."""
PAUSE = 1_000
"""Milliseconds of rest before each answer while frames are measured."""


@dataclass(frozen=True)
class Figure:
    """A line of the results: the measurement, the figure, and whether it is within its limit (None: it has none)."""

    what: str
    found: str
    kept: bool | None = None

    def __str__(self) -> str:
        return f"| {self.what} | {self.found} | {'' if self.kept is None else 'ok' if self.kept else '**missed**'} |"


def load(browser: Browser, address: str, when: str) -> Figure:
    """The machine's other load: its load average, and the slowdown of a loop in a page."""
    one, five, _ = os.getloadavg()
    found = sit(browser, f"{address}/").ask(LOOP)
    stretched = f"a loop takes {median(found) / min(found):.1f} times its best, {max(found) / min(found):.1f} at worst"
    return Figure(f"the machine {when}", f"load {one:.1f}, {five:.1f} on {os.cpu_count()} cores; {stretched}")


def first_picture(browser: Browser, address: str, ruleset: str, times: int) -> Figure:
    """From the request for a running game's page to the paint of its board, uncached, slowed four times."""
    page = running_game(browser, address, ruleset, 3)
    call(page, "Page.addScriptToEvaluateOnNewDocument", source=PICTURE)
    slow_down(page, SLOW)
    found = sorted(_load(page) for _ in range(times))
    said = f"{median(found):,.0f} ms ({found[0]:,.0f} to {found[-1]:,.0f})"
    return Figure(f"first picture, {SLOW} times slowed: {ruleset}", said, median(found) <= FIRST)


def _load(page: Page) -> float:
    page.ask(COLD)
    call(page, "Network.clearBrowserCache")
    call(page, "Page.navigate", url=page.ask("location.href"))
    return float(rest(page, "globalThis.picture"))


def click_to_board(browser: Browser, address: str, ruleset: str, rate: int, times: int) -> Figure:
    """From the click that answers to the paint of the resulting board, on a slowed-down processor."""
    page = running_game(browser, address, ruleset, 3)
    slow_down(page, rate)
    page.ask(CLICKS.replace("HAND", str(HAND)))
    rest(page, f"taken.length >= {times} || {STATE}.status === 'ended'")
    found = page.ask("taken")
    bound, slowed = (CLICK, "") if rate == 1 else (SLOW_CLICK, f", {rate} times slowed")
    p50, p90 = median(found), quantiles(found, n=10)[-1]
    said = f"p50 {p50:.0f} ms, p90 {p90:.0f} ms ({len(found)} clicks)"
    return Figure(f"click to new board{slowed}: {ruleset}", said, p50 <= bound[0] and p90 <= bound[1])


def frames(browser: Browser, address: str, ruleset: str, seats: int, bursts: int) -> list[Figure]:
    """Frames while bots' moves are shown, and those of the same page at rest: A B A B, `bursts` times."""
    page = running_game(browser, address, ruleset, seats, "normal")
    page.ask(FRAMES.replace("PAUSE", str(PAUSE)))
    rest(page, f"bursts >= {bursts} || {STATE}.status === 'ended'")
    return [_frames(page, ruleset, phase) for phase in ("burst", "idle")]


def _frames(page: Page, ruleset: str, phase: str) -> Figure:
    found = page.ask(f"frames.{phase}")
    over = [each for each in found if each > FRAME]
    said = f"{len(over)} of {len(found)} over {FRAME} ms; longest {max(found):.0f} ms"
    what = "while bots play" if phase == "burst" else "at rest, beside it"
    return Figure(f"frames {what}: {ruleset}", said, not over if phase == "burst" else None)


def memory(browser: Browser, address: str, games: int) -> Figure:
    """The heap after each of some games of Golden Horn in one page, garbage collected, without compiled code."""
    page = sit(browser, f"{address}/")
    found = [_played(page, number) for number in range(games)]
    said = ", ".join(f"{each:.2f}" for each in found) + " MB"
    return Figure(f"heap after each of {games} games", said, found[-1] <= 1.1 * found[1])


def _played(page: Page, number: int) -> float:
    begin(page, "golden-horn")
    if not number:
        play(page, by_list=True)
    wait(page, f"{STATE}.status === 'ended'")
    page.ask("document.querySelector('a.brand').click()")
    page.until("!!document.querySelector('[data-play]')")
    for _ in range(2):
        call(page, "HeapProfiler.collectGarbage")
    return float(call(page, "Runtime.getHeapUsage")["usedSize"]) / 1e6
