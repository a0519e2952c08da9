"""Looking back: scores, verifying the record in the page, playing on from a move, and rematches."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from podesta_engines import RULESETS
from tests.docs.browser import Browser, Page
from tests.eventstore.servers import until
from tests.kit.process import ServiceProcess, running_service
from tests.table.hand import tap
from tests.table.player import FREE, STATE, from_menu, sit, wait

pytestmark = [pytest.mark.campaign, pytest.mark.slow]


PUBLIC = "https://games.example"
COPIED = """
globalThis.copied = null;
addEventListener('copy', () => { copied = document.activeElement.value });
if (navigator.clipboard) navigator.clipboard.writeText = async (text) => { copied = text };
true
"""
"""Notes the copied text, from the clipboard or a selection."""
CENTRE = """
(on => {
    on.scrollIntoView({ block: 'center' });
    const { x, y, width, height } = on.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
})(document.querySelector('#moment'))
"""
BACK = """
(() => {
    const range = document.querySelector('input[type=range]');
    range.value = 3;
    return range.dispatchEvent(new Event('change', { bubbles: true }));
})()
"""
"""Goes back to the first moment at which all seats were asked."""

SAVED = """
globalThis.saved = null;
HTMLAnchorElement.prototype.click = function () { saved.name = this.download; };
const given = URL.createObjectURL;
URL.createObjectURL = (blob) => {
    if (blob.type === 'image/png') saved = looked(blob);
    return given.call(URL, blob);
};
const looked = (blob) => {
    const found = {};
    createImageBitmap(blob).then((picture) => {
        const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
        context.drawImage(picture, 0, 0);
        const pixels = new Uint32Array(context.getImageData(0, 0, picture.width, picture.height).data.buffer);
        Object.assign(found, { width: picture.width, colours: [...new Set(pixels)] });
    });
    return found;
};
true
"""
"""Examines the saved picture: its width, and every colour (ABGR) in it."""

WEAR = """
{
    const box = document.querySelector('#theme');
    box.value = 'THEME';
    box.dispatchEvent(new Event('change', { bubbles: true }));
}
"""
"""Chooses the page's theme."""

BOARD = "document.querySelector('.board svg.drawn[role=group]')"


def ended(service: ServiceProcess, browser: Browser, host: str = "127.0.0.1") -> Page:
    """A page on which a short game is over: its player resigned after some answers."""
    page = sit(browser, f"{service.rest.replace('127.0.0.1', host)}/")
    page.until("!!document.querySelector('[data-play=\"notre-dame\"]')")
    page.click('[data-play="notre-dame"]')
    page.until("!!document.querySelector('.hand.lit')")
    for kind in ("keep_first", "keep_second"):
        page.until(f"{STATE}.asked === '{kind}' && {FREE} && !!document.querySelector('.hand.lit')")
        page.click(".hand.lit")
    page.until(f"{STATE}.asked === 'play_card'")
    from_menu(page, "#resign")
    page.click("dialog[open] button.main")
    wait(page, f"{STATE}.status === 'ended' && !!document.querySelector('#verify')")
    return page


@pytest.fixture(scope="module")
def service(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServiceProcess]:
    """A running service with two host names, one of which browsers do not trust."""
    own = {"ALLOWED_HOSTS": "127.0.0.1,tavolo.lan", "PUBLIC_URL": PUBLIC}
    with running_service(tmp_path_factory.mktemp("service"), **own) as running:
        yield running


@pytest.mark.parametrize(("host", "secure"), [("127.0.0.1", True), ("tavolo.lan", False)])
def test_the_record_is_checked_in_the_page(service: ServiceProcess, browser: Browser, host: str, secure: bool) -> None:
    """Also if the page came over plain HTTP from another machine, and has no WebCrypto."""
    page = ended(service, browser, host)
    assert page.ask("isSecureContext && !!crypto.subtle") is secure
    page.click("details:has(#verify) summary")
    page.click("#verify")
    page.until("!!document.querySelector('#proved')")
    assert page.ask("document.querySelector('#proved').dataset.revisions") == page.ask(f"{STATE}.revision")
    assert "this browser received" in page.ask("document.querySelector('#proved').textContent")
    page.ask("document.querySelector('#scores').open = true")
    page.until("document.querySelectorAll('#scores svg path.line').length >= 3")
    assert page.ask("wrong") == []


@pytest.mark.parametrize("host", ["127.0.0.1", "tavolo.lan"])
def test_a_link_to_a_moment_is_copied_as_others_reach_it(service: ServiceProcess, browser: Browser, host: str) -> None:
    """It begins with the public address, and can be copied over plain HTTP, too."""
    page = ended(service, browser, host)
    page.ask(COPIED)
    x, y = page.ask(CENTRE)
    for kind in ("mousePressed", "mouseReleased"):  # a real press: without one a selection is not copied
        page.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)
    page.until("!!copied")
    assert re.fullmatch(rf"{PUBLIC}/play/[a-z2-7]{{21}}\?at=[0-9]+", page.ask("copied"))


