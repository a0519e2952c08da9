"""Rows of bytes from which encodings are joined, precomputed where possible."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from msgspec import Struct


class Layout(Struct, frozen=True):
    """The facts that an encoding is compiled for: the number of seats, and the neutral owner, if the game has one."""

    seats: int
    neutral: int | None = None

    @property
    def columns(self) -> list[str]:
        """The owners in a viewer's order: itself, the next seats in turn, the neutral one."""
        following = [f"next_{i}" for i in range(1, self.seats)]
        return ["me", *following, *(["neutral"] if self.neutral is not None else [])]

    def owners(self, seat: int) -> tuple[bytes, ...]:
        """One-hot rows of owners in a seat's order; the last one, for no owner, is all zeros."""
        most = max(self.seats, (self.neutral or 0) + 1)
        columns = [(owner - seat) % self.seats if owner < self.seats else -1 for owner in range(most)]
        if self.neutral is not None:
            columns[self.neutral] = self.seats
        return tuple(one_hot(column, len(self.columns)) for column in [*columns, -1])


def one_hot(column: int, size: int) -> bytes:
    """A one-hot row; all zeros for a column below 0."""
    return bytes(i == column for i in range(size))


@cache
def one_hots(size: int) -> tuple[bytes, ...]:
    """The row of each id below a size, and a last one of zeros, for -1."""
    return tuple(one_hot(i if i < size else -1, size) for i in range(size + 1))


@cache
def unpacked(size: int) -> tuple[bytes, ...]:
    """The bits of every mask of a size."""
    return tuple(bytes(value >> bit & 1 for bit in range(size)) for value in range(1 << size))


def tally(ids: Iterable[int], size: int) -> bytearray:
    """How often each id occurs; -1 indexes an extra last place, which is dropped."""
    counts = bytearray(size + 1)
    for each in ids:
        counts[each] += 1
    counts.pop()
    return counts
