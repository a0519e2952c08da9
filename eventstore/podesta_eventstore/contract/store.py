"""The event store: the six interfaces together, on one connection."""

from abc import ABC, abstractmethod
from typing import Self

from .labels import Labels
from .lifecycle import Lifecycle
from .once import Once
from .reminders import Reminders
from .streams import Streams
from .values import Memory
from .work import WorkQueue


class EventStore(Streams, Lifecycle, Labels, Reminders, WorkQueue, Once, ABC):
    """Streams, their lifecycle, labels and reminders, a queue of work, and what happens once. Example::

        command = uuid4().bytes
        await store.append("journal-1", 0, b"created", command)      # Appended(revision=1, duplicate=False)
        await store.append("journal-1", 0, b"created", command)      # Appended(revision=1, duplicate=True)
        async with aclosing(store.follow("journal-1")) as entries:
            async for entry in entries:
                print(entry.revision, entry.data)

    Every call may raise `StoreUnavailable`: the store cannot be reached, and nothing was changed. A caller that needs
    only some of the interfaces should ask for just those.
    """

    @abstractmethod
    async def ping(self) -> None:
        """Return if the store can be reached.

        Raises:
            StoreUnavailable: it cannot.
        """

    @abstractmethod
    async def memory(self) -> Memory:
        """Return how much memory the store's fullest server uses."""

    @abstractmethod
    async def close(self) -> None:
        """Close the connections; followers raise `StoreUnavailable`. Closing twice does no harm."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
