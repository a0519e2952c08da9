"""Visits: verify's checks in a shared game, of each link against its seat's chain."""

from __future__ import annotations

from msgspec import UNSET

from podesta_engines.core.decide import asked_together
from podesta_engines.core.moves import Answered
from podesta_engines.core.position import Position
from podesta_engines.game.events import Created, Seated, Shared, TimedOut
from podesta_engines.game.facts import Facts
from podesta_engines.game.sharing.chains import follows, is_link

from .expecting import expect


class Sharing:
    """What the seats of one game have shared, event by event; raises Drifted for errors, naming the seat.

    `links` and `anchored` are by seat, empty in a game that is not shared: how many links it revealed, how often it
    began another chain. `withheld` counts answers by time-outs that would have carried a link.
    """

    def __init__(self, created: Created) -> None:
        seats = created.seats if created.shared else 0
        self.links, self.anchored, self.withheld = [0] * seats, [0] * seats, 0

    def seated(self, game: Facts, event: Seated) -> None:
        """Check that a person sends a chain when taking a seat, and optionally another later; bots have none."""
        if game.shares is None:
            expect(event.anchor is UNSET, "the game is not shared, and the seat has a chain")
            return
        held = game.holders[event.seat] is not None
        expect(event.anchor is UNSET or is_link(event.anchor), f"the anchor of seat {event.seat} is not a link")
        expect(bool(event.anchor) != bool(event.bot) or (held and not event.bot), f"seat {event.seat} has no chain")
        self.anchored[event.seat] += held and event.anchor is not UNSET

    def first(self, game: Facts, event: Shared) -> None:
        """Check that a seat reveals its first link once all seats are taken."""
        shares = game.shares
        expect(shares is not None and event.seat in shares.due, f"no link of seat {event.seat} is due")
        expect(None not in game.holders, "a link is told before every seat is taken")
        own = shares.chains[event.seat] if shares else None
        self._link(event.seat, event.link, own.newest if own else "")

    def late(self, game: Facts, p: Position, event: TimedOut) -> None:
        """Count an answer without its link, if one was due when a seat ran out of time."""
        due = game.shares is not None and game.shares.wanted(event.seat, asked_together(p)) is not None
        self.withheld += due and event.policy == "default"

    def answered(self, game: Facts, p: Position, move: Answered) -> None:
        """Check that the first answer of a visit carries the next link, and no other answer any."""
        if game.shares is None or game.shares.excused == move.seat:
            expect(move.link is UNSET, f"the answer of seat {move.seat} carries a link although none was due")
            return
        wanted = game.shares.wanted(move.seat, asked_together(p))
        if wanted is None:
            expect(move.link is UNSET, f"the answer of seat {move.seat} carries a link within a visit")
            return
        expect(move.link is not UNSET, f"the answer of seat {move.seat} begins a visit and carries no link")
        self._link(move.seat, move.link or "", wanted)

    def _link(self, seat: int, link: str, before: str) -> None:
        expect(follows(link, before), f"the link is not the next one of the chain of seat {seat}")
        self.links[seat] += 1
