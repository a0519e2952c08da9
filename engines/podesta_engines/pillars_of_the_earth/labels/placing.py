"""The cost and gain of a master builder on each space; numbers as in RULES.md."""

from __future__ import annotations

from collections.abc import Callable

from podesta_engines.core.script import Ask
from podesta_engines.core.words import Form, Said, Vocabulary, form
from podesta_engines.pillars_of_the_earth.answers import PASS_BUILDER, PLACINGS
from podesta_engines.pillars_of_the_earth.components import FIGURES
from podesta_engines.pillars_of_the_earth.pieces import holds
from podesta_engines.pillars_of_the_earth.state import State
from podesta_engines.pillars_of_the_earth.words import (
    BISHOP,
    CASTLE,
    CATHEDRAL,
    COURT,
    KINGSBRIDGE,
    MARKET,
    METAL,
    NUMBER,
    POINTS,
    PRIOR_PHILIP,
    PRIORY,
    PRIVILEGE,
    RESOURCE,
    SHIRING,
    SPACE,
    TITLE,
    TITLED,
)

from .craftsmen import WORKS, works


def place(g: State, ask: Ask, option: int) -> Said | None:
    """P-53: the present cost of a space, and its gain."""
    if option == PASS_BUILDER:
        return None
    space, free = PLACINGS[option]
    return _at(g, ask.seat, space, 0 if free else ask.about[0], free)


def place_passed(g: State, ask: Ask, option: int) -> Said:
    """P-58: the gain from a space, free of charge."""
    return _at(g, ask.seat, PLACINGS[option].space, 0, 0)


def _at(g: State, seat: int, space: int, *price: int) -> Said:
    told, brought = _PLACES[max(first for first in _PLACES if first <= space)]
    return told(*price, *brought(g, seat, space))


Brought = tuple[int | list[int], ...]
"""The arguments of a space's label."""


def _nothing_to_tell(*_: object) -> Brought:
    return ()


def _privilege(g: State, _: int, space: int) -> Brought:
    """P-80: the card there."""
    return (g.kingsbridge[space - KINGSBRIDGE],)


def _points(g: State, seat: int, space: int) -> Brought:
    """P-84: two points or one, and another with Prior Philip."""
    here = FIGURES[g.edition]
    philip = here.privilege_gives[PRIOR_PHILIP][POINTS] if holds(g.players[seat], PRIOR_PHILIP) else 0
    return (here.priory[space - PRIORY] + philip,)


def _metal(g: State, _: int, space: int) -> Brought:
    """P-90: the metal on the first space."""
    return ([METAL] * g.court_metal if space == COURT else [],)


def _craftsman(g: State, _: int, space: int) -> Brought:
    """P-100: the craftsman there."""
    card = g.shiring[space - SHIRING]
    return (TITLED[card][0], *works(FIGURES[g.edition], card))


def _lent(g: State, *_: int) -> Brought:
    """P-104, P-105: in the last round the castle has no effect."""
    here = FIGURES[g.edition]
    return (here.castle if g.round < here.rounds else 0,)


def _space(_g: State, _seat: int, space: int) -> Brought:
    """P-110: the spaces of the market act in their order."""
    return (space,)


def _starts(g: State, *_: int) -> Brought:
    """P-150, P-151: after the last round there is no start player."""
    return (int(g.round < FIGURES[g.edition].rounds),)


def _form(key: str, **slots: Vocabulary) -> Form:
    """The label for placing a builder on a space at a price, with or without Remigius."""
    return form(f"labels.place_{key}", cost=NUMBER, remigius=NUMBER, **slots)


_PLACES: dict[int, tuple[Form, Callable[[State, int, int], Brought]]] = {
    BISHOP: (_form("bishop"), _nothing_to_tell),
    KINGSBRIDGE: (_form("kingsbridge", card=PRIVILEGE), _privilege),
    PRIORY: (_form("priory", points=NUMBER), _points),
    COURT: (_form("court", metal=RESOURCE), _metal),
    SHIRING: (_form("shiring", title=TITLE, **WORKS), _craftsman),
    CASTLE: (_form("castle", workers=NUMBER), _lent),
    MARKET: (_form("market", space=SPACE), _space),
    CATHEDRAL: (_form("cathedral", starts=NUMBER), _starts),
}
"""By the first space of each location: its label, and a function for its arguments besides the price."""
FORMS = tuple(told for told, _ in _PLACES.values())
