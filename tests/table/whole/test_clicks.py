"""Clicks for an answer: an answer that reveals no secret needs no confirmation, in all games."""

from __future__ import annotations

import pytest

from podesta_engines import RULESETS
from tests.docs.browser import Browser
from tests.kit.process import ServiceProcess
from tests.table.player import people, seated
from tests.table.whole.clicking import COUNTED, Clicks, click_through

pytestmark = [pytest.mark.slow]

CLICKS = 90
DEALS = [f"{number:02}" * 32 for number in (1, 2, 3, 4)]
"""Games with the same draws in each run."""
BOTS = [{"name": name, "bot": "greedy"} for name in ("Bice", "Carlo")]
SEVERAL = {"golden-horn"}
"""The games in which a click may answer several questions: one on a space further on sails there."""
RULES = [pytest.param(each.id, marks=[pytest.mark.campaign]) for each in RULESETS.all()]


@pytest.mark.parametrize("ruleset", RULES)
def test_against_bots_nothing_is_confirmed(service: ServiceProcess, browser: Browser, ruleset: str) -> None:
    """A hand with the settings of a first visit clicks on the things of its answers and nothing more.

    It never presses *Confirm*, also if chance decides next.
    """
    made = Clicks()
    for deal in DEALS:
        if made.pressed < CLICKS:
            told = people(service.rest, ruleset, seats=[{"name": "Ada", "claim": True}, *BOTS], deal=deal)
            page = seated(browser, service.rest, told, 0, COUNTED)
            click_through(page, made, CLICKS)
    assert made.needless == []
    assert made.confirmed == []
    assert made.answers
    assert bool(made.several) == (ruleset in SEVERAL)
    assert page.ask("wrong") == []
