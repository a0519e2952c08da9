"""HTTP/1.0, as older proxies use it to their backends: no chunks, and the connection's end ends a response."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from random import Random

from podesta_service.rest import RestServer
from tests.kit.rest import client_of, open_game, play


async def answered(server: RestServer, path: str) -> tuple[bytes, asyncio.StreamReader, asyncio.StreamWriter]:
    """The head of the response to a GET of HTTP/1.0, and its connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(f"GET {path} HTTP/1.0\r\nHost: localhost\r\n\r\n".encode())
    async with asyncio.timeout(30):
        return await reader.readuntil(b"\r\n\r\n"), reader, writer


async def test_a_response_is_whole_and_ends_its_connection(server: RestServer) -> None:
    """With its length; no bytes follow it."""
    async with client_of(server) as http:
        whole = (await http.get("/v1/rulesets")).content
    head, reader, writer = await answered(server, "/v1/rulesets")
    assert {f"content-length: {len(whole)}".encode(), b"connection: close"} <= set(head.lower().split(b"\r\n"))
    async with asyncio.timeout(30):
        assert await reader.read() == whole
    writer.close()


async def test_a_stream_comes_without_chunks_and_ends_with_its_connection(server: RestServer) -> None:
    """Each event unencoded, at once; when the game is over, the connection is closed."""
    async with client_of(server) as http:
        opened = await open_game(http)
        head, reader, writer = await answered(server, f"{opened.path}/stream")
        assert b"transfer-encoding" not in head.lower()
        async with asyncio.timeout(20):
            assert (await reader.readline()).startswith((b"retry:", b"event:"))
            await play(http, opened, Random(1))
            told = await reader.read()
    assert b"\r\n" not in told
    assert b"event: end\n" in told
    with suppress(ConnectionError):
        writer.close()
        await writer.wait_closed()
