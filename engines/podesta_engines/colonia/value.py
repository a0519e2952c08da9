"""What a table promises each seat: relics, money and the windows it may bring, goods, resources, members."""

from __future__ import annotations

from podesta_engines.core.value import Features, Rows

from .scoring import score
from .state import COUNCIL, LOADING, Holdings, State
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
    return [*row, g.order[:1] == [seat], g.active == seat]


def _sum_of(cards: int) -> int:
    return sum(card for card in range(cards.bit_length()) if cards >> card & 1)


FEATURES = Features(NAMES, read)
