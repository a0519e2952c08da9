"""Reminders on the servers: 16 parts, each a sorted set of streams by time and a hash of versions."""

from functools import cache
from itertools import count

from podesta_eventstore.bounds import check_due, check_time
from podesta_eventstore.contract import Reminder, Reminders

from . import keys, library
from .calls import Calls


class RedisReminders(Reminders):
    """Reminders by server-side functions; an idle `due` is one round trip that writes nothing."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self._turns = count()

    async def remind(self, stream: str, at_ms: int) -> None:
        """Add the time, or lower the existing one; see the contract."""
        shard = keys.shard(stream)
        await self._calls.run(_slot(shard), library.REMIND, keys.reminders(shard), stream, check_time(at_ms))

    async def due(self, now_ms: int, limit: int, lease_ms: int) -> list[Reminder]:
        """Ask every part how many are due, then take from those that have any, round robin; see the contract."""
        check_due(now_ms, limit, lease_ms)
        shares = _shares(await self._waiting(now_ms), limit, next(self._turns))
        if not shares:
            return []
        until = now_ms + lease_ms
        asked = [(_slot(shard), keys.reminders(shard), (now_ms, until, share)) for shard, share in shares.items()]
        found: list[Reminder] = []
        for reply in await self._calls.run_each(library.DUE, asked):
            triples = zip(reply[::3], reply[1::3], reply[2::3], strict=True)
            found += [Reminder(stream.decode(), int(float(at)), version) for stream, at, version in triples]
        return sorted(found, key=lambda reminder: reminder.at)

    async def settle(self, reminder: Reminder, at_ms: int | None) -> bool:
        """Compare and set; see the contract. If a failover loses this, it costs one more check."""
        shard = keys.shard(reminder.stream)
        words = (reminder.stream, reminder.version, "" if at_ms is None else check_time(at_ms))
        reply = await self._calls.run(_slot(shard), library.SETTLE, keys.reminders(shard), *words, confirmed=False)
        return bool(reply[0] == b"settled")

    async def _waiting(self, now_ms: int) -> list[int]:
        """Return how many are due in each part."""
        return await self._calls.ask_each([(slot, ("ZCOUNT", due, "-inf", now_ms)) for slot, due in _parts()])


@cache
def _slot(shard: int) -> int:
    return keys.slot_of(keys.reminders(shard)[0])


@cache
def _parts() -> list[tuple[int, bytes]]:
    """The slot and the key of the times of each part; cached, because they are needed many times a second."""
    return [(_slot(shard), keys.reminders(shard)[0]) for shard in range(keys.SHARDS)]


def _shares(waiting: list[int], limit: int, turn: int) -> dict[int, int]:
    """Divide the limit among the parts with due reminders, starting with another part at each turn."""
    order = [(turn + number) % len(waiting) for number in range(len(waiting))]
    shares: dict[int, int] = {}
    left = [shard for shard in order if waiting[shard]]
    while left and limit:
        shard = left.pop(0)
        share = min(waiting[shard], -(-limit // (len(left) + 1)))
        shares[shard], limit = share, limit - share
    return shares
