"""Pings: what libraries send to learn whether a connection lives is no attack, and a flood of them is."""

from __future__ import annotations

import asyncio
import socket
import struct
import time

import pytest

from podesta_service.grpc_wire import GrpcServer
from podesta_service.grpc_wire.serving.server import PING_MILLISECONDS
from tests.kit.grpc_wire import TIMEOUT

SETTINGS, PING, GOAWAY = 4, 6, 7
CALM = 11
"""ENHANCE_YOUR_CALM, as HTTP/2 counts its errors."""


def frame(kind: int, body: bytes = b"") -> bytes:
    """A frame of HTTP/2 for the whole connection."""
    return struct.pack(">I", len(body))[1:] + bytes([kind, 0]) + bytes(4) + body


def frames(data: bytes) -> list[tuple[int, bytes]]:
    """What frames there are in bytes: their kinds and bodies."""
    found = []
    while len(data) >= 9:
        length = int.from_bytes(data[:3])
        found.append((data[3], data[9 : 9 + length]))
        data = data[9 + length :]
    return found


def answers(port: int, pings: int, pause: float) -> list[tuple[int, bytes]]:
    """What a server says to a client that pings so often, and calls nothing; until all are answered, or it ends.

    Without pauses all are sent at once: the server may hang up before it has read them one by one.
    """
    with socket.create_connection(("127.0.0.1", port), TIMEOUT) as line:
        line.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + frame(SETTINGS))
        said = b""
        sent = [frame(PING, number.to_bytes(8)) for number in range(pings)]
        for each in sent if pause else [b"".join(sent)]:
            time.sleep(pause)
            line.sendall(each)
        while not any(kind == GOAWAY or body == (pings - 1).to_bytes(8) for kind, body in frames(said)):
            more = line.recv(65536)
            if not more:
                break
            said += more
        return frames(said)


@pytest.mark.slow
async def test_pings_once_a_second_are_answered(server: GrpcServer) -> None:
    """Five of them with nothing in between, on a connection without a call; a busy machine may be late by a half."""
    assert PING_MILLISECONDS <= 500
    said = await asyncio.to_thread(answers, server.port, 5, 1.0)
    assert [body for kind, body in said if kind == PING] == [number.to_bytes(8) for number in range(5)]
    assert GOAWAY not in [kind for kind, _ in said]


async def test_a_flood_of_pings_ends_the_connection(server: GrpcServer) -> None:
    """The client is told to calm down."""
    try:
        said = await asyncio.to_thread(answers, server.port, 20, 0.0)
    except ConnectionError:
        return  # it was ended before its end was read
    (farewell,) = [body for kind, body in said if kind == GOAWAY][:1]
    assert int.from_bytes(farewell[4:8]) == CALM
