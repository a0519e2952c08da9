"""Prompts that name only what is among the options; numbers as in RULES.md."""

from __future__ import annotations

from podesta_engines.core.script import Ask
from podesta_engines.core.words import Said, form
from podesta_engines.pillars_of_the_earth.answers import (
    CHOICES,
    DEALS,
    LEAVE,
    PASS_BUILDER,
    PASS_CHOICE,
    PLACINGS,
    PROTECTION,
    Buy,
    Hire,
    Take,
)
from podesta_engines.pillars_of_the_earth.components import FIGURES
from podesta_engines.pillars_of_the_earth.pieces import holds, row_limit
from podesta_engines.pillars_of_the_earth.state import State
from podesta_engines.pillars_of_the_earth.words import EVENT, FRANCIS, NUMBER, SEAT, SPACE

_CHOOSE = {
    (True, True): form("prompts.choose"),
    (True, False): form("prompts.choose_resource"),
    (False, True): form("prompts.choose_craftsman"),
}
"""By whether there are resource cards, and craftsmen."""
_DISMISS = form("prompts.dismiss_over", limit=NUMBER)
_REDRAW = form("prompts.redraw", owner=SEAT, cost=NUMBER)
_REDRAW_OWN = form("prompts.redraw_own", cost=NUMBER)
_PLACE = {
    (True, False, True): form("prompts.place", cost=NUMBER),
    (True, True, True): form("prompts.place_or_remigius", cost=NUMBER),
    (False, True, True): form("prompts.place_remigius"),
    (True, False, False): form("prompts.place_free"),
}
"""By whether the cost can be paid, whether Remigius can be used, and whether the builder may pass."""
_BISHOP = form("prompts.bishop", event=EVENT)
_CUBE = form("prompts.bishop_cube", event=EVENT)
_TAX = form("prompts.tax_exemption", tax=NUMBER)
_FRANCIS = form("prompts.tax_francis", tax=NUMBER, paid=NUMBER)
_MARKET = {
    (True, True): form("prompts.market", space=SPACE),
    (True, False): form("prompts.market_buy", space=SPACE),
    (False, True): form("prompts.market_sell", space=SPACE),
}
"""By whether something can be bought, and sold."""
FORMS = (
    *_CHOOSE.values(), _DISMISS, _REDRAW, _REDRAW_OWN, *_PLACE.values(), _BISHOP, _CUBE, _TAX, _FRANCIS,
    *_MARKET.values(),
)  # fmt: skip


def choose(_: State, ask: Ask) -> Said:
    """P-31: resource cards, craftsmen, or both."""
    cards = [CHOICES[option] for option in ask.options if option != PASS_CHOICE]
    return _CHOOSE[isinstance(cards[0], Take), isinstance(cards[-1], Hire)]()


def dismiss(g: State, ask: Ask) -> Said:
    """P-7: the limit of craftsmen."""
    return _DISMISS(row_limit(g, g.players[ask.seat]))


def redraw(_: State, ask: Ask) -> Said:
    """P-52: the owner of the builder that was drawn."""
    owner, cost = ask.about
    return _REDRAW_OWN(cost) if owner == ask.seat else _REDRAW(owner, cost)


def place(_: State, ask: Ask) -> Said:
    """P-53, P-56, P-176: paying, Remigius and passing, as far as they are open."""
    ways = {PLACINGS[option].free for option in ask.options if option != PASS_BUILDER}
    told = _PLACE[False in ways, True in ways, ask.options[-1] == PASS_BUILDER]
    return told(*ask.about[: len(told.slots)])


def bishop(_: State, ask: Ask) -> Said:
    """P-72: protection only from a negative event."""
    return (_BISHOP if PROTECTION in ask.options else _CUBE)(*ask.about)


def tax_exemption(g: State, ask: Ask) -> Said:
    """P-94, P-95: the die, and the payment with Francis."""
    (tax,), paid = ask.about, FIGURES[g.edition].privilege[FRANCIS]
    return _FRANCIS(tax, paid) if paid < tax and holds(g.players[ask.seat], FRANCIS) else _TAX(tax)


def market(_: State, ask: Ask) -> Said:
    """P-111: buying, selling or both."""
    deals = [DEALS[option] for option in ask.options if option != LEAVE]
    return _MARKET[isinstance(deals[0], Buy), not isinstance(deals[-1], Buy)](*ask.about)


PROMPTS = {
    "choose": choose,
    "dismiss": dismiss,
    "redraw": redraw,
    "place": place,
    "bishop": bishop,
    "tax_exemption": tax_exemption,
    "market": market,
}
"""Prompts that depend on the options, by kind of question."""
