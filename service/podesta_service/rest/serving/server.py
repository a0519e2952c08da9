"""The REST server: uvicorn inside the event loop that is already running."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import uvicorn

from podesta_service.context import Context
from podesta_service.fairness.accounts import HeldBytes
from podesta_service.fairness.connections import Connections, refused_over
from podesta_service.fairness.slots import Slot
from podesta_service.fairness.time_slices import Turns
from podesta_service.listening import bound
from podesta_service.settings import Settings
from podesta_service.telemetry.metrics import Metrics

from .accepting import Acceptor
from .app import rest_app
from .http_protocol import BoundedProtocol, Pay

KEPT_SECONDS = 75
"""Seconds that an idle connection is kept: longer than callers and proxies usually do (at most a minute), as a request
sent on a connection that is just being closed is lost. If connections run out, idle ones are closed sooner."""
_BACKLOG = 2048


class CannotListen(OSError):
    """The address cannot be listened on; the message says which, and why."""


class Embedded(uvicorn.Server):
    """A uvicorn server that leaves signals to the loop's owner, limits its connections, and reports when it is up."""

    def __init__(self, config: uvicorn.Config, connections: Connections, pay: Pay, held: HeldBytes) -> None:
        super().__init__(config)
        self.up = asyncio.Event()
        self._connections, self._pay, self._held = connections, pay, held
        self._turns = Turns()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Do nothing: the owner of the loop handles signals."""
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to accept calls, and set the event that reports it."""
        self.servers: list[Any] = [
            Acceptor(listening, self._connections, self._protocol, self.config.ssl) for listening in sockets or ()
        ]
        self.started = True
        self.up.set()

    def _protocol(self, place: Slot) -> BoundedProtocol:
        """The protocol of one connection."""
        return BoundedProtocol(
            self.config,
            self.server_state,
            {},
            place=place,
            connections=self._connections,
            pay=self._pay,
            turns=self._turns,
            held=self._held,
        )


class RestServer:
    """A running server. `port` is the one it listens on, even if the settings left it open."""

    def __init__(self, context: Context, listening: socket.socket, tls: bool) -> None:
        self.port: int = listening.getsockname()[1]
        self._context, self._socket = context, listening
        self._connections = connections_of_rest(context.settings, context.metrics)
        self._server = Embedded(
            config(rest_app(context), context.settings, tls), self._connections, context.limits.read, context.answers
        )
        self._task = asyncio.create_task(self._server.serve(sockets=[listening]), name="rest server")

    async def started(self) -> None:
        """Wait until calls are accepted; raises the error that kept the server from starting."""
        up = asyncio.create_task(self._server.up.wait())
        await asyncio.wait([up, self._task], return_when=asyncio.FIRST_COMPLETED)
        up.cancel()
        if self._task.done():
            self._task.result()

    def reload(self) -> None:
        """Serve new connections with the certificate now in the settings' files."""
        settings, tls = self._context.settings, self._server.config.ssl
        if tls is not None:
            tls.load_cert_chain(settings.tls_cert, settings.tls_key)

    async def stop(self, grace: float) -> None:
        """End every stream, finish the calls in flight within `grace` seconds, and close. May be repeated.

        It sets `context.draining` and drains the feeds, if that has not happened yet.
        """
        self._context.draining.set()
        self._context.master.feeds.drain()
        self._context.master.lobby_feed.drain()
        self._server.config.timeout_graceful_shutdown = max(grace, 0.01)  # type: ignore[assignment]
        self._server.should_exit = True
        await asyncio.gather(self._task, return_exceptions=True)
        self._socket.close()


def config(app: Any, settings: Settings, tls: bool) -> uvicorn.Config:
    """uvicorn's configuration for an application."""
    return uvicorn.Config(
        app,
        access_log=False,
        lifespan="off",
        log_config=None,
        log_level="warning",
        proxy_headers=False,  # fairness/buckets.py reads them if the operator trusts the proxy
        server_header=False,
        timeout_keep_alive=KEPT_SECONDS,
        ssl_certfile=settings.tls_cert if tls else None,
        ssl_keyfile=settings.tls_key if tls else None,
        ws="none",
    )


def connections_of_rest(settings: Settings, metrics: Metrics) -> Connections:
    """The registry of REST's connections; refusals are logged and counted."""
    refused = refused_over("rest", metrics, "connections are refused")
    connections = Connections(settings, refused, partial(metrics.closed, "rest"))
    metrics.connections("rest", lambda: connections.count)
    return connections


def listen(host: str, port: int, share: bool) -> socket.socket:
    """A listening socket, which may share its port with other processes; raises CannotListen."""
    try:
        listening = bound(host, port, share)
        listening.listen(_BACKLOG)
    except OSError as error:
        why = error.strerror or str(error)
        raise CannotListen(f"REST cannot listen on {host}, port {port} (PODESTA_REST_HOST, _PORT): {why}") from None
    return listening


async def start_rest(context: Context, listening: socket.socket | None = None) -> RestServer:
    """Serve REST on the settings' address, or on a socket; raises CannotListen, or BadSetting for a bad certificate."""
    settings, certificates = context.settings, context.certificates
    listening = listening or listen(settings.rest_host, settings.rest_port, settings.share_ports)
    server = RestServer(context, listening, tls=certificates.current is not None)
    await server.started()
    certificates.on_change(server.reload)
    return server
