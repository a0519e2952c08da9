"""Who knows what: the table as one seat sees it, and tables that seat cannot tell apart from the true one."""

from __future__ import annotations

from copy import copy
from random import Random

from .state import GAME_OVER, Hidden, Player, Secret, State
from .words import CHARACTER


def observe(g: State, seat: int | None) -> State:
    """T-400: the table as a seat (None: a spectator) sees it: without the others' points and characters.

    It shares its lists with g.
    """
    seen = copy(g)
    seen.hidden = None
    seen.journal = None
    seen.players = [player if i == seat else _from_outside(player) for i, player in enumerate(g.players)]
    return seen


def _from_outside(player: Player) -> Player:
    other = copy(player)
    other.secret = None
    return other


def resample(g: State, seat: int, rnd: Random) -> State:
    """T-401: a table at random among those a seat cannot tell apart: characters it did not see are dealt anew.

    Every way to deal them is equally likely. Points stay: every one was won and lost in public (T-402).
    """
    other = copy(g)
    if g.phase == GAME_OVER:
        other.hidden = Hidden(_deck(g, None))
        return other
    left = _deck(g, seat)
    rnd.shuffle(left)
    other.players = [player if i == seat else _dealt(player, left) for i, player in enumerate(g.players)]
    other.hidden = Hidden(sorted(left))
    return other


def _deck(g: State, seat: int | None) -> list[int]:
    """The characters that a seat has not seen; for None all that were not dealt."""
    seen = [player.secret.characters for i, player in enumerate(g.players) if player.secret and seat in (None, i)]
    known = {character for characters in seen for character in characters}
    return [character for character in range(len(CHARACTER)) if character not in known]


def _dealt(player: Player, left: list[int]) -> Player:
    """The same player with as many characters from those that are left."""
    secret = player.secret
    assert secret is not None
    other = copy(player)
    other.secret = Secret(secret.vp, sorted(left.pop() for _ in secret.characters))
    return other
