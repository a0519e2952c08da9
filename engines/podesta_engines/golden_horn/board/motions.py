"""The motions of Golden Horn's notes; numbers as in RULES.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from podesta_engines.core.board import Motion, Moved, own, thing
from podesta_engines.golden_horn.words import COLOUR, PORT, SCREEN, TILE, ZONE

from . import ids

Viewer = int | None
Several = Sequence[int]

# -- setup -----------------------------------------------------------------------------------------------------------


def starts(_: Viewer, seat: int) -> Iterator[Motion]:
    """G-7."""
    yield Motion(ids.START, "", own(seat, "start"))


def fleet_taken(_: Viewer, seat: int, _fleet: int, ships: Several) -> Iterator[Motion]:
    """G-8."""
    return (Motion(ids.ship(ship), "", own(seat, "fleet")) for ship in ships)


def tile_laid(_: Viewer, _seat: int, tile: int, _way: int, colours: Several, slot: int) -> Iterator[Motion]:
    """G-10."""
    yield Motion(ids.tile(TILE.slug(tile), map(COLOUR.slug, colours)), "", ids.slot(slot))


def placed(_: Viewer, seat: int, three: int, two: int, one: int, ships: Several) -> Iterator[Motion]:
    """G-12."""
    for ship, port in zip(ships, (three, two, one), strict=True):
        yield Motion(ids.ship(ship), own(seat, "fleet"), thing("space", PORT.slug(port)))


# -- goods -----------------------------------------------------------------------------------------------------------


def drawn(_: Viewer, _seat: int, port: int, goods: Several) -> Iterator[Motion]:
    """G-14, G-28: out of the bag."""
    for colour, number in _each(goods):
        yield Motion(ids.good(colour), "bag", ids.port(port), number, ids.GOOD)


def _each(colours: Several) -> list[tuple[int, int]]:
    """Each colour once, with its count."""
    return sorted(Counter(colours).items())


def loaded(_: Viewer, seat: int, ship: int, colour: int, number: int, port: int) -> Iterator[Motion]:
    """G-27."""
    yield Motion(ids.good(colour), ids.port(port), ids.hold(seat, ship), number)


def unloaded(viewer: Viewer, seat: int, colour: int, number: int, ship: int, into: int) -> Iterator[Motion]:
    """G-34."""
    yield Motion(ids.good(colour), ids.hold(seat, ship), _stored(viewer, seat, into), number)


def _stored(viewer: Viewer, seat: int, into: int) -> str:
    """G-49: to the other seats, goods go behind the screen, if there is one."""
    return own(seat, "warehouse" if viewer == seat else ZONE.slug(into))


def unscreened(viewer: Viewer, seat: int, goods: Several) -> Iterator[Motion]:
    """G-49: the goods that the others had not seen."""
    for colour, number in _each(goods) if viewer != seat else ():
        yield Motion(ids.good(colour), own(seat, ZONE.slug(SCREEN)), own(seat, "warehouse"), number)


# -- ships -----------------------------------------------------------------------------------------------------------


def sailed(
    _: Viewer, _seat: int, ship: int, origin: int, space: int, _left: int, _reached: int, path: Several
) -> Iterator[Motion]:
    """G-29."""
    yield Motion(ids.ship(ship), ids.space(origin), ids.space(space), path=tuple(map(ids.space, path)))


# -- cards -----------------------------------------------------------------------------------------------------------


def raided(
    viewer: Viewer, seat: int, ship: int, owner: int, cards: Several, colour: int, into: int
) -> Iterator[Motion]:
    """G-23."""
    for card, number in _each(cards):
        yield _discarded(viewer, seat, card, number)
    yield Motion(ids.good(colour), ids.hold(owner, ship), _stored(viewer, seat, into))


def wind_played(viewer: Viewer, seat: int, card: int) -> Iterator[Motion]:
    """G-32."""
    yield _discarded(viewer, seat, card, 1)


def _discarded(viewer: Viewer, seat: int, card: int, number: int) -> Motion:
    """G-48: a card that is played is known to all."""
    back = "" if viewer == seat else ids.back(seat)
    return Motion(ids.card(card), own(seat, "hand"), "discard", number, back)


def dealt(viewer: Viewer, seat: int, number: int) -> Iterator[Motion]:
    """G-15, G-36: to others, backs."""
    if viewer != seat and number:
        yield Motion(ids.back(seat), "deck", own(seat, "hand"), number, ids.CARD)


def cards_drawn(viewer: Viewer, seat: int, _number: int, at_once: int) -> Iterator[Motion]:
    """G-36: as many as the deck has; before the rest are dealt, the discard pile must be shuffled."""
    return dealt(viewer, seat, at_once)


def card_taken(_: Viewer, seat: int, colour: int) -> Iterator[Motion]:
    """G-47: the card, for the seat itself."""
    yield Motion(ids.card(colour), "deck", own(seat, "hand"), was=ids.CARD)


def reshuffled(viewer: Viewer, seat: int, cards: Several, missing: int) -> Iterator[Motion]:
    """G-38: the discard pile becomes the deck, and the draw continues."""
    for colour, number in _each(cards):
        yield Motion(ids.CARD, "discard", "deck", number, ids.card(colour))
    yield from dealt(viewer, seat, missing)


MOTIONS: Mapping[str, Moved] = {
    "starts": starts,
    "fleet_taken": fleet_taken,
    "tile_laid": tile_laid,
    "placed": placed,
    "stocked": drawn,
    "dealt": dealt,
    "raided": raided,
    "loaded": loaded,
    "refilled": drawn,
    "sailed": sailed,
    "wind_played": wind_played,
    "unloaded": unloaded,
    "unscreened": unscreened,
    "cards_drawn": cards_drawn,
    "reshuffled": reshuffled,
    "card_taken": card_taken,
}
"""By kind of note."""
