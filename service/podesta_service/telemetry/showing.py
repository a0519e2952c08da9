"""Metrics over HTTP, on a port of their own, in a thread of its own, with a bounded share of CPU."""

from __future__ import annotations

import logging
import socket
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler

from prometheus_client import CollectorRegistry, make_wsgi_app
from prometheus_client.exposition import ThreadingWSGIServer

from podesta_service.listening import bound

log = logging.getLogger(__name__)

MOST = 8
"""Maximum number of connections; one more replaces the oldest that has not sent a request yet, or is closed."""
PATIENCE = 5.0
"""Seconds of silence after which a connection is closed."""
REST = 3.0
"""The pause after writing the metrics, as a multiple of the time it took: they take a quarter of a processor."""
_App = Callable[..., Iterable[bytes]]


class Paced:
    """An app that answers one request after another, and pauses after each."""

    def __init__(self, app: _App) -> None:
        self._app, self._lock, self._rested = app, threading.Lock(), 0.0

    def __call__(self, *call: Any) -> Iterable[bytes]:
        """Answer when it is this call's turn."""
        with self._lock:
            time.sleep(max(0.0, self._rested - time.monotonic()))
            began = time.monotonic()
            try:
                return self._app(*call)
            finally:
                now = time.monotonic()
                self._rested = now + REST * (now - began)


class _Handler(WSGIRequestHandler):
    """One request of one connection."""

    timeout = PATIENCE
    server: _Server

    def get_environ(self) -> dict[str, Any]:
        """The request's environment, which is complete by now."""
        self.server.asked(self.connection)
        return super().get_environ()

    def log_message(self, *_: object) -> None:
        """Log nothing."""


class _Server(ThreadingWSGIServer):
    """A server with few connections."""

    request_queue_size = 128

    def __init__(self, *address: Any) -> None:
        self._silent: dict[Any, None] = {}
        self._busy, self._lock = set[Any](), threading.Lock()
        super().__init__(*address)

    def server_bind(self) -> None:
        """Listen on both address families, if the host covers both."""
        self.socket.close()
        host, port = self.server_address[:2]
        self.socket = bound(str(host), int(port))
        self.server_name, self.server_port = self.socket.getsockname()[:2]
        self.setup_environ()

    def process_request(self, request: Any, client_address: Any) -> None:
        """Accept a connection, if there is room for it."""
        with self._lock:
            full = len(self._silent) + len(self._busy) >= MOST
            oldest = next(iter(self._silent), None) if full else None
            if not full or oldest is not None:
                self._silent[request] = None
            self._silent.pop(oldest, None)
        if full and oldest is None:
            super().shutdown_request(request)
            return
        if oldest is not None:
            with suppress(OSError):
                oldest.shutdown(socket.SHUT_RDWR)
        super().process_request(request, client_address)

    def asked(self, request: Any) -> None:
        """Record that a connection has sent its request."""
        with self._lock:
            if request in self._silent:
                del self._silent[request]
                self._busy.add(request)

    def shutdown_request(self, request: Any) -> None:
        """Close a connection, and free its place."""
        with self._lock:
            self._silent.pop(request, None)
            self._busy.discard(request)
        super().shutdown_request(request)


def _server(registry: CollectorRegistry, host: str, port: int) -> _Server:
    """A server that listens; raises OSError."""
    server = _Server((host, port), _Handler)
    server.set_app(Paced(make_wsgi_app(registry)))
    return server


@contextmanager
def shown(registry: CollectorRegistry, host: str, port: int) -> Iterator[int]:
    """Serve metrics over HTTP during a block, in a thread, on the port it yields; a port in use is only logged."""
    try:
        server = _server(registry, host, port) if port else None
    except OSError as error:
        log.warning("no metrics on port %d (PODESTA_METRICS_PORT): %s", port, error.strerror)
        server = None
    if server is None:
        yield 0
        return
    thread = threading.Thread(target=server.serve_forever, name="metrics", daemon=True)
    thread.start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
