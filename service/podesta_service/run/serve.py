"""One process of the service: the store, REST and gRPC in one event loop, from start to a clean shutdown."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import socket
import time
from contextlib import suppress
from dataclasses import dataclass

import structlog

from podesta_eventstore import EventStore
from podesta_service.chores.census import watch_loop
from podesta_service.context import Context
from podesta_service.grpc_wire.serving.server import GrpcServer, start_grpc
from podesta_service.listening import EVERYWHERE
from podesta_service.master import Master
from podesta_service.randomness import find_master_key
from podesta_service.rest.serving.hosts import names_of
from podesta_service.rest.serving.server import RestServer, start_rest
from podesta_service.settings import Settings
from podesta_service.table.clock import StoreClock
from podesta_service.telemetry.metrics import Metrics
from podesta_service.telemetry.showing import shown
from podesta_service.telemetry.tracing import close_tracing, set_up_tracing

from .exposure import say_remarks
from .own_bots import OwnBots
from .reconciling import archive_watchers
from .rehearsing import rehearse
from .starting import open_patiently

log = structlog.get_logger("podesta")

QUIET = 0.2
"""Seconds without a call after which callers are assumed to know that this process shuts down."""
LAST_WORDS = 1.0
"""Maximum seconds that callers get for that."""


@dataclass
class Service:
    """A running process of the service."""

    context: Context
    store: EventStore
    rest: RestServer
    grpc: GrpcServer
    watchers: list[asyncio.Task[None]]

    @property
    def rest_url(self) -> str:
        """The address of REST."""
        scheme = "https" if self.context.settings.tls_cert else "http"
        return f"{scheme}://{_reachable(self.context.settings.rest_host)}:{self.rest.port}"

    @property
    def grpc_target(self) -> str:
        """The target of gRPC."""
        return f"{_reachable(self.context.settings.grpc_host)}:{self.grpc.port}"

    async def linger(self, asked: asyncio.Event) -> None:
        """Keep serving, not ready, until proxies have switched over; a second signal ends this."""
        if not (seconds := self.context.settings.linger_seconds):
            return
        self.context.leaving.set()
        log.info("leaving", seconds=seconds)
        asked.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await asked.wait()

    async def stop(self) -> None:
        """End every stream, let calls in flight finish, then close the store."""
        started, grace = time.monotonic(), self.context.settings.drain_seconds
        self.context.draining.set()
        self.context.master.heart.serving = False
        self.context.master.feeds.drain()
        self.context.master.lobby_feed.drain()
        await self._until_quiet(min(grace, LAST_WORDS))
        await asyncio.gather(self.rest.stop(grace), self.grpc.stop(grace))
        await self.context.master.steward.stop()
        await self.context.master.webhooks.delivery.close()
        await self.context.master.feeds.close()
        await self.context.master.lobby_feed.close()
        for watcher in self.watchers:
            watcher.cancel()
        await asyncio.gather(*self.watchers, return_exceptions=True)
        await self.context.master.level.leave()
        await self.store.close()
        close_tracing()
        log.info("stopped", seconds=round(time.monotonic() - started, 3))

    async def _until_quiet(self, longest: float) -> None:
        """Refuse calls as draining until no more arrive: a call on a closing connection would not be answered."""
        for _ in range(round(longest / QUIET)):
            before = self.context.metrics.ended
            await asyncio.sleep(QUIET)
            if self.context.metrics.ended == before:
                return


def _reachable(host: str) -> str:
    """The host to connect to, for a host that is listened on."""
    if host in EVERYWHERE:
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host


async def start_service(settings: Settings) -> Service:
    """Open the store and both wires; raises StoreError or OSError with nothing left running."""
    key = find_master_key(settings)
    store, listening = await open_patiently(settings)
    try:
        metrics = Metrics()
        context = Context(settings, Master(store, settings, key, StoreClock(), metrics), metrics)
        rehearse()
        await context.master.level.join()
        context.master.heart.serving = True
        await context.master.heart.beat()
        return await _listen(store, context, listening)
    except BaseException:
        await store.close()
        raise


async def _listen(store: EventStore, context: Context, listening: socket.socket | None) -> Service:
    context.metrics.watch(context.master.tables, context.master.feeds)
    set_up_tracing()
    rest = await start_rest(context, listening)
    try:
        service = Service(
            context, store, rest, await start_grpc(context, context.settings.share_ports), _watchers(context, store)
        )
    except BaseException:
        await rest.stop(0)
        raise
    context.master.steward.start()
    return service


def _watchers(context: Context, store: EventStore) -> list[asyncio.Task[None]]:
    """The background tasks: heartbeats, the loop's lateness, certificates, the census of games, the archive's runs."""
    watchers = [asyncio.create_task(watch_loop(context.metrics), name="loop lag")]
    watchers.append(asyncio.create_task(context.master.heart.run(), name="heart"))
    watchers.append(asyncio.create_task(context.certificates.watch(), name="certificates"))
    watchers.append(asyncio.create_task(context.master.vitals.run(_stop_this_process), name="store vitals"))
    watchers.append(asyncio.create_task(context.master.level.run(_stop_this_process), name="level"))
    if seconds := context.settings.census_seconds:
        watchers.append(asyncio.create_task(context.master.census.run(seconds), name="census"))
    return watchers + archive_watchers(store, context.settings, context.metrics.vitals, _stop_this_process)


def _stop_this_process() -> None:
    """Shut down cleanly, as after a signal."""
    os.kill(os.getpid(), signal.SIGTERM)


_GARBAGE = (3_000, 5, 20)
"""The thresholds of garbage collection. No call is served during one, and each object takes a microsecond or more;
Python's lower defaults would trigger it several times within one call."""


