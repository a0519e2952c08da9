"""One touch that answers several questions: a space far ahead, and every answer on the way there."""

from __future__ import annotations

import pytest

from tests.docs.browser import HAND, Browser
from tests.kit.process import ServiceProcess
from tests.table.player import STATE, begin, sit, wait

pytestmark = [pytest.mark.campaign, pytest.mark.slow]

SENT = """
globalThis.sent = [];
const kept = Storage.prototype.setItem;
Storage.prototype.setItem = function (name, value) {
    if (name.startsWith('podesta pending')) sent.push(JSON.parse(value).answers);
    return kept.call(this, name, value);
};
true
"""
"""Keeps every command: the page stores it before it is sent."""
SAIL = (
    HAND
    + """;
globalThis.far = undefined;
globalThis.waited = 0;
const touchable = (id) => [...document.querySelectorAll(`.board .lit[data-id^="${id}"]`)];
const along = (id) => {
    const seas = document.querySelectorAll('[data-id^="space.sea_"]').length;
    const known = { 'space.venice': 0, 'space.modone': seas / 2 + 0.5, 'space.constantinople': seas + 1 };
    return known[id] ?? Number(id.replace('space.sea_', ''));
};
setInterval(() => {
    const table = document.querySelector('main[data-revision]')?.dataset;
    if (!table?.asked || table.pending === 'true' || far) return;
    const spaces = touchable('space.');
    const sets_off = table.asked === 'act' && document.querySelector('.chip') && spaces.length > 0;
    if (sets_off && spaces.length === 1 && (waited += 1) < 20) return; // those behind it are being looked up
    waited = 0;
    if (sets_off && spaces.length > 1) {
        globalThis.far = spaces.map((space) => space.dataset.id).sort((one, other) => along(one) - along(other));
        if (document.querySelector('.ship.touched').ariaLabel.includes('bound for Venice')) far.reverse();
        return;
    }
    const own = [...document.querySelectorAll('.board .ship.own.lit')].filter((ship) => ship.dataset.id !== '!pass');
    const stop = document.querySelector('.apart button, [data-option]');
    const next = own.at(-1) ?? touchable('good.')[0] ?? spaces.at(-1) ?? stop;
    if (next) hand.press(next);
}, 150);
true
"""
)
"""Touches ships, goods and spaces, and stops if nothing else is open, until a ship has two spaces ahead of it."""


def test_a_far_space_sends_all_answers_up_to_there(service: ServiceProcess, browser: Browser) -> None:
    """Every space on the way is lit; the furthest one starts the ship and answers each step, as one command."""
    page = sit(browser, f"{service.rest}/")
    begin(page, "golden-horn")
    page.ask(SENT + SAIL)
    wait(page, "far !== undefined")
    lit = page.ask("far")
    before = page.ask("sent.length")
    page.ask(f"hand.press(touchable('{lit[-1]}').at(-1))")
    page.until(f"sent.length > {before} && {STATE}.pending === 'false'")
    first, *more = page.ask(f"sent[{before}]")
    assert first["question"] == "act"
    assert [answer["question"] for answer in more] == ["sail"] * len(more)
    assert [answer["option"] for answer in more].count("continue") == len(lit) - 1
    assert page.ask("wrong") == []
