"""A proxy in front of a unix socket that loses, delays or fragments data."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Literal

Fault = Literal["none", "cut before", "cut after", "swallow", "fragment"]


class Proxy:
    """Passes everything on, unless `fault` is set for requests that contain `trigger`.

    "cut before": the request is not passed on, the connection is cut; "cut after": it is passed on, its reply is
    dropped and the connection cut; "swallow": it is passed on, no reply ever comes; "fragment": replies arrive byte by
    byte. The first three happen once, then the proxy is faithful again.
    """

    def __init__(self, path: Path, upstream: str) -> None:
        self.url = f"unix://{path}"
        self.fault: Fault = "none"
        self.trigger = b"FCALL"
        self.connections = 0
        self._path = path
        self._upstream = upstream

    def take_fault(self, request: bytes) -> Fault:
        """Return the fault for this request, once."""
        if self.trigger not in request or self.fault == "fragment":
            return "none"
        fault, self.fault = self.fault, "none"
        return fault

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Carry one connection until either side ends it or a fault does."""
        self.connections += 1
        server_reader, server_writer = await asyncio.open_unix_connection(self._upstream)
        struck: list[Fault] = []
        pumps = [
            asyncio.create_task(self._requests(reader, server_writer, struck)),
            asyncio.create_task(self._replies(server_reader, writer, struck)),
        ]
        try:
            await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for pump in pumps:
                pump.cancel()
            server_writer.close()
            writer.close()

    async def _requests(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, struck: list[Fault]) -> None:
        while data := await reader.read(65536):
            fault = self.take_fault(data)
            if fault == "cut before":
                return
            if fault != "none":
                struck.append(fault)
            writer.write(data)

    async def _replies(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, struck: list[Fault]) -> None:
        while data := await reader.read(65536):
            if "cut after" in struck:  # there is a reply, so the command was executed
                return
            pieces = [data[i : i + 1] for i in range(len(data))] if self.fault == "fragment" else [data]
            for piece in pieces if "swallow" not in struck else []:
                writer.write(piece)
                await writer.drain()
                await asyncio.sleep(0)


@asynccontextmanager
async def proxied(path: Path, upstream: str) -> AsyncIterator[Proxy]:
    """Run a proxy on a unix socket at `path` in front of the one at `upstream`."""
    proxy = Proxy(path, upstream)
    connections: set[asyncio.Task[None]] = set()

    async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        connections.add(task)
        with suppress(asyncio.CancelledError, OSError):
            await proxy.serve(reader, writer)

    server = await asyncio.start_unix_server(accept, path)
    try:
        yield proxy
    finally:
        server.close()
        for task in connections:
            task.cancel()
        await asyncio.gather(*connections, return_exceptions=True)
