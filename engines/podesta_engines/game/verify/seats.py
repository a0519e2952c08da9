"""Seats and hosts: verify's checks when a seat gets a holder, and when a host acts."""

from __future__ import annotations

from podesta_engines.game.events import Entry, Event, Freed, Hosted, Invited, Seated
from podesta_engines.game.facts import Facts, freeable

from .expecting import expect


class Seating:
    """The holders of one game, seat by seat; raises Drifted for errors.

    `reissued` counts by seat how often it was reissued while it was held, `by_operator` how often an operator did so.
    """

    def __init__(self, seats: int) -> None:
        self.reissued, self.by_operator = [0] * seats, [0] * seats

    def seated(self, game: Facts, event: Seated) -> None:
        """Check that a seat exists, and that its holders' epochs are consecutive."""
        expect(0 <= event.seat < len(game.holders), f"there is no seat {event.seat}")
        expect(event.epoch == game.next_epoch(event.seat), "the seat's epochs do not follow one another")

    def given_anew(self, game: Facts, event: Seated, entry: Entry) -> None:
        """Count a seat that was reissued while it was held."""
        if event is entry.events[0] and game.holders[event.seat] is not None:
            self.reissued[event.seat] += 1
            self.by_operator[event.seat] += event.by == "operator"


def check_host(game: Facts, event: Event, entry: Entry) -> None:
    """Check that a host acts in an entry of its own, frees seats before the deal, and numbers invitations in order."""
    expect(len(entry.events) == 1 and game.revision > 0 and not game.ended, "a host acts in a game that is not over")
    if type(event) is Freed:
        expect(0 <= event.seat < len(game.holders) and freeable(game, event.seat), "the seat could not be freed")
    elif type(event) is Invited:
        expect(event.number == game.reserved.following(event.seat), "invitations do not follow one another")
    elif type(event) is Hosted:
        expect(event.epoch == game.host + 1, "the host's epochs do not follow one another")
