"""A world: a real store, REST and gRPC on free ports, and all responses to a viewer there, as bytes."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import grpc
import msgspec

from podesta_engines.game.events import Entry, encode_entry
from podesta_engines.game.lottery import seed_of
from podesta_eventstore import EventStore, open_store
from podesta_service.context import Context
from podesta_service.grpc_wire import start_grpc
from podesta_service.identity.tokens import TokenOffice
from podesta_service.master import Master
from podesta_service.model import LISTS
from podesta_service.randomness import Keys
from podesta_service.rest import start_rest
from podesta_service.settings import Settings
from podesta_service.table.clock import Clock
from podesta_service.table.sealed_store import SealedStore
from podesta_service.telemetry.metrics import Metrics
from tests.contract.secrecy.plain_http import Connection, Told

MASTER_KEY = bytes(range(32))
NOW = 1_700_100_000.0
"""The time in every world, seconds since 1970: it is frozen, so tokens are the same in all."""
PAGE = 100
REQUEST_ID = "the-same-in-all-worlds"

Viewer = int | None
"""A seat, or None for a spectator."""


def secret(game: str) -> str:
    """The seed of a game of this id, hex."""
    return seed_of(MASTER_KEY, game, b"").hex()


def token_of(game: str, viewer: Viewer) -> str | None:
    """The token of a viewer; for a seat, of its first holder."""
    return None if viewer is None else TokenOffice(MASTER_KEY, 30, lambda: NOW).issue(game, viewer, 1).token


@dataclass
class World:
    """One process and its store, seen from outside. In the game `quiet` nothing happens."""

    store: EventStore
    context: Context
    port: int
    http: Connection
    channel: grpc.aio.Channel
    quiet: str = ""

    async def append(self, game: str, revision: int, entry: Entry, state: Any = None) -> None:
        """Store the entry that follows a revision."""
        state = state or (None if revision else "running")
        sealing = SealedStore(self.store, Keys(MASTER_KEY))
        await sealing.append(game, revision, encode_entry(entry), b"command-%08d" % revision, state)

    async def rest(self, method: str, path: str, token: str | None, body: Any = None, **headers: str) -> Told:
        """The whole response to a call over REST."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        sent = None if body is None else msgspec.json.encode(body)
        return await self.http.ask(method, path, {**asked_by(token), **named}, sent)

    async def grpc(self, call: str, request: Any, token: str | None, language: str = "en") -> tuple[Any, ...]:
        """The whole response to a unary call over gRPC: code, message, details and bytes."""
        service = "Simulator" if call in ("Determinize", "Apply", "Rollout") else "GameMaster"
        unary = self.channel.unary_unary(f"/podesta.v1.{service}/{call}")
        try:
            got = unary(request.SerializeToString(), metadata=metadata(token, language))
            return grpc.StatusCode.OK, await got, trailers(await got.trailing_metadata())
        except grpc.aio.AioRpcError as error:
            return error.code(), error.details(), trailers(error.trailing_metadata())


def asked_by(token: str | None) -> dict[str, str]:
    """The headers of every call over REST."""
    bearer = {"Authorization": f"Bearer {token}"} if token else {}
    return {"X-Request-ID": REQUEST_ID, **bearer}


def metadata(token: str | None, language: str) -> tuple[tuple[str, str], ...]:
    """The metadata of a call over gRPC."""
    return (
        ("accept-language", language),
        ("x-request-id", REQUEST_ID),
        *((("authorization", f"Bearer {token}"),) if token else ()),
    )


def trailers(found: Any) -> list[tuple[str, Any]]:
    """The trailing metadata, without that of the process."""
    return sorted((key, value) for key, value in (found or ()) if key != "date")


def size(answer: Any) -> int:
    """The size of a response on either wire, in bytes."""
    if isinstance(answer, tuple):
        return sum(map(size, answer))
    if isinstance(answer, list):
        return sum(map(size, answer))
    return len(answer) if isinstance(answer, Told | bytes | str) else 0


@asynccontextmanager
async def running_world(store_url: str, data_dir: Path) -> AsyncIterator[World]:
    """A process on a store, for the time of a block."""
    settings = Settings(store_url=store_url, data_dir=str(data_dir), rest_port=0, grpc_port=0)
    settings = msgspec.structs.replace(
        settings, master_key=MASTER_KEY.hex(), heartbeat_seconds=300.0, drain_seconds=1.0
    )
    settings = msgspec.structs.replace(settings, token_calls=0, address_calls=0, token_computing=0, address_computing=0)
    async with AsyncExitStack() as stack:
        store = await stack.enter_async_context(await open_store(store_url, data_dir, "everysec", lists=LISTS))
        metrics = Metrics()
        master = Master(store, settings, MASTER_KEY, clock=Clock(lambda: NOW), metrics=metrics)
        master.steward.chores[:] = [master.ordering]  # the time of games is in their logs
        master.lobby_feed.seconds = 3_600.0  # refreshed when a follower joins
        stack.push_async_callback(master.lobby_feed.close)
        stack.push_async_callback(master.feeds.close)
        stack.push_async_callback(master.steward.stop)
        context = Context(settings, master, metrics)
        rest, wire = await start_rest(context), await start_grpc(context)
        stack.push_async_callback(rest.stop, 1.0)
        stack.push_async_callback(wire.stop, 1.0)
        http = await Connection.open(rest.port)
        stack.callback(http.close)
        channel = await stack.enter_async_context(grpc.aio.insecure_channel(f"127.0.0.1:{wire.port}"))
        # heads depend on the whole log and are blinded by a secret key (tests/laws/game/test_heads.py): everything else
        # must be the same to the byte
        context.master.tables.blinding = lambda *_: b""
        yield World(store, context, rest.port, http, channel)
