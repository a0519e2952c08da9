"""The first page is live: games of others appear and leave by themselves; invitations are links and codes."""

from __future__ import annotations

import json

import httpx
import pytest

from tests.docs.browser import Browser
from tests.kit.process import ServiceProcess
from tests.table.axe import violations
from tests.table.hand import tap
from tests.table.player import STATE, begin, from_menu, sit

pytestmark = pytest.mark.slow

NAMES = "[...document.querySelectorAll('.lists section li')].map((line) => line.innerText)"
INVITE = """
(() => {
    const [, second] = document.querySelectorAll('fieldset select[aria-label^="Seat"]:not([aria-label*=":"])');
    second.value = 'friend';
    second.dispatchEvent(new Event('change', { bubbles: true }));
    document.querySelector('form button.main').click();
    return true;
})()
"""


def test_the_lobby_moves_by_itself(service: ServiceProcess, browser: Browser) -> None:
    """A new game appears, waits, is played, and leaves, without a reload.

    It is marked as a practice game.
    """
    page = sit(browser, f"{service.rest}/")
    page.until("document.querySelectorAll('[data-play]').length === 5")
    plan = {"ruleset": "troyes", "seats": [{"name": "Zenobia", "claim": True}, {}], "deal": "5e" * 32}
    opened = httpx.post(f"{service.rest}/v1/games", json=plan).json()
    page.until(f"{NAMES}.some((line) => line.includes('Zenobia') && line.includes('1 free seat'))")
    page.until(f"{NAMES}.some((line) => line.includes('Zenobia') && line.includes('practice'))")
    game = f"{service.rest}/v1/games/{opened['game']['game']}"
    httpx.post(f"{game}/seats", json={"name": "Ygraine"})
    page.until(f"{NAMES}.some((line) => line.includes('Ygraine') && line.includes('Watch'))")
    token = opened["tokens"][0]["token"]
    httpx.post(
        f"{game}/resignation", headers={"Authorization": f"Bearer {token}", "Idempotency-Key": "enough-of-this-game"}
    )
    page.until(f"!{NAMES}.some((line) => line.includes('Ygraine'))")
    assert page.ask("wrong") == []


def test_experts_are_offered_where_they_play(service: ServiceProcess, browser: Browser) -> None:
    """With as many players as they were trained for; otherwise the level is the strongest available."""
    page = sit(browser, f"{service.rest}/")
    page.until("document.querySelectorAll('[data-play]').length === 5")
    row = "document.querySelector('li:has([data-play=pillars-of-the-earth]) .against')"
    levels = f"[...{row}.lastElementChild.options].map((option) => option.value)"
    choose = (
        "((select, value) => { select.value = value; select.dispatchEvent(new Event('change', { bubbles: true })) })"
    )
    page.ask(f"{choose}({row}.firstElementChild, '4')")
    page.until(f"!{levels}.includes('expert')")
    page.ask(f"{choose}({row}.firstElementChild, '2')")
    page.until(f"{levels}.includes('expert')")
    page.ask(f"{choose}({row}.lastElementChild, 'expert')")
    page.until(f"{row}.lastElementChild.value === 'expert'")
    page.ask(f"{choose}({row}.firstElementChild, '4')")
    page.until(f"{row}.lastElementChild.value === 'strong'")
    page.ask(f"{choose}({row}.firstElementChild, '2')")
    page.until(f"{row}.lastElementChild.value === 'expert'")
    page.click("[data-play=pillars-of-the-earth]")
    page.until(f"!!{STATE}.asked")
    game = page.ask("location.pathname").rsplit("/", 1)[-1]
    seats = httpx.get(f"{service.rest}/v1/games/{game}").raise_for_status().json()["seats"]
    assert sorted(seat["bot"] for seat in seats) == ["", "expert"]
    assert page.ask("wrong") == []


