"""The answers of The Pillars of the Earth, with their questions and draws; labels are in `texts/`."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from podesta_engines.core.script import Kind
from podesta_engines.core.words import Vocabulary, Word, form

from .words import (
    COLOUR,
    CRAFTSMAN,
    EVENT,
    LEFT_OUT,
    METAL,
    NUMBER,
    PART,
    PER_USE,
    PHASE,
    PIECE,
    PRIVILEGE,
    REASON,
    RESOURCE,
    RESOURCE_CARD,
    SEAT,
    SITE,
    SPACE,
    STARTING,
    THING,
    TIMES,
    TITLE,
    TRADE,
)

# -- answers ---------------------------------------------------------------------------------------------------------


class Take(NamedTuple):
    """A resource card is taken, with its workers."""

    card: int


class Hire(NamedTuple):
    """A craftsman is hired."""

    card: int


CHOICES: tuple[Take | Hire, ...] = (
    *(Take(card) for card in range(len(RESOURCE_CARD))),
    *(Hire(card) for card in range(len(STARTING), len(CRAFTSMAN))),
)
"""The choice of every word of CHOICE but the last one."""
TAKING, HIRING = (
    {choice.card: option for option, choice in enumerate(CHOICES) if isinstance(choice, sort)} for sort in (Take, Hire)
)
"""The words of CHOICE, by the resource card that is taken and by the craftsman who is hired."""
PASS_CHOICE = len(CHOICES)


class Placing(NamedTuple):
    """A builder is placed on a space, at his cost or, with Remigius, free of charge."""

    space: int
    free: bool


PLACINGS = tuple(Placing(space, free) for free in (False, True) for space in range(len(SPACE)))
"""The placing of every word of PLACEMENT but the last one."""
PLACING = {placing: option for option, placing in enumerate(PLACINGS)}
"""The word of every placing."""
PAID, UNPAID = (tuple(PLACING[Placing(space, free)] for space in range(len(SPACE))) for free in (False, True))
"""The words by space alone, at the cost and free of charge."""
PASS_BUILDER = len(PLACINGS)
PER_BUY, PER_SALE = 4, 30
"""The most cubes in one purchase or sale; no seat can ever own more than thirty cubes that may be sold."""


class Buy(NamedTuple):
    """Cubes of one kind are bought at the market."""

    resource: int
    cubes: int


class Sell(NamedTuple):
    """Cubes of one kind are sold at the market."""

    resource: int
    cubes: int


DEALS: tuple[Buy | Sell, ...] = (
    *(Buy(resource, cubes) for resource in range(METAL) for cubes in range(1, PER_BUY + 1)),
    *(Sell(resource, cubes) for resource in range(len(RESOURCE)) for cubes in range(1, PER_SALE + 1)),
)
"""The deal of every word of DEAL but the last one."""
LEAVE = len(DEALS)


class Use(NamedTuple):
    """A craftsman works a number of times."""

    card: int
    times: int


USES = tuple(Use(card, times) for card in range(len(CRAFTSMAN)) for times in range(1, PER_USE + 1))
"""The use of every word of WORK but the last one."""
DONE = len(USES)
KEEP, REDRAW = 0, 1
USE, DECLINE = 0, 1
EITHER = (0, 1)
"""Both answers of a question that has two."""
PROTECTION = 0
"""Its number in AUDIENCE; asking for resource r is r + 1."""
KEPT = tuple(kept for kept in product(range(6), repeat=4) if sum(kept) == 5)
"""The numbers of cubes of each kind that may be kept."""

_TAKE, _HIRE = form("labels.take", card=RESOURCE_CARD), form("labels.hire", card=CRAFTSMAN)
_PLACE, _PLACE_FREE = form("labels.place", space=SPACE), form("labels.place_free", space=SPACE)
_BUY, _SELL = (form(f"labels.{action}", number=NUMBER, resource=RESOURCE) for action in ("buy", "sell"))
_USE = form("labels.use", times=TIMES, card=CRAFTSMAN)
_ASK = form("labels.ask_for", resource=RESOURCE)
_KEEP = form("labels.keep", cubes=RESOURCE)


def _take(card: int) -> Word:
    """`take.<card>`, of a resource card."""
    slug = RESOURCE_CARD.slug(card)
    return Word(f"take.{slug}", (("action", "take"), ("card", slug)), _TAKE(card))


def _hire(card: int) -> Word:
    """`take.<card>`, of a craftsman."""
    slug = CRAFTSMAN.slug(card)
    return Word(f"take.{slug}", (("action", "take"), ("card", slug)), _HIRE(card))


def _place(space: int) -> Word:
    """`place.<space>`."""
    slug = SPACE.slug(space)
    return Word(f"place.{slug}", (("action", "place"), ("space", slug)), _PLACE(space))


def _place_free(space: int) -> Word:
    """`place_free.<space>`."""
    slug = SPACE.slug(space)
    return Word(f"place_free.{slug}", (("action", "place_free"), ("space", slug)), _PLACE_FREE(space))


def _choice(choice: Take | Hire) -> Word:
    return _take(choice.card) if isinstance(choice, Take) else _hire(choice.card)


def _placing(placing: Placing) -> Word:
    return (_place_free if placing.free else _place)(placing.space)


def _deal(deal: Buy | Sell) -> Word:
    """`buy.<resource>.<cubes>` or `sell.<resource>.<cubes>`."""
    action, said = ("buy", _BUY) if isinstance(deal, Buy) else ("sell", _SELL)
    resource, cubes = RESOURCE.slug(deal.resource), str(deal.cubes)
    parts = (("action", action), ("resource", resource), ("cubes", cubes))
    return Word(f"{action}.{resource}.{cubes}", parts, said(deal.cubes, deal.resource))


def _use(use: Use) -> Word:
    """`use.<card>.<times>`."""
    card, times = CRAFTSMAN.slug(use.card), str(use.times)
    return Word(f"use.{card}.{times}", (("action", "use"), ("card", card), ("times", times)), _USE(use.times, use.card))


def _audience(resource: int) -> Word:
    """`resource.<resource>`."""
    slug = RESOURCE.slug(resource)
    return Word(f"resource.{slug}", (("action", "resource"), ("resource", slug)), _ASK(resource))


def _kept(cubes: tuple[int, ...]) -> Word:
    """`<sand>.<wood>.<stone>.<metal>`."""
    parts = tuple((word.slug, str(n)) for word, n in zip(RESOURCE.words, cubes, strict=True))
    return Word(".".join(map(str, cubes)), parts, _KEEP([kind for kind, n in enumerate(cubes) for _ in range(n)]))


def _plain(action: str) -> Word:
    """An answer without arguments."""
    return Word(action, (("action", action),))


CHOICE = Vocabulary("choice", [*map(_choice, CHOICES), _plain("pass")])
PLACEMENT = Vocabulary("placement", [*map(_placing, PLACINGS), _plain("pass")])
DEAL = Vocabulary("deal", [*map(_deal, DEALS), _plain("leave")])
WORK = Vocabulary("work", [*map(_use, USES), _plain("done")])
SECOND_DRAW = Vocabulary.of("second_draw", "keep", "redraw")
WHETHER = Vocabulary.of("whether", "use", "decline")
AUDIENCE = Vocabulary("audience", [_plain("protection"), *map(_audience, range(METAL))])
KEEPING = Vocabulary("keeping", map(_kept, KEPT))

# -- questions and draws ---------------------------------------------------------------------------------------------

CHOOSE = Kind("choose", "P-31", CHOICE)
DISMISS = Kind("dismiss", "P-7", CRAFTSMAN)
SECOND = Kind("redraw", "P-52", SECOND_DRAW, about=(("owner", SEAT), ("cost", NUMBER)))
PLACE = Kind("place", "P-53", PLACEMENT, about=(("cost", NUMBER),))
PLACE_PASSED = Kind("place_passed", "P-58", PLACEMENT, about=(("cost", NUMBER),))
ASK_BISHOP = Kind("bishop", "P-72", AUDIENCE, about=(("event", EVENT),))
USE_THOMAS = Kind("thomas", "P-74", WHETHER, about=(("event", EVENT),))
LOSE = Kind("lose", "P-75", CRAFTSMAN)
EXEMPTION = Kind("tax_exemption", "P-94", WHETHER, about=(("tax", NUMBER),))
AT_MARKET = Kind("market", "P-111", DEAL, about=(("space", SPACE),))
BOOST = Kind("boost", "P-131", CRAFTSMAN)
USE_CRAFTSMAN = Kind("use", "P-132", WORK)
KEEP_CUBES = Kind("keep", "P-141", KEEPING)
START_SEAT = Kind("start_seat", "P-11", SEAT)
TURN_PRIVILEGE = Kind("privilege", "P-20", PRIVILEGE)
TURN_CRAFTSMAN = Kind("craftsman", "P-21", CRAFTSMAN)
LEAVE_OUT = Kind("left_out", "P-23", LEFT_OUT)
DRAW_BUILDER = Kind("builder", "P-50", SEAT)
TURN_EVENT = Kind("event", "P-70", EVENT)
PEEK = Kind("peek", "P-26", EVENT)
ROLL_TAX = Kind("tax", "P-91", NUMBER)
KINDS = (
    CHOOSE, DISMISS, SECOND, PLACE, PLACE_PASSED, ASK_BISHOP, USE_THOMAS, LOSE, EXEMPTION, AT_MARKET, BOOST,
    USE_CRAFTSMAN, KEEP_CUBES, START_SEAT, TURN_PRIVILEGE, TURN_CRAFTSMAN, LEAVE_OUT, DRAW_BUILDER, TURN_EVENT, PEEK,
    ROLL_TAX,
)  # fmt: skip
LOTS = KINDS[KINDS.index(START_SEAT) :]
"""The kinds that fate answers."""
VOCABULARIES = (
    COLOUR, SEAT, NUMBER, RESOURCE, TRADE, CRAFTSMAN, RESOURCE_CARD, PRIVILEGE, EVENT, SPACE, SITE, PIECE, LEFT_OUT,
    CHOICE, PLACEMENT, DEAL, WORK, SECOND_DRAW, WHETHER, AUDIENCE, KEEPING, REASON, PART, PHASE, THING, TITLE, TIMES,
)  # fmt: skip
