"""Boards of their own: whole games by touching what is lit, and nothing on the way that a finger or an eye misses."""

from __future__ import annotations

import json
import urllib.request

import pytest

from tests.docs.browser import Browser, Page
from tests.kit.evidence import level
from tests.kit.process import ServiceProcess
from tests.table.axe import violations
from tests.table.player import STATE, begin, play, sit, wait

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

RULESETS = ["colonia", "golden-horn", "pillars-of-the-earth", "troyes"]
SEATS = {"colonia": (3, 4, 5, 6)}
TABLES = [(ruleset, seats) for ruleset in RULESETS for seats in SEATS.get(ruleset, (2, 3, 4))]
PLAYED = [(ruleset, seats) for ruleset, seats in TABLES if seats == 3 or (level() == "long" and seats in (2, 4, 6))]
KINDS = {"golden-horn": 2}
"""Kinds of questions that a game asks at least, where there are few."""
LOOK = """
globalThis.beside = new Set();
globalThis.small = new Set();
setInterval(() => {
    const narrow = innerWidth < 700;
    for (const button of document.querySelectorAll('.apart button')) beside.add(button.dataset.id);
    for (const text of document.querySelectorAll('.board svg text'))
        if (text.textContent.trim() && parseFloat(getComputedStyle(text).fontSize) < 12) small.add(text.textContent);
    for (const thing of narrow ? document.querySelectorAll('.board .lit') : []) {
        const { width, height, left, right } = thing.getBoundingClientRect();
        const outside = left < -1 || right > innerWidth + 1;
        if (width < 44 || height < 44 || outside) small.add(`${thing.dataset.id}: ${width} x ${height} from ${left}`);
    }
}, 40);
true
"""
"""Keeps what had to become a button beside the question, what is too small, and what lies outside."""
SENT = """
globalThis.sent = [];
const kept = Storage.prototype.setItem;
Storage.prototype.setItem = function (name, value) {
    if (name.startsWith('podesta pending')) sent.push(JSON.parse(value).answers);
    return kept.call(this, name, value);
};
true
"""
"""Keeps every command: the page remembers it before it is sent."""
SAIL = """
globalThis.far = undefined;
const push = (on) => on.dispatchEvent(new MouseEvent('click', { bubbles: true }));
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
    if (table.asked === 'act' && document.querySelector('.chip') && spaces.length > 1) {
        globalThis.far = spaces.map((space) => space.dataset.id).sort((one, other) => along(one) - along(other));
        if (document.querySelector('.ship.touched').ariaLabel.includes('bound for Venice')) far.reverse();
        return;
    }
    const own = [...document.querySelectorAll('.board .ship.own.lit')].filter((ship) => ship.dataset.id !== '!pass');
    const stop = document.querySelector('.apart button, [data-option]');
    const next = own.at(-1) ?? touchable('good.')[0] ?? spaces.at(-1) ?? stop;
    if (next) push(next);
}, 150);
true
"""
"""Touches ships, goods and spaces, and stops where nothing else is open, until a ship has two spaces ahead of it."""


def sit_down(service: ServiceProcess, browser: Browser, ruleset: str, seats: int, width: int, dark: bool) -> Page:
    """A game of so many seats against bots, on a screen."""
    body = {"ruleset": ruleset, "seats": [{"name": "Ada", "claim": True}, *([{"bot": "greedy"}] * (seats - 1))]}
    asked = urllib.request.Request(f"{service.rest}/v1/games", json.dumps(body).encode())
    asked.add_header("Content-Type", "application/json")
    with urllib.request.urlopen(asked) as answer:
        opened = json.load(answer)
    game = opened["game"]["game"]
    kept = {"token": opened["tokens"][0]["token"], "ruleset": ruleset, "opened": "2026-01-01T00:00:00Z"}
    page = sit(browser, f"{service.rest}/", width=width, dark=dark)
    page.until("!!document.querySelector('[data-play]')")
    page.ask(
        f"localStorage.setItem('podesta seat {game}', {json.dumps(json.dumps(kept))}); location.href = '/play/{game}'"
    )
    page.until(f"{STATE}.asked !== undefined && !!document.querySelector('.board svg')")
    return page


@pytest.mark.parametrize(("ruleset", "seats"), PLAYED)
def test_a_whole_game_is_played_on_its_own_board(
    service: ServiceProcess, browser: Browser, ruleset: str, seats: int
) -> None:
    """On a phone: only passing is no thing on the board, nothing is small, axe finds nothing, and the game ends."""
    page = sit_down(service, browser, ruleset, seats, 360, dark=seats % 2 == 0)
    play(page)
    wait(page, f"{STATE}.revision >= 60")
    page.reload()
    page.until(f"{STATE}.asked && !!document.querySelector('.board .lit')")
    assert violations(page) == []
    page.ask(LOOK)
    play(page)
    wait(page, f"{STATE}.status === 'ended'")
    page.until("!!document.querySelector('#result')")
    assert page.ask("wrong") == []
    assert page.ask("[...small]") == []
    assert set(page.ask("[...beside]")) <= {"!pass"}
    assert len(page.ask("[...kinds]")) >= KINDS.get(ruleset, 6), "hardly anything was asked"


def test_a_far_space_sends_all_answers_up_to_there(service: ServiceProcess, browser: Browser) -> None:
    """Every space on the way is lit; the furthest one sends the ship off and answers each step, as one command."""
    page = sit(browser, f"{service.rest}/")
    begin(page, "golden-horn")
    page.ask(SENT + SAIL)
    wait(page, "far !== undefined")
    lit = page.ask("far")
    before = page.ask("sent.length")
    page.ask(f"push(touchable('{lit[-1]}').at(-1))")
    page.until(f"sent.length > {before} && {STATE}.pending === 'false'")
    first, *more = page.ask(f"sent[{before}]")
    assert first["question"] == "act"
    assert [answer["question"] for answer in more] == ["sail"] * len(more)
    assert [answer["option"] for answer in more].count("continue") == len(lit) - 1
    assert page.ask("wrong") == []
