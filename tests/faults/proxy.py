"""A TCP proxy that cuts a connection after so many bytes, in the middle of any command or reply."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress


class CuttingProxy:
    """Passes everything on; `cut_after(n)` ends the connection that carries the n-th byte from now on.

    `sever` ends every connection and refuses new ones, until `mend`.
    """

    def __init__(self, upstream: int) -> None:
        self.port = 0
        self.cuts = 0
        self._upstream = upstream
        self._left: int | None = None
        self._severed = asyncio.Event()
        self._cut = asyncio.Event()

    @property
    def url(self) -> str:
        """The URL that leads through it."""
        return f"redis://127.0.0.1:{self.port}"

    async def cut_after(self, size: int) -> None:
        """Return when `size` more bytes have passed and the connection that carried the last is cut."""
        self._left = size
        self._cut.clear()
        await self._cut.wait()

    def sever(self) -> None:
        """Cut every connection, and refuse new ones."""
        self._severed.set()

    def mend(self) -> None:
        """Let connections through again."""
        self._severed.clear()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Carry one connection until either side ends it or it is cut."""
        if self._severed.is_set():
            writer.transport.abort()
            return
        upstream_reader, upstream_writer = await asyncio.open_connection("127.0.0.1", self._upstream)
        pumps = [
            asyncio.create_task(self._pump(reader, upstream_writer)),
            asyncio.create_task(self._pump(upstream_reader, writer)),
            asyncio.create_task(self._wait_until_severed()),
        ]
        try:
            await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for pump in pumps:
                pump.cancel()
            await asyncio.gather(*pumps, return_exceptions=True)
            for each in (writer, upstream_writer):
                each.transport.abort()

    async def _wait_until_severed(self) -> None:
        await self._severed.wait()

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65536):
            if self._left is not None and len(data) >= self._left:
                writer.write(data[: self._left])
                await writer.drain()
                self._left = None
                self.cuts += 1
                self._cut.set()
                return
            if self._left is not None:
                self._left -= len(data)
            writer.write(data)
            await writer.drain()


@asynccontextmanager
async def cutting(upstream: int) -> AsyncIterator[CuttingProxy]:
    """Run a proxy in front of a port on loopback."""
    proxy = CuttingProxy(upstream)
    connections: set[asyncio.Task[None]] = set()

    async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        connections.add(task)
        with suppress(asyncio.CancelledError, OSError):
            await proxy.serve(reader, writer)

    server = await asyncio.start_server(accept, "127.0.0.1", 0)
    proxy.port = server.sockets[0].getsockname()[1]
    try:
        yield proxy
    finally:
        server.close()
        for task in connections:
            task.cancel()
        await asyncio.gather(*connections, return_exceptions=True)
