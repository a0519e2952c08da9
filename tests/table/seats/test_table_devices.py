"""A seat is played on one device: it can be moved to another, survives F5, and its tabs share one stream."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.browser import Browser, Page
from tests.kit.process import ServiceProcess
from tests.table.player import STATE, answered, begin, from_menu, people, play, seated, sit, wait

pytestmark = [pytest.mark.campaign, pytest.mark.slow]

COUNT = """
globalThis.streams = [];
const asked = globalThis.fetch;
globalThis.fetch = (address, how) => {
    if (String(address).includes('/stream')) streams.push(String(address));
    return asked(address, how);
};
"""
"""Counts the streams that a page opens."""
LINK = "document.querySelector('dialog .link input')?.value"


def ticket(page: Page, way: str) -> str:
    """The link that moves the page's seat to another device."""
    from_menu(page, "#another-device")
    page.until(f"!!document.querySelector('#{way}')")
    page.click(f"#{way}")
    link: str = page.until(LINK)
    return link


@pytest.mark.parametrize("way", ["share", "move"])
def test_a_seat_goes_to_another_device(service: ServiceProcess, browser: Browser, tmp_path: Path, way: str) -> None:
    """By a link that works once; its secret leaves the address, and the first device no longer has the seat."""
    page = sit(browser, f"{service.rest}/")
    begin(page, "notre-dame")
    link = ticket(page, way)
    assert "#ticket=" in link
    assert page.ask("Object.keys(localStorage).map((name) => localStorage[name]).join()") not in link
    with Browser(tmp_path / "telephone") as other:
        telephone = sit(other, link, width=360)
        telephone.until(f"{STATE}.asked === 'keep_first'")
        assert "#" not in telephone.ask("location.href")
        telephone.reload()
        telephone.until(f"{STATE}.asked === 'keep_first' && !!document.querySelector('.hand.lit')")
        play(telephone)
        if way == "share":
            wait(page, f"{STATE}.revision >= 8")
            assert page.ask("document.querySelectorAll('.gone').length") == 0
        else:
            page.until("!!document.querySelector('.gone')")
            page.click(".gone button")
            page.until("document.querySelectorAll('.hand').length === 0 && !!document.querySelector('main .quiet')")
        again = sit(other, link)
        again.until("!!document.querySelector('[role=alert]')")
        assert telephone.ask("wrong") == []


def test_all_games_go_to_another_device_by_one_link(service: ServiceProcess, browser: Browser, tmp_path: Path) -> None:
    """It works once, its tickets leave the address, and the first device plays on; a truncated link moves nothing."""
    page = sit(browser, f"{service.rest}/")
    for ruleset in ("notre-dame", "golden-horn"):
        page.call("Page.navigate", url=f"{service.rest}/")
        begin(page, ruleset)
    page.ask("location.href = '/#mine'")
    page.until("!!document.querySelector('#move-games')")
    page.click("#move-games")
    page.until("!!document.querySelector('#share')")
    page.click("#share")
    link: str = page.until(LINK)
    assert page.ask("document.querySelector('dialog .link details') !== null")
    kept = page.ask("Object.keys(localStorage).filter((name) => name.startsWith('podesta seat ')).sort().join()")
    with Browser(tmp_path / "telephone") as other:
        telephone = sit(other, link, width=360)
        telephone.until("location.hash === '#mine' && document.querySelectorAll('[data-mini]').length === 2")
        names = "Object.keys(localStorage).filter((name) => name.startsWith('podesta seat ')).sort().join()"
        assert telephone.ask(names) == kept
        assert telephone.ask("Object.keys(localStorage).filter((name) => name.startsWith('podesta ticket '))") == []
        telephone.until("!!document.querySelector('[data-mini]:not([data-asked=\"\"])')")
        assert telephone.ask("wrong") == []
    with Browser(tmp_path / "thief") as third:
        late = sit(third, link)
        late.until("location.hash === '#mine' && !!document.querySelector('[role=alert]')")
        assert late.ask(names) == ""
        cut = sit(third, link[:-40])
        cut.until("document.body.innerText.includes('This link contains no seats')")
    page.reload()
    page.until("document.querySelectorAll('[data-mini]').length === 2")


