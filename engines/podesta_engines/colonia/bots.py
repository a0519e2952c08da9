"""House policies for Colonia. A policy gets the state as its seat observes it, never the true one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

from podesta_engines.core.script import Ask

from .components import FIGURES
from .pieces import holdings
from .state import NONE, State
from .words import (
    BUY_RELIC,
    CHANGES,
    CHOOSE_GOOD,
    DECLINE,
    ENSHRINE,
    EXCHANGE,
    FILL_SHRINE,
    LOAD_HOLD,
    LOADS,
    NO_CONTRACT,
    NO_FILL,
    NO_HOLD,
    NO_RELIC,
    NO_STALL,
    ORDINANCE,
    PLACE_CONTRACT,
    PLAY_CARD,
    SAFEGUARD,
    STREET_RETURN,
    TAKE_STALL,
    VOTE,
    YES,
    ExtraLoad,
)

RESERVE = 6
"""Members to keep at home for contracts and holds after a purchase on the market."""
CARD_RESERVE = 12
"""Members to keep at home for the week after the council."""
PER_MEMBER = 0.11
"""The cost, in contracts, of a member that is bound for a week."""
FAIR = 0.25
"""Points per coin below which a purchase waits, before the last week."""
EARLY = tuple(ORDINANCE.parse(f"ord_fri_{number}_ship{s}") for number, s in (("one", ""), ("two", "s")))
"""The ordinances by which one or two ships sail early."""


def greedy(g: State, ask: Ask, rnd: Random) -> int:
    """The answer that looks best at once: contracts that will be served, holds that pay, points for the money."""
    worth = partial(_WORTH[ask.kind.name], g, ask)
    return max(ask.options, key=lambda option: (worth(option), rnd.random()))


def absent(_g: State, ask: Ask, _rnd: Random) -> int:
    """C-118: the answers for a seat that left: the lowest card, no, most members home, the first good, else nothing."""
    return min(ask.options) if ask.kind in (PLAY_CARD, CHOOSE_GOOD) else max(ask.options)


# -- council ---------------------------------------------------------------------------------------------------------


def _card(g: State, ask: Ask, value: int) -> float:
    """A high card if enough members are left for the week, else the lowest."""
    rest = g.players[ask.seat].home - value
    return value if rest >= CARD_RESERVE else -value - (100 if rest < 0 else 0)


def _ballot(g: State, ask: Ask, choice: int) -> float:
    """Yes, except to early sailing if the seat has members on those ships."""
    number = 1 + EARLY.index(ask.about[0]) if ask.about[0] in EARLY else 0
    mine = sum(berth.marks.count(ask.seat) for berth in g.harbour[:number])
    return float((choice == YES) == (mine > 0 or not number))


# -- market and contracts --------------------------------------------------------------------------------------------


def _contracts(resources: list[int], g: State) -> int:
    """How many contracts some resources pay for, taking the rarest first."""
    left, found = resources.copy(), 0
    recipes = FIGURES[g.edition].recipes
    while pairs := [(min(left[a], left[b]), a, b) for a, b in recipes if left[a] and left[b]]:
        _, a, b = min(pairs)
        left[a] -= 1
        left[b] -= 1
        found += 1
    return found


def _stall(g: State, ask: Ask, stall: int) -> float:
    """Contracts that a stall makes possible, minus the cost of its members."""
    if stall == NO_STALL:
        return 0.0
    me = g.players[ask.seat]
    assert me.secret is not None
    mine = me.secret.resources
    members = g.stall_sizes[stall]
    if me.home - members < RESERVE:
        return -1.0
    both = [a + b for a, b in zip(mine, g.stalls[stall * 5 : stall * 5 + 5], strict=True)]
    return min(_contracts(both, g), 6) - min(_contracts(mine, g), 6) - PER_MEMBER * members + 0.02 * len(set(both))


def _contract(g: State, ask: Ask, craftsman: int) -> float:
    """The worth of a contract: lower for its cost in members, for a risk of delay, and for goods already in stock."""
    if craftsman == NO_CONTRACT:
        return 0.0
    me, here = g.players[ask.seat], FIGURES[g.edition]
    cost, ahead = g.placed[craftsman] + 1, len(g.queues[craftsman])
    expected = g.capacity[craftsman] + here.rolls[g.week_cards[-1]] / 3
    late = max(0.0, ahead + 1 - expected) * (3 if g.week == here.limits.weeks else 0.7)
    scarce = 2.0 if me.home - cost < 2 else 0.0
    stock = holdings(me).goods[here.makes[craftsman]]
    return 3.5 - 0.5 * cost - late - scarce - 0.2 * stock


# -- ships and money -------------------------------------------------------------------------------------------------


def _load(g: State, ask: Ask, choice: int) -> float:
    """Money for each good; more for ships that sail sooner, and for a currency that the seat has much of."""
    if choice == NO_HOLD:
        return 0.0
    here, load = FIGURES[g.edition], LOADS[choice]
    if isinstance(load, ExtraLoad):
        pays, goods = here.limits.extra_hold_pays, 1
    else:
        pays, goods = here.pays[load.ship][load.hold], len(here.takes[load.ship][load.hold])
    berth = next(i for i, berth in enumerate(g.harbour) if berth.ship == load.ship)
    soon = 1.0 if berth < g.sailing else 0.6
    return soon * (pays + 0.08 * holdings(g.players[ask.seat]).money[here.city_of[load.ship]] - 0.5 * goods)


def _change(g: State, ask: Ask, choice: int) -> float:
    """The best purchases that the money allows after the exchange."""
    money = holdings(g.players[ask.seat]).money.copy()
    if choice != DECLINE:
        origin, target, amount = CHANGES[choice]
        money[origin] -= amount
        money[target] += amount
    here = FIGURES[g.edition]
    shown = [card for card in g.display if card != NONE]
    best = [
        max((_points(g, ask.seat, card) for card in shown if _payable(g, card, city, money[city])), default=0)
        for city in range(len(here.shrine_of))
    ]
    return sum(best) + 0.001 * max(money)


def _payable(g: State, card: int, city: int, money: int) -> bool:
    here = FIGURES[g.edition]
    return here.relic_city[card] == city and here.cost[card] <= money


# -- relics ----------------------------------------------------------------------------------------------------------


def _points(g: State, seat: int, card: int) -> float:
    """The points that a card adds: a relic's own, twice in an empty shrine; a shrine's are its best relic's."""
    here = FIGURES[g.edition]
    city = here.relic_city[card]
    if not here.shrine[card]:
        return here.points[card] * (2 if g.shrines[city] == seat and g.enshrined[city] == NONE else 1)
    own = [here.points[relic] for relic in holdings(g.players[seat]).relics if here.relic_city[relic] == city]
    return max(own, default=0)


