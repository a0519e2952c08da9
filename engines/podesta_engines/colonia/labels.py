"""Labels of options of Colonia that depend on the table; every text is in `texts/`.

Equal pieces are distinguished by their place among their equals, since stalls, relics and ships have no numbers.
"""

from __future__ import annotations

from collections.abc import Callable

from podesta_engines.colonia.rules.market import on_stall
from podesta_engines.core.script import Ask
from podesta_engines.core.words import Said, form

from .components import FIGURES, Figures
from .state import NONE, State
from .words import (
    BERTH,
    CITY,
    CRAFTSMAN,
    CURRENCY,
    GOOD,
    LOADS,
    NO_CONTRACT,
    NO_FILL,
    NO_HOLD,
    NO_RELIC,
    NO_STALL,
    NUMBER,
    RELIC,
    RESOURCE,
    SEAT,
    YES,
    ExtraLoad,
    Load,
)

_ALIKE = {"which": NUMBER, "alike": NUMBER}
_PRICE = {"cost": NUMBER, "money": CURRENCY}
_LOADING = {"goods": GOOD, "city": CITY, "berth": BERTH, "sails": NUMBER, "pays": NUMBER, "money": CURRENCY}
_CHOOSE_GOOD = form("labels.choose_good", good=GOOD)
_CARD = form("labels.card", value=NUMBER, members=NUMBER)
_CARD_SHORT = form("labels.card_short", value=NUMBER, home=NUMBER)
_VOTES = form("labels.vote_yes"), form("labels.vote_no")
_MEMBERS_HOME = form("labels.members_home", number=NUMBER)
_NOBODY_HOME = form("labels.nobody_home")
_STALL = form("labels.stall", resources=RESOURCE, members=NUMBER, **_ALIKE)
_CONTRACT = form(
    "labels.contract",
    craftsman=CRAFTSMAN,
    resources=RESOURCE,
    members=NUMBER,
    good=GOOD,
    ahead=NUMBER,
    capacity=NUMBER,
)
_LOAD = form("labels.load", **_LOADING, **_ALIKE)
_LOAD_EXTRA = form("labels.load_extra", **_LOADING)
_BUY_RELIC = form("labels.buy_relic", relic=RELIC, points=NUMBER, **_PRICE, guard=SEAT, **_ALIKE)
_BUY_SHRINE = form("labels.buy_shrine", relic=RELIC, **_PRICE, guard=SEAT)
_ENSHRINE = form("labels.enshrine_yes", points=NUMBER), form("labels.enshrine_no")
_FILL_WITH = form("labels.fill_with", relic=RELIC, points=NUMBER, doubled=NUMBER, **_ALIKE)
_GUARD_RELIC = form("labels.guard_relic", relic=RELIC, points=NUMBER, **_PRICE, **_ALIKE)
_GUARD_SHRINE = form("labels.guard_shrine", relic=RELIC, **_PRICE)
FORMS = (
    _CHOOSE_GOOD, _CARD, _CARD_SHORT, *_VOTES, _MEMBERS_HOME, _NOBODY_HOME, _STALL, _CONTRACT, _LOAD, _LOAD_EXTRA,
    _BUY_RELIC, _BUY_SHRINE, *_ENSHRINE, _FILL_WITH, _GUARD_RELIC, _GUARD_SHRINE,
)  # fmt: skip


def among(ask: Ask, option: int, nothing: int, like: Callable[[int], object]) -> tuple[int, int]:
    """The place of an option among equal ones, and their number; 0 and 0 if it is the only one."""
    mine = like(option)
    alike = [other for other in ask.options if other != nothing and like(other) == mine]
    return (alike.index(option) + 1, len(alike)) if len(alike) > 1 else (0, 0)


# -- Tuesday to Thursday ---------------------------------------------------------------------------------------------


def choose_good(_g: State, _ask: Ask, option: int) -> Said:
    """C-88: the good that is taken."""
    return _CHOOSE_GOOD(option)


def play_card(g: State, ask: Ask, value: int) -> Said:
    """C-25, C-29: the members that a card sends, or that it will count 0 (C-27)."""
    home, need = g.players[ask.seat].home, value - g.fewer
    return _CARD(value, need) if home >= need else _CARD_SHORT(value, home)


def vote(_g: State, _ask: Ask, option: int) -> Said:
    """C-37: for or against."""
    return _VOTES[option]()


def street_return(_g: State, _ask: Ask, number: int) -> Said:
    """C-76: the number of members."""
    return _MEMBERS_HOME(number) if number else _NOBODY_HOME()


