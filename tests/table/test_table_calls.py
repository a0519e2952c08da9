"""Players are notified of their turn while the page is closed: from the switch to a notice that opens the game."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.docs.browser import Browser, Page
from tests.kit.process import ServiceProcess, running_service
from tests.kit.receiver import NAMED, PATIENCE, Receiver, receiving
from tests.service.webhooks.browsers import PushBrowser
from tests.table.player import STATE, begin, from_menu, play, sit, wait

pytestmark = [pytest.mark.campaign, pytest.mark.slow]

SETTINGS = {"WEBHOOKS": "open", "WEBHOOK_NETWORKS": NAMED}
SUBSCRIBED = """
let kept = null;
globalThis.keys = [];
PushManager.prototype.getSubscription = async () => kept;
PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    keys.push(applicationServerKey);
    const told = atob(applicationServerKey.replaceAll('-', '+').replaceAll('_', '/'));
    const options = { applicationServerKey: Uint8Array.from(told, (each) => each.charCodeAt(0)).buffer };
    const unsubscribe = async () => { kept = null; return true; };
    return kept = { endpoint: 'URL', options, unsubscribe, toJSON: () => ({ endpoint: 'URL', keys: KEYS }) };
};
"""
"""A browser subscribes at its maker's service, which is not available: this one uses the push service of the test."""
SHOWN = "navigator.serviceWorker.ready.then((worker) => worker.getNotifications()).then((all) => { shown = all; })"
CLICKED = """
WindowClient.prototype.focus = async function () { return this; };
clients.openWindow = async (path) => { opened = path; };
var opened = '';
registration.getNotifications().then(([found]) => {
    globalThis.notification ??= found;
    dispatchEvent(new NotificationEvent('notificationclick', { notification }));
});
"""
"""Browsers show or open a window only after a person's click: here one may be shown, and the URL to open is kept."""


@pytest.fixture
def service(built: Path, tmp_path: Path) -> Any:
    """A service that notifies players."""
    with running_service(tmp_path / "service", **SETTINGS) as running:
        yield running


def seated(browser: Browser, service: ServiceProcess, receiver: Receiver, holder: PushBrowser) -> Page:
    """A game in a browser that may show notices, with the test as its push service."""
    browser.call("Browser.grantPermissions", permissions=["notifications"], origin=service.rest)
    page = sit(browser, "about:blank")
    keys = json.dumps({"p256dh": holder.keys.p256dh, "auth": holder.keys.auth})
    page.call(
        "Page.addScriptToEvaluateOnNewDocument", source=SUBSCRIBED.replace("URL", receiver.url).replace("KEYS", keys)
    )
    page.call("Page.navigate", url=f"{service.rest}/")
    begin(page, "notre-dame")
    return page


def switch(page: Page) -> None:
    """Touch the switch in the game's menu, and wait for its message."""
    if not page.ask("document.querySelector('.more').open"):
        page.click(".more summary")
    page.until("!!document.querySelector('.more #calls:not(:disabled)')")
    before = page.ask("document.querySelector('.more #calls').checked")
    page.click(".more #calls")
    page.until(f"document.querySelector('.more #calls:not(:disabled)').checked !== {str(before).lower()}")


def worker(browser: Browser, service: ServiceProcess) -> str:
    """The session of the page's service worker."""
    targets = browser.call("Target.getTargets")["targetInfos"]
    (found,) = [
        each["targetId"] for each in targets if each["type"] == "service_worker" and service.rest in each["url"]
    ]
    session: str = browser.call("Target.attachToTarget", targetId=found, flatten=True)["sessionId"]
    return session


def test_a_turn_calls_whoever_has_closed_the_page(service: ServiceProcess, browser: Browser) -> None:
    """The switch asks, subscribes, and is remembered; a turn arrives as a notice, and its click opens the game."""
    holder = PushBrowser()
    with receiving() as receiver:
        page = seated(browser, service, receiver, holder)
        game = page.ask("location.pathname")
        switch(page)
        play(page)
        receiver.wait(1)
        said = json.loads(holder.read(receiver.requests[0].body))
        assert (said["title"], said["body"], f"/play/{said['game']}") == ("Notre Dame", "It is your turn", game)
        assert page.ask("wrong") == []
        page.call("Page.navigate", url=f"{service.rest}/")
        page.until("!!document.querySelector('[data-play]')")
        notice(browser, page, service, receiver, holder)
        session = worker(browser, service)
        browser.call("Runtime.evaluate", session, expression=CLICKED)
        page.until(f"location.pathname === '{game}' && !!document.querySelector('main[data-revision]')")
        page.call("Page.close")
        assert clicked(browser, session) == game


