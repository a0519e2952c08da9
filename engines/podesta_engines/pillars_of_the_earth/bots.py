"""House policies for The Pillars of the Earth. A policy gets the state as its seat observes it, never the true one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from random import Random

from podesta_engines.core.script import Ask, Kind

from .answers import (
    ASK_BISHOP,
    AT_MARKET,
    BOOST,
    CHOICES,
    CHOOSE,
    DEALS,
    DECLINE,
    DISMISS,
    DONE,
    EXEMPTION,
    KEEP,
    KEEP_CUBES,
    KEPT,
    LEAVE,
    LOSE,
    PASS_BUILDER,
    PASS_CHOICE,
    PLACE,
    PLACE_PASSED,
    PLACINGS,
    PROTECTION,
    REDRAW,
    SECOND,
    USE,
    USE_CRAFTSMAN,
    USE_THOMAS,
    USES,
    Buy,
    Hire,
)
from .components import FIGURES
from .pieces import cards_of, row_limit
from .state import Player, State
from .words import (
    BISHOP,
    CASTLE,
    CATHEDRAL,
    COURT,
    FRANCIS,
    GOLD,
    KINGSBRIDGE,
    MARKET,
    MASON,
    METAL,
    MORTAR_MIXER,
    POINTS,
    PRIORY,
    SHIRING,
    STONE,
    STONECUTTER,
    WOODWORKER,
)

COIN = 0.22
"""The worth of a gold before the last round, in points."""
STORED = (0.25, 0.35, 0.5, 1.5)
"""The worth of a cube of each kind that no craftsman uses this round."""
TYPICAL = (4, 4, 5, 1)
"""The cubes that a player may expect in a later round."""
REMEMBERED = 1 << 14
"""The size of each evaluation's cache."""
PATIENCE = 1.2
"""The worth of a builder that passes, since it will be placed free of charge."""


def greedy(g: State, ask: Ask, rnd: Random) -> int:
    """The answer that looks best at once, by the points that the seat's craftsmen would make from the result."""
    if len(ask.options) == 1:
        return ask.options[0]
    judge = JUDGES[ask.kind]
    me = g.players[ask.seat]
    return max(ask.options, key=lambda option: (judge(g, ask.seat, me, option), rnd.random()))


# -- the worth of things ---------------------------------------------------------------------------------------------


@lru_cache(REMEMBERED)
def _by_worth(edition: int, row: tuple[int, ...]) -> tuple[int, ...]:
    """The craftsmen of a row that make points, those with most points per cube first."""
    here = FIGURES[edition]
    trades = {here.trade[card] for card in row}
    able = [card for card in row if here.points[card] and (here.trade[card] != MASON or MORTAR_MIXER in trades)]
    return tuple(sorted(able, key=lambda card: -here.points[card] / (0.1 + sum(n for _, n in here.needs[card]))))


