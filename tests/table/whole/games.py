"""Whole games at the table, opened and played in a browser alone: over F5, a phone, and a `kill -9` of the service."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from podesta_engines import RULESETS
from tests.docs.browser import Browser, Page
from tests.kit.ports import free_port
from tests.kit.process import ServiceProcess
from tests.table.axe import violations
from tests.table.player import STATE, play, resize, sit, wait

OVER = {"en": "The game is over", "it": "Partita terminata"}
LOST = ("Failed to fetch", "network error", "the service cannot be reached")
"""Messages that a browser may show when the service was killed."""
KINDS = {"golden-horn": 2}
"""The least number of kinds of questions in a game, for games with few."""
ANEW, KILLED = 30, 60
"""Revisions after which the page is reloaded, on a phone; and after which the service is killed."""
SEATS = "document.querySelectorAll('fieldset:first-of-type .number').length"
"""Seats in the form of a new table."""
ROW = "document.querySelectorAll('fieldset:first-of-type .row:last-child button')"
ADD, REMOVE = f"{ROW}[0].click()", f"{ROW}[1].click()"
LOOK = """
globalThis.beside = new Set();
globalThis.small = new Set();
globalThis.wide = new Set();
let looked = '';
setInterval(() => {
    const [narrow, lit] = [innerWidth < 700, document.querySelectorAll('.lit, .touched')];
    const now = [document.querySelector('main').dataset.revision, ...[...lit].map((each) => each.dataset.id)].join();
    if (now === looked) return;
    looked = now;
    for (const button of document.querySelectorAll('.apart button')) beside.add(button.dataset.id);
    for (const text of document.querySelectorAll('.board svg text'))
        if (text.textContent.trim() && parseFloat(getComputedStyle(text).fontSize) < 13) small.add(text.textContent);
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) wide.add(`the page is ${scrollWidth} wide, the screen ${clientWidth}`);
    for (const thing of narrow ? document.querySelectorAll('.board .lit') : []) {
        const { width, height, left, right } = thing.getBoundingClientRect();
        const outside = left < -1 || right > innerWidth + 1;
        if (width < 44 || height < 44 || outside) small.add(`${thing.dataset.id}: ${width} x ${height} from ${left}`);
    }
}, 40);
true
"""
"""Keeps options that became a button next to the question, things that are too small or outside the board.

Also whether the page is wider than its screen.
"""


@dataclass(frozen=True)
class Sitting:
    """A game to be played: seats, language, screen and colours; `seed` chooses the touches."""

    ruleset: str
    seats: int
    language: str
    dark: bool = False
    seed: int = 7

    def __str__(self) -> str:
        return f"{self.ruleset}-{self.seats}-{self.language}"

    @property
    def caution(self) -> str:
        """In Italian, the page asks before irreversible answers, which is its default."""
        return "final" if self.language == "it" else "none"


def sittings() -> list[Sitting]:
    """Every ruleset at every number of seats in both languages."""
    tables = [(each.id, seats) for each in RULESETS.all() for seats in each.seats]
    return [Sitting(*table, language, table[1] % 2 == 0) for table in tables for language in OVER]


class Mortal:
    """A service that is killed and restarted in its place."""

    def __init__(self, data: Path, kind: type[ServiceProcess] = ServiceProcess) -> None:
        self._data, self._kind = data, kind
        self._ports = {"REST_PORT": str(free_port()), "GRPC_PORT": str(free_port())}
        self.restart()

    def kill(self) -> None:
        """Kill it; another process takes over its store."""
        self.running.kill()
        self.restart()

    def restart(self) -> None:
        """Start another in its place."""
        self.running = self._kind(self._data, **self._ports)


@dataclass(frozen=True)
class Played:
    """The outcome of a game: its last revision, the kinds of questions asked, and all faults."""

    revision: int
    kinds: list[str]
    faults: list[Any]


def play_whole(service: Mortal, browser: Browser, sitting: Sitting) -> Played:
    """Open a game by its form and play it to its end, by touching lit things only."""
    page = sit(browser, f"{service.running.rest}/", sitting.language, dark=sitting.dark, caution=sitting.caution)
    opened(page, sitting)
    play(page, seed=sitting.seed)
    wait(page, f"{STATE}.revision >= {ANEW}")
    page.reload()
    resize(page, 360)
    page.until(f"{STATE}.asked && !!document.querySelector('.board svg')")
    found = violations(page)
    page.ask(LOOK)
    play(page, seed=sitting.seed)
    wait(page, f"{STATE}.revision >= {KILLED}")
    service.kill()
    wait(page, f"{STATE}.status === 'ended'")
    page.until("!!document.querySelector('#result')")
    return Played(int(page.ask(f"{STATE}.revision")), page.ask("[...kinds]"), [*found, *_faults(page, sitting)])


def choose(which: str, wanted: str) -> str:
    """A script: on every seat but one's own, one of its two lists chooses the given value."""
    found = f"document.querySelectorAll('fieldset:first-of-type .row > select{which}')"
    change = "each.dispatchEvent(new Event('change', {bubbles: true}))"
    others = f"[...{found}].filter((each) => each.value !== 'me')"
    return f"{others}.forEach((each) => {{ each.value = '{wanted}'; {change}; }})"


def opened(page: Page, sitting: Sitting) -> None:
    """Open a table by its form, with so many seats, the first one's own and bots on the others."""
    page.until(f"!!document.querySelector('[data-open=\"{sitting.ruleset}\"]')")
    page.click(f'[data-open="{sitting.ruleset}"]')
    page.until(f"{SEATS} >= 2")
    while (seats := page.ask(SEATS)) != sitting.seats:
        page.ask(ADD if seats < sitting.seats else REMOVE)
        page.until(f"{SEATS} !== {seats}")
    page.ask(choose(":first-of-type", "bot"))
    page.ask(choose(":nth-of-type(2)", "greedy"))
    page.click("form button.main")
    page.until(f"{STATE}.asked !== undefined && !!document.querySelector('aside > *')")


def _faults(page: Page, sitting: Sitting) -> list[Any]:
    """The faults of an ended game: errors, things small or outside the board, notes repeated or missing, leftovers."""
    told = page.ask("[...document.querySelectorAll('.revision')].map((line) => Number(line.dataset.revision))")
    pending = page.ask("Object.keys(localStorage).filter((name) => name.includes('pending'))")
    faults = [each for each in page.ask("wrong") if not any(lost in each for lost in LOST)]
    faults += page.ask("[...wide]")
    faults += [each for each in page.ask("[...small]") if sitting.ruleset != "notre-dame"]
    faults += [f"beside the board: {each}" for each in page.ask("[...beside]") if each != "!pass"]
    faults += [f"the log: {told[:3]}"] * (told != sorted(set(told), reverse=True) or told[0] != _revision(page))
    faults += [f"still kept: {pending}"] * bool(pending)
    faults += ["hardly anything was asked"] * (len(page.ask("[...kinds]")) < KINDS.get(sitting.ruleset, 4))
    over = page.ask("document.querySelector('#result').nextElementSibling.textContent")
    return faults + [f"{over} is not {sitting.language}"] * (OVER[sitting.language] not in over)


def _revision(page: Page) -> int:
    return int(page.ask(f"{STATE}.revision"))
