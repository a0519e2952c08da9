"""Reminders on the servers: 16 parts, each a sorted set of streams by time and a hash of versions."""

from itertools import count

from podesta_eventstore.contract import Reminder

from . import keys, library
from .calls import Calls


class Reminders:
    """See `EventStore.remind`, `due` and `settle`. An idle `due` is one round trip that writes nothing."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self._turns = count()

    async def remind(self, stream: str, at_ms: int) -> None:
        """Be reminded no later than that."""
        shard = keys.shard(stream)
        await self._calls.run(_slot(shard), library.REMIND, keys.reminders(shard), stream, check_time(at_ms))

    async def due(self, now_ms: int, limit: int, lease_ms: int) -> list[Reminder]:
        """Ask every part how many it has, then those that have any for them, the first ones in turns."""
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
        """Move it or end it, unless it has changed; that this may be lost in a failover costs one more look."""
        shard = keys.shard(reminder.stream)
        words = (reminder.stream, reminder.version, "" if at_ms is None else check_time(at_ms))
        reply = await self._calls.run(_slot(shard), library.SETTLE, keys.reminders(shard), *words, confirmed=False)
        return bool(reply[0] == b"settled")

    async def _waiting(self, now_ms: int) -> list[int]:
        """How many each part has that are due."""
        parts = ((_slot(shard), keys.reminders(shard)[0]) for shard in range(keys.SHARDS))
        return await self._calls.ask_each([(slot, ("ZCOUNT", due, "-inf", now_ms)) for slot, due in parts])


def check_time(at_ms: int) -> int:
    """Answer the time itself when it is one: `ValueError`."""
    if not 0 <= at_ms < 1 << 53:
        raise ValueError(f"a time is 0 or more milliseconds, below 2 to the 53rd, not {at_ms}")
    return at_ms


def check_due(now_ms: int, limit: int, lease_ms: int) -> None:
    """Raise `ValueError` for what `due` cannot be asked."""
    check_time(now_ms + lease_ms)
    if limit < 1 or lease_ms < 1:
        raise ValueError(f"ask for at least 1 reminder for at least 1 ms, not {limit} for {lease_ms}")


def _slot(shard: int) -> int:
    return keys.slot_of(keys.reminders(shard)[0])


def _shares(waiting: list[int], limit: int, turn: int) -> dict[int, int]:
    """Divide the limit among the parts that have any, beginning with another one each turn."""
    order = [(turn + number) % len(waiting) for number in range(len(waiting))]
    shares: dict[int, int] = {}
    left = [shard for shard in order if waiting[shard]]
    while left and limit:
        shard = left.pop(0)
        share = min(waiting[shard], -(-limit // (len(left) + 1)))
        shares[shard], limit = share, limit - share
    return shares