def test_one_plays_on_from_a_revision_and_hears_what_the_bot_would_have_done(
    service: ServiceProcess, browser: Browser
) -> None:
    """The fork begins at the revision shown, and is played against bots."""
    page = ended(service, browser)
    page.ask(BACK)
    page.until(f"{STATE}.shown === '3' && !!document.querySelector('#advice:not(:disabled)')")
    page.click("#advice")
    wait(page, "document.querySelectorAll('#advised li').length > 0")
    before = page.ask("location.href")
    page.click("#play-on")
    page.until(f"location.href !== '{before}' && ['keep_first', 'keep_second'].includes({STATE}.asked)")
    assert page.ask("wrong") == []


def test_the_same_people_play_once_more(service: ServiceProcess, browser: Browser) -> None:
    """A click leads to the rematch, where the bots are already seated; a second click to the same one."""
    page = ended(service, browser)
    before = page.ask("location.href")
    page.until("!!document.querySelector('#again')")
    page.click("#again")
    page.until(f"location.href !== '{before}' && {STATE}.status === 'running' && {STATE}.asked === 'keep_first'")
    after = page.ask("location.href")
    page.ask("history.back(); document.title = ''")
    page.until(f"location.href === '{before}' && !!document.querySelector('#again:not(:disabled)')")
    page.click("#again")
    page.until(f"location.href === '{after}' && {STATE}.status === 'running'")
    assert page.ask("wrong") == []


def test_a_link_shows_a_move_and_ones_history_the_game(service: ServiceProcess, browser: Browser) -> None:
    """`?at=2` shows the game after its second move, once; a replay goes from there to the newest by itself.

    A player's own history lists each game once, with its place, and sums them up.
    """
    page = ended(service, browser)
    newest = int(page.ask(f"{STATE}.revision"))
    page.ask("location.search = '?at=2'")
    page.until(f"{STATE}.shown === '2' && location.search === ''")
    page.click("#replay")
    page.until(f"Number({STATE}.shown) > 2")
    page.until(f"{STATE}.shown === '{newest}'")
    page.until("document.querySelector('#replay').ariaPressed === 'false'")
    page.ask("location.href = '/#mine'")
    page.until("!!document.querySelector('#history-title')")
    for each in ("1 game played, 0 won.", "3 of 3", "Notre Dame"):
        page.until(f"document.querySelector('#history-title').closest('section').innerText.includes('{each}')")
    assert page.ask("wrong") == []


@pytest.mark.parametrize("theme", ["auto", "dark"])
def test_a_picture_of_the_board_is_saved(service: ServiceProcess, browser: Browser, theme: str) -> None:
    """Twice as large as the board, named after the game and its move, and in the colours of the page's theme."""
    page = ended(service, browser)
    from_menu(page, "#settings")
    page.until("!!document.querySelector('#theme')")
    page.ask(WEAR.replace("THEME", theme))
    page.click("dialog[open] .main")
    red, *_ = page.ask("getComputedStyle(document.body).backgroundColor.match(/[0-9]+/g).map(Number)")
    assert (red < 64) == (theme == "dark")
    page.ask(SAVED)
    from_menu(page, "#picture")
    page.until("saved?.width && saved.name")
    width = page.ask(f"{BOARD}.getBoundingClientRect().width")
    assert page.ask("saved.width") == int(2 * (width + 24))
    assert page.ask("saved.name") == f"notre-dame-{page.ask(f'{STATE}.revision')}.png"
    for found in ("document.body).backgroundColor", f"{BOARD}.querySelector('.mark')).fill"):
        red, green, blue = map(int, re.findall(r"\d+", page.ask(f"getComputedStyle({found}")))
        assert page.ask(f"saved.colours.includes({0xFF << 24 | blue << 16 | green << 8 | red})"), found
    assert page.ask("wrong") == []


TABLE = "[...document.querySelectorAll('#result ~ .both tbody tr')]"
CELLS = f"{TABLE}.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.innerText.replace('\\u2212', '-')))"
SCORES = "[...document.querySelectorAll('.places strong')].map((each) => Number(each.innerText))"


