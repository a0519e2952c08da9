"""A short round of the attacks: each is really made, the service survives, and refusals are correct.

How long anything takes is not asserted: `python -m benchmarks.hostile` prints that.
"""

from __future__ import annotations

import pytest

from benchmarks.hostile.__main__ import SHORT, Report, memory_limit, run
from benchmarks.hostile.attacker import NO_RETRY
from benchmarks.hostile.attacks import ATTACKS
from benchmarks.hostile.siege import SIEGES, besiege
from benchmarks.hostile.silencing import SERVED, SILENCED
from podesta_service.problems import CATALOGUE

GOOD = {"200", "201", "204", "OK", "connected", "let go", "told", "400", SERVED}
LIMITS = {kind.slug for kind in CATALOGUE.values() if kind.status == 429}
EXPECTED = {
    "store-full",
    "no-connection-left",
    "malformed",  # a seat that does not exist
    "not-retractable",
    "seat-taken",
    "too-large",
    "bad-position",
    "not-invited",
    "operator-only",
    "no answer",
    "not-found",
}
"""Other responses that an attack may get: too much, or not allowed; never that the service failed."""


pytestmark = [pytest.mark.nightly, pytest.mark.slow]


@pytest.fixture(scope="module")
def report() -> Report:
    """The report of a short round."""
    return run(SHORT)


def test_every_attack_was_made(report: Report) -> None:
    """Each in turn, and each got some response."""
    assert [line.attack for line in report.lines] == list(ATTACKS)
    assert [line.attack for line in report.lines if not line.answers.total()] == []


def test_refusals_say_what_they_should(report: Report) -> None:
    """Limits by their problem types and with the time to retry; no attack makes the service fail."""
    told = {answer for line in report.lines for answer in line.answers}
    assert told <= GOOD | LIMITS | EXPECTED
    assert NO_RETRY not in told


def test_nobody_is_silenced(report: Report) -> None:
    """An uninvolved caller follows the lobby, searches and is notified by webhooks, whatever one address holds."""
    assert [line.attack for line in report.lines if line.answers[SILENCED]] == []
    assert sum(bool(line.answers[SERVED]) for line in report.lines) == 3


def test_the_innocent_go_on(report: Report) -> None:
    """Every call of theirs is answered, their game is unchanged, and memory stays below the manifest's limit."""
    assert [line.attack for line in report.lines if line.beside.failed or line.alone.failed] == []
    assert report.untouched
    assert max(line.beside.resident for line in report.lines) < memory_limit()


@pytest.mark.parametrize("name", SIEGES)
def test_bounds_hold(name: str) -> None:
    """For bursts, input before a call is made, and compressed data; without its bound each of these attacks would
    hurt."""
    found = besiege(name, SHORT.flood)
    assert [each.show() for each in found if not each.held] == []
