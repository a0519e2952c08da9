"""The server on REST's address while the store is not there yet: the process is alive, and not ready."""

from __future__ import annotations

import asyncio
import socket
from typing import Any

import msgspec

from podesta_service.identity.tls import Certificates
from podesta_service.problems import STORE_UNAVAILABLE, refuse
from podesta_service.rest.calls.operations import Health
from podesta_service.rest.errors import problem_of
from podesta_service.rest.headers import JSON, PROBLEM_JSON
from podesta_service.settings import Settings
from podesta_service.telemetry.metrics import Metrics

from .server import Embedded, config, connections_of_rest, listen

_ALIVE = msgspec.json.encode(Health("ok"))
_NOSNIFF = (b"x-content-type-options", b"nosniff")
_NOT_READY = msgspec.json.encode(problem_of(refuse(STORE_UNAVAILABLE, "the process waits for its event store")))


async def _answer(scope: Any, _: Any, send: Any) -> None:
    """Serve liveness as ever, and 503 for everything else."""
    alive = scope["path"] == "/healthz"
    kind = (JSON if alive else PROBLEM_JSON).encode()
    headers = [
        (b"content-type", kind),
        (b"cache-control", b"no-store"),
        _NOSNIFF,
        *([] if alive else [(b"retry-after", b"1")]),
    ]
    await send({"type": "http.response.start", "status": 200 if alive else 503, "headers": headers})
    body = b"" if scope["method"] == "HEAD" else _ALIVE if alive else _NOT_READY
    await send({"type": "http.response.body", "body": body})


class WaitingRoom:
    """A server on REST's address that only says that the process is waiting."""

    def __init__(self, settings: Settings) -> None:
        tls = Certificates(settings).current is not None
        self._listening = listen(settings.rest_host, settings.rest_port, settings.share_ports)
        self._server = Embedded(config(_answer, settings, tls), connections_of_rest(settings, Metrics()))
        serving = self._server.serve(sockets=[self._listening.dup()])  # closed by the server, unlike the original
        self._task = asyncio.create_task(serving, name="waiting room")

    async def close(self) -> socket.socket:
        """Stop serving; returns the socket, which goes on listening, for the server that takes over."""
        self._server.config.timeout_graceful_shutdown = 1
        self._server.should_exit = True
        await asyncio.gather(self._task, return_exceptions=True)
        return self._listening
