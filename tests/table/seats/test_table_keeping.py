"""The page's storage in the browser: blocked, full or crowded, no seat is lost, claimed in vain, or replaced
unasked."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

from tests.docs.browser import Browser, Page
from tests.kit.process import ServiceProcess
from tests.table.player import STATE, answered, from_menu, sit

pytestmark = [pytest.mark.campaign, pytest.mark.slow]

BLOCKED = "Object.defineProperty(window,'localStorage',{get(){throw new DOMException('denied','SecurityError')}});"
FULL = """
for (const size of [1e6, 1e5, 1e4, 1e3, 100, 10, 1])
    try { for (let each = 0; ; each++) localStorage.setItem(`filler ${size} ${each}`, 'x'.repeat(size)) } catch {}
true
"""
OTHER = "[...document.querySelectorAll('main li')].find((each) => /your other seat/.test(each.innerText))"
SLOWLY = """
const { fetch: soon } = globalThis;
globalThis.fetch = async (...asked) => {
    const found = await soon(...asked);
    if (String(asked[0].url ?? asked[0]).includes('/v1/games/GAME') && !globalThis.asked) {
        globalThis.asked = true;
        await new Promise((done) => addEventListener('click', () => setTimeout(done, 500)));
        globalThis.came = true;
    }
    return found;
};
"""
"""The game is loaded only after the player has clicked."""
TAKE = "[...document.querySelectorAll('main button')].find((each) => /Take a seat/.test(each.innerText))"


def opened(service: ServiceProcess, *seats: dict[str, Any]) -> dict[str, Any]:
    """A Golden Horn game, in which the first seat begins."""
    plans = seats or ({"name": "Ada", "claim": True}, {"name": "Bice", "claim": True})
    wish = {"ruleset": "golden-horn", "listed": False, "options": {"start_seat": 0}, "seats": plans}
    told: dict[str, Any] = httpx.post(f"{service.rest}/v1/games", json=wish).json()
    return told


def kept(game: str, token: str, opened: str = "2026-11-01T10:00:00.000Z") -> str:
    """A script that keeps a seat as the page does."""
    seat = json.dumps({"token": token, "ruleset": "golden-horn", "opened": opened})
    return f"localStorage['podesta seat {game}'] = {json.dumps(seat)}; true"


def prepared(page: Page, script: str) -> None:
    """Run a script before the page's own, and reload the page."""
    page.call("Page.addScriptToEvaluateOnNewDocument", source=script)
    page.reload()


def test_a_page_without_storage_says_so_and_works(service: ServiceProcess, browser: Browser) -> None:
    """If site data are blocked, games are shown, with a notice of what is lost."""
    game = opened(service)["game"]["game"]
    for path, shown in (("/", "[data-play]"), (f"/play/{game}", ".board svg")):
        page = sit(browser, f"{service.rest}{path}")
        prepared(page, BLOCKED)
        page.until(f"!!document.querySelector('{shown}') && /keeps nothing|non conserva/.test(document.body.innerText)")
        assert page.ask("wrong") == []


KINDS = ["seat GAME", "other seat GAME 1", "pending GAME", "ticket GAME", "claim GAME", "history", "company", "chat"]
ANYTHING = ["{", "3", "null", '"x"', "[]", "[3, null]", "{}", '{"token": 3, "opened": 4}', '{"seats": 3, "level": []}']


def test_what_a_browser_has_kept_may_be_anything(service: ServiceProcess, browser: Browser) -> None:
    """No entry hides the others: the running game is on the first page, its own page and in the history."""
    told = opened(service)
    game, token = told["game"]["game"], told["tokens"][0]["token"]
    spoilt = [
        f"localStorage['podesta {kind.replace('GAME', 'a' * 20 + str(2 + number % 6))}'] = {json.dumps(value)};"
        for number, value in enumerate(ANYTHING)
        for kind in KINDS
    ]
    for number in range(len(ANYTHING)):  # entries of one name take turns
        page = sit(browser, f"{service.rest}/")
        prepared(page, "".join(spoilt[: len(KINDS) * (number + 1)]) + kept(game, token))
        page.until("document.querySelectorAll('[data-play]').length === 5 && !!document.querySelector('.lists')")
        assert page.ask("wrong") == []
    for path, shown in (
        (f"/play/{game}", f"{STATE}.asked === 'place_ships'"),
        ("/#mine", "!!document.querySelector('main ul li')"),
    ):
        page.call("Page.navigate", url=f"{service.rest}{path}")
        page.until(shown)
        assert page.ask("wrong") == []


def test_a_seat_that_cannot_be_kept_is_not_taken(service: ServiceProcess, browser: Browser) -> None:
    """With a full storage the seat is not claimed, since it could not be played."""
    game = opened(service, {"name": "Ada", "claim": True}, {})["game"]["game"]
    page = sit(browser, f"{service.rest}/play/{game}")
    page.until(f"!!{TAKE}")
    page.ask(FULL)
    page.reload()
    page.until(f"!!{TAKE}")
    page.ask(f"{TAKE}.click()")
    page.until("/cannot keep your seat/.test(document.body.innerText)")
    assert [seat["taken"] for seat in httpx.get(f"{service.rest}/v1/games/{game}").json()["seats"]] == [True, False]


