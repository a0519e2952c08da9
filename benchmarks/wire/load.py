"""Load on both wires from pre-encoded requests, so that the client is never what is measured.

A lane is a list of requests that follow one another; lanes run side by side. Answers are read only as far as needed to
detect their end; the benchmark checks afterwards whether all of them succeeded.
"""

from __future__ import annotations

import asyncio
import struct
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, cast

Lane = Sequence[bytes]
"""Encoded requests; each is sent when the previous one was answered."""

_HEADERS, _RESET, _SETTINGS, _PING, _GOAWAY = 1, 3, 4, 6, 7
_END_STREAM, _END_HEADERS, _ACK = 1, 4, 1
_LARGEST_WINDOW = 2**31 - 1
_FRAME = 9
"""Bytes of the header of a frame: length (3), type, flags, stream (4)."""


class LoadFailed(Exception):
    """The server ended a call, or the connection, without an answer."""


# -- HTTP/2, as far as gRPC's unary calls need it ----------------------------------------------------------------------


def frame(kind: int, flags: int, stream: int, payload: bytes) -> bytes:
    """A frame of HTTP/2."""
    return len(payload).to_bytes(3, "big") + struct.pack(">BBI", kind, flags, stream) + payload


def headers(pairs: Sequence[tuple[str, str]]) -> bytes:
    """Header fields as literals that are not added to a table (RFC 7541, 6.2.2)."""
    return b"".join(b"\0" + _text(name) + _text(value) for name, value in pairs)


def _text(text: str) -> bytes:
    """A string of RFC 7541, 5.2, of less than 16 KiB."""
    raw = text.encode()
    if len(raw) < 127:
        return bytes([len(raw)]) + raw
    more = len(raw) - 127
    return bytes([127, *((more & 127 | 128, more >> 7) if more > 127 else (more,))]) + raw


def grpc_call(path: str, message: bytes, token: str = "", more: Sequence[tuple[str, str]] = ()) -> bytes:
    """A call of one message as two frames, of stream 0 until it is sent; `more` are fields of its header."""
    pairs = [(":method", "POST"), (":scheme", "http"), (":path", path), (":authority", "localhost")]
    pairs += [("te", "trailers"), ("content-type", "application/grpc"), ("user-agent", "podesta-bench")]
    pairs += [*more, *([("authorization", f"Bearer {token}")] if token else [])]
    body = b"\0" + len(message).to_bytes(4, "big") + message
    return frame(_HEADERS, _END_HEADERS, 0, headers(pairs)) + frame(0, _END_STREAM, 0, body)


def on_stream(call: bytes, stream: int) -> bytes:
    """The two frames of a call, put on a stream."""
    number = stream.to_bytes(4, "big")
    second = _FRAME + int.from_bytes(call[:3], "big")
    return b"".join((call[:5], number, call[_FRAME : second + 5], number, call[second + _FRAME :]))


class Http2(asyncio.Protocol):
    """One connection with many lanes, each a stream at a time."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._unread = bytearray()
        self._next_stream = 1
        self._ended: dict[int, Callable[[], None]] = {}
        self._running: asyncio.Future[None] = self._loop.create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Greet: no header table to keep, and windows that never have to be opened again."""
        self._transport = cast("asyncio.Transport", transport)
        settings = struct.pack(">HIHI", 1, 0, 4, _LARGEST_WINDOW)
        window = struct.pack(">I", _LARGEST_WINDOW - 65_535)
        self._transport.write(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + frame(_SETTINGS, 0, 0, settings))
        self._transport.write(frame(8, 0, 0, window))

    def data_received(self, data: bytes) -> None:
        """Process whole frames; the end of a stream lets its lane continue."""
        unread = self._unread
        unread += data
        start = 0
        while len(unread) - start >= _FRAME:
            end = start + _FRAME + int.from_bytes(unread[start : start + 3], "big")
            if len(unread) < end:
                break
            self._take(unread[start + 3], unread[start + 4], unread, start, end)
            start = end
        del unread[:start]

    def _take(self, kind: int, flags: int, data: bytearray, start: int, end: int) -> None:
        if kind == _HEADERS and flags & _END_STREAM:
            self._ended.pop(int.from_bytes(data[start + 5 : start + _FRAME], "big"))()
        elif kind == _SETTINGS and not flags & _ACK:
            self._transport.write(frame(_SETTINGS, _ACK, 0, b""))
        elif kind == _PING and not flags & _ACK:
            self._transport.write(frame(_PING, _ACK, 0, bytes(data[start + _FRAME : end])))
        elif kind in (_RESET, _GOAWAY):
            self._running.set_exception(LoadFailed(f"frame of type {kind}: {bytes(data[start:end])!r}"))

    def connection_lost(self, _exc: Exception | None) -> None:
        """Fail the calls that are still waiting."""
        if not self._running.done():
            self._running.set_exception(LoadFailed("the connection was lost"))

    async def run(self, lanes: Sequence[Lane]) -> list[float]:
        """Send every lane to its end; returns the seconds of each call."""
        self._running = self._loop.create_future()
        seconds: list[float] = []
        left = len(lanes)

        def lane(calls: Lane) -> Callable[[], None]:
            waiting = iter(calls)
            sent = 0.0

            def go_on() -> None:
                nonlocal sent, left
                now = time.perf_counter()
                if sent:
                    seconds.append(now - sent)
                sent = now
                call = next(waiting, None)
                if call is not None:
                    self._send(call, go_on)
                    return
                left -= 1
                if not left:
                    self._running.set_result(None)

            return go_on

        for calls in lanes:
            lane(calls)()
        await self._running
        return seconds

    def _send(self, call: bytes, ended: Callable[[], None]) -> None:
        stream, self._next_stream = self._next_stream, self._next_stream + 2
        self._ended[stream] = ended
        self._transport.write(on_stream(call, stream))

    def close(self) -> None:
        """Close the connection."""
        self._running.cancel()
        self._transport.close()


