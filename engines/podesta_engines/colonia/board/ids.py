"""The ids of zones and pieces of Colonia; numbers as in RULES.md."""

from __future__ import annotations

from podesta_engines.colonia.words import (
    BERTH,
    CRAFTSMAN,
    CURRENCY,
    DIE,
    FAMILY_CARD,
    GOOD,
    HOLD,
    ORDINANCE,
    RELIC,
    RESOURCE,
    SHIP,
    STALL,
    STREET,
    WEEK_CARD,
    WINDOW,
)
from podesta_engines.core.board import own, thing

SHIP_STICK = "ship_stick"
"""The stick below the last ship that sails (C-20)."""
SHIP_BACK, RELIC_BACK, ORDINANCE_BACK = "ship", "relic", "ordinance"
"""Cards of the decks, face down."""

# -- pieces ----------------------------------------------------------------------------------------------------------


def money(city: int) -> str:
    """A coin of a currency."""
    return thing("currency", CURRENCY.slug(city))


def good(kind: int) -> str:
    """A good."""
    return thing("good", GOOD.slug(kind))


def resource(kind: int) -> str:
    """A resource."""
    return thing("resource", RESOURCE.slug(kind))


def unseen(seat: int) -> str:
    """A resource of a seat that the viewer does not know."""
    return own(seat, "resource")


def ship(number: int) -> str:
    """A ship."""
    return thing("ship", SHIP.slug(number))


def relic(card: int) -> str:
    """A relic or a shrine."""
    return thing("relic", RELIC.slug(card))


def ordinance(card: int) -> str:
    """An ordinance."""
    return thing("ordinance", ORDINANCE.slug(card))


def week_card(card: int) -> str:
    """A week card."""
    return thing("week_card", WEEK_CARD.slug(card))


def window(city: int) -> str:
    """A church window."""
    return thing("window", WINDOW.slug(city))


def family_card(value: int) -> str:
    """A family card."""
    return thing("family_card", FAMILY_CARD.slug(value))


def face_down(seat: int) -> str:
    """C-27: a family card that was turned face down."""
    return own(seat, "card")


def die(face: int) -> str:
    """The die, showing a face."""
    return thing("die", DIE.slug(face))


def member(seat: int) -> str:
    """A family member of a seat."""
    return own(seat, "member")


def stick(craftsman: str) -> str:
    """The stick of a craftsman (C-19)."""
    return f"{craftsman}_stick"


# -- zones -----------------------------------------------------------------------------------------------------------


def stall(number: int) -> str:
    """A stall."""
    return thing("stall", STALL.slug(number))


def street(day: int) -> str:
    """A street field."""
    return thing("street", STREET.slug(day))


def berth(number: int) -> str:
    """A berth, the zone of a ship."""
    return thing("berth", BERTH.slug(number))


def hold(number: int) -> str:
    """A hold of the ship on a berth, whichever it is."""
    return thing("hold", HOLD.slug(number))


def contract(craftsman: int, space: int) -> str:
    """A space for contracts, from 1; 0 is the craftsman himself, where his stick starts."""
    return space_of(CRAFTSMAN.slug(craftsman), space)


def space_of(craftsman: str, space: int) -> str:
    """A space for contracts of a craftsman given by his word; 0 as in `contract`."""
    return f"{craftsman}_{space}" if space else thing("craftsman", craftsman)


def ordinance_space(number: int) -> str:
    """A space for ordinances, from 1, from left to right."""
    return f"ordinance_{number}"


def place(number: int) -> str:
    """A place in the order of play, from 1."""
    return f"order_{number}"


def display(number: int) -> str:
    """A space for relics, from 1; the last ones are extra."""
    return f"display_{number}"


def holding(viewer: int | None, seat: int, shown: int, name: str) -> str:
    """C-71: the zone of what a seat gets in public: to others behind its screen, unless holdings are open (`shown`)."""
    return own(seat, name if shown or viewer == seat else "screen")
