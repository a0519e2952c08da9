"""Motions in the setup, on Monday, in the council and of members going home; numbers as in RULES.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from podesta_engines.colonia.board import ids
from podesta_engines.colonia.words import STREET
from podesta_engines.core.board import Motion, Moved, own

from .shared import Several, Viewer, counted, rolled, sticks

TUESDAY = STREET.parse("tue")

# -- setup and Monday ------------------------------------------------------------------------------------------------


def resources_drawn(viewer: Viewer, seat: int, number: int, shown: int) -> Iterator[Motion]:
    """C-6: to seats that cannot see them, resources go behind the screen."""
    if not shown and viewer != seat:
        yield Motion(ids.unseen(seat), "bag", own(seat, "screen"), number)


def resource_seen(_: Viewer, seat: int, kind: int, _shown: int) -> Iterator[Motion]:
    """C-6."""
    yield Motion(ids.resource(kind), "bag", own(seat, "resources"))


def good_rolled(_: Viewer, _seat: int, face: int, former: Several) -> Iterator[Motion]:
    """C-7."""
    return rolled(face, former)


def good_taken(viewer: Viewer, seat: int, good: int, shown: int) -> Iterator[Motion]:
    """C-7, C-50."""
    yield Motion(ids.good(good), "supply", ids.holding(viewer, seat, shown, "goods"))


def week_began(_: Viewer, _seat: int, _number: int, card: int, *figures: int | Several) -> Iterator[Motion]:
    """C-17: the new card covers the former one; C-19, C-20: the sticks go below the week's contracts and ships."""
    *capacities, _rolls, ships, former = figures
    assert isinstance(ships, int)
    assert not isinstance(former, int)
    yield from (Motion(ids.week_card(covered), "week_card", "") for covered in former)
    yield Motion(ids.week_card(card), "week_deck", "week_card")
    yield from (sticks(craftsman, 0, to) for craftsman, to in enumerate(capacities) if isinstance(to, int) and to)
    yield Motion(ids.SHIP_STICK, "", ids.berth(ships - 1))


def stall_stocked(_: Viewer, _seat: int, stall: int, _all: Several, _missing: int, added: Several) -> Iterator[Motion]:
    """C-18."""
    return counted(added, ids.resource, "bag", ids.stall(stall))


def ordinances_shown(_: Viewer, _seat: int, cards: Several) -> Iterator[Motion]:
    """C-21."""
    for space, card in enumerate(cards, 1):
        yield Motion(ids.ordinance(card), "ordinance_deck", ids.ordinance_space(space), was=ids.ORDINANCE_BACK)


# -- Tuesday ---------------------------------------------------------------------------------------------------------


def card_shown(_: Viewer, seat: int, value: int) -> Iterator[Motion]:
    """C-24."""
    yield Motion(ids.family_card(value), own(seat, "cards"), own(seat, "played"))


def council_sent(_: Viewer, seat: int, number: int, streets: Several) -> Iterator[Motion]:
    """C-26, C-27: from home, then from the streets."""
    member, home = ids.member(seat), number - len(streets)
    if home:
        yield Motion(member, own(seat, "home"), "town_hall", home)
    for day in sorted(set(streets)):
        yield Motion(member, ids.street(day), "town_hall", streets.count(day))


def face_down(_: Viewer, seat: int, _number: int, value: int) -> Iterator[Motion]:
    """C-27: the card stays in place and is turned."""
    played = own(seat, "played")
    yield Motion(ids.face_down(seat), played, played, was=ids.family_card(value))


def order_set(_: Viewer, _seat: int, order: Several, former: Several) -> Iterator[Motion]:
    """C-30."""
    for place, seat in enumerate(order, 1):
        before = former.index(seat) + 1 if former else 0
        if place != before:
            yield Motion(own(seat, "emblem"), ids.place(before) if before else "", ids.place(place))


def hall_left(_: Viewer, _seat: int, members: Several) -> Iterator[Motion]:
    """C-34."""
    for seat, number in enumerate(members):
        if number:
            yield Motion(ids.member(seat), "town_hall", ids.street(TUESDAY), number)


# -- every day -------------------------------------------------------------------------------------------------------


def members_home(_: Viewer, seat: int, number: int, street: int) -> Iterator[Motion]:
    """C-15."""
    yield Motion(ids.member(seat), ids.street(street), own(seat, "home"), number)


def decided(_: Viewer, _seat: int, ordinance: int, _yes: int, _no: int, _verdict: int, space: int) -> Iterator[Motion]:
    """C-42: the card leaves the game, whatever the verdict."""
    yield Motion(ids.ordinance(ordinance), ids.ordinance_space(space), "")


MOTIONS: Mapping[str, Moved] = {
    "resources_drawn": resources_drawn,
    "resource_seen": resource_seen,
    "good_rolled": good_rolled,
    "good_taken": good_taken,
    "week_began": week_began,
    "stall_stocked": stall_stocked,
    "ordinances_shown": ordinances_shown,
    "card_shown": card_shown,
    "council_sent": council_sent,
    "face_down": face_down,
    "order_set": order_set,
    "hall_left": hall_left,
    "members_home": members_home,
    "decided": decided,
}
"""By kind of note."""
