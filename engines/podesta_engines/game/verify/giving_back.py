"""Giving time back: verify's checks of an entry that says how long the service was down."""

from __future__ import annotations

from podesta_engines.game.clocks import owing, returned
from podesta_engines.game.events import Entry, TimeGivenBack
from podesta_engines.game.game import Game

from .expecting import expect


def given_back(game: Game, entry: Entry) -> None:
    """Check that an entry gives time back alone, after it was lost, and only once; raises Drifted."""
    times = game.times
    expect(times is not None and not game.ended, "time is given back where no clock is")
    assert times is not None
    for event in entry.events:
        expect(type(event) is TimeGivenBack, "something else happens where time is given back")
        assert type(event) is TimeGivenBack
        expect(0 <= event.since < event.until <= entry.at, "time is given back before it was lost")
        expect(bool(owing(times, [event]) or owing(times, [event], seats=False)), "no clock has lost this time")
        times = returned(times, event)
