"""The same proxy for REST: it passes every call on, keeps a journal, and injects a fault."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import httpx
import msgspec
import uvicorn
from litestar.types import Receive, Scope, Send
from uvicorn.server import ServerState

from podesta_service.problems import Refusal
from podesta_service.rest.errors import headers_of
from podesta_service.rest.events import event, parsed
from podesta_service.rest.headers import decided_on

from .exchange import Cuttable, Exchange
from .faults import ConnectionCut, Fault
from .journal import TAKEN, Call, Command, Journal

_OWN = {"host", "connection", "accept-encoding", "content-length"}
_ONLY_HERE = {"content-length", "transfer-encoding", "connection", "date"}
"""Headers that belong to a connection, and are not passed on."""
_NEW = {"novelty": {"of": "a later version"}}
"""A field that no client expects."""


class RestProxy:
    """A proxy on a port of its own, which stays the same when it closes and opens again."""

    def __init__(self, url: str, fault: Fault, journal: Journal) -> None:
        self._client = httpx.AsyncClient(base_url=url, timeout=30, trust_env=False)
        self._fault, self._journal = fault, journal
        self._config = uvicorn.Config(
            self._serve, interface="asgi3", lifespan="off", log_config=None, access_log=False, ws="none"
        )
        self._server: asyncio.Server | None = None
        self._state = ServerState()
        self._port = 0

    @property
    def address(self) -> str:
        """The URL at which it listens."""
        return f"http://127.0.0.1:{self._port}"

    async def open(self) -> None:
        """Listen."""
        loop, self._state = asyncio.get_running_loop(), ServerState()
        state = self._state
        server = await loop.create_server(lambda: Cuttable(self._config, state, {}), "127.0.0.1", self._port)
        self._server, self._port = server, server.sockets[0].getsockname()[1]

    async def close(self) -> None:
        """End all calls at once and stop listening."""
        server, self._server = self._server, None
        if server:
            server.close()
            for connection in list(self._state.connections):
                connection.transport.abort()
            await asyncio.gather(*self._state.tasks, return_exceptions=True)

    async def leave(self) -> None:
        """Close it and its client of the service."""
        await self.close()
        await self._client.aclose()

    # -- passing calls on --------------------------------------------------------------------------------------------

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one call, or stop when its client disconnects."""
        exchange = Exchange(scope, receive, send)
        body = await exchange.body()
        answering, gone = asyncio.create_task(self._answer(exchange, body)), asyncio.create_task(exchange.gone())
        await asyncio.wait([answering, gone], return_when=asyncio.FIRST_COMPLETED)
        if not answering.done() or answering.result():
            await gone  # its connection is about to end
        for task in answering, gone:
            task.cancel()
        await asyncio.gather(answering, gone, return_exceptions=True)

    async def _answer(self, exchange: Exchange, body: bytes) -> bool:
        """Answer as the service, or the fault, does; returns whether the connection was cut."""
        call, command = self._journal.call(exchange.name), _command(exchange, body)
        try:
            await self._fault.called(call)
            if command:
                await self._fault.asked(self._journal.command(command))
            await self._pass_on(exchange, body, call, command)
        except Refusal as refusal:
            self._refused(refusal, call, command)
            await exchange.refuse(refusal)
        except (ConnectionCut, httpx.HTTPError):
            self._journal.failed(call, "cut")
            exchange.cut()
            return True
        return False

    def _refused(self, refusal: Refusal, call: Call, command: Command | None) -> None:
        """Record a refusal by the kit, and how long the client was asked to wait."""
        self._journal.failed(call, refusal.kind.slug)
        if command:
            command.wait = float(headers_of(refusal).get("Retry-After", 0))
            self._journal.settle(command.id, call.failed)

    async def _pass_on(self, exchange: Exchange, body: bytes, call: Call, command: Command | None) -> None:
        headers = {name: value for name, value in exchange.headers.items() if name not in _OWN}
        headers["accept-encoding"] = "identity"
        calling = self._client.stream(exchange.method, exchange.address, headers=headers, content=body)
        async with calling as response:
            if response.headers.get("content-type", "").startswith("text/event-stream"):
                await self._follow(exchange, response, call)
            else:
                await self._tell_whole(exchange, response, call, command)

    async def _tell_whole(
        self, exchange: Exchange, response: httpx.Response, call: Call, command: Command | None
    ) -> None:
        body = await response.aread()
        told = _read(body)
        if response.is_success and command:
            await self._fault.carried_out()
        if response.is_error:
            self._journal.failed(call, _type_of(told, response.status_code))
        if command:
            self._journal.settle(command.id, call.failed or TAKEN)
        newest = self._journal.newest
        self._note(told)
        if exchange.name == "GetGame" and not response.is_error:
            self._journal.looked(call, newest)
        await exchange.begin(response.status_code, _headers(response))
        await exchange.end(msgspec.json.encode(told | _NEW) if told and self._fault.strange else body)

    async def _follow(self, exchange: Exchange, response: httpx.Response, call: Call) -> None:
        """Pass on a stream, event by event."""
        await exchange.begin(response.status_code, _headers(response))
        rest = b""
        async for chunk in response.aiter_raw():
            *whole, rest = (rest + chunk).split(b"\n\n")
            for each in whole:
                await self._tell(exchange, each + b"\n\n", call)
        await exchange.end()

    async def _tell(self, exchange: Exchange, said: bytes, call: Call) -> None:
        """Send an event; depending on the fault, after a comment, a heartbeat and an unknown event."""
        await self._fault.telling()
        fields = parsed(said)
        name, told = fields.get("event", ""), _read(fields.get("data", "").encode())
        self._note(told, ended=name == "end")
        if name == "problem":
            self._journal.failed(call, _type_of(told, 0))
        if self._fault.strange:
            beat = event("heartbeat", {"game": told.get("game", ""), "head": self._journal.newest, "caught_up": False})
            data = msgspec.json.encode(told | _NEW)
            said = b": a remark\n\n" + beat + event("novelty", _NEW) + _line(fields, "id") + _line(fields, "event")
            said += b"data: " + data + b"\n\n"
        await exchange.write(said)

    def _note(self, told: dict[str, Any], ended: bool = False) -> None:
        """Record what a client has received."""
        for game in _games(told):
            if "revision" in game:
                self._journal.told(game["revision"], ended or game.get("status") == "ended")


