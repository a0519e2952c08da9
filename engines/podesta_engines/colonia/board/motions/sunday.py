"""Motions on Sunday and at the end: relics, shrines, windows; numbers as in RULES.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from podesta_engines.colonia.board import ids
from podesta_engines.colonia.words import RELIC
from podesta_engines.core.board import Motion, Moved, own

from .shared import Several, Viewer, counted


def relic_shown(
    _: Viewer, _seat: int, card: int, _points: int, _cost: int, _currency: int, space: int
) -> Iterator[Motion]:
    """C-69."""
    yield Motion(ids.relic(card), "relic_deck", ids.display(space), was=ids.RELIC_BACK)


def bought(
    viewer: Viewer, seat: int, card: int, cost: int, currency: int, _points: int, space: int, shown: int
) -> Iterator[Motion]:
    """C-61: a relic goes behind the screen, a shrine in front of it (C-65)."""
    shrine = ("kind", "shrine") in RELIC.words[card].parts
    yield Motion(ids.money(currency), ids.holding(viewer, seat, shown, "money"), "bank", cost)
    to = own(seat, "shrines") if shrine else ids.holding(viewer, seat, shown, "relics")
    yield Motion(ids.relic(card), ids.display(space), to)


def guard_home(_: Viewer, seat: int, _card: int, space: int) -> Iterator[Motion]:
    """C-62."""
    yield Motion(ids.member(seat), ids.display(space), own(seat, "home"))


def enshrined(viewer: Viewer, seat: int, card: int, _shrine: int, _points: int, shown: int) -> Iterator[Motion]:
    """C-65."""
    yield Motion(ids.relic(card), ids.holding(viewer, seat, shown, "relics"), own(seat, "shrines"))


def safeguarded(_: Viewer, seat: int, _card: int, _points: int, space: int) -> Iterator[Motion]:
    """C-67."""
    yield Motion(ids.member(seat), own(seat, "home"), ids.display(space))


def relics_discarded(_: Viewer, _seat: int, relics: Several, _cards: Several, spaces: Several) -> Iterator[Motion]:
    """C-68."""
    for card, space in zip(relics, spaces, strict=True):
        yield Motion(ids.relic(card), ids.display(space), "relic_discard")


def relics_moved(
    _: Viewer, _seat: int, relics: Several, origins: Several, spaces: Several, seats: Several
) -> Iterator[Motion]:
    """C-69: with the members on them."""
    for card, origin, space, seat in zip(relics, origins, spaces, seats, strict=True):
        yield Motion(ids.relic(card), ids.display(origin), ids.display(space))
        yield Motion(ids.member(seat), ids.display(origin), ids.display(space))


def cards_away(_: Viewer, _seat: int, seats: Several, cards: Several, votes: Several) -> Iterator[Motion]:
    """C-70."""
    for seat, card, number in zip(seats, cards, votes, strict=True):
        turned = card and not number
        yield Motion(ids.face_down(seat) if turned else ids.family_card(card), own(seat, "played"), "")


def screen_removed(
    viewer: Viewer, seat: int, money: Several, goods: Several, resources: int, relics: Several, _cards: Several
) -> Iterator[Motion]:
    """C-71: at the end the others see what was behind the screen, but only the number of the resources."""
    if viewer == seat:
        return
    screen = own(seat, "screen")
    yield from counted(money, ids.money, screen, own(seat, "money"))
    yield from counted(goods, ids.good, screen, own(seat, "goods"))
    yield from counted(relics, ids.relic, screen, own(seat, "relics"))
    if resources:
        yield Motion(ids.unseen(seat), screen, own(seat, "resources"), resources)


def window_won(_: Viewer, seat: int, city: int, number: int, currency: int) -> Iterator[Motion]:
    """C-90: the screens have been removed."""
    yield Motion(ids.window(city), "windows", own(seat, "windows"))
    yield Motion(ids.money(currency), own(seat, "money"), "bank", number)


MOTIONS: Mapping[str, Moved] = {
    "relic_shown": relic_shown,
    "bought": bought,
    "guard_home": guard_home,
    "enshrined": enshrined,
    "safeguarded": safeguarded,
    "relics_discarded": relics_discarded,
    "relics_moved": relics_moved,
    "cards_away": cards_away,
    "screen_removed": screen_removed,
    "window_won": window_won,
}
"""By kind of note."""
