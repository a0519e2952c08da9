"""Who may know what: the table as one seat sees it, and tables that this seat cannot distinguish from the true one."""

from __future__ import annotations

from copy import copy
from random import Random

from .pieces import cards_of
from .state import NONE, Player, Secret, State


def observe(g: State, seat: int | None) -> State:
    """P-26: the table as a seat (None: a spectator) sees it: all of it, except what Ellen showed to others."""
    seen = copy(g)
    seen.journal = None
    seen.players = [player if i == seat else _with(player, None) for i, player in enumerate(g.players)]
    return seen


def _with(player: Player, secret: Secret | None) -> Player:
    """The same seat with other knowledge; shares its lists."""
    other = copy(player)
    other.secret = secret
    return other


def resample(g: State, seat: int, rnd: Random) -> State:
    """P-26, P-155, P-156: a random table that a seat cannot distinguish from the true one; an unseen event is redrawn.

    Cards that are not yet revealed are still undrawn, so nothing else has to be redrawn.
    """
    other = copy(g)
    if g.peeked not in (NONE, seat):
        other.players = list(g.players)
        other.players[g.peeked] = _with(g.players[g.peeked], Secret(rnd.choice(cards_of(g.events))))
    return other
