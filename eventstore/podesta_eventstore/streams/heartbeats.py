"""Heartbeats on the servers: one hash, and the time of the server that has it."""

from podesta_eventstore.contract import OUTAGE_MS, OUTAGES, Beat, Heartbeats, Outage

from . import keys, library
from .calls import Calls


class RedisHeartbeats(Heartbeats):
    """One call of a function; repeating it does no harm."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    async def beat(self, serving: bool = True, silence_ms: int = OUTAGE_MS) -> Beat:
        """Note the beat with the server's time; see the contract."""
        slot, words = keys.slot_of(keys.BEAT), (int(serving), silence_ms, 2 * OUTAGES)
        now, *rest = await self._calls.run(slot, library.BEAT, [keys.BEAT], *words, confirmed=serving)
        return Beat(now, tuple(Outage(*each) for each in zip(rest[::2], rest[1::2], strict=True)))
