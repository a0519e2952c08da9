"""Open the store that a URL names, or a private one."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from pathlib import Path

from eventstore import library
from eventstore.address import Address, parse
from eventstore.checks import Durability, check_server
from eventstore.contract import EventStore
from eventstore.embedded import EmbeddedServer
from eventstore.errors import StoreRefused, StoreUnavailable
from eventstore.link import Locate, at
from eventstore.redis_store import RedisStore

_log = logging.getLogger(__name__)


async def open_store(
    url: str | None,
    data_dir: Path,
    durability: Durability = "fsync",
    timeout: float = 5.0,  # noqa: ASYNC109 - bounds every later call, not this one
    interval: float = 5.0,
) -> EventStore:
    """Open, check and prepare the store at `url`; without one, start or join the private server of `data_dir`.

    `timeout` (seconds) bounds each attempt to connect and each answer; `interval` (seconds) is how often followers
    re-read unrung.

    Raises:
        ValueError: the URL is of no supported kind.
        StoreRefused: the server must not be used as it is set up.
        StoreUnavailable: it does not answer.
    """
    if url is None:
        locate, on_close = await _private(EmbeddedServer(data_dir, durability), timeout)
    else:
        locate, on_close = at(parse(url)), None
    store = RedisStore(locate, timeout=timeout, interval=interval, on_close=on_close)
    try:
        for warning in await check_server(store.link, durability):
            _log.warning(warning)
        await library.ensure(store.link)
    except BaseException:
        await store.close()
        raise
    return store


async def _private(server: EmbeddedServer, patience: float) -> tuple[Locate, Callable[[], Awaitable[None]]]:
    """Start or join the server; answer how to find it, started again whenever it is not there, and to leave it."""
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
