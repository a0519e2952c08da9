"""Seats and hosts: verify's checks when a seat gets a holder, when a host acts, and when seats leave.

The events that follow when seats leave a game, or run out of time, are determined; verify compares them.
"""

from __future__ import annotations

from podesta_engines.core.moves import Drawn
from podesta_engines.core.ruleset import GREEDY
from podesta_engines.game.clocks import abandoned_at, abandoning, running_out
from podesta_engines.game.endings import players, resigning
from podesta_engines.game.events import Closed, Ended, Entry, Event, Freed, Hosted, Invited, Resigned, Seated, TimedOut
from podesta_engines.game.facts import Facts, freeable
from podesta_engines.game.game import Game

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


LEAVING = (TimedOut, Resigned, Closed)
"""Events of seats that leave, or run out of time; they are at the beginning of their entry."""
Following = tuple[list[Event], bool]
"""The events with which an entry must begin, and whether they end the game."""


def leaves(game: Game | None, entry: Entry) -> bool:
    """Whether a game ends in an entry because seats left it; raises Drifted if the entry has other events."""
    first = entry.events[0]
    if game is None or type(first) not in (*LEAVING, Ended):
        expect(not any(type(event) in LEAVING for event in entry.events), "a seat leaves out of turn")
        return False
    expected, over = _following(game, entry, first)
    expect(entry.events[: len(expected)] == expected, "something else follows when a seat leaves or is too late")
    rest = [type(event) for event in entry.events[len(expected) :]]
    expect(rest == [Ended] if over else {*rest} <= {Drawn, Ended}, "the game ends when nobody is left to play it")
    return over


def _following(game: Game, entry: Entry, first: Event) -> Following:
    """The events that an entry must begin with, given its first; raises Drifted if that could not happen then."""
    if type(first) is TimedOut:
        return _late(game, entry, first.seat)
    if type(first) is Resigned and first.why == "asked":
        return _resigned(game, first.seat)
    if type(first) is Closed:
        expect(game.status == "open", "a host closes only a game that waits for players")
        return [first], True
    return _left_alone(game, entry)


def _late(game: Game, entry: Entry, seat: int) -> Following:
    """The events when a seat runs out of time."""
    clock, times = game.clock, game.times
    due = times.deadline(seat) if times and 0 <= seat < len(times.left) else None
    expect(due is not None and due <= entry.at, "the seat had time left, or its clock did not run")
    assert clock is not None
    return running_out(clock, game.position, game.holders, game.gone, seat)


def _resigned(game: Game, seat: int) -> Following:
    """The events when a seat resigns."""
    expect(game.status == "running", "nobody leaves before every seat is taken")
    expect(seat in players(game.holders, game.gone), "the seat had left the game before")
    return resigning(game.holders, game.gone, [seat], "asked", game.clock.bot if game.clock else GREEDY)


def _left_alone(game: Game, entry: Entry) -> Following:
    """The events when a game has been idle for as long as its clock allows."""
    clock, times = game.clock, game.times
    due = abandoned_at(clock, times) if clock and times else None
    expect(due is not None and due <= entry.at, "the game was not left alone for so long")
    assert clock is not None
    return abandoning(clock, game.position, game.holders, game.gone)
