"""Levels in this process's memory."""

import time

from podesta_eventstore.bounds import check_level, check_member
from podesta_eventstore.contract import FIRST_LEVEL, MEMBER_SECONDS, LevelStatus, Member
from podesta_eventstore.errors import LevelTooHigh


class MemoryLevels:
    """A level, and the members with the time at which each last joined."""

    def __init__(self) -> None:
        self._level = 0
        self._members: dict[str, tuple[Member, float]] = {}

    def join(self, member: Member, begin: int) -> LevelStatus:
        """Record the member."""
        check_member(member)
        self._level = self._level or check_level(begin, 0)
        self._members[member.name] = member, time.monotonic()
        return self.level_status()

    def leave(self, name: str) -> None:
        """Remove the member."""
        self._members.pop(name, None)

    def level_status(self) -> LevelStatus:
        """Return the level and the living members."""
        oldest = time.monotonic() - MEMBER_SECONDS
        self._members = {name: each for name, each in self._members.items() if each[1] >= oldest}
        members = [member for _, (member, _) in sorted(self._members.items())]
        return LevelStatus(self._level or FIRST_LEVEL, members)

    def raise_level(self, to: int) -> LevelStatus:
        """Raise it if every member can."""
        status = self.level_status()
        if status.level > check_level(to):
            raise ValueError(f"the store is at level {status.level}, which is never lowered")
        if behind := [each for each in status.members if each.highest < to]:
            raise LevelTooHigh(to, behind)
        self._level = to
        return self.level_status()
