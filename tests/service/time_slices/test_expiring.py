"""Streams end with their token, on both wires: an expired token opens no stream, and receives nothing more."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from podesta.v1 import game_master_pb2 as pb
from podesta_service.context import Context
from podesta_service.problems import EXPIRED_TOKEN, Refusal
from podesta_service.rest import start_rest
from tests.kit.fixtures import NewContext
from tests.kit.games import open_game, play_on
from tests.kit.grpc_wire import TIMEOUT, refusal, serving
from tests.kit.grpc_wire import bearer as metadata
from tests.kit.rest import Opened, bearer, client_of, next_of, watching


class Calendar:
    """A clock of days."""

    now = 1_000_000.0

    def __call__(self) -> float:
        """Seconds since 1970."""
        return self.now

    def pass_by(self, days: int) -> None:
        """Advance by some days."""
        self.now += days * 86_400


@pytest.fixture
async def dated(new_context: NewContext) -> tuple[Context, Calendar]:
    """A process with tokens valid for a day, by a clock that can be set."""
    calendar = Calendar()
    return await new_context(now=calendar, token_days=1, heartbeat_seconds=0.05), calendar


async def test_a_stream_over_rest_ends_with_its_token(dated: tuple[Context, Calendar]) -> None:
    """No private update and no heartbeat after the token has expired; spectators go on."""
    context, calendar = dated
    opened = Opened(*await open_game(context.master))
    server = await start_rest(context)
    async with (
        client_of(server) as http,
        watching(http, opened, seat=0) as mine,
        watching(http, opened) as anybodys,
    ):
        await next_of(mine, "heartbeat")
        calendar.pass_by(2)
        assert '"/problems/expired-token"' in (await next_of(mine, "problem")).data
        await play_on(context.master, opened.game, Random(1), most=1)
        assert (await next_of(anybodys, "update")).id == "2"
        assert (await http.get(opened.path, headers=bearer(opened.tokens[0]))).status_code == 401
    await server.stop(1.0)


async def test_an_update_after_the_token_has_expired_is_not_told(dated: tuple[Context, Calendar]) -> None:
    """A step that comes before the next heartbeat is not sent either."""
    context, calendar = dated
    game, tokens = await open_game(context.master)
    watcher, _ = await context.master.watch(game, tokens[0], None)
    await play_on(context.master, game, Random(1), most=1)
    calendar.pass_by(2)
    with pytest.raises(Refusal) as caught:
        await watcher.next(TIMEOUT)
    assert (caught.value.kind, caught.value.problem.revision) == (EXPIRED_TOKEN, 1)
    await watcher.close()


async def test_streams_over_grpc_end_with_their_token(dated: tuple[Context, Calendar]) -> None:
    """Watch fails with UNAUTHENTICATED; on Play the game is left, and answers are refused."""
    context, calendar = dated
    game, tokens = await open_game(context.master)
    async with serving(context) as (_, stub):
        watch = stub.Watch(pb.WatchRequest(game=game), metadata=metadata(tokens[0]), timeout=TIMEOUT)
        await watch.read()
        stream = stub.Play(timeout=TIMEOUT)
        await stream.write(pb.PlayRequest(join=pb.Join(token=tokens[1])))
        await stream.read()
        calendar.pass_by(2)
        assert (await refusal(_all(watch))).problem.type == "expired-token"
        while not (said := await stream.read()).HasField("refused"):
            assert said.HasField("heartbeat")
        assert (said.refused.game, said.refused.problem.type) == (game, "expired-token")
        stream.cancel()


async def _all(stream: Any) -> None:
    while await stream.read():
        pass
