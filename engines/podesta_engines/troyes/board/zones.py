"""The ids of places and pieces of Troyes, from the ints of its rules."""

from __future__ import annotations

from collections.abc import Sequence

from podesta_engines.core.board import own, thing
from podesta_engines.troyes.places import ACTIVITY
from podesta_engines.troyes.state import NEUTRAL
from podesta_engines.troyes.words import BUILDING, CARD, COLOUR, DIE, EVENT, FOE, PLOT, SOURCES, SPACE, TARGET


def of(owner: int, name: str) -> str:
    """The id of a thing that belongs to a seat or is neutral: `s0.cube`, `neutral.cube`."""
    return f"neutral.{name}" if owner == NEUTRAL else own(owner, name)


def influence(number: int) -> str:
    """T-22: a space of the influence track."""
    return f"influence_{number}"


def space(number: int) -> str:
    """A space of a building."""
    return thing("space", SPACE.slug(number))


def building(number: int) -> str:
    """T-204: the illustration of a building, for expelled citizens."""
    return thing("building", BUILDING.slug(number))


def activity(number: int) -> str:
    """The place of an activity card, or one of its two spaces for tradesmen."""
    return thing("activity", ACTIVITY.slug(number))


def card(number: int) -> str:
    """An activity card."""
    return thing("card", CARD.slug(number))


def event(number: int) -> str:
    """An event card."""
    return thing("event", EVENT.slug(number))


def queued(place: int) -> str:
    """A place in the queue of events, for the card and the cubes on it."""
    return thing("target", TARGET.slug(place))


def deck(colour: int) -> str:
    """T-8: an event deck."""
    return thing("deck", COLOUR.slug(colour))


def plot(number: int) -> str:
    """A place of the cathedral."""
    return thing("plot", PLOT.slug(number))


def die(number: int) -> str:
    """A die in a district; the word names its owner."""
    return thing("die", DIE.slug(number))


def black(face: int) -> str:
    """A black die."""
    return thing("foe", FOE.slug(face))


def origin(owner: int, source: int, left: Sequence[int]) -> str:
    """T-141, T-201: the zone from which a citizen comes; `left` is the place of a tradesman, empty for others."""
    place, at = SOURCES[source]
    if place == "space":
        return space(at)
    if place == "lying":
        return building(at)
    return activity(left[0]) if left else of(owner, "supply")
