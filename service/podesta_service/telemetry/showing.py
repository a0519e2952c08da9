"""Metrics over HTTP, on a port of their own."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from prometheus_client import start_http_server

from .metrics import Metrics

log = logging.getLogger(__name__)


@contextmanager
def shown(metrics: Metrics, host: str, port: int) -> Iterator[None]:
    """Show metrics over HTTP for the time of a block, in a thread of their own; a port in use is only logged."""
    try:
        server, thread = start_http_server(port, host, metrics.registry) if port else (None, None)
    except OSError as error:
        log.warning("no metrics on port %d (PODESTA_METRICS_PORT): %s", port, error.strerror)
        server = thread = None
    try:
        yield
    finally:
        if server and thread:
            server.shutdown()
            server.server_close()
            thread.join()