def _command(exchange: Exchange, body: bytes) -> Command | None:
    """The answers in a call, if any. The service refuses what cannot be parsed."""
    if exchange.name != "Answer":
        return None
    revision, given = 0, _read(body).get("answers")
    with suppress(Refusal):
        revision, _ = decided_on(exchange.headers.get("if-match"))
    pairs = [(str(each.get("question")), str(each.get("option"))) for each in given or () if isinstance(each, dict)]
    game = exchange.address.split("/")[3]
    return Command(game, revision, exchange.headers.get("idempotency-key", ""), tuple(pairs))


def _games(told: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The game in a body or an event: the object itself, or the one after an update."""
    update = told.get("update", told)
    after = update.get("after") if isinstance(update, dict) else None
    yield after if isinstance(after, dict) else told


def _read(body: bytes) -> dict[str, Any]:
    """A JSON object, or an empty one if the body is anything else."""
    try:
        found = msgspec.json.decode(body)
    except msgspec.DecodeError:
        return {}
    return found if isinstance(found, dict) else {}


def _headers(response: httpx.Response) -> dict[str, str]:
    return {name: value for name, value in response.headers.items() if name not in _ONLY_HERE}


def _type_of(told: dict[str, Any], status: int) -> str:
    """The type of a problem without its path, or the status if it has none."""
    return str(told.get("type", status)).removeprefix("/problems/")


def _line(fields: dict[str, str], name: str) -> bytes:
    return f"{name}: {fields[name]}\n".encode() if name in fields else b""
