"""A store that behaves like a bad network, within the limits of the contract."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from random import Random
from typing import TypeVar

from podesta_eventstore.contract import (
    LANES,
    Appended,
    Card,
    EventStore,
    Expected,
    LevelStatus,
    Member,
    Reminder,
    Stored,
    Work,
)
from podesta_eventstore.errors import OutcomeUnknown, StoreUnavailable
from podesta_eventstore.forwarding import StoreProxy

Result = TypeVar("Result")


class ChaosStore(StoreProxy):
    """Simulates a bad network in front of a store.

    It delays appends so that they overtake each other, loses some before they are executed and the replies of others,
    executes some only after their caller has received OutcomeUnknown, and refuses some reads. Reminders and work are
    affected likewise: requests and replies are lost.

    `rate` is the probability of each failure; the same seed of `rnd` gives the same failures for the same calls.
    Closing waits for delayed calls.
    """

    def __init__(self, inner: EventStore, rnd: Random, rate: float = 0.1) -> None:
        super().__init__(inner)
        self.mishaps = 0
        self._rnd = rnd
        self._rate = rate
        self._late: set[asyncio.Task[Appended]] = set()

    async def append(
        self,
        stream: str,
        expected: int | Expected,
        data: bytes,
        command: bytes,
        status: str | None = None,
        card: Card | None = None,
    ) -> Appended:
        """Append, unless something happens; see the contract."""
        await self._dawdle()
        if self._strikes():
            raise OutcomeUnknown("chaos: the request was lost")
        if self._strikes():
            self._send_late(lambda: self.inner.append(stream, expected, data, command, status, card))
            raise OutcomeUnknown("chaos: the request is late")
        appended = await self.inner.append(stream, expected, data, command, status, card)
        if self._strikes():
            raise OutcomeUnknown("chaos: the reply was lost")
        await self._dawdle()
        return appended

    async def read(self, stream: str, after: int = 0, limit: int | None = None) -> list[Stored]:
        """Read, or be refused."""
        await self._dawdle()
        if self._strikes():
            raise StoreUnavailable("chaos: the store does not reply")
        return await self.inner.read(stream, after, limit)

    async def remind(self, stream: str, at_ms: int) -> None:
        """Remind; the request or the reply may be lost."""
        await self._write(lambda: self.inner.remind(stream, at_ms))

    async def due(self, now_ms: int, limit: int, lease_ms: int) -> list[Reminder]:
        """Ask; the request or the reply may be lost."""
        return await self._take(lambda: self.inner.due(now_ms, limit, lease_ms))

    async def settle(self, reminder: Reminder, at_ms: int | None) -> bool:
        """Settle; the request or the reply may be lost."""
        return await self._write(lambda: self.inner.settle(reminder, at_ms))

    async def put_work(self, item: bytes, lane: int = 0, owner: str = "") -> None:
        """Put; the request or the reply may be lost."""
        await self._write(lambda: self.inner.put_work(item, lane, owner))

    async def take_work(self, worker: str, limit: int, wait_seconds: float, lanes: int = LANES) -> list[Work]:
        """Take; the request or the reply may be lost."""
        return await self._take(lambda: self.inner.take_work(worker, limit, wait_seconds, lanes))

    async def finish_work(self, ids: Sequence[str]) -> None:
        """Finish; the request or the reply may be lost."""
        await self._write(lambda: self.inner.finish_work(ids))

    async def steal_work(self, worker: str, idle_ms: int, limit: int) -> list[Work]:
        """Steal; the request or the reply may be lost."""
        return await self._take(lambda: self.inner.steal_work(worker, idle_ms, limit))

    async def first(self, name: str, seconds: int) -> bool:
        """Ask; the request or the reply may be lost."""
        return await self._write(lambda: self.inner.first(name, seconds))

    async def join(self, member: Member, begin: int = 0) -> LevelStatus:
        """Join; the request or the reply may be lost."""
        return await self._write(lambda: self.inner.join(member, begin))

    async def calm(self) -> None:
        """Return when no delayed append is left."""
        while self._late:
            await asyncio.wait(self._late)

    async def close(self) -> None:
        """Wait for late appends, then close."""
        await self.calm()
        await super().close()

    async def _write(self, call: Callable[[], Awaitable[Result]]) -> Result:
        await self._dawdle()
        if self._strikes():
            raise OutcomeUnknown("chaos: the request was lost")
        result = await call()
        if self._strikes():
            raise OutcomeUnknown("chaos: the reply was lost")
        return result

    async def _take(self, call: Callable[[], Awaitable[Result]]) -> Result:
        await self._dawdle()
        if self._strikes():
            raise StoreUnavailable("chaos: the store does not reply")
        result = await call()
        if self._strikes():
            raise StoreUnavailable("chaos: the reply was lost")
        return result

    def _strikes(self) -> bool:
        strikes = self._rnd.random() < self._rate
        self.mishaps += strikes
        return strikes

    async def _dawdle(self) -> None:
        for _ in range(self._rnd.randrange(4)):
            await asyncio.sleep(0)

    def _send_late(self, append: Callable[[], Awaitable[Appended]]) -> None:
        async def send() -> Appended:
            await asyncio.sleep(self._rnd.random() / 100)
            return await append()

        task = asyncio.create_task(send())
        self._late.add(task)
        task.add_done_callback(self._forget)

    def _forget(self, task: "asyncio.Task[Appended]") -> None:
        self._late.discard(task)
        if not task.cancelled():
            task.exception()  # the caller has already received OutcomeUnknown
