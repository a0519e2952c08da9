"""Clicks for an answer: nothing is asked once more that gives no secret away, in all games."""

from __future__ import annotations

import pytest

from podesta_engines import RULESETS
from tests.docs.browser import Browser
from tests.kit.process import ServiceProcess
from tests.table.player import begin, sit
from tests.table.whole.clicking import COUNTED, Clicks, click_through

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

CLICKS = 90
RATES = {"golden-horn": 1.35}
"""Clicks for an answer, at most; three where nothing else is said. Golden Horn takes 1.18 (286 clicks in six games at
rest), in a single game from 1.07 to 1.35, by how far its cards let ships sail at once; 1.52 where *Confirm* is asked
for."""
RULES = [pytest.param(each.id, marks=[pytest.mark.campaign]) for each in RULESETS.all()]


@pytest.mark.parametrize("ruleset", RULES)
def test_against_bots_nothing_is_confirmed(service: ServiceProcess, browser: Browser, ruleset: str) -> None:
    """A hand with the settings of a first visit never presses *Confirm*, also where chance decides next."""
    page = sit(browser, "about:blank", width=1440, caution="")
    page.call("Page.addScriptToEvaluateOnNewDocument", source=COUNTED)
    made = Clicks()
    while made.pressed < CLICKS:
        page.call("Page.navigate", url=f"{service.rest}/")
        begin(page, ruleset)
        click_through(page, made, CLICKS)
    assert made.rate <= RATES.get(ruleset, 3)
    assert made.confirmed == []
    assert page.ask("wrong") == []