@lru_cache(REMEMBERED)
def _built(edition: int, row: tuple[int, ...], things: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    """The points that a row makes of cubes and gold, and what is left of these."""
    here, left, points = FIGURES[edition], list(things), 0
    for card in _by_worth(edition, row):
        times = min([here.capacity[card], *(left[kind] // number for kind, number in here.needs[card])])
        for kind, number in here.needs[card]:
            left[kind] -= times * number
        points += times * here.points[card]
    return points, tuple(left)


def _wealth(g: State, row: Sequence[int], cubes: Sequence[int], gold: int) -> float:
    """The points of this round, and the worth of the rest in later ones."""
    last = g.round == FIGURES[g.edition].rounds
    points, left = _built(g.edition, tuple(row), (*cubes, min(gold, 30) if last else 0))
    if last:
        return points + 0.001 * gold
    return points + sum([left[kind] * worth for kind, worth in enumerate(STORED)]) + COIN * min(gold, 30)


def _rounds_left(g: State) -> int:
    return FIGURES[g.edition].rounds - g.round + 1


@lru_cache(REMEMBERED)
def _team(edition: int, row: tuple[int, ...]) -> float:
    """The points that a row makes in a typical round, and a little for the trades that open the market."""
    here = FIGURES[edition]
    trades = {here.trade[card] for card in row}
    opened = 0.5 * (STONECUTTER in trades) + 0.5 * (WOODWORKER in trades)
    gold = sum(here.gold[card] * here.capacity[card] for card in row)
    return _built(edition, row, (*TYPICAL, 6))[0] + opened + COIN * gold


def _hire(g: State, me: Player, card: int) -> float:
    """The worth of a craftsman until the end; if the row is full, in place of the least useful one."""
    row = [*me.row, card]
    best = _team(g.edition, tuple(row))
    if len(row) > row_limit(g, me):
        best = max(_team(g.edition, tuple(c for c in row if c != gone)) for gone in row)
    return (best - _team(g.edition, tuple(me.row))) * _rounds_left(g)


def _expected(g: State, me: Player, extra: int = 0) -> list[int]:
    """The cubes of a seat after its resource cards, and after the cards of the mask `extra`."""
    here, cubes = FIGURES[g.edition], list(me.cubes)
    for card in cards_of(me.cards | extra):
        cubes[here.kind[card]] += here.cubes[card]
    return cubes


# -- judging an answer -----------------------------------------------------------------------------------------------


def _choose(g: State, _seat: int, me: Player, option: int) -> float:
    """A resource card against the gold that its workers earn in the mill; a craftsman against his cost."""
    here = FIGURES[g.edition]
    if option == PASS_CHOICE:
        return 0.0
    choice = CHOICES[option]
    if isinstance(choice, Hire):
        return _hire(g, me, choice.card) - COIN * here.cost[choice.card]
    more, now = _expected(g, me, 1 << choice.card), _expected(g, me)
    gain = _wealth(g, me.row, more, me.gold) - _wealth(g, me.row, now, me.gold)
    return gain - COIN * here.workers[choice.card]


def _without(g: State, _seat: int, me: Player, option: int) -> float:
    """A row without one craftsman."""
    return _team(g.edition, tuple(card for card in me.row if card != option))


def _redraw(g: State, seat: int, me: Player, option: int) -> float:
    """Draw again for an own builder while the cost is low enough."""
    return float(option == (REDRAW if g.drawn != seat and me.bag and me.gold > g.cost <= 4 else KEEP))


def _place(g: State, seat: int, me: Player, option: int) -> float:
    """The worth of a space against its cost."""
    if option == PASS_BUILDER:
        return PATIENCE
    placing = PLACINGS[option]
    return _space(g, seat, me, placing.space) - (1 if placing.free else COIN * g.cost)


def _space(g: State, _seat: int, me: Player, space: int) -> float:
    """The worth of a space."""
    here, last = FIGURES[g.edition], g.round == FIGURES[g.edition].rounds
    if space in (PRIORY, PRIORY + 1):
        return here.priory[space - PRIORY]
    if KINGSBRIDGE <= space < PRIORY:
        return _privilege(g, g.kingsbridge[space - KINGSBRIDGE])
    if SHIRING <= space < CASTLE:
        return _hire(g, me, g.shiring[space - SHIRING])
    if COURT <= space < SHIRING:
        paid = 2 if me.privileges >> FRANCIS & 1 else 4
        return COIN * paid + (2.0 if space == COURT and g.court_metal else 0)
    if MARKET <= space < CATHEDRAL:
        return _market_seat(g, me)
    return {BISHOP: 1.3, CASTLE: 0 if last else 1.0, CATHEDRAL: 0 if last else 0.6}[space]


def _market_seat(g: State, me: Player) -> float:
    """The gain from spending gold on stone, but at least half a point."""
    cubes = _expected(g, me)
    spent = min(me.gold + me.mill - 5, 14)
    now = _wealth(g, me.row, cubes, spent)
    return max(0.5, _wealth(g, me.row, [cubes[0], cubes[1], cubes[STONE] + spent // 4, cubes[METAL]], 0) - now)


def _privilege(g: State, card: int) -> float:
    """The worth of a card, every round if it stays."""
    here, left = FIGURES[g.edition], _rounds_left(g)
    gives = here.privilege_gives[card]
    worth = gives[POINTS] + COIN * gives[GOLD] + sum(n * v for n, v in zip(gives, (0.5, 0.7, 1, 2), strict=False))
    if here.privilege_kind[card] == "immediate":
        return worth
    return max(worth, 0.5) * left if here.privilege_kind[card] == "permanent" else 1.2


def _bishop(_g: State, _seat: int, _me: Player, option: int) -> float:
    """Protection from a negative event, else a cube."""
    return 2.0 if option == PROTECTION else STORED[option - 1]


def _card(_g: State, _seat: int, _me: Player, option: int) -> float:
    """Use Thomas at once."""
    return float(option == USE)


def _exemption(g: State, _seat: int, me: Player, option: int) -> float:
    """Keep the exemption for a high tax, or one that the seat cannot pay; use it before the game ends."""
    hurts = g.tax >= 4 or g.round >= FIGURES[g.edition].rounds - 1 or me.gold < g.tax
    return float(option == (USE if hurts else DECLINE))


def _deal(g: State, _seat: int, me: Player, option: int) -> float:
    """A seat's worth after a purchase or a sale."""
    cubes, gold, here = list(me.cubes), me.gold, FIGURES[g.edition]
    if option == LEAVE:
        return _wealth(g, me.row, cubes, gold) + 0.01
    deal = DEALS[option]
    if isinstance(deal, Buy):
        cubes[deal.resource] += deal.cubes
        gold -= deal.cubes * here.buy[deal.resource]
    else:
        cubes[deal.resource] -= deal.cubes
        gold += deal.cubes * here.sell[deal.resource]
    return _wealth(g, me.row, cubes, gold)


def _boost(g: State, _seat: int, _me: Player, option: int) -> float:
    """The craftsman with most points per cube."""
    here = FIGURES[g.edition]
    return here.points[option] / max(1, sum(n for _, n in here.needs[option]))


def _use(g: State, _seat: int, me: Player, option: int) -> float:
    """First a craftsman that spends nothing, then the one with most points per cube; gold for wood comes last."""
    here, last = FIGURES[g.edition], g.round == FIGURES[g.edition].rounds
    if option == DONE:
        return 0.0
    card, times = USES[option]
    needs = sum(n for _, n in here.needs[card])
    if here.gold[card] and needs:
        goldsmith = any(here.needs[c] and here.needs[c][0][0] == GOLD for c in me.row)
        return 0.1 + times / 1000 if me.gold < 22 and (goldsmith or not last) else -1.0
    if needs and here.needs[card][0][0] == GOLD and not last:
        return 0.05 + times / 1000 if me.gold >= 20 + 3 * times else -1.0
    return 1 + (100 if not needs else 10 * here.points[card] / needs) + times / 1000


def _keep(_g: State, _seat: int, _me: Player, option: int) -> float:
    """Keep the most valuable cubes."""
    return sum(n * worth for n, worth in zip(KEPT[option], STORED, strict=True))


JUDGES: dict[Kind, Callable[[State, int, Player, int], float]] = {
    CHOOSE: _choose,
    DISMISS: _without,
    LOSE: _without,
    SECOND: _redraw,
    PLACE: _place,
    PLACE_PASSED: lambda g, seat, me, option: _space(g, seat, me, option),
    ASK_BISHOP: _bishop,
    USE_THOMAS: _card,
    EXEMPTION: _exemption,
    AT_MARKET: _deal,
    BOOST: _boost,
    USE_CRAFTSMAN: _use,
    KEEP_CUBES: _keep,
}
"""Functions for the worth of an option, by question."""

__all__ = ["greedy"]
