"""A third language is files alone: every page uses it, in every width, and no text stays English or is cut."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from tests.docs.browser import Browser, Page
from tests.kit.process import running_service
from tests.table.player import STATE, begin, from_menu, play, resize, sit
from tests.table.pseudo import TAG, build, english

pytestmark = [pytest.mark.outsiders, pytest.mark.slow]

WIDTHS = (360, 768, 1440)
NARROW = 1180
"""Up to this width, question and drawers stay below the board."""
RULESETS = ("colonia", "golden-horn", "notre-dame", "pillars-of-the-earth", "troyes")
AT_NIGHT = ("colonia", "pillars-of-the-earth")
ENGLISH = english()
LONG = re.compile(rf"(?<!\w)(?:{'|'.join(re.escape(each) for each in ENGLISH if ' ' in each)})(?!\w)")
SAID = """
(() => {
    const said = [document.title];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) said.push(texts.currentNode.data);
    for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
        for (const on of document.querySelectorAll(`[${name}]`)) said.push(on.getAttribute(name));
    return said.filter((each) => each.trim());
})()
"""
"""Every text of a page, visible or for screen readers."""
CUT = """
[...document.querySelectorAll('button, label, summary, legend, h1, h2, h3, th, td, li, p, a')]
    .filter((on) => on.checkVisibility() && !on.closest('.unseen, .scroll') && on.clientWidth)
    .filter((on) => on.scrollWidth > on.clientWidth + 1)
    .map((on) => `${on.tagName} ${on.className}: ${on.textContent.trim().slice(0, 60)}`)
"""
"""Texts that are wider than their place."""


class _Host(SimpleHTTPRequestHandler):
    """Serves a built table like a host of its own: every path that is no file is its page."""

    service = ""

    def do_GET(self) -> None:
        """Respond with a file, or with the page, which names the service."""
        if self.path.startswith("/assets/"):
            return super().do_GET()
        page = Path(self.directory, "index.html").read_text("utf-8")
        named = page.replace('name="podesta-service" content=""', f'name="podesta-service" content="{self.service}"')
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(named.encode())
        return None

    def log_message(self, *_: object) -> None:
        """Silence the log."""


@pytest.fixture(scope="module")
def host(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a table with a third language, next to a service that pages of any origin may call."""
    folder = build(tmp_path_factory.mktemp("third"))
    with running_service(tmp_path_factory.mktemp("service"), CORS_ORIGINS="*") as service:
        handler = type("Host", (_Host,), {"service": service.rest})
        with ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(folder))) as server:
            Thread(target=server.serve_forever, daemon=True).start()
            yield f"http://127.0.0.1:{server.server_port}"
            server.shutdown()


def check(page: Page, *widths: int) -> None:
    """In every width, the page uses the third language and no English, and nothing is cut or scrolls sideways."""
    for width in widths or WIDTHS:
        resize(page, width)
        page.until(f"matchMedia('(width: {width}px)').matches")
        page.until(f"({SAID}).some((text) => text.includes('['))")
        said = page.ask(SAID)
        left = {text for text in said if text.strip(" :,.…") in ENGLISH or LONG.search(text)}
        assert left == set(), (width, left)
        page.until(f"document.documentElement.scrollWidth <= {width}")
        assert page.ask(CUT) == [], width
    assert page.ask("wrong") == []


def click(page: Page, what: str) -> None:
    """Click on the element that a selector finds."""
    page.until(f"!!document.querySelector('{what}')")
    page.click(what)


def test_the_pages_around_games_speak_it(host: str, browser: Browser) -> None:
    """The first page, which lists the language by its name; opening a table in all its forms, waiting, rules, guide."""
    page = sit(browser, f"{host}/", TAG)
    page.until("document.querySelectorAll('[data-play]').length === 5")
    assert page.ask("document.documentElement.lang") == TAG
    assert page.ask("[...document.querySelector('#language').options].map((each) => each.value)") == ["en", "it", TAG]
    check(page)
    for ruleset in RULESETS:
        page.ask("location.hash = ''")
        page.until("document.querySelectorAll('[data-play]').length === 5")
        page.ask(f"location.hash = '#open/{ruleset}'")
        page.until("document.querySelectorAll('fieldset').length >= 5")
        page.ask("[...document.querySelectorAll('details')].forEach((each) => { each.open = true; })")
        page.ask(CHOOSE)
        check(page)
    click(page, "form button.main")
    page.until("!!document.querySelector('.link input')")
    check(page)


CHOOSE = """
for (const [value, select] of [['own', 'select:has([value=own])'], ['delayed', 'select:has([value=delayed])'],
    ['friend', 'fieldset:first-of-type .row:nth-of-type(2) select']]) {
    const on = document.querySelector(select);
    if (on) { on.value = value; on.dispatchEvent(new Event('change', { bubbles: true })); }
}
"""
"""Chooses a clock, delayed spectators, and a friend."""


@pytest.mark.parametrize(
    "ruleset", [pytest.param(each, marks=pytest.mark.nightly if each in AT_NIGHT else ()) for each in RULESETS]
)
def test_games_speak_it(host: str, browser: Browser, ruleset: str) -> None:
    """The rules of a ruleset, a lesson and its board, and the texts at its end."""
    page = sit(browser, f"{host}/#rules/{ruleset}", TAG)
    page.until("!!document.querySelector('#rules-heading')")
    check(page)
    page.ask(f"location.hash = '#learn/{ruleset}'")
    page.until(f"{STATE}.asked && !!document.querySelector('#guide') && !!document.querySelector('.board svg')")
    check(page)
    click(page, "#guide-enough")
    play(page, by_list=True, to=20)
    page.until(f"Number({STATE}.revision) > 20 && !!{STATE}.asked")
    check(page)
    from_menu(page, "#resign")
    click(page, "dialog[open] button.main")
    page.until("!!document.querySelector('#result') && !!document.querySelector('#again')")
    check(page)


def test_what_opens_around_a_board_speaks_it(host: str, browser: Browser) -> None:
    """The menu, standing orders, another device, resigning, the log, looking back, rules, one's games."""
    page = sit(browser, f"{host}/", TAG)
    begin(page, "golden-horn")
    for width in WIDTHS:
        resize(page, width)
        narrow = "!!" if width <= NARROW else "!"
        page.until(f"matchMedia('(width: {width}px)').matches && {narrow}document.querySelector('aside nav')")
        for what in ("#orders", "#another-device", "#resign"):
            click(page, ".more summary")
            click(page, what)
            page.until("!!document.querySelector('dialog[open]')")
            check(page, width)
            page.ask("document.querySelector('dialog[open]').close()")
            page.until("!document.querySelector('dialog[open], dialog[aria-labelledby]')")
        for drawer in ("log", "past") if width <= NARROW else ():
            click(page, f"[aria-controls=drawer-{drawer}]")
            check(page, width)
        click(page, ".ask button.rule")
        page.until("!!document.querySelector('dialog[open] input[type=search]')")
        check(page, width)
        page.ask("document.querySelector('dialog[open]').close()")
    page.ask("location = '/#mine'")
    page.until("location.pathname === '/' && document.querySelectorAll('main li').length > 0")
    check(page)
