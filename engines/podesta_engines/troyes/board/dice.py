"""The motions of Troyes' notes on dice; numbers as in RULES.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from podesta_engines.core.board import Motion, Moved, own
from podesta_engines.troyes.dice import owner_of, value_of

from .zones import black, die, of

Viewer = int | None
Several = Sequence[int]


def _district(number: int) -> str:
    return of(owner_of(number), "district")


def rolled(_: Viewer, _seat: int, dice: Several, *_faces: Several) -> Iterator[Motion]:
    """T-60, T-61."""
    return (Motion(die(number), "dice", _district(number)) for number in dice)


def _away(dice: Several) -> Iterator[Motion]:
    return (Motion(die(number), _district(number), "dice") for number in dice)


def dice_cleared(_: Viewer, _seat: int, dice: Several) -> Iterator[Motion]:
    """T-242."""
    return _away(dice)


def black_rolled(_: Viewer, _seat: int, values: Several) -> Iterator[Motion]:
    """T-75."""
    return (Motion(black(value), "dice", "black_dice") for value in values)


def countered(_: Viewer, _seat: int, values: Several, dice: Several, _own: Several) -> Iterator[Motion]:
    """T-83."""
    yield from _away(dice)
    yield from (Motion(black(value), "black_dice", "dice") for value in values)


def not_countered(_: Viewer, _seat: int, value: int) -> Iterator[Motion]:
    """T-84."""
    yield Motion(black(value), "black_dice", "dice")


def rerolled(_: Viewer, _seat: int, number: int, face: int, _own: int) -> Iterator[Motion]:
    """T-130."""
    yield _turned(number, face + 1)


def flipped(_: Viewer, _seat: int, dice: Several, _own: Several) -> Iterator[Motion]:
    """T-130."""
    return (_turned(number, 7 - value_of(number)) for number in dice)


def _turned(number: int, value: int) -> Motion:
    place = _district(number)
    return Motion(die(number + value_of(number) - value), place, place, was=die(number))


def grouped(
    _: Viewer, seat: int, dice: Several, _deniers: int, _own: Several, _bought: Several, bank: int
) -> Iterator[Motion]:
    """T-112, T-114: neutral dice are paid to the bank; payments to other seats have notes of their own."""
    yield from _away(dice)
    if bank:
        yield Motion("denier", own(seat, "deniers"), "bank", bank)


MOTIONS: Mapping[str, Moved] = {
    "rolled": rolled,
    "neutral_rolled": rolled,
    "black_rolled": black_rolled,
    "countered": countered,
    "not_countered": not_countered,
    "rerolled": rerolled,
    "flipped": flipped,
    "grouped": grouped,
    "dice_cleared": dice_cleared,
}
"""By kind of note."""
