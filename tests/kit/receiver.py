"""A receiver of webhooks: a real HTTP server on loopback that keeps requests, and answers as set by the test."""

from __future__ import annotations

import asyncio
import hmac
import json
import ssl
import threading
import time
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import cycle, islice
from typing import Any

from tests.kit.ports import free_port

PATIENCE = 60.0
_PORTS = [free_port() for _ in range(100)]
NAMED = ",".join(f"{scheme}://127.0.0.1:{port}/" for port in (9, *_PORTS) for scheme in ("http", "https"))
"""The receivers of a test run, and a closed port, in the form of the setting for receivers open to all webhooks."""
_next = cycle(_PORTS)


@dataclass(frozen=True)
class Received:
    """One request: its path, its headers in lower case, its body."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def id(self) -> str:
        """The id of the notice."""
        return self.headers["webhook-id"]

    @property
    def told(self) -> dict[str, Any]:
        """The parsed body."""
        found: dict[str, Any] = json.loads(self.body)
        return found

    @property
    def brief(self) -> tuple[str, int, list[int]]:
        """The notice in brief: its type, its revision, its seats."""
        data = self.told["data"]
        return self.told["type"], data["revision"], [turn["seat"] for turn in data["turns"]]

    def is_signed(self, secret: str) -> bool:
        """Whether the signature is that of the secret: implemented once more, from the specification."""
        key = b64decode(secret.removeprefix("whsec_"))
        said = f"{self.id}.{self.headers['webhook-timestamp']}.".encode() + self.body
        right = "v1," + b64encode(hmac.digest(key, said, "sha256")).decode()
        return right in self.headers["webhook-signature"].split()


class _Server(ThreadingHTTPServer):
    """A server, with TLS if it has certificates; failed handshakes are ignored."""

    daemon_threads = True

    def __init__(self, address: tuple[str, int], handler: type[BaseHTTPRequestHandler], tls: ssl.SSLContext | None):
        super().__init__(address, handler)
        if tls:
            self.socket = tls.wrap_socket(self.socket, server_side=True, do_handshake_on_connect=False)

    def handle_error(self, *_: Any) -> None:
        """Silence the log."""


def _served(host: str, handler: type[BaseHTTPRequestHandler], tls: ssl.SSLContext | None) -> _Server:
    """A server on the next named port that is free; raises OSError."""
    for port in islice(_next, len(_PORTS)):
        with suppress(OSError):
            return _Server((host, port), handler, tls)
    raise OSError("no port is free")


class Receiver:
    """Keeps requests in order of arrival; `answer` decides the response to each, before it is kept.

    It listens on an address of loopback, with `tls` if that is given.
    """

    def __init__(self, port: int = 0, host: str = "127.0.0.1", tls: ssl.SSLContext | None = None) -> None:
        self.requests: list[Received] = []
        self.answer: Callable[[Received], int] = lambda _: 204
        self.headers: dict[str, str] = {}
        handler = self._handler()
        self._server = _Server((host, port), handler, tls) if port else _served(host, handler, tls)
        self._origin = f"{'https' if tls else 'http'}://{host}"
        self.port = self._server.server_address[1]
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        """The URL to call."""
        return f"{self._origin}:{self.port}/hook"

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:  # the library requires this name
                body = self.rfile.read(int(self.headers["content-length"]))
                named = {name.lower(): value for name, value in self.headers.items()}
                request = Received(self.path, named, body)
                status = receiver.answer(request)
                receiver.requests.append(request)
                self.send_response(status)
                for name, value in receiver.headers.items():
                    self.send_header(name, value)
                self.end_headers()

            def do_GET(self) -> None:  # a redirect that was followed
                self.do_POST()

            def log_message(self, *_: Any) -> None:
                """Silence the log."""

        return Handler

    @property
    def notices(self) -> list[Received]:
        """The notices, each id once, as a receiver should take them."""
        return list({each.id: each for each in reversed(self.requests)}.values())[::-1]

    @property
    def briefs(self) -> list[tuple[str, int, list[int]]]:
        """The same in brief."""
        return [each.brief for each in self.notices]

    async def come(self, number: int) -> list[Received]:
        """The notices, once there are `number`."""
        deadline = time.monotonic() + PATIENCE
        while len(self.notices) < number:
            assert time.monotonic() < deadline, self.briefs
            await asyncio.sleep(0.01)
        return self.notices

    def wait(self, number: int) -> None:
        """Wait until there are so many requests."""
        deadline = time.monotonic() + PATIENCE
        while len(self.requests) < number:
            assert time.monotonic() < deadline
            time.sleep(0.02)

    def close(self) -> None:
        """Be down: connections are refused."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@contextmanager
def receiving(port: int = 0, host: str = "127.0.0.1", tls: ssl.SSLContext | None = None) -> Iterator[Receiver]:
    """A receiver for the time of a block."""
    receiver = Receiver(port, host, tls)
    try:
        yield receiver
    finally:
        receiver.close()
