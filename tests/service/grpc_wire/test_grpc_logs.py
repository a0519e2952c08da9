"""Logs say what happened, and hold no secret."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator
from contextlib import redirect_stderr
from typing import Any

import pytest
import structlog

from podesta.v1 import game_master_pb2 as pb
from podesta.v1.game_master_pb2_grpc import GameMasterStub
from podesta_service.context import Context
from podesta_service.settings import Settings
from podesta_service.telemetry.logs import set_up_logs
from tests.kit.grpc_wire import TIMEOUT, bearer, look, opened, placing, refusal


class Terminal(io.StringIO):
    """A standard error that says it is a terminal, so that logs come as people see them."""

    def isatty(self) -> bool:
        """Always."""
        return True


@pytest.fixture(params=["console", "json"])
def logs(request: pytest.FixtureRequest) -> Iterator[Terminal]:
    """The service's own logging at its most talkative, for the time of a test."""
    root, terminal = logging.getLogger(), Terminal()
    handlers, level = root.handlers[:], root.level
    with redirect_stderr(terminal):
        set_up_logs(Settings(log_format=request.param, log_level="debug"))
    yield terminal
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.reset_defaults()


async def test_logs_name_calls_and_games_but_never_tokens_or_seeds(
    logs: Terminal, stub: GameMasterStub, context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Good calls, refused ones and faults are logged with request id and game; tokens stand in none of them."""
    game = await opened(stub)
    await look(stub, game, 0)
    forged = game.tokens[0][:-4] + "AAAA"
    await refusal(stub.Answer(placing(game), metadata=bearer(forged), timeout=TIMEOUT))

    async def broken(*_: Any) -> None:
        signature = game.tokens[0].split(".")[2]  # a local variable that a talkative traceback would show
        raise KeyError("a fault of ours") if signature else AssertionError

    monkeypatch.setattr(context.master, "table", broken)
    metadata = (*bearer(game.tokens[0]), ("x-request-id", "trace-7"))
    await refusal(stub.GetGame(pb.GetGameRequest(game=game.id), metadata=metadata, timeout=TIMEOUT))
    bot = stub.Play(timeout=TIMEOUT)
    await bot.write(pb.PlayRequest(join=pb.Join(token=game.tokens[1])))
    await refusal(bot.read())
    logged = logs.getvalue()
    assert "a fault of ours" in logged
    assert "trace-7" in logged
    assert game.id in logged
    assert "bad-token" in logged
    for secret in (*game.tokens, forged, context.settings.master_key):
        for part in secret.split("."):
            assert part not in logged or part == game.tokens[0].split(".")[0]