def _buy(g: State, ask: Ask, card: int) -> float:
    """Points for money; before the last week only for a fair price, or with money to spare."""
    if card == NO_RELIC:
        return 0.0
    here = FIGURES[g.edition]
    points, cost = _points(g, ask.seat, card), here.cost[card]
    if g.week == here.limits.weeks:
        return points
    spare = holdings(g.players[ask.seat]).money[here.relic_city[card]] - cost
    return points if points / cost >= FAIR or (points and spare >= 5) else -1.0


def _enshrine(g: State, ask: Ask, choice: int) -> float:
    """Put in a relic of three points or more, in the last two weeks any."""
    here = FIGURES[g.edition]
    good = here.points[ask.about[0]] >= 3 or g.week >= here.limits.weeks - 1
    return float((choice == YES) == good)


def _fill(g: State, _ask: Ask, relic: int) -> float:
    """Put in the best relic."""
    return 0.0 if relic == NO_FILL else float(FIGURES[g.edition].points[relic])


def _guard(g: State, ask: Ask, card: int) -> float:
    """Safeguard a valuable card that the seat can almost afford."""
    if card == NO_RELIC:
        return 0.0
    here, me = FIGURES[g.edition], g.players[ask.seat]
    missing = here.cost[card] - holdings(me).money[here.relic_city[card]]
    already = g.guards.count(ask.seat)
    return _points(g, ask.seat, card) - 2.5 - already if missing <= 6 and me.home > CARD_RESERVE else -1.0


def _wanted(g: State, ask: Ask, good: int) -> float:
    """A good that free holds take and the seat lacks."""
    here = FIGURES[g.edition]
    free = sum(
        good in goods and berth.marks[hold] == NONE
        for berth in g.harbour
        for hold, goods in enumerate(here.takes[berth.ship])
    )
    return free - 2 * holdings(g.players[ask.seat]).goods[good]


def _number(_g: State, _ask: Ask, option: int) -> float:
    """The higher, the better."""
    return option


_WORTH: dict[str, Callable[[State, Ask, int], float]] = {
    kind.name: worth
    for kind, worth in (
        (CHOOSE_GOOD, _wanted),
        (PLAY_CARD, _card),
        (VOTE, _ballot),
        (STREET_RETURN, _number),
        (EXCHANGE, _change),
        (TAKE_STALL, _stall),
        (PLACE_CONTRACT, _contract),
        (LOAD_HOLD, _load),
        (BUY_RELIC, _buy),
        (ENSHRINE, _enshrine),
        (FILL_SHRINE, _fill),
        (SAFEGUARD, _guard),
    )
}
"""Functions for the worth of an option, by the name of the question."""
