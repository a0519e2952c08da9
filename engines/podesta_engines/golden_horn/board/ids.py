"""The ids of things on the table of Golden Horn, from the ints of rules and the words of views."""

from __future__ import annotations

from collections.abc import Iterable

from podesta_engines.core.board import own, thing
from podesta_engines.golden_horn.words import COLOUR, PORT, SAILS, SHIP, SPACE

GOOD, CARD = "good", "card"
"""A good in the bag and a card of the deck, with their colours hidden."""
START = "start_marker"


def ship(number: int) -> str:
    """A ship."""
    return thing("ship", SHIP.slug(number))


def space(number: int) -> str:
    """The zone of ships on a space: a sea space or a port."""
    return thing("space", SPACE.slug(number))


def port(number: int) -> str:
    """The zone of the goods in a main port."""
    return thing("port", PORT.slug(number))


def good(colour: int) -> str:
    """A good with a visible colour."""
    return thing(GOOD, COLOUR.slug(colour))


def card(colour: int) -> str:
    """A card that the viewer can see."""
    return thing(CARD, COLOUR.slug(colour))


def back(seat: int) -> str:
    """A card in another seat's hand."""
    return own(seat, CARD)


def hold(seat: int, number: int) -> str:
    """The zone of the goods in a seat's ship; the ships of every fleet have the same order."""
    return hold_of(seat, SAILS[number % len(SAILS)])


def hold_of(seat: int, sails: str) -> str:
    """The zone of the goods in a seat's ship, by the number of colours on its sails, as a word."""
    return own(seat, f"hold_{sails}")


def tile(word: str, colours: Iterable[str]) -> str:
    """A sea tile as it is laid: its word, and its colours in order from Venice."""
    return ".".join((thing("tile", word), *colours))


def slot(number: int) -> str:
    """The zone of a sea tile, from 0 for the one next to Venice."""
    return f"slot_{number + 1}"
