"""What things on the table of Golden Horn are called, by the ints of rules and the words of views."""

from __future__ import annotations

from collections.abc import Iterable

from podesta_engines.core.board import own, thing
from podesta_engines.frozen.golden_horn_1.words import COLOUR, PORT, SAILS, SHIP, SPACE

GOOD, CARD = "good", "card"
"""A good in the bag and a card of the deck: what colour they have nobody sees."""
START = "start_marker"


def ship(number: int) -> str:
    """A ship."""
    return thing("ship", SHIP.slug(number))


def space(number: int) -> str:
    """Where ships lie: a sea space or a port."""
    return thing("space", SPACE.slug(number))


def port(number: int) -> str:
    """Where the goods of a main port lie."""
    return thing("port", PORT.slug(number))


def good(colour: int) -> str:
    """A good that all can see."""
    return thing(GOOD, COLOUR.slug(colour))


def card(colour: int) -> str:
    """A card that the reader can see."""
    return thing(CARD, COLOUR.slug(colour))


def back(seat: int) -> str:
    """A card in a hand, to the others."""
    return own(seat, CARD)


def hold(seat: int, number: int) -> str:
    """Where the goods lie that a seat's ship carries; in every fleet the ships have the same order."""
    return hold_of(seat, SAILS[number % len(SAILS)])


def hold_of(seat: int, sails: str) -> str:
    """The same, by the number of colours on the ship's sails, in a word."""
    return own(seat, f"hold_{sails}")


def tile(word: str, colours: Iterable[str]) -> str:
    """A sea tile as it lies: its word, and its colours as they follow each other from Venice."""
    return ".".join((thing("tile", word), *colours))


def slot(number: int) -> str:
    """Where a sea tile lies, from 0 for the one next to Venice."""
    return f"slot_{number + 1}"
