"""HTTP as uvicorn speaks it, with bounds that it lacks: how long a head may be, how long a request may take."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from typing import Any

import msgspec
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from podesta_service.identity.connections import Connections, Place
from podesta_service.problems import MALFORMED, refuse
from podesta_service.rest.errors import problem_of
from podesta_service.rest.headers import PROBLEM_JSON
from podesta_service.rest.serving.reading import Reading
from podesta_service.rest.stream import WHEN_LEFT

LONGEST_HEADERS = 64 * 1024
"""Bytes; what has come in one piece with its end may be a little longer."""
LEFT = "podesta.left"
"""Where a request's scope has the function that says whether the client has left."""
WHOLE = "podesta.whole"
"""Where a request's scope has the function that sends a whole response, and says whether it did."""
ARRIVAL_SECONDS = 20.0
"""How long a request may take from its first byte to its last, and a new connection to its first."""
_LAST = (b"connection", b"close")
_IGNORED = asyncio.Event()
"""What happens to requests that nobody waits for."""


class Bounded(HttpToolsProtocol):
    """One connection. Bytes that are no request, or come too slowly, get problem details; then the connection ends."""

    # slots: an instance of more than thirty attributes has a dictionary of its own
    __slots__ = ("_clock", "_connections", "_head", "_lost", "_place", "_reading", "_rested", "_since", "_told")

    def __init__(self, *args: Any, place: Place, connections: Connections, **more: Any) -> None:
        super().__init__(*args, **more)
        self._place, self._connections = place, connections
        self._head: int | None = None
        """Bytes of the head that is being read; None between heads."""
        self._since: float | None = None
        """When the request that is arriving began; None between requests."""
        self._rested: float | None = None
        """Since when the connection has waited for its next request; None while it does not."""
        self._clock: asyncio.TimerHandle | None = None
        self._told: Callable[[], None] | None = None
        """Whom to tell that the client has left."""
        self._lost = False

    def connection_made(self, transport: Any) -> None:
        """A new connection: its first request is expected."""
        super().connection_made(transport)
        self._place.close = transport.abort
        self._reading = Reading(transport, self.loop, self._connections)
        self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        """The end of a connection."""
        self._place.leave()
        self._reading.end()
        if self._clock is not None:
            self._clock.cancel()
        super().connection_lost(exc)
        self._lost = True
        if self._told is not None:
            self._told()

    def data_received(self, data: bytes) -> None:
        """Take what has come; a head without an end is refused."""
        super().data_received(data)
        if self._head is not None:
            self._head += len(data)
            if self._head > LONGEST_HEADERS:
                self.send_400_response("the headers are too long")

    def on_message_begin(self) -> None:
        """The first byte of a request."""
        self._head = 0
        self._expect()
        super().on_message_begin()
        scope: Any = self.scope
        scope[LEFT], scope[WHEN_LEFT], scope[WHOLE] = self.transport.is_closing, self._when_left, self._send_whole

    def _when_left(self, told: Callable[[], None] | None) -> None:
        """Have somebody told who sends a long response; what still comes of its request nobody reads."""
        self._told = told
        if told is not None and self._lost:
            told()
        elif told is not None and self.cycle.response_started:
            self._read_no_more()

    def _read_no_more(self) -> None:
        """Keep nothing for whoever would read on: a connection may stand so for hours, beside a thousand others."""
        self.cycle.body, self.cycle.message_event = bytearray(), _IGNORED
        self.flow.resume_reading()
        if self._clock is not None and self._since is None:
            self._clock.cancel()
            self._clock = None

    def on_body(self, body: bytes) -> None:
        """A part of a body; not of one that nobody reads."""
        if self._told is None or not self.cycle.response_started:
            super().on_body(body)

    def on_headers_complete(self) -> None:
        """The end of a head."""
        self._head = None
        super().on_headers_complete()

    def _send_whole(self, status: int, headers: Collection[tuple[bytes, bytes]], body: bytes) -> bool:
        """Send a whole response in one write, unless there is more to it than that: then nothing has been done.

        There is more to it where the client has to read first, where it has sent its next request already, where the
        connection is to end, and where a header is none, which uvicorn refuses.
        """
        cycle, lines = self.cycle, [STATUS_LINE[status], *[b"%b: %b\r\n" % each for each in headers], b"\r\n"]
        head = b"".join(lines)
        last = not cycle.keep_alive or _LAST in headers
        if last or self.flow.write_paused or cycle.disconnected or self.pipeline or head.count(b"\n") != len(lines):
            return False
        cycle.response_started = cycle.response_complete = True
        cycle.waiting_for_100_continue = False
        cycle.message_event.set()
        self.transport.write(head + body)
        cycle.on_response()
        return True

    def on_message_complete(self) -> None:
        """The last byte of a request; of one that has been answered already, nothing more comes of it."""
        if self.cycle.response_complete:
            self._expect()
        else:
            self._since = None
            self._place.work()
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """The last byte of an answer has been written, not sent perhaps; a request that has come already is next."""
        self.server_state.total_requests += 1
        if not self.transport.is_closing():
            self.flow.resume_reading()
            if self.pipeline:
                self._start_asgi_task(*self.pipeline.pop())
            else:
                self._rest()
        self._reading.watch()

    def _rest(self) -> None:
        """Wait for the next request, or let others have the place."""
        self._rested = self.loop.time()
        if self._clock is None:
            self._clock = self.loop.call_later(ARRIVAL_SECONDS, self._look)
        if self.cycle.response_complete:
            self._place.wait()

    def _unset_keepalive_if_required(self) -> None:
        """Something has come, or the connection is gone."""
        self._rested = None

    def pause_writing(self) -> None:
        """More waits to be sent than is good: the client has to read."""
        super().pause_writing()
        self._reading.watch()

    def timeout_keep_alive_handler(self) -> None:
        """Nothing has come for a while."""
        super().timeout_keep_alive_handler()
        self._reading.watch()

    def _expect(self) -> None:
        """Expect a whole request from now on; a clock that runs already is left running."""
        self._since = self.loop.time()
        if self._clock is None:
            self._clock = self.loop.call_later(ARRIVAL_SECONDS, self._look)

    def _look(self) -> None:
        """Close a connection whose request takes too long, or that has waited for long enough.

        One clock a connection that looks now and then: one for each request would cost each request.
        """
        self._clock, now = None, self.loop.time()
        if self.transport.is_closing():
            return
        if self._since is not None and now >= self._since + ARRIVAL_SECONDS:
            self._stop_waiting()
        elif self._rested is not None and now >= self._rested + self.timeout_keep_alive:
            self.timeout_keep_alive_handler()
        elif (left := self._left(now)) is not None:
            self._clock = self.loop.call_later(left, self._look)

    def _left(self, now: float) -> float | None:
        """Seconds until it is to be looked again; None: there is nothing to look for."""
        arriving = None if self._since is None else self._since + ARRIVAL_SECONDS - now
        resting = None if self._rested is None else min(self._rested + self.timeout_keep_alive - now, ARRIVAL_SECONDS)
        return min((each for each in (arriving, resting) if each is not None), default=None)

    def _stop_waiting(self) -> None:
        """End a connection whose request has not arrived."""
        if getattr(self.cycle, "response_started", False):
            self.transport.close()
        else:
            self.send_400_response(f"the request did not arrive within {ARRIVAL_SECONDS:.0f} seconds")

    def send_400_response(self, msg: str) -> None:
        """Send problem details to a client that sent no request, and close."""
        body = msgspec.json.encode(problem_of(refuse(MALFORMED, msg)))
        head = f"content-type: {PROBLEM_JSON}\r\ncontent-length: {len(body)}\r\ncache-control: no-store\r\n"
        head += "x-content-type-options: nosniff\r\n"
        self.transport.write(f"HTTP/1.1 400 Bad Request\r\n{head}connection: close\r\n\r\n".encode() + body)
        self.transport.close()
        self._reading.watch()