@pytest.mark.parametrize("ruleset", [each.id for each in RULESETS.all()])
def test_what_is_shown_of_points_adds_up_to_the_score(service: ServiceProcess, browser: Browser, ruleset: str) -> None:
    """In every game: the lines are points, except for counts of things, and each column's sum is its score."""
    seats = [{"bot": "random", "name": name} for name in ("Agnese", "Baldo", "Corrado")]
    opened = httpx.post(f"{service.rest}/v1/games", json={"ruleset": ruleset, "seats": seats}).raise_for_status().json()
    page = sit(browser, f"{service.rest}/play/{opened['game']['game']}")
    wait(page, f"{STATE}.status === 'ended' && !!document.querySelector('#result ~ .both')")
    *lines, sums = page.ask(CELLS) or [[]]
    points = [[int(cell) for cell in line] for line in lines if not line[0].startswith("\u00d7")]
    assert [sum(column) for column in zip(*points, strict=True)] == [int(each) for each in sums]
    assert sorted(map(int, sums), reverse=True) in ([], page.ask(SCORES))
    assert bool(sums) == (ruleset in ADDING), "what can be shown is shown"
    assert page.ask("wrong") == []


ADDING = ("colonia", "golden-horn", "troyes")
"""Games with a breakdown of their points."""


MARKED = "document.querySelector('.log [aria-current=true]')"
SEEN = f"""
((line, log) => line.top >= log.top && line.bottom <= log.bottom + 1)(
    {MARKED}.getBoundingClientRect(), document.querySelector('.log .scroll').getBoundingClientRect())
""".strip()


@pytest.mark.parametrize("width", [1440, 390])
def test_looking_back_takes_the_log_along(service: ServiceProcess, browser: Browser, width: int) -> None:
    """By a link, and step by step, also in the drawer of a phone: the line of that move is marked and in sight.

    Back at the newest move, so is the log.
    """
    seats = [{"bot": "random", "name": name} for name in ("Agnese", "Baldo")]
    plan = {"ruleset": "golden-horn", "seats": seats}
    game = httpx.post(f"{service.rest}/v1/games", json=plan).raise_for_status().json()["game"]["game"]
    address = f"{service.rest}/v1/games/{game}"
    until(lambda: httpx.get(address).json()["status"] == "ended", "the bots have not played")
    page = sit(browser, f"{service.rest}/play/{game}?at=12", width=width)
    page.until(f"{STATE}.shown === '12' && !!document.querySelector('.log .revision')")
    if width < 700:
        tap(page, "[aria-controls=drawer-log]")
    page.until(f"{SEEN} && Number({MARKED}.querySelector('.revision').dataset.revision) <= 12")
    if width > 700:
        tap(page, '[aria-label="One move forward"]')
        page.until(f"{STATE}.shown === '13' && {SEEN}")
    tap(page, ".ask .main")
    page.until(f"!{MARKED} && document.querySelector('.log .scroll').scrollTop === 0")
    assert page.ask("wrong") == []


LINES = """
((prompt) => Math.round(prompt.getBoundingClientRect().height / parseFloat(getComputedStyle(prompt).lineHeight)))(
    document.querySelector('.ask .prompt'))
"""


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_banner_of_the_past_is_readable_at_200_percent(
    service: ServiceProcess, browser: Browser, language: str
) -> None:
    """In a window of 1440 by 900 at 200 %, it takes two lines at most, and the board keeps half of the window."""
    page = ended(service, browser)
    page.ask(f"localStorage['podesta language'] = '{language}'")
    page.ask("location.search = '?at=3'")
    page.call("Emulation.setDeviceMetricsOverride", width=720, height=450, deviceScaleFactor=2, mobile=False)
    page.until(f"{STATE}.shown === '3' && !!document.querySelector('#play-on')")
    assert page.ask(LINES) <= 2
    assert page.ask("document.querySelector('aside').getBoundingClientRect().height") <= 225
    assert page.ask("wrong") == []


def test_a_branch_keeps_names_and_says_so(service: ServiceProcess, browser: Browser) -> None:
    """A fork has the same names; the page links back to the move; the bot's advice names players."""
    page = ended(service, browser)
    names = "[...document.querySelectorAll('aside ul .name')].map((each) => each.innerText).join()"
    before, address = page.until(names), page.ask("location.pathname")
    page.ask("location.search = '?at=5'")
    page.until(f"{STATE}.shown === '5'")
    tap(page, "#advice")
    wait(page, "document.querySelectorAll('#advised li').length > 0")
    assert "Seat" not in page.ask("document.querySelector('#advised').innerText")
    tap(page, "#play-on")
    page.until(f"location.pathname !== '{address}' && {STATE}.status === 'running' && ({names}) === '{before}'")
    page.until("document.querySelector('[data-branch]')?.innerText.includes('move 5')")
    tap(page, "[data-branch] a")
    page.until(f"location.pathname === '{address}' && {STATE}.shown === '5'")
    assert page.ask("wrong") == []
