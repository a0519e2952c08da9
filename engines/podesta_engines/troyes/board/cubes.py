"""The motions of Troyes' notes on events and cubes; numbers as in RULES.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from podesta_engines.core.board import Motion, Moved, own
from podesta_engines.troyes.state import NEUTRAL

from .zones import activity, deck, event, of, plot, queued

Viewer = int | None
Several = Sequence[int]


def event_entered(_: Viewer, _seat: int, kind: int, colour: int, place: int) -> Iterator[Motion]:
    """T-70."""
    yield Motion(event(kind), deck(colour), queued(place), was="event")


def marked(_: Viewer, seat: int, _event: int, place: int) -> Iterator[Motion]:
    """T-181."""
    yield _placed(seat, queued(place))


def neutral_marked(_: Viewer, _seat: int, _event: int, place: int) -> Iterator[Motion]:
    """T-344."""
    yield _placed(NEUTRAL, queued(place))


def event_beaten(_: Viewer, _seat: int, _event: int, place: int, cubes: Several) -> Iterator[Motion]:
    """T-185, T-186: cubes return to their owners."""
    return (_returned(owner, queued(place)) for owner in cubes)


def event_taken(
    _: Viewer, seat: int, kind: int, place: int, later: Several, cubes: Several, at: Several
) -> Iterator[Motion]:
    """T-184, T-185."""
    yield Motion(event(kind), queued(place), own(seat, "events"))
    yield from _moved_left(place, later, cubes, at)


def event_discarded(
    _: Viewer, _seat: int, kind: int, place: int, later: Several, cubes: Several, at: Several
) -> Iterator[Motion]:
    """T-184, T-185."""
    yield Motion(event(kind), queued(place), "discard")
    yield from _moved_left(place, later, cubes, at)


def _moved_left(place: int, later: Several, cubes: Several, at: Several) -> Iterator[Motion]:
    """T-185: cards to the right, with the cubes on them."""
    for to, kind in enumerate(later, place):
        yield Motion(event(kind), queued(to + 1), queued(to))
    for owner, to in zip(cubes, at, strict=True):
        yield Motion(of(owner, "cube"), queued(to + 1), queued(to))


def built(_: Viewer, seat: int, number: int) -> Iterator[Motion]:
    """T-171."""
    yield _placed(seat, plot(number))


def neutral_built(_: Viewer, _seat: int, number: int) -> Iterator[Motion]:
    """T-350."""
    yield _placed(NEUTRAL, plot(number))


def cube_removed(_: Viewer, _seat: int, owner: int, number: int) -> Iterator[Motion]:
    """T-349."""
    yield _returned(owner, plot(number))


def cubes_stored(_: Viewer, seat: int, _card: int, number: int, place: int) -> Iterator[Motion]:
    """T-153."""
    yield _placed(seat, activity(place), number)


def cube_spent(_: Viewer, seat: int, _modifier: int, place: int) -> Iterator[Motion]:
    """T-160."""
    yield _returned(seat, activity(place))


def _placed(owner: int, place: str, number: int = 1) -> Motion:
    return Motion(of(owner, "cube"), of(owner, "cubes"), place, number)


def _returned(owner: int, place: str) -> Motion:
    return Motion(of(owner, "cube"), place, of(owner, "cubes"))


MOTIONS: Mapping[str, Moved] = {
    "event_entered": event_entered,
    "cube_removed": cube_removed,
    "neutral_built": neutral_built,
    "cube_spent": cube_spent,
    "cubes_stored": cubes_stored,
    "built": built,
    "marked": marked,
    "neutral_marked": neutral_marked,
    "event_beaten": event_beaten,
    "event_taken": event_taken,
    "event_discarded": event_discarded,
}
"""By kind of note."""
