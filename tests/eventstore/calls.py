"""Every call of a store, including later additions to the contract, for tests of proxies in front of stores."""

from collections.abc import AsyncGenerator
from typing import Any

from podesta_eventstore import EventStore, Member, MemoryStore, Reminder, StoreError

CALLS = {name: getattr(EventStore, name) for name in sorted(EventStore.__abstractmethods__)}
ARGUMENTS: dict[str, tuple[Any, ...]] = {
    "append": ("s", 0, b"", bytes(16)),
    "streams": ("new",),
    "label": ("s", {}),
    "release": ("s", 1, ""),
    "forget": ("s", 1),
    "generation": (),
    "restore": ("s", [], "new"),
    "glimpses": ([],),
    "pick": ([],),
    "tally": ("new", []),
    "oldest": ("new", 1, 1),
    "remind": ("s", 1),
    "due": (1, 1, 1),
    "settle": (Reminder("s", 1, 1), None),
    "put_work": (b"",),
    "take_work": ("w", 1, 0.0),
    "finish_work": ([],),
    "steal_work": ("w", 1, 1),
    "waiting_work": (),
    "join": (Member("m", 1, 1),),
    "level_status": (),
    "raise_level": (1,),
    "ping": (),
    "memory": (),
    "close": (),
}
"""The arguments of each call; all others take a stream's name."""


class Broken(MemoryStore):
    """Fails in every call."""

    def __getattribute__(self, name: str) -> Any:
        """Return a failing call for any name."""
        if name in CALLS:
            return _fail_following if name == "follow" else _fail
        return super().__getattribute__(name)


async def _fail(*_: object) -> None:
    raise StoreError("broken")


async def _fail_following(*_: object) -> AsyncGenerator[None, None]:
    raise StoreError("broken")
    yield


async def make(store: EventStore, name: str) -> None:
    """Make the call, or take one step of its generator."""
    made = getattr(store, name)(*ARGUMENTS.get(name, ("s",)))
    await (anext(made) if name == "follow" else made)
