"""The motions of Notre Dame's notes; numbers as in RULES.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from podesta_engines.core.board import Motion, Moved, own, thing
from podesta_engines.notre_dame.words import CARD, COLOUR, GROUPS, MESSAGE, PERSON, PLACE, SECTOR, SQUARE, SUPPLY

from .targets import place

Viewer = int | None
Several = Sequence[int]
PLAYED = 2
"""The number of cards that every seat plays in a round."""


def _square(square: int) -> str:
    return thing("square", SQUARE.slug(square))


def _card(card: int) -> str:
    return thing("card", CARD.slug(card))


def _back(seat: int) -> str:
    """A card in a seat's hand, as the others see it."""
    return own(seat, "card")


# -- setup, rounds ---------------------------------------------------------------------------------------------------


def starts(_: Viewer, seat: int) -> Iterator[Motion]:
    """N-6."""
    yield Motion("bell", "", own(seat, "bell"))


def message_laid(
    _: Viewer, _seat: int, square: int, message: int, _place: int, _home: int, colour: int
) -> Iterator[Motion]:
    """N-4."""
    yield Motion(_message(message, colour), "", _square(square))


def _message(message: int, colour: int) -> str:
    return f"message.{MESSAGE.slug(message)}.{COLOUR.slug(colour)}"


def revealed(_: Viewer, _seat: int, persons: Several, _rats: int) -> Iterator[Motion]:
    """N-20."""
    return (Motion(thing("person", PERSON.slug(person)), "", "display") for person in persons)


def bell_passed(_: Viewer, seat: int, giver: int, persons: Several) -> Iterator[Motion]:
    """N-75: the bell-ringer is passed on, and the persons leave the table."""
    yield Motion("bell", own(giver, "bell"), own(seat, "bell"))
    yield from (Motion(thing("person", PERSON.slug(person)), "display", "") for person in persons)


# -- cards -----------------------------------------------------------------------------------------------------------


def drawn(viewer: Viewer, seat: int) -> Iterator[Motion]:
    """N-21: to others, three backs."""
    if viewer != seat:
        yield Motion(_back(seat), own(seat, "deck"), own(seat, "hand"), 3)


def seen(_: Viewer, seat: int, cards: Several, _actions: Several, _colour: int) -> Iterator[Motion]:
    """N-21: to the seat itself, its cards."""
    return (Motion(_card(card), own(seat, "deck"), own(seat, "hand")) for card in cards)


def passed_two(viewer: Viewer, _: int, seats: int) -> Iterator[Motion]:
    """N-22."""
    return _passed(viewer, seats, 2)


def passed_one(viewer: Viewer, _: int, seats: int) -> Iterator[Motion]:
    """N-23."""
    return _passed(viewer, seats, 1)


def _passed(viewer: Viewer, seats: int, number: int) -> Iterator[Motion]:
    """Cards go to the left unseen; separate notes show each seat what it passes and receives."""
    for seat in range(seats):
        left = (seat + 1) % seats
        if viewer not in (seat, left):
            yield Motion(_back(left), own(seat, "hand"), own(left, "hand"), number, _back(seat))


def kept(_: Viewer, seat: int, _card_kept: int, passed: Several, left: int) -> Iterator[Motion]:
    """N-22, N-23: the cards that a seat passes."""
    return (Motion(_back(left), own(seat, "hand"), own(left, "hand"), was=_card(card)) for card in passed)


def received(_: Viewer, seat: int, cards: Several, _actions: Several, _colour: int, giver: int) -> Iterator[Motion]:
    """N-24: the cards that a seat receives."""
    return (Motion(_card(card), own(giver, "hand"), own(seat, "hand"), was=_back(giver)) for card in cards)


def played(viewer: Viewer, seat: int, card: int) -> Iterator[Motion]:
    """N-25."""
    yield Motion(_card(card), own(seat, "hand"), own(seat, "played"), was="" if viewer == seat else _back(seat))


def buried(viewer: Viewer, seat: int) -> Iterator[Motion]:
    """N-26."""
    if viewer != seat:
        yield Motion(_back(seat), own(seat, "hand"), "discard")


def buried_seen(_: Viewer, seat: int, card: int) -> Iterator[Motion]:
    """N-26: the card that a seat puts away, seen by that seat."""
    yield Motion(_card(card), own(seat, "hand"), "discard")


