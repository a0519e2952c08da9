"""HTTP/2 frames as an attacker writes them: libraries would follow the rules."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
DATA, HEADERS, RESET, SETTINGS, CONTINUATION = 0, 1, 3, 4, 9
_END_STREAM, _END_HEADERS = 1, 4
_INITIAL_WINDOW = 4


def frame(kind: int, flags: int, stream: int, payload: bytes = b"") -> bytes:
    """A frame."""
    return len(payload).to_bytes(3, "big") + bytes([kind, flags]) + stream.to_bytes(4, "big") + payload


def greeting(window: int) -> bytes:
    """The beginning of a connection with windows of this many bytes."""
    return PREFACE + frame(SETTINGS, 0, 0, _INITIAL_WINDOW.to_bytes(2, "big") + window.to_bytes(4, "big"))


def packed(headers: Iterable[tuple[str, str]]) -> bytes:
    """Headers as literals that are not added to a table."""
    return b"".join(b"\x00" + _string(name) + _string(value) for name, value in headers)


def _string(text: str) -> bytes:
    """An ASCII text after its length: seven bits, and groups of seven more if these are not enough."""
    if (left := len(text) - 127) < 0:
        return bytes([len(text)]) + text.encode()
    return bytes([127, *([left & 127 | 128, left >> 7] if left > 127 else [left])]) + text.encode()


def begun(stream: int, method: str, more: Iterable[tuple[str, str]] = (), end: bool = True) -> bytes:
    """The head of a gRPC call; it may continue in CONTINUATION frames."""
    call = [(":method", "POST"), (":scheme", "http"), (":path", method), (":authority", "localhost")]
    headers = packed([*call, ("content-type", "application/grpc"), ("te", "trailers"), *more])
    return frame(HEADERS, _END_HEADERS if end else 0, stream, headers)


def message(stream: int, raw: bytes) -> bytes:
    """The one message of a call."""
    body = b"\x00" + len(raw).to_bytes(4, "big") + raw
    parts = [body[begin : begin + 16_384] for begin in range(0, len(body), 16_384)]
    return b"".join(frame(DATA, _END_STREAM * (part is parts[-1]), stream, part) for part in parts)


async def at_once(address: tuple[str, int], method: str, calls: Sequence[tuple[str, bytes]]) -> int:
    """How many gRPC calls, given as tokens and requests and written in one piece, are answered by a message."""
    reader, writer = await asyncio.open_connection(*address)
    sent, numbers = greeting(65_535), range(1, 2 * len(calls), 2)
    for number, (token, raw) in zip(numbers, calls, strict=True):
        sent += begun(number, method, [("authorization", f"Bearer {token}")]) + message(number, raw)
    writer.write(sent)
    waiting, answered = {*numbers}, set[int]()
    while waiting:
        head = await reader.readexactly(9)
        size, stream = int.from_bytes(head[:3], "big"), int.from_bytes(head[5:], "big")
        await reader.readexactly(size)
        answered |= {stream} if head[3] == DATA and size else set()
        waiting -= {stream} if head[3] == RESET or (head[3] in (DATA, HEADERS) and head[4] & _END_STREAM) else set()
    writer.close()
    return len(answered)
