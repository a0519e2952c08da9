"""Finding the primary through Sentinels."""

from dataclasses import replace
from typing import Any

from redis.asyncio.retry import Retry
from redis.asyncio.sentinel import Sentinel
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from podesta_eventstore.errors import StoreUnavailable

from .address import Address
from .link import Locate

PATIENCE = 1.0
"""Seconds to wait for one Sentinel before asking the next."""


def by_sentinel(sentinels: list[Address], name: str, primary: Address) -> Locate:
    """Return a `Locate` that asks the Sentinels, one after another, for the primary called `name`.

    `primary` says how to greet it (user, password, database, TLS); the Sentinels' addresses say how to greet them.
    Because they are asked before each attempt to connect, the store follows a failover.
    """

    async def locate() -> Address:
        asked = _sentinel(sentinels)
        try:
            host, port = await asked.discover_master(name)
        except (RedisError, OSError) as error:
            asked_at = ", ".join(map(str, sentinels))
            raise StoreUnavailable(f"no Sentinel of {name!r} knows a primary; asked: {asked_at}") from error
        finally:
            for client in asked.sentinels:
                await client.aclose()
        return replace(primary, host=host, port=port)

    return locate


def _sentinel(sentinels: list[Address]) -> Sentinel:
    """Return a client of the Sentinels, for one question."""
    options: dict[str, Any] = {
        "socket_timeout": PATIENCE,
        "socket_connect_timeout": PATIENCE,
        "retry": Retry(NoBackoff(), 0),
    }
    if sentinels[0].password:
        options |= {"username": sentinels[0].username or None, "password": sentinels[0].password}
    return Sentinel(  # type: ignore[no-untyped-call]
        [(each.host, each.port) for each in sentinels], sentinel_kwargs=options
    )