def test_no_seat_of_a_running_game_is_forgotten(service: ServiceProcess, browser: Browser) -> None:
    """However many games are played; of the ended ones, the oldest are dropped."""
    told = opened(service)
    page = sit(browser, f"{service.rest}/")
    page.until("!!document.querySelector('[data-play]')")
    page.ask(kept(told["game"]["game"], told["tokens"][0]["token"]))
    for number in range(80):
        page.ask(kept(f"{'a' * 15}{number:02}".replace("0", "b").replace("1", "c").replace("8", "d") + "2222", "x"))
    page.click('[data-play="golden-horn"]')
    page.until("!!document.querySelector('main[data-revision]')")
    assert page.ask(f"!!localStorage['podesta seat {told['game']['game']}']")


def test_a_link_to_another_seat_is_asked_about(service: ServiceProcess, browser: Browser) -> None:
    """An opponent's own share ticket replaces nothing: both seats are kept and listed, and the player can switch."""
    told = opened(service)
    game, (ada, bice) = told["game"]["game"], [each["token"] for each in told["tokens"]]
    auth = {"Authorization": f"Bearer {bice}"}
    ticket = httpx.post(f"{service.rest}/v1/games/{game}/tickets", json={"share": True}, headers=auth).json()
    page = sit(browser, f"{service.rest}/")
    page.until("!!document.querySelector('[data-play]')")
    page.ask(kept(game, ada))
    page.call("Page.navigate", url=f"{service.rest}/play/{game}#ticket={ticket['ticket']}")
    page.until("!!document.querySelector('#keep-seat')")
    assert json.loads(page.ask(f"localStorage['podesta seat {game}']"))["token"] == ada
    page.click("#change-seat")
    page.until("!!document.querySelector('.board svg') && !!document.querySelector('#other-seat')")
    assert json.loads(page.ask(f"localStorage['podesta other seat {game} 0']"))["token"] == ada
    from_menu(page, "#other-seat")
    page.until(f"JSON.parse(localStorage['podesta seat {game}']).token === {json.dumps(ada)}")
    page.call("Page.addScriptToEvaluateOnNewDocument", source=SLOWLY.replace("GAME", game))
    page.ask("location.href = '/#mine'; true")
    page.until(f"!!{OTHER} && globalThis.asked")
    page.ask(f"{OTHER}.querySelector('button').click()")
    page.until("globalThis.came && !!document.querySelector('.board svg')")
    page.until(f"JSON.parse(localStorage['podesta seat {game}']).commitment")
    assert json.loads(page.ask(f"localStorage['podesta seat {game}']"))["token"] != ada


def test_browsers_without_the_newest_functions_hear_of_moves(service: ServiceProcess, browser: Browser) -> None:
    """Such as Safari before 17.4."""
    told = opened(service)
    game, bice = told["game"]["game"], told["tokens"][1]["token"]
    page = sit(browser, f"{service.rest}/play/{game}")
    prepared(page, f"delete AbortSignal.any; {kept(game, bice)}")
    page.until("!!document.querySelector('.board svg')")
    answered(service.rest, told)
    page.until("document.querySelector('main').dataset.revision > 1")
    assert page.ask("wrong") == []


def test_a_page_whose_parts_are_gone_is_loaded_anew_once(service: ServiceProcess, browser: Browser) -> None:
    """After a deploy; if that does not help, it says so, and its contents stay."""
    page = sit(browser, f"{service.rest}/")
    page.until("!!document.querySelector('[data-play]')")
    page.ask("globalThis.old = true; dispatchEvent(new Event('vite:preloadError')); true")
    page.until("globalThis.old === undefined && !!document.querySelector('[data-play]')")
    page.ask("dispatchEvent(new Event('vite:preloadError'))")
    page.until("!!document.querySelector('[role=alert] button') && !!document.querySelector('[data-play]')")


def test_a_page_that_does_not_load_says_so(service: ServiceProcess, browser: Browser) -> None:
    """Without its scripts, after some seconds; without its styles too, at once. A page that loads shows no such
    notice."""
    page = sit(browser, f"{service.rest}/")
    page.until("!!document.querySelector('[data-play]') && !document.querySelector('.late')")
    page.call("Network.enable")
    page.call("Network.setCacheDisabled", cacheDisabled=True)
    for blocked in (["*.js"], ["*.js", "*.css"]):
        page.call("Network.setBlockedURLs", urls=blocked)
        page.reload()
        page.until("/does not load: try again.*non si carica: riprova/.test(document.body.innerText)")


@pytest.mark.parametrize(("after", "shown"), [("/", ".board svg"), (".", ".board svg"), ("x", "[role=alert]")])
def test_a_link_as_a_chat_makes_it_leads_to_the_game(
    service: ServiceProcess, browser: Browser, after: str, shown: str
) -> None:
    """Or to a page that says that there is no such game."""
    page = sit(browser, f"{service.rest}/play/{opened(service)['game']['game']}{after}")
    page.until(f"!!document.querySelector('{shown}')")
    assert after != "x" or "There is no such game" in page.ask("document.body.innerText")
