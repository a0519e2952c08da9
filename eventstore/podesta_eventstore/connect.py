"""Open the store at a URL, or a private one.

URLs of Redis and Valkey are read here. Every other scheme is an entry point of the group `podesta.stores`, with the
scheme's name, for a `StoreOpener`: `memory` is one.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from importlib.metadata import entry_points
from pathlib import Path
from typing import Protocol, TypeAlias

from podesta_eventstore.server.address import SCHEMES, Address, parse_store_url
from podesta_eventstore.server.checks import Durability, check_server
from podesta_eventstore.server.cluster import ClusterRoute
from podesta_eventstore.server.embedded import EmbeddedServer
from podesta_eventstore.server.link import Locate, at
from podesta_eventstore.server.routes import Direct, Route
from podesta_eventstore.streams.calls import load_everywhere
from podesta_eventstore.streams.store import RedisStore

from .bounds import check_lists
from .contract import LISTS, EventStore
from .errors import StoreRefused, StoreUnavailable, shown_address

GROUP = "podesta.stores"
"""The group of the entry points."""
OnClose: TypeAlias = Callable[[], Awaitable[None]]
_log = logging.getLogger(__name__)


class StoreOpener(Protocol):
    """Opens the stores of a scheme; raises what `open_store` raises, and repeats no credentials of the URL."""

    async def __call__(self, url: str, durability: Durability, lists: Sequence[str]) -> EventStore:
        """Open the store at `url`, whose calls end in time; an acknowledged entry survives what `durability` says."""


async def open_store(
    url: str | None,
    data_dir: Path,
    durability: Durability = "fsync",
    timeout: float = 5.0,  # noqa: ASYNC109 - bounds every later call, not this one
    interval: float = 5.0,
    lists: Sequence[str] = LISTS,
) -> EventStore:
    """Open, check and prepare the store at `url`; without one, start or join the private server of `data_dir`.

    The URL also chooses the topology, see `address.parse_store_url`, or another kind of store. `timeout` (seconds)
    bounds each attempt to connect and each reply; `interval` (seconds) is how often followers read again without being
    rung. `lists` names the store's lists, see `LISTS`.

    Raises:
        ValueError: the URL is of no supported kind, or the lists' names are unusable.
        StoreRefused: a server must not be used as it is set up, or a private server cannot be `replicated`.
        StoreUnavailable: it cannot be reached.
    """
    lists = check_lists(lists)
    if url and (opener := _opener(url)):
        return await opener(url, durability, lists)
    route, on_close = await _route(url, data_dir, durability, timeout)
    replicas = 1 if durability == "replicated" else 0
    store = RedisStore(route, lists=lists, timeout=timeout, interval=interval, replicas=replicas, on_close=on_close)
    try:
        primaries = await route.primaries()
        for warning in [each for link in primaries for each in await check_server(link, durability)]:
            _log.warning(warning)
        await load_everywhere(primaries)
    except BaseException:
        await store.close()
        raise
    return store


def store_address(url: str) -> str:
    """Return the store's address without credentials; raises ValueError if the URL is of no supported kind."""
    return shown_address(url) if _opener(url) else str(parse_store_url(url))


def _opener(url: str) -> StoreOpener | None:
    """Return what opens stores of the URL's scheme, unless they are on Redis or Valkey."""
    scheme = url.partition(":")[0]
    if scheme.partition("+")[0] in SCHEMES:
        return None
    return next((each.load() for each in entry_points(group=GROUP, name=scheme)), None)


async def _route(
    url: str | None, data_dir: Path, durability: Durability, patience: float
) -> tuple[Route, OnClose | None]:
    """Return the route to the servers in the URL, and what to call on closing, if anything."""
    if url is None:
        locate, on_close = await _private(EmbeddedServer(data_dir, durability), patience)
        return Direct(locate, patience), on_close
    server = parse_store_url(url)
    if server.kind == "cluster":
        return ClusterRoute(server.addresses, patience), None
    if server.kind == "sentinel":
        from podesta_eventstore.server.sentinel import by_sentinel  # redis-py alone takes a tenth of a start

        return Direct(by_sentinel(server.addresses, server.name, server.primary), patience), None
    return Direct(at(server.addresses[0]), patience), None


async def _private(server: EmbeddedServer, patience: float) -> tuple[Locate, OnClose]:
    """Start or join the server; return how to find it (restarting it if it has ended) and how to leave it."""
    await asyncio.to_thread(server.start)

    async def locate() -> Address:
        try:
            await asyncio.to_thread(server.start, patience)
        except StoreRefused as error:
            raise StoreUnavailable(str(error)) from error
        return Address(path=server.socket)

    async def leave() -> None:
        await asyncio.to_thread(server.stop)

    return locate, leave
