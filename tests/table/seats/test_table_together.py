"""Several people at one table: links, spectators, and stale pages."""

from __future__ import annotations

import json
import secrets
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import httpx
import pytest

from tests.docs.browser import HAND, Browser
from tests.kit.process import ServiceProcess
from tests.table.axe import violations
from tests.table.conftest import ADMIN
from tests.table.hand import tap
from tests.table.player import STATE, begin, from_menu, people, play, seated, sit, wait

pytestmark = [pytest.mark.campaign, pytest.mark.slow]

CHOOSE = """
(() => {
    const [, second, third] = document.querySelectorAll('fieldset select[aria-label^="Seat"]:not([aria-label*=":"])');
    for (const [seat, holder] of [[second, 'friend'], [third, 'bot']]) {
        if (seat) seat.value = holder;
        seat?.dispatchEvent(new Event('change', { bubbles: true }));
    }
    document.querySelector('form button.main').click();
    return !!third;
})()
"""
CAREFUL = """
(() => {
    const wish = document.querySelector('#caution');
    wish.value = 'all';
    wish.dispatchEvent(new Event('change', { bubbles: true }));
    wish.closest('dialog').close();
    return true;
})()
"""


def test_a_friend_comes_by_a_link(service: ServiceProcess, browser: Browser, tmp_path: Path) -> None:
    """The secret of the link leaves the address at once, and both play the same game."""
    host = sit(browser, f"{service.rest}/#open/notre-dame")
    host.until("!!document.querySelector('form')")
    host.ask(CHOOSE)
    link = host.until("document.querySelector('.link input')?.value")
    assert "#invitation=" in link
    with Browser(tmp_path / "friend") as other:
        friend = sit(other, link)
        friend.until("!!document.querySelector('li button.main')")
        assert "#" not in friend.ask("location.href")
        assert friend.ask("document.querySelectorAll('.link').length") == 0, "a guest sees no invitation"
        friend.click("li button.main")
        for page in (host, friend):
            page.until(f"{STATE}.asked === 'keep_first'")
        held = "[...document.querySelectorAll('.hand[data-id]')].map((card) => card.dataset.id)"
        hands = [page.ask(held) for page in (host, friend)]
        assert not set(hands[0]) & set(hands[1])
        play(friend)
        play(host)
        wait(host, f"{STATE}.revision >= 20")
        assert host.ask("wrong") == friend.ask("wrong") == []


SAY = """
(() => {
    const choice = document.querySelector('[data-say]');
    choice.value = 'well_played';
    choice.dispatchEvent(new Event('change', { bubbles: true }));
    return true;
})()
"""
HEARD = "document.querySelector('[data-talk]')?.textContent ?? ''"


def test_players_talk_in_phrases(service: ServiceProcess, browser: Browser, tmp_path: Path) -> None:
    """A phrase is shown to each player in their own language; alone with bots there are no phrases."""
    host = sit(browser, f"{service.rest}/#open/notre-dame")
    host.until("!!document.querySelector('form')")
    host.ask(CHOOSE)
    link = host.until("document.querySelector('.link input')?.value")
    with Browser(tmp_path / "friend") as other:
        friend = sit(other, link, "it")
        friend.until("!!document.querySelector('li button.main')")
        friend.click("li button.main")
        for page in (host, friend):
            page.until("!!document.querySelector('[data-say]') && !!document.querySelector('[data-talk]')")
        host.ask(SAY)
        host.until(f"({HEARD}).includes('Well played!')")
        friend.until(f"({HEARD}).includes('Ben giocato!')")
        friend.until(f"!({HEARD}).includes('Ben giocato!')")
        assert host.ask("wrong") == friend.ask("wrong") == []
    alone = sit(browser, f"{service.rest}/")
    begin(alone, "notre-dame")
    alone.until("!!document.querySelector('#picture')")
    assert not alone.ask("document.querySelector('[data-say], [data-talk]')")


def test_a_shared_game_is_played_like_any_other(service: ServiceProcess, browser: Browser, tmp_path: Path) -> None:
    """The page contributes its links by itself, goes on after a reload, and the record verifies."""
    host = sit(browser, f"{service.rest}/#open/golden-horn")
    host.until("!!document.querySelector('form')")
    label = "[...document.querySelectorAll('label.check')].find((l) => l.textContent.includes('contributes to'))"
    host.ask(f"{label}.click()")
    host.ask(CHOOSE)
    link = host.until("document.querySelector('.link input')?.value")
    game = host.ask("location.pathname.split('/').at(-1)")
    with Browser(tmp_path / "friend") as other:
        friend = sit(other, link)
        friend.until("!!document.querySelector('li button.main')")
        friend.click("li button.main")
        for page in (host, friend):
            page.until(f"{STATE}.status === 'running'")
        play(friend)
        play(host)
        wait(host, f"{STATE}.revision >= 12")
        host.ask("location.reload()")
        host.until(f"{STATE}.status === 'running'")
        play(host)
        wait(friend, f"{STATE}.revision >= 24")
        assert host.ask("wrong") == friend.ask("wrong") == []
    told = httpx.get(f"{service.rest}/v1/games/{game}/events").json()["updates"]
    events = [event for update in told for event in update["events"]]
    assert sum(event["event"] == "shared" for event in events) == 2
    assert {event["seat"] for event in events if event.get("link")} == {0, 1}


