"""A store around another one: everything is passed on, until a subclass says otherwise."""

from collections.abc import AsyncGenerator, Mapping, Sequence

from .contract import Appended, Entry, EventStore, Expected, Metadata, Page, Reminder, State, Work


class StoreWrapper(EventStore):
    """Passes every call on to `inner`; see the contract."""

    def __init__(self, inner: EventStore) -> None:
        self.inner = inner

    async def append(
        self, stream: str, expected: int | Expected, data: bytes, command: bytes, state: State | None = None
    ) -> Appended:
        """Pass on."""
        return await self.inner.append(stream, expected, data, command, state)

    async def read(self, stream: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        """Pass on."""
        return await self.inner.read(stream, after, limit)

    async def read_backward(self, stream: str, before: int | None = None, limit: int | None = None) -> list[Entry]:
        """Pass on."""
        return await self.inner.read_backward(stream, before, limit)

    async def head(self, stream: str) -> int:
        """Pass on."""
        return await self.inner.head(stream)

    def follow(self, stream: str, after: int = 0) -> AsyncGenerator[Entry, None]:
        """Pass on."""
        return self.inner.follow(stream, after)

    async def streams(self, state: State, cursor: str = "", limit: int = 100) -> Page:
        """Pass on."""
        return await self.inner.streams(state, cursor, limit)

    async def metadata(self, stream: str) -> Metadata:
        """Pass on."""
        return await self.inner.metadata(stream)

    async def label(self, stream: str, labels: Mapping[str, str]) -> None:
        """Pass on."""
        await self.inner.label(stream, labels)

    async def seal(self, stream: str) -> int:
        """Pass on."""
        return await self.inner.seal(stream)

    async def release(self, stream: str, head: int, digest: str) -> None:
        """Pass on."""
        await self.inner.release(stream, head, digest)

    async def restore(
        self, stream: str, entries: Sequence[Entry], state: State, labels: Mapping[str, str] | None = None
    ) -> None:
        """Pass on."""
        await self.inner.restore(stream, entries, state, labels)

    async def erase(self, stream: str) -> int:
        """Pass on."""
        return await self.inner.erase(stream)

    async def remind(self, stream: str, at_ms: int) -> None:
        """Pass on."""
        await self.inner.remind(stream, at_ms)

    async def due(self, now_ms: int, limit: int, lease_ms: int) -> list[Reminder]:
        """Pass on."""
        return await self.inner.due(now_ms, limit, lease_ms)

    async def settle(self, reminder: Reminder, at_ms: int | None) -> bool:
        """Pass on."""
        return await self.inner.settle(reminder, at_ms)

    async def put_work(self, item: bytes) -> None:
        """Pass on."""
        await self.inner.put_work(item)

    async def take_work(self, worker: str, limit: int, wait_seconds: float) -> list[Work]:
        """Pass on."""
        return await self.inner.take_work(worker, limit, wait_seconds)

    async def finish_work(self, ids: Sequence[str]) -> None:
        """Pass on."""
        await self.inner.finish_work(ids)

    async def steal_work(self, worker: str, idle_ms: int, limit: int) -> list[Work]:
        """Pass on."""
        return await self.inner.steal_work(worker, idle_ms, limit)

    async def ping(self) -> None:
        """Pass on."""
        await self.inner.ping()

    async def close(self) -> None:
        """Pass on."""
        await self.inner.close()
