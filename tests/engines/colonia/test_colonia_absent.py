"""What is answered for a seat that is too late: C-118."""

from functools import partial

import pytest

from podesta_engines.game.clocks import default, former, running_out
from podesta_engines.game.events import Entry, TimedOut
from podesta_engines.game.verify import verify
from tests.engines.colonia.colony import RULES, at, begin, give, table
from tests.kit import timed
from tests.kit.play import question, until
from tests.kit.sealed import record_of
from tests.kit.walks import REGISTRY, Table

BY_DEFAULT = 24
"""A seed whose clock answers by default: see `timed.CLOCKS`."""


def late(p) -> str:
    """The answer that stands for the seat asked."""
    ask = question(p)
    return ask.kind.words.slug(default(ask))


def by_default(log: list[Entry]) -> list[tuple[str, str]]:
    """The questions that were answered by default, and how."""
    return [
        (entry.events[1].question, entry.events[1].option) for entry in log if isinstance(entry.events[0], TimedOut)
    ]


@pytest.mark.parametrize(("there", "home"), [(1, "1"), (3, "3"), (7, "3")])
def test_whoever_is_late_takes_as_many_members_home_as_it_may(there: int, home: str) -> None:
    """C-118, C-76: all three, or as many as there are."""
    p = at(give(table(), 0, streets={"wed": there}), ("street_return", 1))
    assert late(p) == home


@pytest.mark.parametrize(
    ("kind", "answer"),
    [("play_family_card", "3"), ("vote", "no"), ("take_stall", "pass"), ("buy_relic", "pass")],
)
def test_whoever_is_late_does_nothing_else(kind: str, answer: str) -> None:
    """C-118: the lowest card, no, nothing."""
    assert late(until(begin(3), kind, seed=4)) == answer
    assert late(at(give(table(), 0, money={"mark": 3}), "exchange")) == "decline"


@pytest.mark.parametrize("answer", [default, former])
def test_records_verify_whichever_default_they_were_written_with(monkeypatch, answer) -> None:
    """C-118: the most members come home; records of the time when none did are as true as before."""
    monkeypatch.setattr(timed, "running_out", partial(running_out, answer=answer))
    log = timed.timed(REGISTRY, Table(RULES, 3), BY_DEFAULT, slow=0.3, leave=0, undo=0)
    homes = {option for question, option in by_default(log) if question == "street_return"}
    assert homes == ({"0"} if answer is former else homes - {"0"})
    assert homes
    assert verify(record_of(log), REGISTRY).ruleset == "colonia/1"
