"""The motions of Troyes' notes on citizens; numbers as in RULES.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from podesta_engines.core.board import Motion, Moved, own

from .zones import activity, building, of, origin, space

Viewer = int | None
Several = Sequence[int]


def settled(_: Viewer, seat: int, at: int) -> Iterator[Motion]:
    """T-10."""
    yield Motion(own(seat, "citizen"), own(seat, "supply"), space(at))


def neutrals_settled(_: Viewer, _seat: int, spaces: Several) -> Iterator[Motion]:
    """T-12, T-13."""
    return (Motion("neutral.citizen", "neutral.supply", space(at)) for at in spaces)


def hired(_: Viewer, seat: int, _card: int, source: int, left: Several, place: int) -> Iterator[Motion]:
    """T-140 to T-142."""
    yield Motion(own(seat, "citizen"), origin(seat, source, left), activity(place))


def entered(
    _: Viewer, _seat: int, owner: int, first: int, source: int, left: Several, moved: Several
) -> Iterator[Motion]:
    """T-203: those in the row shift, the last of them first; then the citizen enters."""
    for at in reversed(range(len(moved))):
        yield Motion(of(moved[at], "citizen"), space(first + at), space(first + at + 1))
    yield Motion(of(owner, "citizen"), origin(owner, source, left), space(first))


def expelled(_: Viewer, _seat: int, owner: int, at: int, left: int) -> Iterator[Motion]:
    """T-204."""
    yield Motion(of(owner, "citizen"), space(left), building(at))


def stood_up(_: Viewer, _seat: int, owner: int, _supply: int, at: int) -> Iterator[Motion]:
    """T-241."""
    yield Motion(of(owner, "citizen"), building(at), of(owner, "supply"))


def recruited(_: Viewer, seat: int) -> Iterator[Motion]:
    """T-130."""
    yield Motion(own(seat, "citizen"), own(seat, "general"), own(seat, "supply"))


MOTIONS: Mapping[str, Moved] = {
    "settled": settled,
    "neutrals_settled": neutrals_settled,
    "recruited": recruited,
    "hired": hired,
    "entered": entered,
    "expelled": expelled,
    "stood_up": stood_up,
}
"""By kind of note."""
