"""The server on REST's address until the store is reached: the process is alive but not ready."""

from __future__ import annotations

import asyncio
import socket
from typing import Any

import msgspec

from podesta_service.fairness.accounts import HeldBytes
from podesta_service.fairness.buckets import Limits
from podesta_service.identity.tls import Certificates
from podesta_service.problems import STORE_UNAVAILABLE, refuse
from podesta_service.rest.calls.operations import Health
from podesta_service.rest.errors import Rendered, rendered
from podesta_service.rest.headers import JSON, PROBLEM_JSON, raw
from podesta_service.settings import Settings
from podesta_service.telemetry.metrics import Metrics

from .server import Embedded, config, connections_of_rest, listen

_NOSNIFF = {"x-content-type-options": "nosniff"}
_ALIVE: Rendered = 200, {"Cache-Control": "no-store"}, msgspec.json.encode(Health("ok"))
_NOT_READY = rendered(refuse(STORE_UNAVAILABLE, "waits-for-store"))


async def _answer(scope: Any, _: Any, send: Any) -> None:
    """Serve liveness as usual, and 503 for everything else."""
    alive = scope["path"] == "/healthz"
    status, said, body = _ALIVE if alive else _NOT_READY
    headers = raw({"Content-Type": JSON if alive else PROBLEM_JSON, **said, **_NOSNIFF})
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})


class NotReadyServer:
    """A server on REST's address that reports that the process is waiting."""

    def __init__(self, settings: Settings) -> None:
        tls = Certificates(settings).current is not None
        self._listening = listen(settings.rest_host, settings.rest_port, settings.share_ports)
        kept, pay, held = connections_of_rest(settings, Metrics()), Limits(settings).read, HeldBytes(1, 1)
        self._server = Embedded(config(_answer, settings, tls), kept, pay, held)
        serving = self._server.serve(sockets=[self._listening.dup()])  # the server closes this one, not the original
        self._task = asyncio.create_task(serving, name="waiting room")

    async def close(self) -> socket.socket:
        """Stop serving; return the still listening socket for the server that takes over."""
        self._server.config.timeout_graceful_shutdown = 1
        self._server.should_exit = True
        await asyncio.gather(self._task, return_exceptions=True)
        return self._listening
