"""Who may know what: the table as one seat sees it, and tables that this seat cannot distinguish from the true one."""

from __future__ import annotations

from copy import copy
from random import Random

from .components import FIGURES
from .state import GAME_OVER, NONE, Hidden, Player, Secret, State

KINDS = 5


def observe(g: State, seat: int | None) -> State:
    """C-71: the table as a seat (None: a spectator) sees it; shares its lists with g.

    The bag, the relic deck and the content of other seats' screens are absent. At the end all holdings are shown, but
    of the resources only their number (C-94); without screens, everything is.
    """
    seen = copy(g)
    seen.hidden = None
    seen.journal = None
    seen.viewer = NONE if seat is None else seat
    if not g.options.open_holdings:
        over = g.phase == GAME_OVER
        seen.players = [player if i == seat else _screened(player, over) for i, player in enumerate(g.players)]
    return seen


def _screened(player: Player, over: bool) -> Player:
    return Player(
        player.colour,
        player.home,
        player.cards,
        player.streets,
        player.hall,
        player.played,
        player.votes,
        player.holdings if over else None,
    )


def resample(g: State, seat: int, rnd: Random) -> State:
    """C-71: a random table that a seat with a perfect memory cannot distinguish from the true one.

    Money, goods, relics and the resources taken from stalls are known from public moves. Of the resources that others
    drew unseen only the number is known: each token that may be in the bag is equally likely to be one of them.
    """
    if g.options.open_holdings:
        return g
    unseen = _unseen(g, seat)
    other = copy(g)
    other.players = [player if i == seat else _redealt(player, unseen, rnd) for i, player in enumerate(g.players)]
    assert g.hidden is not None
    other.hidden = Hidden([unseen.count(kind) for kind in range(KINDS)], g.hidden.relic_deck)
    return other


def _unseen(g: State, seat: int) -> list[int]:
    """C-120: every resource token whose place a seat does not know: in the bag, or drawn unseen by another seat."""
    total = FIGURES[g.edition].pieces.resources
    left = [total - sum(g.stalls[kind::KINDS]) for kind in range(KINDS)]
    for i, player in enumerate(g.players):
        assert player.holdings is not None
        assert player.secret is not None
        for kind, number in enumerate(player.secret.resources if i == seat else player.holdings.known):
            left[kind] -= number
    return [kind for kind, number in enumerate(left) for _ in range(number)]


def _redealt(player: Player, unseen: list[int], rnd: Random) -> Player:
    """A seat with the same number of unseen resources, taken at random."""
    assert player.holdings is not None
    resources = player.holdings.known.copy()
    random = rnd.random
    for _ in range(player.holdings.unseen):
        i = int(random() * len(unseen))
        resources[unseen[i]] += 1
        unseen[i] = unseen[-1]
        unseen.pop()
    other = copy(player)
    other.secret = Secret(resources)
    return other