def test_an_opened_table_has_a_link_and_a_code_for_each_invitation(service: ServiceProcess, browser: Browser) -> None:
    """Options name their rule; if only this machine can reach the address, the page says so."""
    page = sit(browser, f"{service.rest}/#open/golden-horn")
    page.until("document.querySelectorAll('.choice details').length >= 4")
    assert "G-7" in page.ask(
        "document.querySelector('.choice summary').textContent + document.querySelector('.choice p').textContent"
    )
    page.ask(INVITE)
    page.until("!!document.querySelector('.link input')")
    assert "only on this computer" in page.ask("document.querySelector('.link').innerText")
    page.ask("document.querySelector('.link details').open = true")
    page.until("!!document.querySelector('.link svg path')")
    assert violations(page) == []


def test_rules_are_searched_and_lead_to_a_lesson(service: ServiceProcess, browser: Browser) -> None:
    """A badge leads to its rule; the first step of the lesson marks its subject, and disables touches."""
    page = sit(browser, f"{service.rest}/#rules/notre-dame/N-22", width=360)
    page.until("document.querySelector('#N-22')?.classList.contains('wanted')")
    assert violations(page) == []
    page.ask("document.querySelector('input[type=search]').value = 'HOTEL'")
    page.ask("document.querySelector('input[type=search]').dispatchEvent(new Event('input', { bubbles: true }))")
    page.until("!document.querySelector('#N-22') && document.querySelectorAll('dl div').length > 0")
    page.click(".tools button:last-child")
    page.until("document.querySelector('#guide')?.dataset.step === 'start'")
    page.until("document.querySelectorAll('[data-pointed]').length > 0")
    page.until("document.querySelectorAll('.board .lit').length === 0")
    page.click("#guide-next")
    page.until("document.querySelectorAll('.board .lit').length === 1")
    assert violations(page) == []
    assert page.ask("wrong") == []


def test_ones_games_are_played_side_by_side(service: ServiceProcess, browser: Browser) -> None:
    """Two games on a page, each with its board and question; an answer to one leaves the other alone."""
    for ruleset in ("notre-dame", "golden-horn"):
        page = sit(browser, f"{service.rest}/")
        begin(page, ruleset)
    from_menu(page, ".more button:last-child")
    page.until("document.querySelectorAll('[data-mini]:not([data-asked=\"\"])').length === 2")
    page.until("!!document.querySelector('svg.notre-dame .hand.lit')")
    assert violations(page) == []
    other = page.ask("document.querySelector('[data-mini]:not(:has(svg.notre-dame))').dataset.asked")
    page.click("svg.notre-dame .hand.lit")
    page.until("document.querySelector('[data-mini]:has(svg.notre-dame)').dataset.asked === 'keep_second'")
    assert page.ask("document.querySelector('[data-mini]:not(:has(svg.notre-dame))').dataset.asked") == other
    assert page.ask("wrong") == []


def test_standing_orders_answer_for_a_seat(service: ServiceProcess, browser: Browser) -> None:
    """The form's orders are kept, and carried out at once if their question is open; refusals are shown next to their
    cause."""
    page = sit(browser, f"{service.rest}/")
    begin(page, "notre-dame")
    from_menu(page, "#orders")
    page.until("!!document.querySelector('dialog[open] fieldset select')")
    assert violations(page) == []
    choose = (
        "((select, value) => { select.value = value; select.dispatchEvent(new Event('change', { bubbles: true })) })"
    )
    page.ask(f"{choose}(document.querySelector('dialog fieldset select'), 'keep_first')")
    page.until("document.querySelectorAll('dialog fieldset .row select').length === 2")
    first = page.ask("document.querySelector('[data-option]').dataset.option")
    page.ask(f"{choose}(document.querySelector('dialog fieldset .row select'), '{first}')")
    page.until("document.querySelectorAll('dialog fieldset li').length === 1")
    page.click("#leave-orders")
    page.until(f"{STATE}.asked === 'keep_second'")
    assert page.ask("wrong") == []


