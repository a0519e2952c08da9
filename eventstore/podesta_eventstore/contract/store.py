"""The event store: the nine interfaces together, on one connection."""

from abc import ABC, abstractmethod
from typing import Self

from .cards import Cards, Labels
from .lifecycle import Lifecycle
from .processes import Heartbeats, Levels
from .streams import Streams
from .tasks import Once, Reminders, WorkQueue
from .values import Vitals


class EventStore(Streams, Lifecycle, Labels, Cards, Reminders, WorkQueue, Once, Levels, Heartbeats, ABC):
    """Streams, their lifecycle, labels, cards and reminders, work, what happens once, a level, heartbeats. Example::

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
    async def vitals(self) -> Vitals:
        """Return how the store's servers are."""

    @abstractmethod
    async def close(self) -> None:
        """Close the connections; followers raise `StoreUnavailable`. Closing twice does no harm."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
