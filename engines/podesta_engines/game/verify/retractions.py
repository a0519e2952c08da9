"""Taking back: verify's checks when a game goes back to an earlier revision."""

from __future__ import annotations

from collections.abc import Sequence

from podesta_engines.core.moves import Answered
from podesta_engines.game.events import Entry, Retracted
from podesta_engines.game.game import Back, Game
from podesta_engines.game.takebacks import asked_for_consent, obstacle, since

from .expecting import expect


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
