"""Frames of HTTP/2 as an attacker writes them: libraries would keep to the rules."""

from __future__ import annotations

from collections.abc import Iterable

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
DATA, HEADERS, SETTINGS, CONTINUATION = 0, 1, 4, 9
_END_STREAM, _END_HEADERS = 1, 4
_INITIAL_WINDOW = 4


def frame(kind: int, flags: int, stream: int, payload: bytes = b"") -> bytes:
    """A frame."""
    return len(payload).to_bytes(3, "big") + bytes([kind, flags]) + stream.to_bytes(4, "big") + payload


def greeting(window: int) -> bytes:
    """The beginning of a connection whose streams may be sent this many bytes."""
    return PREFACE + frame(SETTINGS, 0, 0, _INITIAL_WINDOW.to_bytes(2, "big") + window.to_bytes(4, "big"))


def packed(headers: Iterable[tuple[str, str]]) -> bytes:
    """Headers as literals, which enter no table."""
    return b"".join(b"\x00" + _string(name) + _string(value) for name, value in headers)


def _string(text: str) -> bytes:
    return bytes([len(text)]) + text.encode()


def begun(stream: int, method: str, more: Iterable[tuple[str, str]] = (), end: bool = True) -> bytes:
    """The head of a call of gRPC; it may go on in CONTINUATION."""
    call = [(":method", "POST"), (":scheme", "http"), (":path", method), (":authority", "localhost")]
    headers = packed([*call, ("content-type", "application/grpc"), ("te", "trailers"), *more])
    return frame(HEADERS, _END_HEADERS if end else 0, stream, headers)


def message(stream: int, raw: bytes) -> bytes:
    """The one message of a call."""
    body = b"\x00" + len(raw).to_bytes(4, "big") + raw
    parts = [body[begin : begin + 16_384] for begin in range(0, len(body), 16_384)]
    return b"".join(frame(DATA, _END_STREAM * (part is parts[-1]), stream, part) for part in parts)
