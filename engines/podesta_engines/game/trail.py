"""The trail of a game: what each revision means for taking answers back, a byte a revision.

It lets a game say at any time, without its log, what stands against a seat's going back by itself.
"""

from __future__ import annotations

from podesta_engines.core.moves import Answered, Drawn

from .events import Entry, retracted_to
from .takebacks import HARMLESS, Obstacle

_DRAWN, _ELSE = 64, 128
"""The two highest bits; each of the others stands for a seat that has answered. No game has more than six."""


def trailed(trail: bytes, entry: Entry, running: bool) -> bytes:
    """The trail after one more entry. What it takes back counts no more; nor do answers of a game not yet `running`."""
    to = retracted_to(entry)
    if to is None:
        return trail + bytes((_mark(entry) if running else 0,))
    return trail[:to] + bytes(len(trail) + 1 - to)


def _mark(entry: Entry) -> int:
    """What an entry means for taking back."""
    mark = 0
    for event in entry.events:
        if type(event) is Answered:
            mark |= 1 << event.seat
        elif type(event) is Drawn:
            mark |= _DRAWN
        elif type(event) not in HARMLESS:
            mark |= _ELSE
    return mark


def newest(trail: bytes, seat: int) -> tuple[int, Obstacle | None]:
    """The revision of a seat's newest answer that counts, and what the log has against taking it back.

    The revision is 0 where there is none. Whether something hidden has come to light is not looked at.
    """
    since = 0
    for revision in range(len(trail), 1, -1):  # before the first there is no game to go back to
        since |= trail[revision - 1]
        if trail[revision - 1] >> seat & 1:
            return revision, _obstacle(since, seat)
    return 0, Obstacle.NOTHING


def _obstacle(since: int, seat: int) -> Obstacle | None:
    if since & _DRAWN:
        return Obstacle.DRAWN
    if since & ~(_DRAWN | _ELSE | 1 << seat):
        return Obstacle.OTHERS
    return Obstacle.ELSE if since & _ELSE else None
