"""Everything on a page can be read: nothing is cut, small or in lower case, and the browser's console stays empty."""

from __future__ import annotations

import time

import pytest

from podesta_engines import RULESETS
from tests.docs.browser import Browser, Page
from tests.kit.process import ServiceProcess
from tests.table.player import begin, from_menu, resize, sit

pytestmark = [pytest.mark.slow, pytest.mark.campaign]

WIDTHS = (390, 1440)
DRAWN = 0.4
"""Seconds until a page is drawn for another width."""
LEAST = 12
"""The least size of a letter in pixels."""
FAULTS = (
    """
(() => {
    const faults = new Set();
    const called = (on) => `${on.tagName} ${on.getAttribute('class') ?? ''}: ${on.textContent.trim().slice(0, 40)}`;
    const pen = new OffscreenCanvas(1, 1).getContext('2d');
    const seen = [...document.querySelectorAll('body *')]
        .filter((on) => on.checkVisibility({ visibilityProperty: true }) && !on.closest('.unseen, .skip, title, defs'));
    for (const on of seen) {
        const style = getComputedStyle(on);
        const [way, own] = [style.overflowX, (side) => parseFloat(style[side])];
        if (on.matches('select')) {
            pen.font = style.font;
            const room = on.clientWidth - own('paddingLeft') - own('paddingRight') - ARROW;
            for (const { text, selected } of on.options)
                if ((selected || text.length < SHORT) && pen.measureText(text).width > room + 1)
                    faults.add(`cut in ${Math.round(room)} px: ${text}`);
        } else if (on.scrollWidth > on.clientWidth + 1 && /hidden|clip/.test(way) && !on.closest('svg, input'))
            faults.add(`cut: ${called(on)}`);
        if (![...on.childNodes].some((each) => each.nodeType === Node.TEXT_NODE && each.data.trim())) continue;
        if (on.matches('option, optgroup')) continue;
        const drawn = on.getScreenCTM?.();
        const size = own('fontSize') * (drawn ? Math.hypot(drawn.a, drawn.b) : 1);
        if (size && size < LEAST - 0.05) faults.add(`${size.toFixed(1)} px: ${called(on)}`);
    }
    for (const button of seen.filter((on) => on.matches('button'))) {
        const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
        let first;
        while ((first = texts.nextNode()) && (!first.data.trim() || first.parentElement.closest('[aria-hidden]')));
        let block = first?.parentElement;
        while (block && block !== button && getComputedStyle(block).display === 'inline') block = block.parentElement;
        const raised = block && getComputedStyle(block, '::first-letter').textTransform === 'uppercase'
            && !/flex|grid/.test(getComputedStyle(block).display);
        if (first && !raised && /^\\p{Ll}/u.test(first.data.trim())) faults.add(`lower case: ${called(button)}`);
    }
    const parts = seen.filter((on) => on.matches('button, a, input, select, summary') && !on.closest('svg, .board'));
    for (const part of parts) {
        const { left, right, top, bottom } = part.getBoundingClientRect();
        // what is scrolled away or cut off meets nothing
        const meets = (box, on) => {
            const [l, r] = [Math.max(box.left, left), Math.min(box.right, right)];
            const [t, b] = [Math.max(box.top, top), Math.min(box.bottom, bottom)];
            return r - l > 2 && b - t > 2 && document.elementsFromPoint((l + r) / 2, (t + b) / 2).includes(on);
        };
        const texts = document.createTreeWalker(part.parentElement, NodeFilter.SHOW_TEXT);
        for (let text; (text = texts.nextNode());) {
            const on = text.parentElement;
            if (!text.data.trim() || part.contains(on) || on.contains(part) || !seen.includes(on)) continue;
            if (on.closest('svg') || on.closest('dialog') !== part.closest('dialog')) continue;
            const range = document.createRange();
            range.selectNodeContents(text);
            if ([...range.getClientRects()].some((box) => meets(box, on)))
                faults.add(`${called(part)} lies over ${text.data.trim()}`);
        }
    }
    for (const { name, responseStatus } of performance.getEntriesByType('resource'))
        if (responseStatus >= 400) faults.add(`${responseStatus}: ${name}`);
    return [...faults, ...wrong];
})()
""".replace("LEAST", str(LEAST))
    .replace("ARROW", "16")
    .replace("SHORT", "30")
)
"""Unreadable texts, and errors; a select has room for its value, for short choices and its arrow."""


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("ruleset", [each.id for each in RULESETS.all()])
def test_all_that_is_shown_can_be_read(service: ServiceProcess, browser: Browser, ruleset: str, language: str) -> None:
    """Home, opening a table, one that waits, a game, its dialogs, its result, wide and on a phone: no fault."""
    page, faults = sit(browser, f"{service.rest}/", language, width=1440), dict[str, list[str]]()
    page.until("document.querySelectorAll('[data-play]').length === 5")
    _look(page, "home", faults)
    page.ask(f"location.hash = '#open/{ruleset}'")
    page.until("document.querySelectorAll('fieldset').length >= 5")
    _look(page, "opening", faults)
    page.click("form button.main")
    page.until("!!document.querySelector('#whole-table input')?.value")
    _look(page, "waiting", faults)
    page.call("Page.navigate", url=f"{service.rest}/")
    begin(page, ruleset)
    page.until("!!document.querySelector('.board svg')")
    _look(page, "game", faults)
    for width in WIDTHS:
        resize(page, width)
        page.until(f"matchMedia('(width: {width}px)').matches")
        time.sleep(DRAWN)
        for dialog in ("#settings", "#orders", "#another-device"):
            from_menu(page, dialog)
            page.until("!!document.querySelector('dialog[open]')")
            _look(page, dialog, faults, (width,))
            page.ask("document.querySelector('dialog[open]').close()")
            page.until("!document.querySelector('dialog[open]')")
    from_menu(page, "#resign")
    page.click("dialog[open] button.main")
    page.until("!!document.querySelector('#result') && !!document.querySelector('#again')")
    assert page.ask("document.querySelector('.more[open]')") is None, "the menu lies over the result"
    _look(page, "result", faults)
    assert faults == {}


SWIFT = """
document.querySelector('dialog[open]').close();
document.querySelector('.more').open = true;
document.querySelector('#orders').click();
"""
"""Two presses on a busy machine: the second comes before the event that a dialog has closed."""


def test_a_dialog_that_closes_does_not_take_the_next_along(service: ServiceProcess, browser: Browser) -> None:
    """The one that was opened last stays."""
    page = sit(browser, f"{service.rest}/")
    begin(page, "golden-horn")
    from_menu(page, "#settings")
    page.until("!!document.querySelector('dialog[open]')")
    page.ask(SWIFT)
    time.sleep(DRAWN)
    page.until("!!document.querySelector('dialog[open] #orders-title')")
    assert page.ask("wrong") == []


def _look(page: Page, what: str, faults: dict[str, list[str]], widths: tuple[int, ...] = WIDTHS) -> None:
    """Record the faults of the current page, on screens of some widths."""
    for width in widths:
        resize(page, width)
        page.until(f"matchMedia('(width: {width}px)').matches")
        time.sleep(DRAWN)
        if found := page.ask(FAULTS):
            faults[f"{what} at {width}"] = found
