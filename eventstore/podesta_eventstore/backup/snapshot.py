"""A snapshot of a server, received like a replica: no shared disk, no command that changes or shows a game."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import BinaryIO

from podesta_eventstore.errors import StoreRefused, StoreUnavailable, reason
from podesta_eventstore.private import private_folder, whole
from podesta_eventstore.server.address import Address, parse_store_url

from .appendlog import FOLDER
from .authentic import UNKEYED, Trust, list_file
from .files import check_snapshot

_CHUNK = 1 << 18
_LONGEST_LINE = 1 << 12
_MARK = 40
"""Bytes of the mark that ends a snapshot of a length unknown in advance."""


async def snapshot(
    url: str,
    file: Path,
    patience: float = 60.0,
    tell: Callable[[int], object] = lambda _: None,
    trust: Trust = UNKEYED,
) -> int:
    """Write the snapshot of the server at `url` to `file`, checked and synced; returns its bytes.

    The user needs PSYNC and REPLCONF, and sees everything. Use a replica if there is one: the server forks for it.
    `patience` (seconds) bounds each silence of the server, `tell` receives the number of bytes so far. With a key in
    `trust`, a list next to the file authenticates it later.

    Raises:
        ValueError: the URL is of no supported kind.
        StoreRefused: the URL does not name a single server, the server sends this user no snapshot, or others can
            reach the file's folder.
        StoreUnavailable: the server cannot be reached, or the connection was lost before the end.
        StoreError: the snapshot is damaged.
    """
    server = parse_store_url(url)
    if server.kind != "server":
        raise StoreRefused("a snapshot is of one server: name a replica, or each primary of a Cluster in turn")
    try:
        async with _opened(server.addresses[0], patience) as wire:
            private_folder(file.parent, FOLDER)
            with whole(file) as draft:
                await wire.log_in(server.addresses[0])
                with draft.open("wb") as out:
                    size = await wire.receive(out, tell)
                await asyncio.to_thread(check_snapshot, draft)
                await asyncio.to_thread(list_file, draft, file.name, trust)
    except (OSError, EOFError, TimeoutError) as error:
        raise StoreUnavailable(f"the store at {server.addresses[0]} broke off: {reason(error)}") from error
    return size


@asynccontextmanager
async def _opened(address: Address, patience: float) -> AsyncIterator[_Wire]:
    async with asyncio.timeout(patience):
        if address.path:
            reader, writer = await asyncio.open_unix_connection(address.path)
        else:
            reader, writer = await asyncio.open_connection(address.host, address.port, ssl=address.tls)
    try:
        yield _Wire(reader, writer, patience)
    finally:
        writer.close()


class _Wire:
    """The replication protocol, up to the first snapshot: https://valkey.io/topics/replication/."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, patience: float) -> None:
        self._reader, self._writer, self._patience = reader, writer, patience

    async def log_in(self, address: Address) -> None:
        """Log in, and announce that snapshots may end in a mark."""
        if address.password:
            await self._say("AUTH", address.username or "default", address.password)
        await self._say("REPLCONF", "capa", "eof")
        await self._say("PSYNC", "?", "-1")

    async def _say(self, *words: str) -> None:
        """Send a command; raises StoreRefused for an error."""
        parts = [f"${len(word.encode())}\r\n{word}\r\n" for word in words]
        self._writer.write(f"*{len(words)}\r\n{''.join(parts)}".encode())
        if (said := await self._line()).startswith("-"):
            raise StoreRefused(
                f"the store does not send this user a snapshot ({said[1:]}): it needs PSYNC and REPLCONF"
            )

    async def _line(self) -> str:
        """Return the next line; empty ones only mean that the server is still working."""
        while True:
            async with asyncio.timeout(self._patience):
                line = await self._reader.readline()
            if not line or len(line) > _LONGEST_LINE:
                raise EOFError("no answer that ends")
            if line.strip():
                return line.decode("utf-8", "replace").strip()

    async def receive(self, out: BinaryIO, tell: Callable[[int], object]) -> int:
        """Write the snapshot; returns its bytes."""
        head = await self._line()
        if head.startswith("$EOF:"):
            return await self._until(head[5:].encode(), out, tell)
        return await self._counted(int(head[1:]), out, tell)

    async def _counted(self, size: int, out: BinaryIO, tell: Callable[[int], object]) -> int:
        left = size
        while left:
            chunk = await self._chunk(min(left, _CHUNK))
            out.write(chunk)
            left -= len(chunk)
            tell(size - left)
        return size

    async def _until(self, mark: bytes, out: BinaryIO, tell: Callable[[int], object]) -> int:
        """Write everything before the mark, which the last bytes are compared with."""
        size, held = 0, b""
        while not held.endswith(mark):
            size += out.write(held[:-_MARK])
            held = held[-_MARK:] + await self._chunk(_CHUNK)
            tell(size)
        size += out.write(held[:-_MARK])
        tell(size)
        return size

    async def _chunk(self, most: int) -> bytes:
        async with asyncio.timeout(self._patience):
            chunk = await self._reader.read(most)
        if not chunk:
            raise EOFError("the snapshot is not whole")
        return chunk
