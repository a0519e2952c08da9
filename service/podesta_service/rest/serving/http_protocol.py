"""uvicorn's HTTP protocol, with limits that it lacks.

They bound the length of a request's head, its headers and the pieces of its body, the requests that wait on a
connection, how much is parsed in one go, and the time that a request may take to arrive and a response may be left
unread; and say which idle connection gives way to others. What takes long to parse is charged to the address.
tests/service/rest/serving/test_uvicorn.py names the internals of uvicorn that this relies on.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from podesta_service.cpu_meter import now
from podesta_service.identity.connections import Connections, ConnectionSlot
from podesta_service.identity.holdings import Holdings
from podesta_service.problems import MALFORMED, refuse
from podesta_service.rest.errors import last_words
from podesta_service.rest.stream import WHEN_LEFT
from podesta_service.time_slices import Turns

from .by_closing import OLD, ClosingCycle

LONGEST_HEADERS = 64 * 1024
"""Bytes; a head that arrives in one piece with its end may be a little longer."""
MOST_HEADERS = 100
"""Headers and trailers of a request."""
MOST_PIECES = 1_024
"""Pieces in which a body may arrive: each costs as much as many bytes do."""
PART = 1024
"""Bytes that are parsed at a time, if many have arrived: the rest waits while requests wait for earlier ones."""
WHOLE = PART // 4
"""Bytes from which a piece of a discarded body does not count; networks deliver pieces of at least about this size."""
LONGEST_BLOCK = 0.002
"""Seconds in which all connections parse such parts before everything else has its turn."""
UNCHARGED = 0.001
"""Seconds of parsing in parts after which a connection is charged for them."""
LEFT = "podesta.left"
"""The key in a request's scope of the function that returns whether the client has disconnected."""
ARRIVAL_SECONDS = 20.0
"""How long a request may take from its first byte to its last, and a new connection to its first."""
UNREAD_SECONDS = 20.0
"""Seconds between checks that a client reads what is waiting to be sent."""
SLOWEST = 16 * 1024
"""Bytes that a client must read between two checks."""

Pay = Callable[[str, float], object]
"""Charges an address for seconds of parsing."""


class UnreadBytes:
    """The unread bytes of one connection, on its address's account."""

    __slots__ = ("_address", "_books", "_size")

    def __init__(self, books: Holdings, address: str) -> None:
        self._books, self._address, self._size = books, address, 0

    def hold(self, size: int) -> None:
        """Replace what is counted."""
        if size != self._size:
            before, self._size = self._size, size
            self._books.add(self._address, size)
            self._books.drop(self._address, before)


class TooMuch(Exception):
    """A request exceeds a bound, which its text names."""


