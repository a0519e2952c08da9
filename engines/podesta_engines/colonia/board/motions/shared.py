"""Helpers shared by the motions of all days."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from podesta_engines.colonia.board import ids
from podesta_engines.colonia.words import CRAFTSMAN
from podesta_engines.core.board import Motion

Viewer = int | None
Several = Sequence[int]
"""Words of an argument that takes several."""


def counted(kinds: Several, name: Callable[[int], str], origin: str, to: str) -> Iterator[Motion]:
    """Pieces that move together, with one motion for each kind."""
    return (Motion(name(kind), origin, to, number) for kind, number in sorted(Counter(kinds).items()))


def rolled(face: int, former: Several) -> Iterator[Motion]:
    """The die stays in place and shows another face."""
    was = [ids.die(before) for before in former]
    yield Motion(ids.die(face), "die" if was else "", "die", was=was[0] if was else "")


def sticks(craftsman: int, origin: int, to: int) -> Motion:
    """C-19: the stick of a craftsman, with the spaces that it passes on its way down; it returns without stops."""
    path = tuple(ids.contract(craftsman, space) for space in range(origin + 1, to))
    stick, (left, reached) = ids.stick(CRAFTSMAN.slug(craftsman)), (ids.contract(craftsman, i) for i in (origin, to))
    return Motion(stick, left, reached, path=path)
