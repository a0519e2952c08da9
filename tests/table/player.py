"""A player at the table in a real browser, who knows only what is lit there."""

from __future__ import annotations

import json
import secrets
import time
from functools import reduce
from typing import Any

import httpx

from tests.docs.browser import HAND, Browser, Page

PATIENCE = 100.0
WATCH = """
globalThis.wrong = [];
addEventListener('error', (event) => wrong.push(`${event.message}`));
addEventListener('unhandledrejection', (event) => wrong.push(`${event.reason}`));
addEventListener('securitypolicyviolation', (event) => wrong.push(`policy: ${event.violatedDirective}`));
const told = console.error;
console.error = (...all) => { wrong.push(all.join(' ')); told(...all); };
"""
"""Keeps every error in the page."""
PLAY = (
    HAND
    + """;
globalThis.kinds = new Set();
globalThis.seed = SEED;
globalThis.blind = 0;
const all = (what) => [...document.querySelectorAll(what)];
const shuffled = (things) => {
    const from = things.length && (seed = (seed * 16807) % 2147483647) % things.length;
    return [...things.slice(from), ...things.slice(0, from)];
};
setInterval(() => {
    const table = document.querySelector('main[data-revision]');
    if (!table || table.dataset.pending === 'true' || !table.dataset.asked || table.dataset.revision > LAST) return;
    if (document.querySelector('.board.dim')) return; // without its service the table asks nothing
    if (document.querySelector('#send')) return void hand.press(document.querySelector('#send'));
    const things = all('THINGS');
    const listed = all('[data-option]');
    const open = BYLIST || !things.length ? listed : things;
    if (!open.length) return;
    const pressed = shuffled(open).some(hand.press) || (BYLIST && hand.press(document.querySelector('.all > summary')));
    blind = pressed ? 0 : blind + 1;
    if (pressed) kinds.add(table.dataset.asked);
    if (blind === BLIND) wrong.push(`nothing can be pressed: ${table.dataset.asked}`);
}, 10);
true
"""
)
"""Touches one lit thing after the other, or, by list, chooses; confirms irreversible answers.

Things that are hidden, covered or disabled are never touched; it is an error if there are no others.
"""
THINGS = ".board .lit[data-id], .apart button, #whole, [data-more]:not(:disabled)"
"""What may be touched to answer, other than the list of all answers."""
BLIND = 200
"""How often in a row there may be nothing to touch, for ten milliseconds or more each, before that is an error."""
QUICK = '{"level":"greedy","seats":{}}'
"""Bots that answer at once, so that games take no longer than the clicks."""
STATE = "document.querySelector('main[data-revision]').dataset"
MENU = "document.querySelector('.more')"
FREE = f"{STATE}.pending === 'false'"
"""No answer is under way: a touch now counts."""


def sit(
    browser: Browser,
    address: str,
    language: str = "en",
    width: int = 1280,
    dark: bool = False,
    caution: str = "none",
    pace: str = "at once",
) -> Page:
    """A page of the table in a language, on a screen of a width, without motion; it asks before answers, or not.

    `pace`: how quickly others' moves are shown.
    """
    page = browser.open("about:blank")
    session = page._session
    wishes = [("prefers-color-scheme", "dark" if dark else "light"), ("prefers-reduced-motion", "reduce")]
    media = [{"name": name, "value": value} for name, value in wishes]
    browser.call("Page.enable", session)
    browser.call("Emulation.setEmulatedMedia", session, features=media)
    resize(page, width)
    own = {"podesta language": language, "podesta caution": caution}
    wished = {**own, "podesta pace": pace, "podesta company": QUICK}
    kept = "".join(f"localStorage['{name}'] ??= '{wish}';" for name, wish in wished.items())
    chosen = f"try {{ {kept} }} catch {{}}"
    browser.call("Page.addScriptToEvaluateOnNewDocument", session, source=chosen + WATCH)
    browser.call("Page.navigate", session, url=address)
    return page


