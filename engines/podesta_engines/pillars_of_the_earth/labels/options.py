"""Options with their costs and gains; numbers as in RULES.md."""

from __future__ import annotations

from podesta_engines.core.script import Ask
from podesta_engines.core.words import Said, form
from podesta_engines.pillars_of_the_earth.answers import (
    CHOICES,
    DEALS,
    DONE,
    LEAVE,
    PASS_CHOICE,
    PROTECTION,
    USE,
    USES,
    Buy,
    Take,
)
from podesta_engines.pillars_of_the_earth.components import FIGURES
from podesta_engines.pillars_of_the_earth.pieces import holds
from podesta_engines.pillars_of_the_earth.state import State
from podesta_engines.pillars_of_the_earth.words import (
    EVENT,
    FRANCIS,
    NUMBER,
    RESOURCE,
    RESOURCE_CARD,
    TIMES,
    TITLE,
    TITLED,
)

from .craftsmen import TURNED, WORKS, named, turned, works
from .placing import place, place_passed

_TAKE = form("labels.take_for", card=RESOURCE_CARD, workers=NUMBER)
_HIRE = form("labels.hire_for", title=TITLE, cost=NUMBER, **WORKS)
_CRAFTSMAN = form("labels.craftsman", title=TITLE, round=NUMBER, **WORKS)
_USE = form("labels.use_for", times=TIMES, title=TITLE, round=NUMBER, **TURNED)
_BUY = form("labels.buy_for", number=NUMBER, resource=RESOURCE, gold=NUMBER)
_SELL = form("labels.sell_for", number=NUMBER, resource=RESOURCE, gold=NUMBER, lost=NUMBER)
_PROTECTION = form("labels.protection", event=EVENT)
_THOMAS = form("labels.thomas_use"), form("labels.thomas_decline")
_EXEMPTED = form("labels.exemption_use")
_TAXED = form("labels.exemption_decline", paid=NUMBER, lost=NUMBER)
FORMS = (_TAKE, _HIRE, _CRAFTSMAN, _USE, _BUY, _SELL, _PROTECTION, *_THOMAS, _EXEMPTED, _TAXED)


def choose(g: State, _: Ask, option: int) -> Said | None:
    """P-32, P-34: the workers for a resource card; the cost of a craftsman, and his work."""
    if option == PASS_CHOICE:
        return None
    here, choice = FIGURES[g.edition], CHOICES[option]
    if isinstance(choice, Take):
        return _TAKE(choice.card, here.workers[choice.card])
    return _HIRE(TITLED[choice.card][0], here.cost[choice.card], *works(here, choice.card))


def craftsman(g: State, ask: Ask, option: int) -> Said:
    """P-7, P-75, P-131: the work of a craftsman in the row."""
    return _CRAFTSMAN(*named(g.players[ask.seat].row, option), *works(FIGURES[g.edition], option))


def use(g: State, ask: Ask, option: int) -> Said | None:
    """P-133: the inputs and outputs of a number of uses."""
    if option == DONE:
        return None
    card, times = USES[option]
    return _USE(times, *named(g.players[ask.seat].row, card), *turned(FIGURES[g.edition], card, times))


def bishop(_: State, ask: Ask, option: int) -> Said | None:
    """P-72: the event that the bishop protects from."""
    return _PROTECTION(*ask.about) if option == PROTECTION else None


def thomas(_g: State, _: Ask, option: int) -> Said:
    """P-74: used or kept."""
    return _THOMAS[option]()


def exemption(g: State, ask: Ask, option: int) -> Said:
    """P-94, P-95: no tax, or the payment; P-4: and the points lost for lack of gold."""
    if option == USE:
        return _EXEMPTED()
    me = g.players[ask.seat]
    due = FIGURES[g.edition].privilege[FRANCIS] if holds(me, FRANCIS) else ask.about[0]
    return _TAXED(min(due, me.gold), min(max(0, due - me.gold) // 2, me.points))


def deal(g: State, ask: Ask, option: int) -> Said | None:
    """P-112, P-113, P-118: the price, and the part of it that exceeds the limit."""
    if option == LEAVE:
        return None
    here, deal, gold = FIGURES[g.edition], DEALS[option], g.players[ask.seat].gold
    if isinstance(deal, Buy):
        return _BUY(deal.cubes, deal.resource, deal.cubes * here.buy[deal.resource])
    price = deal.cubes * here.sell[deal.resource]
    return _SELL(deal.cubes, deal.resource, price, max(0, gold + price - here.gold_limit))


LABELS = {
    "choose": choose,
    "dismiss": craftsman,
    "lose": craftsman,
    "boost": craftsman,
    "use": use,
    "place": place,
    "place_passed": place_passed,
    "bishop": bishop,
    "thomas": thomas,
    "tax_exemption": exemption,
    "market": deal,
}
"""Labels of options, by kind of question."""
