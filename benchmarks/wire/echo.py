"""The cost of the wires alone: an empty gRPC call, a JSON echo on the service's serving stack, and one without it.

`python -m benchmarks.wire.echo` serves all three in one event loop, and prints their ports.
"""

from __future__ import annotations

import asyncio
import socket
from typing import Any

import grpc
import uvicorn
import uvloop
from litestar import Litestar, post

from benchmarks.helping import offer_help

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
    """Return the JSON of the request."""
    return data


async def bare(_scope: Any, receive: Any, send: Any) -> None:
    """Return the body of the request, without a framework."""
    body = (await receive())["body"]
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % len(body))]})
    await send({"type": "http.response.body", "body": body})


def served(app: Any) -> uvicorn.Server:
    """A server of an application, with nothing in between."""
    return uvicorn.Server(uvicorn.Config(app, access_log=False, http="httptools", lifespan="off", log_config=None))


def listening() -> socket.socket:
    """A socket on a free port."""
    made = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # so that TCP_NODELAY is set
    made.bind(("127.0.0.1", 0))
    made.listen(2048)
    return made


async def main() -> None:
    """Serve until killed."""
    _, port = await start_grpc_echo()
    framed, unframed = listening(), listening()
    print(port, framed.getsockname()[1], unframed.getsockname()[1], flush=True)
    app = Litestar([echo], openapi_config=None, logging_config=None)
    await asyncio.gather(served(app).serve(sockets=[framed]), served(bare).serve(sockets=[unframed]))


if __name__ == "__main__":
    offer_help(__doc__)
    uvloop.run(main())
