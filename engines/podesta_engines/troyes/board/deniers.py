"""The motions of Troyes' notes on deniers and influence; numbers as in RULES.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from podesta_engines.core.board import Motion, Moved, own

from .zones import influence

Viewer = int | None


def _paid(seat: int, to: str, number: int) -> Iterator[Motion]:
    if number:
        yield Motion("denier", own(seat, "deniers"), to, number)


def _gained(seat: int, origin: str, number: int) -> Iterator[Motion]:
    if number:
        yield Motion("denier", origin, own(seat, "deniers"), number)


def income(_: Viewer, seat: int, gained: int, wages: int) -> Iterator[Motion]:
    """T-50."""
    yield from _gained(seat, "bank", gained)
    yield from _paid(seat, "bank", wages)


def deniers_gained(_: Viewer, seat: int, _number: int, bank: int) -> Iterator[Motion]:
    """T-20: payments by other seats have notes of their own."""
    return _gained(seat, "bank", bank)


def deniers_lost(_: Viewer, seat: int, number: int) -> Iterator[Motion]:
    """T-51."""
    return _paid(seat, "bank", number)


def sold(_: Viewer, seat: int, number: int, buyer: int) -> Iterator[Motion]:
    """T-112."""
    return _paid(buyer, own(seat, "deniers"), number)


def taxed(_: Viewer, seat: int, number: int, collector: int) -> Iterator[Motion]:
    """T-321."""
    return _paid(seat, own(collector, "deniers"), number)


def passed(_: Viewer, seat: int, number: int) -> Iterator[Motion]:
    """T-232, T-233."""
    yield Motion("denier", "bank", own(seat, "district"), number)


def collected(_: Viewer, seat: int, number: int) -> Iterator[Motion]:
    """T-240."""
    return _gained(seat, own(seat, "district"), number)


def influence_moved(_: Viewer, seat: int, _number: int, before: int, after: int) -> Iterator[Motion]:
    """T-22."""
    step = 1 if after > before else -1
    path = tuple(influence(number) for number in range(before + step, after, step))
    yield Motion(own(seat, "influence"), influence(before), influence(after), path=path)


MOTIONS: Mapping[str, Moved] = {
    "income": income,
    "sold": sold,
    "taxed": taxed,
    "passed": passed,
    "waited": passed,
    "deniers_gained": deniers_gained,
    "deniers_lost": deniers_lost,
    "influence_gained": influence_moved,
    "influence_lost": influence_moved,
    "collected": collected,
}
"""By kind of note."""
