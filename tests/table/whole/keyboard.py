"""A player with a keyboard and no pointer: real keys, which the browser itself takes."""

from __future__ import annotations

from random import Random

from tests.docs.browser import Page
from tests.table.player import STATE

STOPS, TURNS = 200, 600
"""Presses of Tab for one answer, and touches for one game, at most."""
ASKED = f"(({STATE}.asked && {STATE}.pending === 'false' && {STATE}.asked) || {STATE}.status === 'ended')"
FOCUSED = """
(() => {
    const at = document.activeElement;
    return at?.matches('.board .lit, .apart .lit, #whole, #send, [data-option]:not(:disabled)') && (at.id || 'thing');
})()
"""
"""What a press of Enter would do: touch a thing that is lit, choose or confirm; false if nothing of this."""

WHERE = "[document.activeElement.outerHTML.slice(0, 400), document.querySelector('.ask').outerHTML].join()"


def play_by_keys(page: Page, seed: int = 7) -> set[str]:
    """Play a game to its end by Tab and Enter; the kinds of questions that were answered."""
    rnd, kinds = Random(seed), set[str]()
    for _ in range(TURNS):
        asked = page.until(ASKED)
        if asked is True:
            return kinds
        kinds.add(asked)
        _reach(page, rnd.randrange(2))
        press(page, "Enter", "\r")
    raise AssertionError(f"the game goes on after {TURNS} touches")


def _reach(page: Page, beyond: int) -> None:
    """Press Tab until something that answers is reached, or as many more of them as wished; the button that confirms
    takes the focus by itself."""
    stops = 0
    while not (answers := page.ask(FOCUSED)) or (answers != "send" and beyond > 0):
        beyond -= bool(answers)
        press(page, "Tab")
        stops += 1
        assert stops < STOPS, f"no press of Tab reaches what is lit: {page.ask(WHERE)}"


def press(page: Page, key: str, text: str = "") -> None:
    """Press a key and let it go, as hands do."""
    code = {"Tab": 9, "Enter": 13}[key]
    named = {"key": key, "code": key, "windowsVirtualKeyCode": code}
    page._browser.call(
        "Input.dispatchKeyEvent", page._session, type="keyDown", **named, **({"text": text} if text else {})
    )
    for way, more in (("keyDown", {"text": text} if text else {}), ("keyUp", {})):
        page._browser.call("Input.dispatchKeyEvent", page._session, type=way, **named, **more)