def people(rest: str, ruleset: str, **wish: Any) -> dict[str, Any]:
    """A game of two people that was opened at a service."""
    seats = [{"name": name, "claim": True} for name in ("Ada", "Bice")]
    asked = {"ruleset": ruleset, "seats": seats, "listed": False, **wish}
    told: dict[str, Any] = httpx.post(f"{rest}/v1/games", json=asked).raise_for_status().json()
    return told


def seated(browser: Browser, rest: str, told: dict[str, Any], seat: int, script: str = "") -> Page:
    """A browser's page for a seat of such a game, with the settings of a first visit.

    A script runs before the page's own.
    """
    game = told["game"]
    kept = {"token": told["tokens"][seat]["token"], "ruleset": game["ruleset"], "opened": "2026-11-01T10:00:00.000Z"}
    page = sit(browser, "about:blank", caution="")
    chosen = f"localStorage['podesta seat {game['game']}'] ??= {json.dumps(json.dumps(kept))}"
    page.call("Page.addScriptToEvaluateOnNewDocument", source=f"try {{ {chosen} }} catch {{}};" + script)
    page.call("Page.navigate", url=f"{rest}/play/{game['game']}")
    return page


def answered(rest: str, told: dict[str, Any]) -> None:
    """Give the first open answer in such a game, as a client other than the page."""
    game = f"{rest}/v1/games/{told['game']['game']}"
    auths = [{"Authorization": f"Bearer {each['token']}"} for each in told["tokens"]]
    seen = [(auth, httpx.get(game, headers=auth).raise_for_status()) for auth in auths]
    auth, now = next((auth, now) for auth, now in seen if now.json()["questions"])
    asked = now.json()["questions"][0]
    answer = {"question": asked["kind"], "option": asked["options"][0]["word"]}
    headers = auth | {"If-Match": now.headers["etag"], "Idempotency-Key": secrets.token_hex(16)}
    httpx.post(f"{game}/answers", json={"answers": [answer]}, headers=headers).raise_for_status()


def resize(page: Page, width: int) -> None:
    """Another screen; narrow ones are phones, with touch."""
    height = {390: 844}.get(width, 740 if width < 700 else 900)
    page.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 700)
    page.call("Emulation.setTouchEmulationEnabled", enabled=width < 700)


def begin(page: Page, ruleset: str) -> None:
    """Play against bots: one click on the first page."""
    page.until(f"!!document.querySelector('[data-play=\"{ruleset}\"]')")
    page.click(f'[data-play="{ruleset}"]')
    page.until(f"({STATE}.asked || {STATE}.status === 'ended') && !!document.querySelector('aside > *')")


def from_menu(page: Page, what: str) -> None:
    """Choose an entry of the menu; the menu is opened first, also after it was redrawn."""
    opened = f"{HAND}, {MENU}.open || hand.press({MENU}.querySelector('summary'))"
    page.until(f"({opened}, hand.press({MENU}.querySelector('{what}')))")


def play(page: Page, by_list: bool = False, seed: int = 7, to: int = 1 << 20) -> None:
    """Let the player play from now on, but not beyond the first question after a revision; a seed chooses the
    touches."""
    wanted = {"BYLIST": "true" if by_list else "false", "SEED": str(seed), "LAST": str(to)}
    wanted |= {"THINGS": THINGS, "BLIND": str(BLIND)}
    page.ask(reduce(lambda script, each: script.replace(*each), wanted.items(), PLAY))


def wait(page: Page, script: str) -> None:
    """Wait for a condition that takes a game's time."""
    deadline = time.monotonic() + PATIENCE
    tried = f"(() => {{ try {{ return !!({script}) }} catch {{ return false }} }})()"
    while not page._unless_navigated(tried):
        told = "[globalThis.wrong, typeof seed === 'undefined' ? null : seed]"
        assert time.monotonic() < deadline, (
            f"{page.ask(f'JSON.stringify({told})')}\n{page.ask('document.body.innerText')}"
        )
        time.sleep(0.1)
