"""Who may know what: the table as one seat sees it, and tables that this seat cannot distinguish from the true one."""

from __future__ import annotations

from copy import copy
from random import Random

from .state import Hidden, Player, Secret, State
from .words import CHARACTER


def observe(g: State, seat: int | None) -> State:
    """T-400: the table as a seat (None: a spectator) sees it, without the others' points and characters.

    It shares its lists with g.
    """
    seen = copy(g)
    seen.hidden = None
    seen.journal = None
    seen.players = [player if i == seat else _from_outside(player) for i, player in enumerate(g.players)]
    return seen


def _from_outside(player: Player) -> Player:
    """A player as others see it, built field by field, which takes half as long as a copy."""
    return Player(
        player.colour,
        player.deniers,
        player.influence,
        player.supply,
        player.reserve,
        player.posts,
        player.purse,
        player.passed,
        player.cubes,
        player.events,
        player.won,
        player.shown,
        None,
    )


def resample(g: State, seat: int, rnd: Random) -> State:
    """T-401: a random table that a seat cannot distinguish from the true one: unseen characters are dealt again.

    All deals are equally likely. Points stay: all of them were won and lost in public (T-402).
    """
    me = g.players[seat]
    assert me.secret is not None
    known = {*me.secret.characters, *(character for player in g.players for character in player.shown)}
    left = [character for character in range(len(CHARACTER)) if character not in known]
    rnd.shuffle(left)
    other = copy(g)
    other.players = [player if i == seat else _dealt(player, left) for i, player in enumerate(g.players)]
    other.hidden = Hidden(sorted(left))
    return other


def _dealt(player: Player, left: list[int]) -> Player:
    """The same player with the same number of characters: those shown stay, the others are dealt from `left`."""
    secret = player.secret
    assert secret is not None
    shown, held = player.shown, len(secret.characters)
    other = copy(player)
    other.secret = Secret(secret.vp, sorted([*shown, *(left.pop() for _ in range(held - len(shown)))]))
    return other