def test_the_table_can_be_installed(service: ServiceProcess, browser: Browser) -> None:
    """The browser itself finds no fault in its manifest and its icon."""
    page = sit(browser, f"{service.rest}/")
    page.until("document.querySelectorAll('[data-play]').length === 5")
    found = page.call("Page.getAppManifest")
    assert found["url"] == f"{service.rest}/manifest.webmanifest"
    assert found["errors"] == page.call("Page.getInstallabilityErrors")["installabilityErrors"] == []
    assert page.ask("wrong") == []


BADGE = """
globalThis.badges = [];
for (const name of ['setAppBadge', 'clearAppBadge']) {
    const told = Navigator.prototype[name];
    Navigator.prototype[name] = function (count = 0) { badges.push(count); return told.call(this, ...arguments); };
}
"""
"""Keeps the badge set on the icon of an installed page."""
YOURS = "[...document.querySelectorAll('[data-yours]')]"
ABOVE = "document.querySelector('[data-yours]').getBoundingClientRect().bottom < innerHeight"
PLAN = {"ruleset": "golden-horn", "listed": False, "options": {"start_seat": 0}}


def seated(service: ServiceProcess, first: str) -> tuple[str, str]:
    """A running game of two people, with the first seat asked, and its named seat, as a browser keeps it."""
    plans = [{"name": name, "claim": True} for name in ("Ada", "Bice")]
    opened = httpx.post(f"{service.rest}/v1/games", json={**PLAN, "seats": plans}).raise_for_status().json()
    game, token = opened["game"]["game"], opened["tokens"]["AdaBice".index(first) // 3]["token"]
    kept = {"token": token, "ruleset": "golden-horn", "opened": f"2026-11-0{1 + (first == 'Bice')}T12:00:00Z"}
    return game, f"localStorage['podesta seat {game}'] = {json.dumps(json.dumps(kept))};"


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
def test_running_games_come_first_and_ones_own_turn_on_top(
    service: ServiceProcess, browser: Browser, width: int, height: int
) -> None:
    """No newer game displaces a running one, above all that can be opened; title and badge count one's open questions.

    Newer games are those that are over or wait for others. No text is cut.
    """
    asked, waiting = [[seated(service, name) for _ in range(many)] for name, many in (("Ada", 3), ("Bice", 4))]
    past = {"game": "0" * 26, "ruleset": "troyes", "ended": "2026-11-20T12:00:00Z", "rank": 1, "seats": 3}
    past |= {"score": 40, "against": ["greedy"], "bots": True}
    page = sit(browser, "about:blank", width=width)
    page.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 700)
    page.call("Page.addScriptToEvaluateOnNewDocument", source=BADGE)
    page.call("Page.navigate", url=f"{service.rest}/v1/rulesets")
    page.until("location.pathname === '/v1/rulesets' && document.readyState === 'complete'")
    page.ask("".join(kept for _, kept in asked + waiting))
    page.ask(f"localStorage['podesta history'] = {json.dumps(json.dumps([past]))}")
    page.call("Page.navigate", url=f"{service.rest}/")
    page.until("document.title === '(3) Podestà' && document.querySelectorAll('[data-play]').length === 5")
    listed = page.ask(f"{YOURS}.map((each) => each.dataset.yours)")
    assert set(listed[:3]) == {game for game, _ in asked}
    assert set(listed[3:]) == {game for game, _ in waiting}
    assert page.ask(ABOVE)
    assert page.ask("document.querySelector('[data-yours] .faint').innerText") == "Bice · Nov 1, 2026"
    assert page.ask(f"{YOURS}.filter((each) => each.scrollWidth > each.clientWidth).length") == 0
    assert page.ask("badges.at(-1)") == 3
    page.until("document.querySelector('.lists li')?.innerText.includes('Nov 20, 2026')")
    tap(page, "[data-yours] button")
    page.until(f"{STATE}.asked === 'place_ships' && badges.at(-1) === 3")
    assert page.ask("wrong") == []