def test_whoever_has_no_seat_looks_on(service: ServiceProcess, browser: Browser, tmp_path: Path) -> None:
    """A spectator sees no hand and is asked nothing; another tab of a seat plays the same seat."""
    page = sit(browser, f"{service.rest}/")
    begin(page, "notre-dame")
    address = page.ask("location.href")
    with Browser(tmp_path / "other") as other:
        spectator = sit(other, address)
        spectator.until(f"{STATE}.status === 'running'")
        spectator.until("!!document.querySelector('svg.notre-dame')")
        assert spectator.ask("document.querySelectorAll('.hand, [data-option], .lit').length") == 0
    tab = sit(browser, address)
    tab.until(f"{STATE}.asked === 'keep_first' && !!document.querySelector('.hand.lit')")
    tab.click(".hand.lit")
    page.until(f"{STATE}.asked === 'keep_second'")
    assert page.ask("wrong") == tab.ask("wrong") == []


def test_a_seat_that_the_operator_gives_out_is_told(service: ServiceProcess, browser: Browser) -> None:
    """The log of every player shows that another seat has a new holder, and that the operator did it."""
    page = sit(browser, f"{service.rest}/")
    begin(page, "notre-dame")
    seat = f"/v1/games/{page.ask('location.pathname.split(`/`).at(-1)')}/seats/1/token"
    key = {"Authorization": f"Bearer {ADMIN}", "Idempotency-Key": "the-operator-gives-a-seat-out"}
    httpx.post(f"{service.rest}{seat}", json={"name": "Eva"}, headers=key).raise_for_status()
    page.until("document.body.textContent.includes('The operator has reissued Eva\\'s seat.')")
    assert page.ask("wrong") == []


DEAF = """
globalThis.BroadcastChannel = class { postMessage() {} addEventListener() {} close() {} };
const asked = globalThis.fetch;
globalThis.fetch = (address, how) =>
    `${address}`.includes('/v1/stream') ? new Promise(() => {}) : asked(address, how);
"""
"""No event reaches the page, as in a tab that has slept."""


def test_a_stale_tab_finds_out_when_it_is_touched(service: ServiceProcess, browser: Browser) -> None:
    """Its answer to an old question changes nothing; it then shows the events it missed, and plays on."""
    page = sit(browser, f"{service.rest}/")
    begin(page, "notre-dame")
    page.until("!!document.querySelector('.hand.lit')")
    tab = sit(browser, "about:blank")
    tab.call("Page.addScriptToEvaluateOnNewDocument", source=DEAF)
    tab.call("Page.navigate", url=page.ask("location.href"))
    tab.until(f"{STATE}.asked === 'keep_first' && !!document.querySelector('.hand.lit')")
    touch = f"{HAND}, hand.press(document.querySelector('.hand.lit'))"
    page.ask(touch)
    wait(page, f"{STATE}.asked === 'keep_second'")
    assert tab.ask(f"{STATE}.asked") == "keep_first", "it has heard nothing"
    tab.ask(touch)
    tab.until(f"{STATE}.asked === 'keep_second' && !!document.querySelector('.hand.lit')")
    assert page.ask(f"{STATE}.asked") == "keep_second", "the answer to a question of before has answered no other"
    tab.ask(touch)
    page.until(f"{STATE}.asked !== 'keep_second'")
    assert page.ask("wrong") == tab.ask("wrong") == []


def test_an_answer_is_shown_before_it_is_sent_and_taken_back(service: ServiceProcess, browser: Browser) -> None:
    """With confirmation on, a touch sends nothing; the game's history can be looked through."""
    page = sit(browser, f"{service.rest}/")
    begin(page, "notre-dame")
    page.until("!!document.querySelector('.hand.lit')")
    from_menu(page, "#settings")
    page.until("!!document.querySelector('#caution')")
    page.ask(CAREFUL)
    page.click(".hand.lit")
    page.until("!!document.querySelector('#send')")
    assert page.ask(f"{STATE}.asked") == "keep_first"
    page.click("#send")
    page.until(f"{STATE}.asked === 'keep_second'")
    page.click('[aria-label="One move back"]')
    page.until(f"Number({STATE}.shown) < Number({STATE}.revision)")
    assert page.ask("document.querySelectorAll('.lit').length") == 0, "what has been cannot be touched"
    assert page.ask("wrong") == []


