"""Levels and heartbeats on the servers: a number, a hash of members, and a hash of beats."""

from typing import Any

from podesta_eventstore.bounds import check_level, check_member
from podesta_eventstore.contract import (
    MEMBER_SECONDS,
    OUTAGES,
    Beat,
    Heard,
    Heartbeats,
    Levels,
    LevelStatus,
    Member,
    Outage,
)
from podesta_eventstore.errors import LevelTooHigh, OutcomeUnknown, StoreUnavailable

from . import keys, library
from .calls import Calls

_PATIENCE = MEMBER_SECONDS * 1000


class RedisLevels(Levels):
    """The level by server-side functions, so that it cannot change between the check and the write."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    async def join(self, member: Member, begin: int = 0) -> LevelStatus:
        """Record the member with the server's time; see the contract."""
        check_member(member)
        words = (member.name, member.lowest, member.highest, member.build, check_level(begin, 0))
        return _level_status(await self._run(library.JOIN, _PATIENCE, *words))

    async def leave(self, name: str) -> None:
        """Remove the member; see the contract."""
        await self._run(library.LEAVE, name)

    async def level_status(self) -> LevelStatus:
        """Read without joining; see the contract."""
        try:
            return _level_status(await self._run(library.LOOK, _PATIENCE))
        except OutcomeUnknown as error:  # it changes nothing
            raise StoreUnavailable(str(error)) from error

    async def raise_level(self, to: int) -> LevelStatus:
        """Set the level if every living member supports it; see the contract."""
        outcome, found = await self._run(library.RAISE, _PATIENCE, check_level(to))
        status = _level_status(found)
        if outcome == b"higher":
            raise ValueError(f"the store is at level {status.level}, which is never lowered")
        if outcome == b"behind":
            raise LevelTooHigh(to, [each for each in status.members if each.highest < to])
        return status

    async def _run(self, function: str, *words: str | int) -> Any:
        return await self._calls.run(keys.slot_of(keys.LEVEL[0]), function, keys.LEVEL, *words)


def _level_status(reply: list[Any]) -> LevelStatus:
    level, *rest = reply
    rows = zip(rest[::4], rest[1::4], rest[2::4], rest[3::4], strict=True)
    members = [Member(name.decode(), lowest, highest, build.decode()) for name, lowest, highest, build in rows]
    return LevelStatus(level, sorted(members, key=lambda each: each.name))


class RedisHeartbeats(Heartbeats):
    """One call of a function; repeating it does no harm."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    async def beat(self, serving: bool = True, heard: Heard | None = None, outage: Outage | None = None) -> Beat:
        """Record the beat with the server's time; see the contract."""
        slot, words = keys.slot_of(keys.BEAT), (int(serving), OUTAGES, _text(heard), _text(outage))
        now, before, *told = await self._calls.run(slot, library.BEAT, [keys.BEAT], *words, confirmed=serving)
        at, outages = (text.decode(errors="replace").split(" ") for text in told)
        return Beat(now, before, _heard(at), _outages(outages))


def _text(said: Heard | Outage | None) -> str:
    return " ".join(map(str, said or ()))


def _heard(words: list[str]) -> Heard | None:
    """The time that a caller has received; None if there is none."""
    return Heard(int(words[0]), words[1]) if len(words) == 2 and _is_time(words[0]) else None


def _outages(words: list[str]) -> tuple[Outage, ...]:
    """The newest outages; malformed ones are left out."""
    found = [words[at : at + 3] for at in range(0, len(words), 3)][-OUTAGES:]
    return tuple(Outage(int(a), int(b), seal) for a, b, seal in filter(_is_outage, found))


def _is_outage(words: list[str]) -> bool:
    return len(words) == 3 and _is_time(words[0]) and _is_time(words[1])


def _is_time(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) < 16