def clicked(browser: Browser, session: str) -> str:
    """The URL that a click on the notice opens if no window of the table is left."""
    deadline, found = time.monotonic() + PATIENCE, ""
    while not found:
        browser.call("Runtime.evaluate", session, expression=CLICKED)
        time.sleep(0.2)
        assert time.monotonic() < deadline
        found = browser.call("Runtime.evaluate", session, expression="opened")["result"]["value"]
    return found


def registrations(browser: Browser, page: Page) -> Any:
    """The workers that the browser reports; the report may come after its reply."""
    deadline = time.monotonic() + PATIENCE
    while not (told := browser.heard.get("ServiceWorker.workerRegistrationUpdated", {}).get("registrations")):
        assert time.monotonic() < deadline
        page.ask("1")
        time.sleep(0.05)
    return told


def notice(browser: Browser, page: Page, service: ServiceProcess, receiver: Receiver, holder: PushBrowser) -> None:
    """Deliver the last message to the browser."""
    watched(page)
    text = holder.read(receiver.requests[0].body).decode()
    wanted = "shown.map(({ title, body }) => `${title}: ${body}`).join() === 'Notre Dame: It is your turn'"
    brought(browser, page, service, text, wanted)


def watched(page: Page) -> None:
    """The page has a worker, and can list the notices shown."""
    page.call("ServiceWorker.enable")
    page.until("navigator.serviceWorker.controller?.state === 'activated'")
    page.ask(f"var shown = []; setInterval(() => {SHOWN}, 50)")


def brought(browser: Browser, page: Page, service: ServiceProcess, text: str, wanted: str) -> None:
    """Deliver a message until it is shown as expected, as a push service would: a worker may still be starting."""
    (worker,) = registrations(browser, page)
    deadline = time.monotonic() + PATIENCE
    while not page.ask(wanted):
        assert time.monotonic() < deadline, page.ask("shown")
        page.call(
            "ServiceWorker.deliverPushMessage", origin=service.rest, registrationId=worker["registrationId"], data=text
        )
        time.sleep(1)


SAID = {"title": "Golden Horn", "body": "It is your turn", "lang": "en"}


def test_every_push_shows_a_notice(service: ServiceProcess, browser: Browser) -> None:
    """Also with the game in view, without text, without JSON: otherwise browsers end the subscription."""
    browser.call("Browser.grantPermissions", permissions=["notifications"], origin=service.rest)
    page = sit(browser, f"{service.rest}/play/{'a' * 21}")
    page.ask("void navigator.serviceWorker.register('/worker.js')")
    watched(page)
    for game, data in (("b" * 21, None), ("a" * 21, None), ("", ""), ("", "no JSON"), ("", "[3]")):
        text = json.dumps(SAID | {"game": game}) if data is None else data
        path = f"/play/{game}" if game else "/"
        wanted = f"shown.some(({{ tag, silent }}) => tag === '{path}' && silent === {str(game[:1] == 'a').lower()})"
        brought(browser, page, service, text, wanted)
        page.until("shown.every(({ badge, renotify, silent }) => badge.endsWith('/badge.png') && renotify !== silent)")
        page.ask(
            "navigator.serviceWorker.ready.then((r) => r.getNotifications()).then((l) => l.forEach((n) => n.close()))"
        )
        page.until("!shown.length")


def test_a_replaced_subscription_is_heard_by_every_running_game(service: ServiceProcess, browser: Browser) -> None:
    """At the start of any page, whichever game is opened."""
    with receiving() as receiver:
        page = seated(browser, service, receiver, PushBrowser())
        switch(page)
        games = [page.ask("location.pathname")[6:]]
        page.call("Page.navigate", url=f"{service.rest}/")
        begin(page, "golden-horn")
        games.append(page.ask("location.pathname")[6:])
        tokens = [page.ask(f"JSON.parse(localStorage['podesta seat {game}']).token") for game in games]
        page.call(
            "Page.addScriptToEvaluateOnNewDocument",
            source=f"kept = null; const renewed = '{receiver.url}/2';" + RENEWED,
        )
        page.call("Page.navigate", url=f"{service.rest}/")
        deadline = time.monotonic() + PATIENCE
        while not all(f"{receiver.url}/2" in called(service, *each) for each in zip(games, tokens, strict=True)):
            assert time.monotonic() < deadline
            time.sleep(0.1)