def take_stall(g: State, ask: Ask, option: int) -> Said | None:
    """C-43: the resources on a stall, and the members that it costs."""
    if option == NO_STALL:
        return None
    kinds, stalls = len(RESOURCE), g.stalls
    alike = among(ask, option, NO_STALL, lambda stall: stalls[stall * kinds : (stall + 1) * kinds])
    return _STALL(on_stall(g, option), g.stall_sizes[option], *alike)


def place_contract(g: State, _ask: Ask, option: int) -> Said | None:
    """C-46: the cost and the good of a contract, and how many contracts come before it (C-50)."""
    if option == NO_CONTRACT:
        return None
    here, ahead = FIGURES[g.edition], len(g.queues[option])
    members, good = g.placed[option] + 1, here.makes[option]
    return _CONTRACT(option, here.recipes[option], members, good, ahead, g.capacity[option])


# -- Friday ----------------------------------------------------------------------------------------------------------


def load_hold(g: State, _ask: Ask, option: int) -> Said | None:
    """C-53, C-80: the goods, the berth, whether the ship sails this week, and the pay."""
    if option == NO_HOLD:
        return None
    here, load = FIGURES[g.edition], LOADS[option]
    city, berth = here.city_of[load.ship], next(i for i, at in enumerate(g.harbour) if at.ship == load.ship)
    place = city, berth, int(berth < g.sailing)
    if isinstance(load, ExtraLoad):
        return _LOAD_EXTRA((load.good,), *place, here.limits.extra_hold_pays, city)
    hold, alike = _hold(here, load, load.hold), _holds_alike(here, load)
    return _LOAD(hold[0], *place, hold[1], city, *((alike.index(load.hold) + 1, len(alike)) if alike[1:] else (0, 0)))


def _hold(here: Figures, load: Load, hold: int) -> tuple[tuple[int, ...], int]:
    """The goods and the pay of a printed hold."""
    return here.takes[load.ship][hold], here.pays[load.ship][hold]


def _holds_alike(here: Figures, load: Load) -> list[int]:
    """The holds of a ship with the same goods and pay."""
    mine = _hold(here, load, load.hold)
    return [hold for hold in range(len(here.takes[load.ship])) if _hold(here, load, hold) == mine]


# -- Sunday ----------------------------------------------------------------------------------------------------------


def buy_relic(g: State, ask: Ask, card: int) -> Said | None:
    """C-61, C-62: points, price, and the member that goes home."""
    if card == NO_RELIC:
        return None
    here, guard = FIGURES[g.edition], _guard(g, card)
    price = here.cost[card], here.relic_city[card], guard
    if here.shrine[card]:
        return _BUY_SHRINE(card, *price)
    alike = among(ask, card, NO_RELIC, lambda other: (_worth(g, other), _guard(g, other)))
    return _BUY_RELIC(card, here.points[card], *price, *alike)


def safeguard(g: State, ask: Ask, card: int) -> Said | None:
    """C-67: points and price of the card."""
    if card == NO_RELIC:
        return None
    here = FIGURES[g.edition]
    price = here.cost[card], here.relic_city[card]
    if here.shrine[card]:
        return _GUARD_SHRINE(card, *price)
    return _GUARD_RELIC(card, here.points[card], *price, *among(ask, card, NO_RELIC, lambda other: _worth(g, other)))


def enshrine(g: State, ask: Ask, option: int) -> Said:
    """C-64: twice the points, or never."""
    yes, no = _ENSHRINE
    return yes(2 * FIGURES[g.edition].points[ask.about[0]]) if option == YES else no()


def fill_shrine(g: State, ask: Ask, relic: int) -> Said | None:
    """C-63: the relic that goes in, and its points there."""
    if relic == NO_FILL:
        return None
    points = FIGURES[g.edition].points[relic]
    return _FILL_WITH(relic, points, 2 * points, *among(ask, relic, NO_FILL, lambda other: _worth(g, other)))


def _worth(g: State, card: int) -> tuple[int, ...]:
    """The features by which cards differ: city, kind, points and cost."""
    here = FIGURES[g.edition]
    return here.relic_city[card], here.shrine[card], here.points[card], here.cost[card]


def _guard(g: State, card: int) -> tuple[int, ...]:
    """The seat of the member on a displayed card, if there is one."""
    guard = g.guards[g.display.index(card)]
    return () if guard == NONE else (guard,)


LABELS = {
    "choose_good": choose_good,
    "play_family_card": play_card,
    "vote": vote,
    "street_return": street_return,
    "take_stall": take_stall,
    "place_contract": place_contract,
    "load_hold": load_hold,
    "buy_relic": buy_relic,
    "safeguard": safeguard,
    "enshrine": enshrine,
    "fill_shrine": fill_shrine,
}
