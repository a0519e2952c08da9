"""Archives that die, drop streams halfway, or do not answer."""

from collections.abc import AsyncIterator

from podesta_eventstore import (
    Archive,
    EventStore,
    StoreProxy,
    StoreUnavailable,
)


class Crash(Exception):
    """The process dies here."""


class Dying(Archive):
    """An archive that raises Crash at its n-th step."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.left = 0

    def step(self) -> None:
        """Count a step."""
        self.left -= 1
        if self.left == 0:
            raise Crash

    async def write(self, path: str, file: bytes) -> None:
        """Die before or after."""
        self.step()
        await super().write(path, file)
        self.step()

    async def write_pieces(self, path: str, pieces: AsyncIterator[bytes]) -> None:
        """Die before or after."""
        self.step()
        await super().write_pieces(path, pieces)
        self.step()

    async def create(self, path: str, file: bytes) -> bool:
        """Die before or after."""
        self.step()
        created = await super().create(path, file)
        self.step()
        return created

    async def remove(self, path: str) -> None:
        """Die before or after."""
        self.step()
        await super().remove(path)
        self.step()


class Forgetting(StoreProxy):
    """A store that crashes before or after it forgets a stream."""

    def __init__(self, inner: EventStore, archive: Dying) -> None:
        super().__init__(inner)
        self._archive = archive

    async def forget(self, stream: str, head: int) -> None:
        """Forget a stream, with a step before and after."""
        self._archive.step()
        await self.inner.forget(stream, head)
        self._archive.step()


class Away(Archive):
    """An archive that does not answer."""

    async def paths(self, prefix: str, after: str = "") -> AsyncIterator[str]:
        """Fail."""
        raise StoreUnavailable(f"{prefix}{after} is away")
        yield