async def run_grpc(target: str, lanes: Sequence[Lane]) -> list[float]:
    """Run lanes of gRPC calls on one connection; returns the seconds of each call."""
    host, _, port = target.rpartition(":")
    _, connection = await asyncio.get_running_loop().create_connection(Http2, host, int(port))
    try:
        return await connection.run(lanes)
    finally:
        connection.close()


# -- HTTP/1.1 ----------------------------------------------------------------------------------------------------------


def http_call(method: str, path: str, fields: dict[str, str], body: bytes = b"") -> bytes:
    """A request with its headers."""
    sized = {"Content-Length": str(len(body)), "Content-Type": "application/json"} if body else {}
    lines = "".join(f"{name}: {value}\r\n" for name, value in {"Host": "localhost", **fields, **sized}.items())
    return f"{method} {path} HTTP/1.1\r\n{lines}\r\n".encode() + body


class Http1(asyncio.Protocol):
    """One connection with one lane; every answer must have the expected status."""

    def __init__(self, calls: Lane, status: int) -> None:
        self._calls, self._expected = iter(calls), b"HTTP/1.1 %d " % status
        self._answer = bytearray()
        self._sent = 0.0
        self.seconds: list[float] = []
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the first."""
        self._transport = cast("asyncio.Transport", transport)
        self._go_on()

    def data_received(self, data: bytes) -> None:
        """Send the next request when an answer is complete."""
        self._answer += data
        if not self._whole():
            return
        self.seconds.append(time.perf_counter() - self._sent)
        if not self._answer.startswith(self._expected):
            self.done.set_exception(LoadFailed(bytes(self._answer[:2000]).decode(errors="replace")))
            return
        self._answer.clear()
        self._go_on()

    def _whole(self) -> bool:
        head = self._answer.find(b"\r\n\r\n")
        if head < 0:
            return False
        field = self._answer.lower().find(b"content-length: ", 0, head)
        length = int(self._answer[field + 16 : self._answer.index(b"\r\n", field)]) if field >= 0 else 0
        return len(self._answer) >= head + 4 + length

    def _go_on(self) -> None:
        call = next(self._calls, None)
        if call is None:
            self.done.set_result(None)
            return
        self._sent = time.perf_counter()
        self._transport.write(call)

    def connection_lost(self, _exc: Exception | None) -> None:
        """Fail the calls that are still waiting."""
        if not self.done.done():
            self.done.set_exception(LoadFailed("the connection was lost"))


async def run_http(address: str, lanes: Sequence[Lane], status: int = 200) -> list[float]:
    """Run lanes of HTTP/1.1 requests, each on a connection of its own; returns the seconds of each call."""
    host, _, port = address.removeprefix("http://").rpartition(":")
    connect = partial(asyncio.get_running_loop().create_connection, host=host, port=int(port))
    return await run_over(connect, lambda calls: Http1(calls, status), lanes)


async def run_over(connect: Callable[..., Any], make: Callable[[Lane], Http1], lanes: Sequence[Lane]) -> list[float]:
    """Run lanes, each on a connection that `connect` makes; returns the seconds of each call."""
    opened = [await connect(partial(make, calls)) for calls in lanes]
    try:
        await asyncio.gather(*(protocol.done for _, protocol in opened))
    finally:
        for transport, _ in opened:
            transport.close()
    return [taken for _, protocol in opened for taken in protocol.seconds]
