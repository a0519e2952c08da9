"""Entries by the service: verify's checks of an outage that is given back, and of a restore that renews a game."""

from __future__ import annotations

from podesta_engines.game.clocks import MINUTE, owing, returned
from podesta_engines.game.events import Entry, Renewed, TimeGivenBack
from podesta_engines.game.game import Game

from .expecting import check_commitment, expect


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


def renewed(game: Game, event: Renewed, entry: Entry) -> None:
    """Check that a renewal has an entry of its own, in a game that goes on, and names its minute; raises Drifted."""
    alone = game.revision > 0 and entry.events == [event]
    expect(alone and not game.ended, "only a game that goes on is renewed, by an entry of its own")
    expect(event.minute == entry.at // MINUTE, "another minute is named than that of the entry")
    check_commitment(event.commitment)
