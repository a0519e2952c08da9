"""What the wires cost alone: an empty gRPC call and a JSON echo, on the serving stack of the service.

`python -m benchmarks.wire.echo` serves both in one event loop, and prints their ports.
"""

from __future__ import annotations

import socket
from typing import Any

import grpc
import uvicorn
import uvloop
from litestar import Litestar, post

ECHO = "/podesta.bench.Echo/Echo"


async def _echo(request: bytes, _context: object) -> bytes:
    return request


async def start_grpc_echo() -> tuple[grpc.aio.Server, int]:
    """A server of empty calls and its port."""
    service, name = ECHO.removeprefix("/").split("/")
    handlers = {name: grpc.unary_unary_rpc_method_handler(_echo)}
    server = grpc.aio.server()
    server.add_generic_rpc_handlers([grpc.method_handlers_generic_handler(service, handlers)])
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    return server, port


@post("/echo", status_code=200)
async def echo(data: dict[str, Any]) -> dict[str, Any]:
    """The JSON that was sent."""
    return data


def rest_echo() -> uvicorn.Server:
    """A server of Litestar's, with nothing in between."""
    app = Litestar([echo], openapi_config=None, logging_config=None)
    return uvicorn.Server(uvicorn.Config(app, access_log=False, http="httptools", lifespan="off", log_config=None))


async def main() -> None:
    """Serve until killed."""
    _, port = await start_grpc_echo()
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # so that TCP_NODELAY is set
    listening.bind(("127.0.0.1", 0))
    listening.listen(2048)
    print(port, listening.getsockname()[1], flush=True)
    await rest_echo().serve(sockets=[listening])


if __name__ == "__main__":
    uvloop.run(main())
