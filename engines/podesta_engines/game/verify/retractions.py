"""What is undone: verify's checks when a game goes back to an earlier revision, and of entries by operator and service.

These reinstate a game, give an outage back, or renew a game after a restore.
"""

from __future__ import annotations

from collections.abc import Sequence

from podesta_engines.core.moves import Answered
from podesta_engines.game.clocks import MINUTE, owing, returned
from podesta_engines.game.events import Entry, Reinstated, Renewed, Retracted, TimeGivenBack
from podesta_engines.game.game import Back, Game
from podesta_engines.game.reinstating import by_clock, nobodys
from podesta_engines.game.takebacks import asked_for_consent, obstacle, since

from .expecting import check_commitment, expect


class Retractions:
    """Counts the retractions of one game: `made`. One that is not allowed raises Drifted.

    `undrawn` counts the draws that were taken back after they had been seen.
    """

    def __init__(self, log: Sequence[Entry]) -> None:
        self._log, self.made, self.undrawn = log, 0, 0

    def retracted(self, game: Game, entry: Entry, event: Retracted, back: Back) -> None:
        """Check that a seat goes back alone only if the rules allow it, else with everyone's consent."""
        expect(event is entry.events[-1], "it goes back into the middle of an entry")
        self.made += 1
        self.undrawn += sum(game.drawn.values()) - sum(back(event.to_revision).drawn.values())
        log = self._log[: game.revision]
        if len(entry.events) == 1:
            _check_alone(log, event.to_revision)
        else:
            _check_consent(game, log, event.to_revision)


def _check_alone(log: Sequence[Entry], to: int) -> None:
    why = obstacle(log, to, _taker(log, to))
    expect(why is None, f"nobody could take this back without consent: {why.value if why else ''}")


def _check_consent(game: Game, log: Sequence[Entry], to: int) -> None:
    asked = game.proposal
    agreed = asked and asked.to_revision == to and asked_for_consent(game.holders) <= {*asked.consents}
    expect(bool(agreed) and since(log, to) is not None, "not every seat had consented")


def _taker(log: Sequence[Entry], to: int) -> int:
    """The seat of the answers that are taken back: that of the first one; -1 if there is none."""
    events = [event for entry in since(log, to) or () for event in entry.events]
    return next((event.seat for event in events if type(event) is Answered), -1)


def reinstated(game: Game, log: Sequence[Entry], event: Reinstated, entry: Entry) -> None:
    """Check that a reinstated game had ended, and that only decisions of clocks are undone; raises Drifted.

    `log` has the entries before it.
    """
    expect(game.ended and entry.events == [event], "only a game that has ended goes on again, by an entry of its own")
    to = event.to_revision
    expect(0 < to < len(log) and by_clock(log[to]), "what follows there was not decided by a clock")
    expect(to >= len(log) - len(nobodys(log)), "somebody has acted since")
    expect(bool(event.by and event.why), "nobody says that it was he, or why")
    check_commitment(event.commitment)


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
