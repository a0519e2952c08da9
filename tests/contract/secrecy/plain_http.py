"""HTTP/1.1 as bytes: a connection that returns the raw response, at next to no cost."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from typing import Self

OF_THE_PROCESS = (b"date:",)
"""Headers that depend on the process, not on the game."""


@dataclass(frozen=True)
class Told:
    """A response: its status, status line and headers as received, in order, and its body."""

    status: int
    head: bytes
    body: bytes = b""

    def __len__(self) -> int:
        return len(self.head) + len(self.body)

    def header(self, name: bytes) -> str:
        """A header's value; empty without it."""
        lines = (line.partition(b": ") for line in self.head.split(b"\r\n"))
        return next((value.decode() for key, _, value in lines if key.lower() == name), "")


class Connection:
    """One connection, one call at a time, kept alive, and reopened if the server has closed it."""

    def __init__(self, port: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._port, self._reader, self._writer = port, reader, writer

    @classmethod
    async def open(cls, port: int) -> Self:
        """A connection to a server on this machine."""
        return cls(port, *await _connected(port))

    async def ask(self, method: str, path: str, headers: Mapping[str, str], body: bytes | None = None) -> Told:
        """The whole response to a call."""
        if self._reader.at_eof() or self._writer.is_closing():
            self.close()
            self._reader, self._writer = await _connected(self._port)
        told = await self.begin(method, path, headers, body)
        if length := told.header(b"content-length"):
            return Told(told.status, told.head, await self._reader.readexactly(int(length)))
        if told.header(b"transfer-encoding") == "chunked":
            return Told(told.status, told.head, b"".join([chunk async for chunk in self.chunks()]))
        return told

    async def begin(self, method: str, path: str, headers: Mapping[str, str], body: bytes | None = None) -> Told:
        """Send a call; returns the head of its response."""
        lines = [
            f"{method} {path} HTTP/1.1",
            "Host: localhost",
            *(f"{name}: {value}" for name, value in headers.items()),
        ]
        if body is not None:
            lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
        self._writer.write("\r\n".join([*lines, "", ""]).encode() + (body or b""))
        head = await self._reader.readuntil(b"\r\n\r\n")
        kept = [line for line in head.split(b"\r\n") if not line.lower().startswith(OF_THE_PROCESS)]
        return Told(int(head.split(b" ", 2)[1]), b"\r\n".join(kept))

    async def chunks(self) -> AsyncIterator[bytes]:
        """The chunks of a body as they come, to its end."""
        while size := int(await self._reader.readuntil(b"\r\n"), 16):
            yield (await self._reader.readexactly(size + 2))[:-2]
        await self._reader.readuntil(b"\r\n")

    def close(self) -> None:
        """Hang up."""
        self._writer.close()


async def _connected(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection("127.0.0.1", port, limit=2**24)
