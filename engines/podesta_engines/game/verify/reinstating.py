"""Reinstating: verify's checks of an entry by which an operator undid a clock's decisions."""

from __future__ import annotations

from collections.abc import Sequence

from podesta_engines.game.events import Entry, Reinstated
from podesta_engines.game.game import Game
from podesta_engines.game.reinstating import by_clock, nobodys

from .expecting import check_commitment, expect


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
