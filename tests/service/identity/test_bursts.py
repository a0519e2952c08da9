"""What is bounded stays bounded when everything comes at once, over either wire."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Any

import grpc
import httpx
import pytest

from podesta.v1 import game_master_pb2 as pb
from podesta.v1.game_master_pb2_grpc import GameMasterStub
from podesta_service.grpc_wire import start_grpc
from podesta_service.rest import start_rest
from podesta_service.webhooks.calls import MOST_OF_A_MAKER, MOST_OF_A_SITE, PINGS_A_MINUTE
from tests.kit.fixtures import NewContext
from tests.kit.games import command, open_game
from tests.kit.receiver import NAMED, Receiver, receiving
from tests.kit.rest import bearer, client_of

KEY = "an-operators-key"
BURST = 64


@pytest.fixture(scope="module")
def receiver() -> Iterator[Receiver]:
    """Whom the webhooks call."""
    with receiving() as found:
        yield found


@dataclass
class Caller:
    """Makes the same calls over one wire, with a token, for a game; says whether they succeed, or are too many."""

    http: httpx.AsyncClient
    stub: GameMasterStub
    wire: str
    game: str
    seat: str
    site: str
    url: str

    async def call(self, method: str, path: str, body: Any, rpc: str, request: Any, token: str) -> Any:
        """One call over the wire; None if it is one too many."""
        if self.wire == "rest":
            headers = {"Idempotency-Key": command(), **bearer(token)}
            answer = await self.http.request(method, path, json=body, headers=headers)
            assert answer.is_success or answer.status_code == 429, answer.text
            return (answer.json() if answer.content else {}) if answer.is_success else None
        asked = getattr(self.stub, rpc)(request, metadata=bearer_of(token), timeout=60)
        if await asked.code() is grpc.StatusCode.OK:
            return await asked
        assert await asked.code() is grpc.StatusCode.RESOURCE_EXHAUSTED, await asked.details()
        return None

    async def add(self, token: str, game: str) -> str:
        """Add a webhook: its id; empty if it is one too many."""
        query = f"?game={game}" if game else ""
        request = pb.AddWebhookRequest(game=game, command_id=command(), url=self.url)
        made = await self.call("POST", f"/v1/webhooks{query}", {"url": self.url}, "AddWebhook", request, token)
        added = made and (made["webhook"]["webhook"] if self.wire == "rest" else made.webhook.webhook)
        return str(added or "")

    async def say(self, token: str, game: str) -> object:
        """Say a phrase."""
        request = pb.SayPhraseRequest(game=game, phrase="hello")
        return await self.call("POST", f"/v1/games/{game}/phrases", {"phrase": "hello"}, "SayPhrase", request, token)

    async def ping(self, token: str, game: str) -> object:
        """Ping a new webhook, and remove it again; none may be left out for want of room."""
        webhook = await self.add(token, game)
        while not webhook:
            webhook = await self.add(token, game)
        path, query = f"/v1/webhooks/{webhook}", f"?game={game}"
        request = pb.PingWebhookRequest(game=game, webhook=webhook)
        tried = await self.call("POST", f"{path}/ping{query}", None, "PingWebhook", request, token)
        gone = pb.RemoveWebhookRequest(game=game, webhook=webhook)
        await self.call("DELETE", f"{path}{query}", None, "RemoveWebhook", gone, token)
        return tried


def bearer_of(token: str) -> tuple[tuple[str, str], ...]:
    """A token as gRPC carries it."""
    return (("authorization", f"Bearer {token}"),)


@dataclass(frozen=True)
class Bound:
    """What may be done a number of times at once: the call, by whom, for one game or all; how many more a second."""

    most: int
    call: Callable[[Caller, str, str], Any]
    site: bool = False
    one_game: bool = True
    a_second: float = 0.0


BOUNDS = {
    "webhooks of a seat": Bound(MOST_OF_A_MAKER, Caller.add),
    "webhooks of a site for a game": Bound(MOST_OF_A_MAKER, Caller.add, site=True),
    "webhooks of a site": Bound(MOST_OF_A_SITE, Caller.add, site=True, one_game=False),
    "phrases": Bound(1, Caller.say),
    "pings": Bound(PINGS_A_MINUTE, Caller.ping, a_second=PINGS_A_MINUTE / 60),
}


@pytest.fixture(params=["rest", "grpc"])
async def caller(new_context: NewContext, receiver: Receiver, request: pytest.FixtureRequest) -> AsyncIterator[Caller]:
    """A game of a process whose time stands, and calls to it over a wire."""
    key = f"{KEY}-{command()}"  # the store is the same for all tests
    allowed = {"webhooks": "open", "webhook_networks": f"127.0.0.0/8,{NAMED}"}
    context = await new_context(now=lambda: 1_800_000_000.0, operator_keys=f"create:{key}", **allowed)
    rest, served = await start_rest(context), await start_grpc(context)
    async with AsyncExitStack() as stack:
        stack.push_async_callback(context.master.steward.stop)
        stack.push_async_callback(served.stop, 1.0)
        stack.push_async_callback(rest.stop, 1.0)
        http = await stack.enter_async_context(client_of(rest))
        channel = await stack.enter_async_context(grpc.aio.insecure_channel(f"127.0.0.1:{served.port}"))
        game, tokens = await open_game(context.master)
        yield Caller(http, GameMasterStub(channel), request.param, game, tokens[0], key, receiver.url)


@pytest.mark.parametrize("bound", BOUNDS.values(), ids=BOUNDS)
async def test_a_burst_gets_as_much_as_one_call_after_the_other(caller: Caller, bound: Bound) -> None:
    """Of many calls at once exactly as many succeed as may; the others are told that they are too many."""
    token, game = caller.site if bound.site else caller.seat, caller.game if bound.one_game else ""
    began = time.monotonic()
    done = await asyncio.gather(*(bound.call(caller, token, game) for _ in range(BURST)))
    more = (time.monotonic() - began) * bound.a_second
    assert bound.most <= sum(map(bool, done)) <= bound.most + more