def test_among_people_what_shows_secrets_is_confirmed(
    service: ServiceProcess, browser: Browser, tmp_path: Path
) -> None:
    """A card kept in secret is sent at once; the last one, which shows them all, can be taken back before it is
    sent."""
    told = people(service.rest, "notre-dame")
    with Browser(tmp_path / "friend") as other:
        friend, host = seated(other, service.rest, told, 1), seated(browser, service.rest, told, 0)
        for page in (friend, host):
            page.until(f"{STATE}.asked === 'keep_first' && !!document.querySelector('.hand.lit')")
        tap(friend, ".hand.lit")
        friend.until(f"{STATE}.asked === '' && {STATE}.pending === 'false'")
        for press in ("#send + button", "#send"):
            tap(host, ".hand.lit")
            host.until("!!document.querySelector('#send')")
            assert host.ask(f"{STATE}.asked") == "keep_first"
            tap(host, press)
        host.until(f"{STATE}.asked === 'keep_second'")
        assert host.ask("wrong") == friend.ask("wrong") == []


LIST = "[...document.querySelectorAll('main ol li')].map((seat) => seat.innerText)"
OPEN = "[...document.querySelectorAll('li:has(button.main)')].map(({ dataset }) => Number(dataset.seat))"


def test_friends_find_their_table(service: ServiceProcess, browser: Browser, tmp_path: Path) -> None:
    """A seat's link opens that seat alone, the table's link opens all; a guest sees the game, its lesson and rules.

    Guests without a name are distinguished; the host puts a bot on the last seat, and the game begins.
    """
    host = sit(browser, f"{service.rest}/#open/notre-dame")
    host.call("Page.addScriptToEvaluateOnNewDocument", source=SHARE)
    host.reload()
    tap(host, "form button.main")
    link = host.until("document.querySelector('#whole-table input')?.value")
    one, two = host.ask("[...document.querySelectorAll('li .link input')].map(({ value }) => value)")
    tap(host, "#whole-table [data-share]")
    host.until(f"given.url === {json.dumps(link)}")
    with Browser(tmp_path / "friend") as other:
        assert [_opened_by(other, each) for each in (one, two, link)] == [[1], [2], [1, 2]]
        assert _claimed_by(one, 2) == {"status": 403, "type": "/problems/not-invited"}
        friend = sit(other, link)
        friend.until(f"({OPEN}).length === 2")
        assert friend.ask("document.querySelector('h1').innerText") == "Notre Dame"
        for place in ("learn", "rules"):
            assert friend.ask(f"!!document.querySelector('a[href^=\"/#{place}/notre-dame\"]')")
        assert violations(friend) == []
        tap(friend, "li[data-seat='2'] button.main")
        host.until(f"({LIST})[2].includes('Guest 2')")
        assert "Guest" in host.ask(LIST)[0]
        tap(host, "[data-fill='1']")
        for page in (host, friend):
            page.until(f"{STATE}.asked === 'keep_first'")
        assert host.ask("wrong") == friend.ask("wrong") == []


def _opened_by(browser: Browser, link: str) -> list[int]:
    """The seats that a guest with a link may take."""
    page = sit(browser, link)
    page.until(f"({OPEN}).length")
    seats: list[int] = page.ask(OPEN)
    return seats


def _claimed_by(link: str, seat: int) -> dict[str, Any]:
    """The status of a claim with a link's secret."""
    address, _, inside = link.partition("#")
    wish = {"seat": seat, "name": "Ada", "invitation": parse_qs(inside)["invitation"][0]}
    game = address.replace("/play/", "/v1/games/")
    told = httpx.post(f"{game}/seats", json=wish, headers={"Idempotency-Key": f"{secrets.token_hex(16)}"})
    return {"status": told.status_code, "type": told.json().get("type")}


def test_a_host_closes_a_table(service: ServiceProcess, browser: Browser, tmp_path: Path) -> None:
    """It asks for confirmation; the guests are notified, and the host returns to the start page."""
    host = sit(browser, f"{service.rest}/#open/troyes")
    tap(host, "form button.main")
    link = host.until("document.querySelector('#whole-table input')?.value")
    with Browser(tmp_path / "friend") as other:
        friend = sit(other, link, "it")
        tap(friend, "li button.main")
        host.until("document.querySelectorAll('li strong').length === 2")
        tap(host, "#closing")
        tap(host, "#close-table")
        host.until("location.pathname === '/'")
        friend.until("document.querySelector('main [role=status]')?.innerText.includes('ha chiuso il tavolo')")
        assert host.ask("wrong") == friend.ask("wrong") == []


SHARE = "globalThis.given = {}; Navigator.prototype.share = async (wish) => { given = wish; };"
"""The arguments of a device's share function; headless browsers have none."""
