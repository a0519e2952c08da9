"""The targets of the questions of The Pillars of the Earth; numbers as in RULES.md."""

from __future__ import annotations

from podesta_engines.core.board import PASSED, Target, own, thing, touch
from podesta_engines.core.script import Ask
from podesta_engines.pillars_of_the_earth.answers import (
    CHOICES,
    DEALS,
    DONE,
    KEEP,
    KEPT,
    LEAVE,
    PASS_BUILDER,
    PASS_CHOICE,
    PLACINGS,
    PROTECTION,
    USE,
    USES,
    Buy,
    Take,
)
from podesta_engines.pillars_of_the_earth.state import State
from podesta_engines.pillars_of_the_earth.words import (
    CRAFTSMAN,
    EVENT,
    PIECE,
    PRIVILEGE,
    REMIGIUS,
    RESOURCE,
    RESOURCE_CARD,
    SPACE,
    TAX_EXEMPTION,
    THOMAS,
)

Targets = tuple[Target, ...]
COURT_METAL = "space.court_1"
"""The zone of the court's metal."""


def space_id(space: int) -> str:
    """A space for a master builder."""
    return thing("space", SPACE.slug(space))


def craftsman_id(card: int) -> str:
    """A craftsman's card."""
    return thing("craftsman", CRAFTSMAN.slug(card))


def resource_card_id(card: int) -> str:
    """A resource card."""
    return thing("resource_card", RESOURCE_CARD.slug(card))


def privilege_id(card: int) -> str:
    """A privilege card."""
    return thing("privilege", PRIVILEGE.slug(card))


def event_id(event: int) -> str:
    """An event card."""
    return thing("event", EVENT.slug(event))


def piece_id(piece: int) -> str:
    """A piece of the cathedral."""
    return thing("piece", PIECE.slug(piece))


def cubes_id(resource: int) -> str:
    """Cubes of a kind."""
    return thing("resource", RESOURCE.slug(resource))


def market_cubes(resource: int) -> str:
    """The zone of the market's cubes of a kind."""
    return f"market_{RESOURCE.slug(resource)}"


def own_cubes(seat: int, resource: int) -> str:
    """The zone of a seat's cubes of a kind."""
    return own(seat, RESOURCE.slug(resource))


def choose(_: State, _ask: Ask, option: int) -> Targets:
    """P-32, P-33: the card."""
    if option == PASS_CHOICE:
        return PASSED
    choice = CHOICES[option]
    return touch(resource_card_id(choice.card) if isinstance(choice, Take) else craftsman_id(choice.card))


def craftsman(_: State, _ask: Ask, option: int) -> Targets:
    """P-7, P-75, P-131: the craftsman's card."""
    return touch(craftsman_id(option))


def redraw(_: State, _ask: Ask, option: int) -> Targets:
    """P-52: the bag, to draw again."""
    return PASSED if option == KEEP else touch("bag")


def place(_: State, _ask: Ask, option: int) -> Targets:
    """P-53, P-58: the space, and Remigius if he pays."""
    if option == PASS_BUILDER:
        return PASSED
    space, free = PLACINGS[option]
    return touch(space_id(space), privilege_id(REMIGIUS)) if free else touch(space_id(space))


def bishop(_: State, ask: Ask, option: int) -> Targets:
    """P-72: the event that he protects from, or a cube of the market."""
    if option == PROTECTION:
        return touch(event_id(ask.about[0]))
    return touch(market_cubes(option - 1))


def thomas(_: State, _ask: Ask, option: int) -> Targets:
    """P-74: the card."""
    return touch(privilege_id(THOMAS)) if option == USE else PASSED


def exemption(_: State, _ask: Ask, option: int) -> Targets:
    """P-94: the card."""
    return touch(privilege_id(TAX_EXEMPTION)) if option == USE else PASSED


def deal(_: State, ask: Ask, option: int) -> Targets:
    """P-112, P-113: the market's cubes for a purchase, own ones for a sale, once per cube."""
    if option == LEAVE:
        return PASSED
    deal = DEALS[option]
    zone = market_cubes(deal.resource) if isinstance(deal, Buy) else own_cubes(ask.seat, deal.resource)
    return (Target(zone, times=deal.cubes),)


def use(_: State, _ask: Ask, option: int) -> Targets:
    """P-133: the craftsman's card, once per use."""
    if option == DONE:
        return PASSED
    card, times = USES[option]
    return (Target(craftsman_id(card), times=times),)


def keep(_: State, ask: Ask, option: int) -> Targets:
    """P-141: the cubes that are kept."""
    return tuple(Target(own_cubes(ask.seat, kind), times=number) for kind, number in enumerate(KEPT[option]) if number)


TARGETS = {
    "choose": choose,
    "dismiss": craftsman,
    "redraw": redraw,
    "place": place,
    "place_passed": place,
    "bishop": bishop,
    "thomas": thomas,
    "lose": craftsman,
    "tax_exemption": exemption,
    "market": deal,
    "boost": craftsman,
    "use": use,
    "keep": keep,
}
"""By kind of question."""
