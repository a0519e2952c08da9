"""Features of a table for each seat: relics, money and its chances of windows, goods, resources, members."""

from __future__ import annotations

from podesta_engines.core.value import Features, Rows

from .components import FIGURES, stock_mask
from .scoring import score
from .state import COUNCIL, EXTRA, LOADING, NONE, Holdings, State
from .words import CITY, CURRENCY, GOOD, RESOURCE, STREET

_NOTHING = Holdings([0] * len(CITY), [0] * len(GOOD), [], [0] * len(RESOURCE))
NAMES = (
    "score",
    "relics",
    "shrines",
    "windows",
    *(word.slug for word in CURRENCY.words),
    *(f"{word.slug}_ahead" for word in CURRENCY.words),
    "money",
    "some_money",
    *(f"good_{word.slug}" for word in GOOD.words),
    *(f"resource_{word.slug}" for word in RESOURCE.words),
    "resources",
    "kinds_of_resources",
    "home",
    "hall",
    *(f"street_{word.slug}" for word in STREET.words),
    "cards",
    "cards_sum",
    "contracts",
    "holds",
    "first",
    "active",
    *(f"{word.slug}_coming" for word in CURRENCY.words),
    "money_later",
    "relics_for_money",
    "relics_for_coming_money",
    "served",
    "payable",
    "loadable",
    "empty_shrines",
    "guards",
)


def read(g: State) -> tuple[int, Rows]:
    """Three stages a week: before the council's vote is over, until ships are loaded, and after."""
    stage = g.week * 3 + (g.phase > COUNCIL) + (g.phase > LOADING)
    money = [(player.holdings or _NOTHING).money for player in g.players]
    return stage, [_row(g, seat, money) for seat in range(len(g.players))]


def _row(g: State, seat: int, money: list[list[int]]) -> list[float]:
    me, parts = g.players[seat], score(g, seat)
    mine = me.holdings or _NOTHING
    others = [max(theirs[city] for who, theirs in enumerate(money) if who != seat) for city in range(len(CITY))]
    ahead = [max(-6, min(6, own - most)) for own, most in zip(mine.money, others, strict=True)]
    total = sum(mine.money)
    resources = me.secret.resources if me.secret else mine.known
    row: list[float] = [parts["total"], parts["relics"], parts["shrines"], parts["windows"], *mine.money, *ahead]
    row += [total, min(total, 12), *mine.goods, *resources, sum(resources), len(resources) - resources.count(0)]
    row += [me.home, me.hall, *me.streets, me.cards.bit_count(), _sum_of(me.cards)]
    row += [sum(contract.seat == seat for queue in g.queues for contract in queue)]
    row += [sum(berth.marks.count(seat) for berth in g.harbour)]
    row += [g.order[:1] == [seat], g.active == seat]
    return row + _coming(g, seat, mine) + _work(g, seat, resources, mine) + _shrines(g, seat)


def _sum_of(cards: int) -> int:
    return sum(card for card in range(cards.bit_length()) if cards >> card & 1)


def _coming(g: State, seat: int, mine: Holdings) -> list[float]:
    """A seat's income from ships, this week by currency, and later; points its money buys, now and with that income."""
    here, coming, later = FIGURES[g.edition], [0] * len(CITY), 0
    for place, berth in enumerate(g.harbour):
        pays = _pays(g, berth.ship, berth.marks, seat)
        if place < g.sailing:
            coming[here.city_of[berth.ship]] += pays
        else:
            later += pays
    expected = [have + more for have, more in zip(mine.money, coming, strict=True)]
    return [*coming, later, _bargains(g, mine.money), _bargains(g, expected)]


def _pays(g: State, ship: int, marks: list[int], seat: int) -> int:
    """What a ship pays a seat."""
    here, found = FIGURES[g.edition], 0
    for hold, owner in enumerate(marks):
        if owner == seat:
            found += here.limits.extra_hold_pays if hold == EXTRA else here.pays[ship][hold]
    return found


def _bargains(g: State, money: list[int]) -> int:
    """The total points of the best affordable relic of each city."""
    here, best = FIGURES[g.edition], [0] * len(CITY)
    for card in g.display:
        if card != NONE and not here.shrine[card]:
            city = here.relic_city[card]
            if here.cost[card] <= money[city] and here.points[card] > best[city]:
                best[city] = here.points[card]
    return sum(best)


def _work(g: State, seat: int, resources: list[int], mine: Holdings) -> list[float]:
    """Contracts that will be served, recipes that the resources pay for, the pay of free holds for the goods."""
    served = 0
    for craftsman, queue in enumerate(g.queues):
        for contract in queue[: g.capacity[craftsman]]:
            served += contract.seat == seat
    payable = 0
    for first, second in FIGURES[g.edition].recipes:
        payable += min(resources[first], resources[second])
    return [served, payable, _loadable(g, mine.goods)]


def _loadable(g: State, goods: list[int]) -> int:
    """The pay of all free holds for which a seat has the goods, each counted by itself."""
    here, lacking, found = FIGURES[g.edition], ~stock_mask(goods), 0
    for berth in g.harbour:
        for hold, _, need in here.needs[berth.ship]:
            if berth.marks[hold] == NONE and not need & lacking:
                found += here.pays[berth.ship][hold]
    return found


def _shrines(g: State, seat: int) -> list[float]:
    """Own shrines without a relic, and cards on display that are guarded."""
    empty = 0
    for owner, relic in zip(g.shrines, g.enshrined, strict=True):
        empty += owner == seat and relic == NONE
    return [empty, g.guards.count(seat)]


FEATURES = Features(NAMES, read)