class BoundedProtocol(HttpToolsProtocol):
    """One connection. Malformed or slow requests are answered with problem details; then the connection is closed."""

    # slots: an instance with more than thirty attributes would have its own dictionary
    __slots__ = (
        "_arrival",
        "_arriving",
        "_block",
        "_connections",
        "_deferred",
        "_head",
        "_held",
        "_later",
        "_lost",
        "_pay",
        "_pieces",
        "_place",
        "_since",
        "_spent",
        "_told",
        "_turns",
        "_unread",
    )

    def __init__(
        self,
        *args: Any,
        place: ConnectionSlot,
        connections: Connections,
        pay: Pay,
        turns: Turns,
        held: Holdings,
        **more: Any,
    ) -> None:
        super().__init__(*args, **more)
        self._held = UnreadBytes(held, place.address)
        self._place, self._connections, self._pay, self._turns = place, connections, pay, turns
        self._block, self._pieces, self._later, self._deferred = 0, 0, bytearray(), False
        """Bytes that are being parsed, pieces of the body so far, and bytes that wait to be parsed."""
        self._spent = 0.0
        """Seconds of parsing in parts that are not charged yet."""
        self._head: int | None = None
        """Bytes read so far of the head, or of the lines between chunks; None between heads."""
        self._since: float | None = None
        """When the arriving request began; None between requests."""
        self._arriving = False
        """Whether a request's head has arrived, but not its last byte."""
        self._arrival: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None
        self._told: Callable[[], None] | None = None
        """Called when the client has disconnected."""
        self._lost = False

    def connection_made(self, transport: Any) -> None:
        """A new connection: start the timer of its first request."""
        super().connection_made(transport)
        self._place.close = transport.abort
        self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        """The end of a connection."""
        self._place.leave()
        self._held.hold(0)
        for timer in (self._arrival, self._unread):
            if timer is not None:
                timer.cancel()
        super().connection_lost(exc)
        self._lost = True
        if self._told is not None:
            self._told()
        self._let_go()

    def _let_go(self) -> None:
        """Drop reference cycles: a garbage collection that finds thousands of them delays every call."""
        gone: Any = self
        gone.cycle, gone.scope, self._told = None, {}, None
        self.pipeline.clear()
        self._later.clear()

    # -- requests ----------------------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Take received bytes, a part at a time."""
        if len(data) <= PART and not self._later:
            self._parse(data)
        else:
            self._later += data
            self._parse_on()

    def _parse_on(self) -> None:
        """Parse waiting bytes, until a request has to wait for an earlier one, or everything else has its turn."""
        began, self._deferred = now(), False
        while self._later and not self.pipeline and not self.transport.is_closing():
            if self._turns.lasting(began) > LONGEST_BLOCK:
                self._defer()
                break
            part = bytes(self._later[:PART])
            del self._later[:PART]
            self._parse(part)
        self._spent += now() - began
        if self._spent > UNCHARGED:
            self._pay(self._place.address, self._spent)
            self._spent = 0.0
        if self._later:
            self.flow.pause_reading()
        else:
            self.flow.resume_reading()

    def _defer(self) -> None:
        """Continue parsing when everything else has had its turn."""
        if not self._deferred:
            self._deferred = True
            self.loop.call_soon(self._parse_on)

    def _parse(self, data: bytes) -> None:
        """Parse some bytes; a request that exceeds a bound is refused."""
        self._block = len(data)
        try:
            super().data_received(data)
            self._check_head(len(data))
        except TooMuch as much:
            self.send_400_response(str(much))

    def _check_head(self, received: int) -> None:
        """Refuse a head that is too long, as far as it has arrived; raises TooMuch."""
        if self._head is None or self.transport.is_closing():
            return
        self._head += received
        if self._head > LONGEST_HEADERS:
            raise TooMuch("the headers are too long")
        self._check_headers()

    def _check_headers(self) -> None:
        if len(self.headers) > MOST_HEADERS:
            raise TooMuch(f"a request has at most {MOST_HEADERS} headers")

    def on_message_begin(self) -> None:
        """The first byte of a request."""
        self._head, self._pieces = 0, 0
        self._expect()
        super().on_message_begin()
        scope: Any = self.scope
        scope[LEFT], scope[WHEN_LEFT] = self.transport.is_closing, self._when_left

    def on_headers_complete(self) -> None:
        """The end of a head."""
        self._head = None
        self._check_headers()
        super().on_headers_complete()
        self._arriving = True
        if self.scope["http_version"] == OLD:
            self.cycle.__class__ = ClosingCycle

    def on_chunk_header(self) -> None:
        """Count what follows like a head if it is not a body: trailers may be endless."""
        self._head = -self._block

    def on_body(self, body: bytes) -> None:
        """A part of a body; ignored if nothing reads the body any more.

        The rest of a refused body is read, since closing the connection before its end would lose the response.
        """
        self._head = None
        self._pieces += not (self.cycle.response_complete and len(body) >= WHOLE)
        if self._pieces > MOST_PIECES:
            raise TooMuch(f"a body comes in at most {MOST_PIECES} pieces")
        if self._told is None or not self.cycle.response_started:
            super().on_body(body)

    def on_message_complete(self) -> None:
        """The last byte of a request; ignored if the request has already been answered."""
        self._head, self._arriving = None, False
        if self.cycle.response_complete:
            self._expect()
        else:
            self._since = None
            self._place.since = None
        super().on_message_complete()

    def _expect(self) -> None:
        """Expect a whole request from now on; a running timer is kept."""
        self._since = self.loop.time()
        if self._arrival is None:
            self._arrival = self.loop.call_later(ARRIVAL_SECONDS, self._look)

    def _look(self) -> None:
        """Close a connection if its request takes too long. One timer serves many requests and checks periodically."""
        self._arrival = None
        if self._since is None or self.transport.is_closing():
            return
        left = self._since + ARRIVAL_SECONDS - self.loop.time()
        if left > 0:
            self._arrival = self.loop.call_later(left, self._look)
        else:
            self.send_400_response(f"the request did not arrive within {ARRIVAL_SECONDS:.0f} seconds")

    # -- responses ---------------------------------------------------------------------------------------------------

    def on_response_complete(self) -> None:
        """The last byte of a response was written: the connection is idle unless another request has arrived."""
        super().on_response_complete()
        if self._lost:
            return
        if self._later:
            self.flow.pause_reading()
            self._defer()
        if self.cycle.response_complete and not self.transport.is_closing():
            self._place.since = self.loop.time()
        if self._unread is None and self.transport.get_write_buffer_size():
            self._watch()

    def pause_writing(self) -> None:
        """The write buffer is full: the client has to read."""
        super().pause_writing()
        self._held.hold(self.transport.get_write_buffer_size())
        self._watch()

    def resume_writing(self) -> None:
        """The write buffer is nearly empty."""
        super().resume_writing()
        self._held.hold(0)

    def _watch(self) -> None:
        """Schedule a check that the client reads, unless everything is sent or a check is already scheduled."""
        left = self.transport.get_write_buffer_size()
        if left and self._unread is None:
            self._unread = self.loop.call_later(UNREAD_SECONDS, self._check_read, left)

    def _check_read(self, before: int) -> None:
        """Disconnect a client that has read next to nothing since the last check."""
        self._unread = None
        if self.transport.get_write_buffer_size() <= max(before - SLOWEST, 0):
            self._watch()
        else:
            self._connections.closed("unread")
            self.transport.abort()

    def _when_left(self, told: Callable[[], None] | None) -> None:
        """Set the callback for a disconnect. Once the response has begun, its request is not read on."""
        self._told = told
        if told is not None and self._lost:
            told()
        elif told is not None and self.cycle.response_started:
            self.flow.resume_reading()

    def send_400_response(self, msg: str) -> None:
        """Send problem details to a client that sent a malformed request, unless another answer is due, and close."""
        if self._may_tell():
            self.transport.write(last_words(refuse(MALFORMED, "verbatim", text=self._why(msg))))
        self.transport.close()
        self._watch()

    def _may_tell(self) -> bool:
        """Whether a response sent now would answer the malformed request, and no earlier one."""
        cycle: Any = self.cycle
        if cycle is None or cycle.response_complete:
            return not self._arriving
        return cycle.more_body and not cycle.response_started and not self.pipeline

    @staticmethod
    def _why(said: str) -> str:
        """What is wrong with a request: the bound that it exceeds, which the parser hides in its own error."""
        error = sys.exception()
        return str(error.__context__) if error and isinstance(error.__context__, TooMuch) else said