def _collect_seldom() -> None:
    """Collect garbage after many calls instead of in each, and exempt objects that live as long as the process."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_GARBAGE)


async def _started(settings: Settings, asked: asyncio.Event) -> Service | None:
    """A running service; None if the process was asked to stop while it waited for the store."""
    starting, stopping = asyncio.create_task(start_service(settings)), asyncio.create_task(asked.wait())
    await asyncio.wait([starting, stopping], return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    if starting.done():
        return starting.result()
    starting.cancel()
    await asyncio.gather(starting, return_exceptions=True)
    return None


def _say_serving(service: Service, settings: Settings) -> None:
    """Log that the service accepts calls, and the metrics' port."""
    store = settings.store_address or f"a private Valkey in {settings.data_path}"
    log.info(
        "serving", rest=service.rest_url, grpc=service.grpc_target, store=store, schema=f"{service.rest_url}/schema"
    )
    if not names_of(settings):
        log.info("REST answers to any host; PODESTA_ALLOWED_HOSTS names those it should answer to")
    if not settings.share_ports:  # otherwise the process that started the workers has logged it
        say_remarks(settings)


async def serve(settings: Settings) -> None:
    """Run until asked to stop (SIGTERM, SIGINT)."""
    asked = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGTERM, signal.SIGINT):
        with suppress(NotImplementedError):
            loop.add_signal_handler(name, asked.set)
    service = await _started(settings, asked)
    if service is None:
        return
    with suppress(NotImplementedError):
        loop.add_signal_handler(signal.SIGHUP, service.context.certificates.refresh)
    _collect_seldom()
    bots = OwnBots(settings.own_bots, settings.bots_metrics_port)
    service.context.master.bots.called = bots.call
    with shown(service.context.metrics.registry, settings.rest_host, settings.metrics_port):
        _say_serving(service, settings)
        await asked.wait()
        await service.linger(asked)
    log.info("draining", followers=service.context.master.feeds.followers)
    await asyncio.gather(service.stop(), bots.stop(settings.drain_seconds))