def cards_away(_: Viewer, _seat: int, cards: Several) -> Iterator[Motion]:
    """N-26."""
    return (Motion(_card(card), own(at // PLAYED, "played"), "discard") for at, card in enumerate(cards))


# -- markers, the friend ---------------------------------------------------------------------------------------------


def placed(_: Viewer, seat: int, action: int, source: int) -> Iterator[Motion]:
    """N-28, N-61."""
    yield Motion(own(seat, "marker"), own(seat, PLACE.slug(source)), place(seat, action))


def moved(_: Viewer, seat: int, pieces: int, sector: int) -> Iterator[Motion]:
    """N-28, N-54, N-56."""
    origin, markers, friend = GROUPS[pieces]
    if markers:
        yield Motion(own(seat, "marker"), place(seat, origin), place(seat, sector), markers)
    if friend:
        yield Motion(own(seat, "friend"), place(seat, origin), place(seat, sector))


def friend_moved(_: Viewer, seat: int, sector: int, origin: Several) -> Iterator[Motion]:
    """N-49."""
    came = [own(seat, SECTOR.slug(i)) for i in origin]
    yield Motion(own(seat, "friend"), came[0] if came else "", own(seat, SECTOR.slug(sector)))


def gained(_: Viewer, seat: int, number: int) -> Iterator[Motion]:
    """N-9."""
    yield Motion(own(seat, "marker"), own(seat, "general"), own(seat, "supply"), number)


def lost(_: Viewer, seat: int, sector: int) -> Iterator[Motion]:
    """N-72."""
    yield Motion(own(seat, "marker"), own(seat, SECTOR.slug(sector)), own(seat, "general"))


def returned(_: Viewer, seat: int, number: int) -> Iterator[Motion]:
    """N-76."""
    yield Motion(own(seat, "marker"), "notre_dame", own(seat, "general"), number)


# -- gold, rats, carriages, messages ---------------------------------------------------------------------------------


def gold_gained(_: Viewer, seat: int, number: int, giver: int) -> Iterator[Motion]:
    """N-10."""
    yield Motion("gold", "treasury" if giver == SUPPLY else own(giver, "gold"), own(seat, "gold"), number)


def donated(_: Viewer, seat: int, number: int) -> Iterator[Motion]:
    """N-48."""
    yield Motion("gold", own(seat, "gold"), "treasury", number)


def hired(_: Viewer, seat: int, _person: int, price: int) -> Iterator[Motion]:
    """N-51."""
    yield Motion("gold", own(seat, "gold"), "treasury", price)


def rat_moved(_: Viewer, seat: int, origin: int, to: int) -> Iterator[Motion]:
    """N-11."""
    step = 1 if to > origin else -1
    path = tuple(own(seat, f"rat_{space}") for space in range(origin + step, to, step))
    yield Motion(own(seat, "rat"), own(seat, f"rat_{origin}"), own(seat, f"rat_{to}"), path=path)


def drove(_: Viewer, seat: int, square: int, _place: int, _home: int, origin: int, path: Several) -> Iterator[Motion]:
    """N-43."""
    yield Motion(own(seat, "carriage"), _square(origin), _square(square), path=tuple(map(_square, path)))


def message_taken(_: Viewer, seat: int, colour: int, message: int, square: int) -> Iterator[Motion]:
    """N-44: in front of its player, only its colour is known."""
    taken = f"message.{COLOUR.slug(colour)}"
    yield Motion(taken, _square(square), own(seat, "messages"), was=_message(message, colour))


MOTIONS: Mapping[str, Moved] = {
    "starts": starts,
    "message_laid": message_laid,
    "persons_revealed": revealed,
    "bell_passed": bell_passed,
    "cards_drawn": drawn,
    "cards_seen": seen,
    "passed_two": passed_two,
    "passed_one": passed_one,
    "kept": kept,
    "received": received,
    "played": played,
    "buried": buried,
    "buried_seen": buried_seen,
    "cards_away": cards_away,
    "placed": placed,
    "moved": moved,
    "group_moved": moved,
    "friend_moved": friend_moved,
    "markers_gained": gained,
    "marker_lost": lost,
    "markers_returned": returned,
    "gold_gained": gold_gained,
    "donated": donated,
    "hired": hired,
    "rat_moved": rat_moved,
    "drove": drove,
    "message_taken": message_taken,
}
"""By kind of note."""
