"""A store around another one: everything is passed on, until a subclass says otherwise."""

from collections.abc import AsyncGenerator, Mapping, Sequence

from eventstore.contract import Appended, Entry, EventStore, Expected, Metadata, Page, State


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

    async def ping(self) -> None:
        """Pass on."""
        await self.inner.ping()

    async def close(self) -> None:
        """Pass on."""
        await self.inner.close()
