"""The revisions of a running game that an audience may see, now and as it continues."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from podesta_engines.game.events import Freed, Seated
from podesta_engines.game.format.terms import Spectators
from podesta_service.problems import BAD_TOKEN, NO_SPECTATORS, REVOKED, Refusal, refuse
from podesta_service.table.feeds import Follower
from podesta_service.table.table import PUBLIC, Step, Table, Viewer, held_back


@dataclass(frozen=True)
class Audience:
    """An audience, the game's newest table, and the last revision that this audience may see."""

    viewer: Viewer
    table: Table
    until: int


def spectators(table: Table) -> Spectators:
    """What spectators may see of a game while it runs."""
    return table.created.spectators or PUBLIC


def audience(table: Table, viewer: Viewer) -> Audience:
    """How far a seat, or a spectator, may see now; raises Refusal if spectators may see nothing."""
    return Audience(viewer, table, table.revision - _delay(table, viewer))


def _delay(table: Table, viewer: Viewer) -> int:
    """The newest revisions that are held back; the first one is always shown."""
    allowed = spectators(table)
    if viewer is not None or table.ended or allowed.policy == "public":
        return 0
    if allowed.policy == "none":
        raise refuse(NO_SPECTATORS, "spectators-later")
    return held_back(table.created, table.revision)


class Watcher:
    """A follower limited to one audience: spectators with their delay, a seat while its token is valid."""

    def __init__(self, follower: Follower, seen_by: Audience, still_good: Callable[[], object]) -> None:
        table, self.viewer = seen_by.table, seen_by.viewer
        self.game = table.game
        self._follower, self._still_good = follower, still_good
        self._epoch = 0 if self.viewer is None else table.epoch(self.viewer)
        self._delay = 0 if self.viewer is not None or table.ended else spectators(table).delay
        self._held = list[Step]()
        self.revision = follower.revision

    def heed(self, concerns: Callable[[Table, Step, int], bool]) -> None:
        """Follow only the steps that concern the watcher's seat, given the table before them.

        `concerns` must be true for every step that may give a seat to another holder.
        """
        seat = self.viewer
        if seat is not None:
            self._follower.concerns = lambda before, step: concerns(before, step, seat)

    @property
    def over(self) -> bool:
        """Everything was sent: the game has ended."""
        return self._follower.over and not self._held

    @property
    def caught_up(self) -> bool:
        """Whether all steps known to this process that may be shown have been shown."""
        newest = self._follower.newest
        return self.revision >= (newest.revision if newest.ended else self._shown(newest.revision))

    async def next(self, patience: float | None = None) -> Step | None:
        """The next step to show, or None when `patience` seconds pass without one; raises Refusal."""
        step = await self._oldest(patience) if self._delay else await self._newest(patience)
        self.check_token()
        if step is not None:
            self.revision = step.revision
        return step

    async def _oldest(self, patience: float | None) -> Step | None:
        """The oldest step that is held back, as soon as it may be shown."""
        deadline = None if patience is None else time.monotonic() + patience
        while not self._ready():
            left = None if deadline is None else max(0.0, deadline - time.monotonic())
            step = await self._newest(left)
            if step is None:
                return None
            self._held.append(step)
        return self._held.pop(0)

    async def _newest(self, patience: float | None) -> Step | None:
        """The next step, shown or not."""
        step = await self._follower.next(patience)
        if step is not None:
            self._check_seat(step)
        return step

    def _ready(self) -> bool:
        """Whether the oldest step held back may be shown: the first ever, an old enough one, any of an ended game."""
        if not self._held:
            return False
        return self._follower.over or self._held[0].revision <= self._shown(self._follower.revision)

    def _shown(self, head: int) -> int:
        """The last revision of a running game that may be shown; the first one always."""
        return max(min(head, 1), head - self._delay)

    def check_token(self) -> None:
        """End the stream of a seat with an expired token; raises Refusal."""
        try:
            self._still_good()
        except Refusal as why:
            raise replace(why, more={"revision": self.revision}) from None

    def _check_seat(self, step: Step) -> None:
        """End the stream of a seat that was freed or reissued."""
        for event in step.entry.events:
            anew = type(event) is Seated and event.seat == self.viewer and event.epoch > self._epoch
            if anew or (type(event) is Freed and event.seat == self.viewer):
                raise refuse(BAD_TOKEN, REVOKED, revision=self.revision)

    async def close(self) -> None:
        """Stop following."""
        await self._follower.close()
