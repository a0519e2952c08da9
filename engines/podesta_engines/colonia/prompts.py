"""Prompts of Colonia that depend on the table; every text is in `texts/`."""

from __future__ import annotations

from collections.abc import Callable

from podesta_engines.core.script import Ask
from podesta_engines.core.words import Form, Said, Vocabulary, form

from .components import FIGURES, Limits
from .state import State
from .words import CITY, CRAFTSMAN, NUMBER, ORDINANCE, RELIC, STREET

# -- votes -----------------------------------------------------------------------------------------------------------


def _ordinance(effect: str, **slots: Vocabulary) -> Form:
    return form(f"prompts.vote_{effect}", ordinance=ORDINANCE, votes=NUMBER, **slots)


_MORE = _ordinance("more")
_FOREIGN = _ordinance("foreign", number=NUMBER)
_STREET = _ordinance("street", number=NUMBER, street=STREET)
_RESOURCES = _ordinance("resources", number=NUMBER)
_CONTRACTS = _ordinance("contracts", number=NUMBER, craftsman=CRAFTSMAN)
_EXTRA_HOLD = _ordinance("extra_hold", number=NUMBER)
_SHIPS = _ordinance("one_ship"), _ordinance("two_ships")
_GOOD = _ordinance("good")
_RELICS = _ordinance("relics", number=NUMBER)
_FEWER = _ordinance("fewer")
_EXCHANGE = _ordinance("exchange", number=NUMBER)

Effect = tuple[Form, Callable[[Limits], tuple[int, ...]]]
"""The text of an ordinance, and a function for its slots besides its name and the votes."""


def _bare(text: Form) -> Effect:
    return text, lambda _: ()


def _street(street: int) -> Effect:
    return _STREET, lambda limits: (limits.street_return, street)


def _craftsman(craftsman: int) -> Effect:
    return _CONTRACTS, lambda limits: (limits.craftsman_bonus, craftsman)


_EFFECTS: dict[str, Effect] = {
    "ord_wed_more_1": _bare(_MORE),
    "ord_wed_more_2": _bare(_MORE),
    "ord_wed_foreign": (_FOREIGN, lambda limits: (limits.extra_stall_resources,)),
    "ord_thu_street": _street(STREET.parse("wed")),
    "ord_thu_resources": (_RESOURCES, lambda limits: (limits.resources_for_all,)),
    **{f"ord_thu_{word.slug}": _craftsman(i) for i, word in enumerate(CRAFTSMAN.words)},
    "ord_fri_street": _street(STREET.parse("thu")),
    "ord_fri_extra_hold": (_EXTRA_HOLD, lambda limits: (limits.extra_hold_pays,)),
    "ord_fri_one_ship": _bare(_SHIPS[0]),
    "ord_fri_two_ships": _bare(_SHIPS[1]),
    "ord_fri_good": _bare(_GOOD),
    "ord_sat_relics": (_RELICS, lambda limits: (limits.relic_extra_spaces,)),
    "ord_sat_fewer": _bare(_FEWER),
    "ord_sat_exchange": (_EXCHANGE, lambda limits: (limits.exchange,)),
}


def vote(g: State, ask: Ask) -> Said:
    """C-37: the effect of the ordinance, and the number of the seat's votes (C-29)."""
    ordinance = ask.about[0]
    text, fill = _EFFECTS[ORDINANCE.slug(ordinance)]
    return text(ordinance, g.players[ask.seat].votes, *fill(FIGURES[g.edition].limits))


# -- pass loops ------------------------------------------------------------------------------------------------------

_TAKE = form("prompts.take_stall_home", home=NUMBER)
_PLACE = form("prompts.place_contract_home", home=NUMBER), form("prompts.place_contract_pass")
_LOAD = form("prompts.load_hold_home", home=NUMBER), form("prompts.load_hold_pass")
_BUY = form("prompts.buy_relic_only"), form("prompts.buy_shrine_only"), form("prompts.buy_either")
_NO_MONEY = form("prompts.buy_pass")
_GUARD = form("prompts.safeguard_home", home=NUMBER)


def take_stall(g: State, ask: Ask) -> Said:
    """C-43: the members at home."""
    return _TAKE(g.players[ask.seat].home)


def place_contract(g: State, ask: Ask) -> Said:
    """C-46, C-13: names only what is open."""
    some, none = _PLACE
    return some(g.players[ask.seat].home) if len(ask.options) > 1 else none()


def load_hold(g: State, ask: Ask) -> Said:
    """C-53, C-13: names only what is open."""
    some, none = _LOAD
    return some(g.players[ask.seat].home) if len(ask.options) > 1 else none()


def buy_relic(g: State, ask: Ask) -> Said:
    """C-61, C-13: names relics, shrines or both."""
    shrines = {FIGURES[g.edition].shrine[card] for card in ask.options[:-1]}
    relics, only_shrines, either = _BUY
    if not shrines:
        return _NO_MONEY()
    return either() if len(shrines) > 1 else (only_shrines if True in shrines else relics)()


def safeguard(g: State, ask: Ask) -> Said:
    """C-67: the members at home."""
    return _GUARD(g.players[ask.seat].home)


# -- other questions -------------------------------------------------------------------------------------------------

_RETURN = form("prompts.street_return_of", there=NUMBER, street=STREET)
_CHANGE = form("prompts.exchange_up_to", number=NUMBER), form("prompts.exchange_nothing")
_ENSHRINE = form("prompts.enshrine_worth", relic=RELIC, points=NUMBER, doubled=NUMBER)
_FILL = form("prompts.fill_shrine_with", shrine=RELIC), form("prompts.fill_shrine_nothing", city=CITY)
FORMS = (
    _MORE, _FOREIGN, _STREET, _RESOURCES, _CONTRACTS, _EXTRA_HOLD, *_SHIPS, _GOOD, _RELICS, _FEWER, _EXCHANGE, _TAKE,
    *_PLACE, *_LOAD, *_BUY, _NO_MONEY, _GUARD, _RETURN, *_CHANGE, _ENSHRINE, *_FILL,
)  # fmt: skip


def street_return(g: State, ask: Ask) -> Said:
    """C-76: the number of members there."""
    (street,) = ask.about
    return _RETURN(g.players[ask.seat].streets[street], street)


def exchange(g: State, ask: Ask) -> Said:
    """C-87: a seat without money is offered nothing."""
    some, none = _CHANGE
    return some(FIGURES[g.edition].limits.exchange) if len(ask.options) > 1 else none()


def enshrine(g: State, ask: Ask) -> Said:
    """C-64: the points of the relic, outside and inside the shrine."""
    (relic,) = ask.about
    points = FIGURES[g.edition].points[relic]
    return _ENSHRINE(relic, points, 2 * points)


def fill_shrine(g: State, ask: Ask) -> Said:
    """C-63: a seat without a relic of the city is offered nothing."""
    (shrine,) = ask.about
    some, none = _FILL
    return some(shrine) if len(ask.options) > 1 else none(FIGURES[g.edition].relic_city[shrine])


PROMPTS = {
    "vote": vote,
    "take_stall": take_stall,
    "place_contract": place_contract,
    "load_hold": load_hold,
    "buy_relic": buy_relic,
    "safeguard": safeguard,
    "street_return": street_return,
    "exchange": exchange,
    "enshrine": enshrine,
    "fill_shrine": fill_shrine,
}