STANDALONE = """
const asked = matchMedia;
globalThis.matchMedia = (query) => asked(query.replace('(display-mode: standalone)', 'all'));
"""
"""A browser without a window cannot run a page from the home screen: this one claims that it does."""
RENEWED = """
const before = PushManager.prototype.subscribe;
PushManager.prototype.subscribe = async function (how) {
    const found = await before.call(this, how), { keys } = found.toJSON();
    return { ...found, endpoint: renewed, toJSON: () => ({ endpoint: renewed, keys }) };
};
"""


def called(service: ServiceProcess, game: str, token: str) -> list[str]:
    """The addresses that are notified of a seat's turns."""
    head = {"Authorization": f"Bearer {token}"}
    found = httpx.get(f"{service.rest}/v1/webhooks", params={"game": game}, headers=head).json()["webhooks"]
    return [each["url"] for each in found]


def test_a_page_of_the_home_screen_takes_games_over(service: ServiceProcess, browser: Browser, tmp_path: Path) -> None:
    """With the pasted link from the browser's page: on iPhones each keeps its own games."""
    with Browser(tmp_path / "another") as home:
        page = sit(browser, f"{service.rest}/")
        begin(page, "golden-horn")
        page.call("Page.navigate", url=f"{service.rest}/#mine")
        page.until("!!document.querySelector('#move-games')")
        page.click("#move-games")
        page.click("#share")
        page.until("!!document.querySelector('dialog input[readonly]')")
        link = page.ask("document.querySelector('dialog input[readonly]').value")
        there = sit(home, "about:blank")
        there.call("Page.addScriptToEvaluateOnNewDocument", source=STANDALONE)
        there.call("Page.navigate", url=f"{service.rest}/")
        fill(there, "#bring-link", link)
        there.click(".bring button:not(:disabled)")
        there.until("!!document.querySelector('main ul li') && location.hash === '#mine'")
        assert there.ask("wrong") == []


@pytest.mark.nightly
def test_whoever_is_called_no_more_is_forgotten(service: ServiceProcess, browser: Browser) -> None:
    """Touched again, the switch removes the webhook; a page that cannot be reached says so."""
    with receiving() as receiver:
        page = seated(browser, service, receiver, PushBrowser())
        switch(page)
        switch(page)
        play(page)
        wait(page, f"{STATE}.revision >= 16")
        assert receiver.requests == []
        service.kill()
        page.call("Page.navigate", url=f"{service.rest}/")
        page.until("document.body.innerText.includes('Podestà cannot be reached')")


FILLED = """
(() => {
    const field = document.querySelector('FIELD');
    field.value = 'VALUE';
    for (const kind of ['input', 'change']) field.dispatchEvent(new Event(kind, { bubbles: true }));
    return true;
})()
"""


def fill(page: Page, field: str, value: str) -> None:
    """Fill in a field, once it is there."""
    page.until(f"!!document.querySelector('{field}')")
    page.ask(FILLED.replace("FIELD", field).replace("VALUE", value))


def test_a_turn_is_told_in_a_chat(service: ServiceProcess, browser: Browser) -> None:
    """A topic of ntfy in the settings is tried at once, and notified in every game that is played."""
    with receiving() as receiver:
        page = sit(browser, f"{service.rest}/")
        begin(page, "notre-dame")
        page.until("!!document.querySelector('#settings')")
        from_menu(page, "#settings")
        fill(page, "#chat-format", "ntfy")
        fill(page, "#chat-url", receiver.url)
        page.ask("document.querySelector('#chat-save').click()")
        page.until("document.body.textContent.includes('Saved. You will be notified there from now on.')")
        assert receiver.requests[0].body == b"This is what your notifications look like"
        page.ask("document.querySelector('dialog[open]').close()")
        play(page)
        receiver.wait(2)
        assert receiver.requests[1].body == b"It is your turn"
        assert page.ask("wrong") == []