def test_tabs_share_a_stream_and_one_takes_over_when_another_closes(service: ServiceProcess, browser: Browser) -> None:
    """Whichever tab reads, each shows every revision; none is missing when the reading tab is closed."""
    first = _counted(browser, f"{service.rest}/")
    begin(first, "notre-dame")
    address = first.ask("location.href")
    second = _counted(browser, address)
    second.until(f"{STATE}.asked === 'keep_first' && !!document.querySelector('.hand.lit')")
    play(second)
    wait(second, f"{STATE}.revision >= 12")
    wait(first, f"{STATE}.revision >= 12")
    games = "streams.filter((each) => !each.includes('lobby')).length"
    assert (first.ask(games) > 0, second.ask(games)) == (True, 0)
    browser.call("Target.closeTarget", targetId=_target(browser, first))
    wait(second, f"{STATE}.revision >= 24")
    assert second.ask(games) > 0
    told = second.ask("[...document.querySelectorAll('.revision')].map((line) => Number(line.dataset.revision))")
    assert told == sorted(set(told), reverse=True)
    assert second.ask("wrong") == []


def test_a_table_goes_on_after_having_been_offline(service: ServiceProcess, browser: Browser) -> None:
    """While offline it keeps its state and says so; nothing can be touched, and nothing is missing afterwards."""
    page = sit(browser, f"{service.rest}/")
    begin(page, "notre-dame")
    page.until("!!document.querySelector('.hand.lit')")
    other = sit(browser, page.ask("location.href"))
    other.until(f"{STATE}.asked === 'keep_first'")
    _offline(page, True)
    _offline(other, True)
    page.until("!!document.querySelector('.dim') && document.querySelectorAll('.lit').length === 0")
    _offline(page, False)
    _offline(other, False)
    page.until("!document.querySelector('.dim') && !!document.querySelector('.hand.lit')")
    play(page)
    wait(page, f"{STATE}.revision >= 12")


def _counted(browser: Browser, address: str) -> Page:
    page = sit(browser, "about:blank")
    browser.call("Page.addScriptToEvaluateOnNewDocument", page._session, source=COUNT)
    browser.call("Page.navigate", page._session, url=address)
    return page


def _target(browser: Browser, page: Page) -> str:
    target: str = browser.call("Target.getTargetInfo", page._session)["targetInfo"]["targetId"]
    return target


def _offline(page: Page, gone: bool) -> None:
    conditions = {"offline": gone, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    page._browser.call("Network.enable", page._session)
    page._browser.call("Network.emulateNetworkConditions", page._session, **conditions)


LATE = """
const get = Storage.prototype.getItem;
Storage.prototype.getItem = function (name) {
    return name.startsWith('podesta seat ') ? null : get.call(this, name);
};
"""
"""Changes that other tabs store reach this tab's storage late, as happens between a browser's processes."""


def test_a_seat_is_followed_by_a_tab_that_does_not_know_of_it(service: ServiceProcess, browser: Browser) -> None:
    """The tab that holds the streams opens each for the seat that the other tab names, whatever its own storage has."""
    told = people(service.rest, "golden-horn")
    address = f"{service.rest}/play/{told['game']['game']}"
    spectator = sit(browser, "about:blank")
    spectator.call("Page.addScriptToEvaluateOnNewDocument", source=LATE)
    spectator.call("Page.navigate", url=address)
    spectator.until(f"{STATE}.status === 'running' && document.body.innerText.includes('You are watching')")
    page = seated(browser, service.rest, told, 0)
    page.until(f"{STATE}.status === 'running'")
    before = int(page.ask(f"{STATE}.revision"))
    for _ in range(2):
        answered(service.rest, told)
    page.until(f"{STATE}.revision >= {before + 2}")
    assert not page.ask("document.body.innerText.includes('You are watching')")
