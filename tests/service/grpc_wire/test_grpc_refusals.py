"""Refusals have the right code and reason, and change nothing."""

from __future__ import annotations

import asyncio
from base64 import b64encode
from pathlib import Path
from typing import Any
from urllib.parse import quote

import grpc
import pytest
from grpc import StatusCode as Code

from podesta.v1 import game_master_pb2 as pb
from podesta.v1.game_master_pb2_grpc import GameMasterStub
from podesta_engines.core.texts.sentences import verbatim
from podesta_eventstore import EmbeddedServer
from podesta_service.context import Context
from podesta_service.grpc_wire.refusals import status_of
from podesta_service.problems import CATALOGUE, Refusal
from tests.eventstore.fixtures import crash
from tests.kit.fixtures import NewContext
from tests.kit.grpc_wire import (
    TIMEOUT,
    Opened,
    bearer,
    command,
    look,
    opened,
    placing,
    play_out,
    reading,
    refusal,
    serving,
)
from tests.service.grpc_wire.cases import CASES, NOBODY, Case, answer, answering


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
async def test_what_is_wrong_is_refused_with_code_and_reason_and_changes_nothing(
    case: Case, stub: GameMasterStub
) -> None:
    """Every refusal has its code, ErrorInfo, Problem and request id, and leaves the game at its revision."""
    game = await opened(stub)
    told = await refusal(case.attempt(stub, game))
    assert (told.code, told.reason) == (case.code, case.reason)
    assert (told.info.domain, told.problem.type) == ("podesta", case.reason.lower().replace("_", "-"))
    assert told.details["RequestInfo"].request_id
    assert {name: getattr(told.problem, name) for name in case.problem} == case.problem
    assert ("BadRequest" in told.details) is (case.code is Code.INVALID_ARGUMENT)
    assert (await look(stub, game)).revision == game.revision


async def test_an_illegal_answer_is_told_what_would_have_been_legal(stub: GameMasterStub) -> None:
    """The problem lists exactly the options of the question."""
    game = await opened(stub)
    told = await refusal(answering(answers=answer("place_ships", "atlantis"))(stub, game))
    options = (await look(stub, game, 0)).questions[0].options
    assert list(told.problem.legal) == [option.word for option in options]


async def test_a_token_of_another_game_opens_nothing(stub: GameMasterStub) -> None:
    """Seat 0 of one game has no rights in another, whether it answers, looks or watches."""
    game, other = await opened(stub), await opened(stub)
    metadata = bearer(other.tokens[0])
    for call in (
        stub.Answer(placing(game), metadata=metadata, timeout=TIMEOUT),
        stub.GetGame(pb.GetGameRequest(game=game.id), metadata=metadata, timeout=TIMEOUT),
        reading(stub.Watch(pb.WatchRequest(game=game.id), metadata=metadata, timeout=TIMEOUT)),
    ):
        told = await refusal(call)
        assert (told.code, told.reason) == (Code.PERMISSION_DENIED, "NOT_YOUR_SEAT")
    assert (await look(stub, game)).revision == game.revision


async def test_a_token_expires(new_context: NewContext) -> None:
    """On its last day a token is good, a day later it is not."""
    days = [0.0]
    context = await new_context(now=lambda: 1.8e9 + 86_400 * days[0], token_days=2)
    async with serving(context) as (_, stub):
        game = await opened(stub)
        days[0] = 1.9
        assert (await look(stub, game, 0)).seat == 0
        days[0] = 2.1
        told = await refusal(answering()(stub, game))
    assert (told.code, told.reason) == (Code.UNAUTHENTICATED, "EXPIRED_TOKEN")


async def test_a_stale_answer_is_told_the_current_revision(stub: GameMasterStub) -> None:
    """An answer decided on an outdated position is aborted, with the current revision."""
    game = await opened(stub)
    await answering()(stub, game)
    told = await refusal(answering(seat=1)(stub, game))
    assert (told.code, told.reason, told.problem.revision) == (Code.ABORTED, "STALE_REVISION", 2)
    assert told.info.metadata["revision"] == "2"


async def test_a_command_id_stands_for_one_command(stub: GameMasterStub) -> None:
    """The same id with other answers is refused, and the first answer stays."""
    game = await opened(stub)
    request = placing(game)
    await stub.Answer(request, metadata=bearer(game.tokens[0]), timeout=TIMEOUT)
    reused = answering(command_id=request.command_id, answers=answer("place_ships", "venice.venice.constantinople"))
    told = await refusal(reused(stub, game))
    assert (told.code, told.reason) == (Code.INVALID_ARGUMENT, "COMMAND_REUSED")
    assert (await look(stub, game)).revision == game.revision + 1


async def test_games_that_wait_or_are_over_take_no_answers(stub: GameMasterStub) -> None:
    """Before the last seat is taken, and after the end, answers are refused by name."""
    plans = [pb.SeatPlan(claim=True), pb.SeatPlan()]
    made = await stub.CreateGame(pb.CreateGameRequest(ruleset="golden-horn", seats=plans), timeout=TIMEOUT)
    waiting = Opened(made.game.game, [made.tokens[0].token], 1)
    assert (await refusal(answering()(stub, waiting))).reason == "GAME_OPEN"
    game = await opened(stub, round_limit=1)
    last = await play_out(stub, game)
    told = await refusal(answering(revision=last)(stub, game))
    assert (told.code, told.reason) == (Code.FAILED_PRECONDITION, "GAME_OVER")


@pytest.mark.parametrize("method", ["GetGame", "Answer", "CreateGame", "ClaimSeat", "ListUpdates", "GetRecord"])
async def test_bytes_that_are_no_message_are_malformed(method: str, channel: grpc.aio.Channel) -> None:
    """Bytes that cannot be parsed are the caller's fault, not the server's."""
    raw = channel.unary_unary(f"/podesta.v1.GameMaster/{method}")
    told = await refusal(raw(b"\x0a\xff\xff\xff\xff\x0f", timeout=TIMEOUT))
    assert (told.code, told.reason) == (Code.INVALID_ARGUMENT, "MALFORMED")


async def test_messages_over_the_limit_are_not_taken(stub: GameMasterStub) -> None:
    """256 KiB is more than any command needs; much larger ones are refused by gRPC itself, without details."""
    game = await opened(stub)
    told = await refusal(answering(command_id="x" * (256 * 1024))(stub, game))
    assert (told.code, told.reason) == (Code.RESOURCE_EXHAUSTED, "TOO_LARGE")
    told = await refusal(answering(command_id="x" * (10 * 1024 * 1024))(stub, game))
    assert (told.code, told.reason) == (Code.RESOURCE_EXHAUSTED, "")
    assert (await look(stub, game)).revision == game.revision


async def test_an_operator_key_guards_the_opening_of_games(new_context: NewContext) -> None:
    """With a key set, opening a game needs it; nothing else does."""
    key = "0123456789abcdef"
    async with serving(await new_context(operator_key=key)) as (_, stub):
        request = pb.CreateGameRequest(ruleset="golden-horn", seats=[pb.SeatPlan(), pb.SeatPlan()])
        assert (await refusal(stub.CreateGame(request, timeout=TIMEOUT))).reason == "NO_TOKEN"
        wrong = await refusal(stub.CreateGame(request, metadata=bearer("x" * 16), timeout=TIMEOUT))
        assert (wrong.code, wrong.reason) == (Code.PERMISSION_DENIED, "OPERATOR_ONLY")
        made = await stub.CreateGame(request, metadata=bearer(key), timeout=TIMEOUT)
        assert (await stub.GetGame(pb.GetGameRequest(game=made.game.game), timeout=TIMEOUT)).game.revision == 1


async def test_without_the_store_nothing_is_changed_and_it_is_said_so(new_context: NewContext, tmp_path: Path) -> None:
    """A store that is down is UNAVAILABLE with a hint when to retry; acknowledged answers are there afterwards."""
    store = EmbeddedServer(tmp_path / "own")
    store.start()
    try:
        async with serving(await new_context(store_url=store.url)) as (_, stub):
            game = await opened(stub)
            crash(store)
            told = await refusal(answering()(stub, game))
            assert (told.code, told.reason) == (Code.UNAVAILABLE, "STORE_UNAVAILABLE")
            assert told.details["RetryInfo"].retry_delay.ToMilliseconds() > 0
            await asyncio.to_thread(store.start)
            assert (await look(stub, game)).revision == game.revision
            await answering()(stub, game)
    finally:
        store.stop()


async def test_a_fault_of_ours_tells_nothing_but_the_request_id(
    stub: GameMasterStub, context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An unexpected exception is INTERNAL; its text stays in the log."""

    async def broken(*_: Any) -> None:
        raise KeyError("the seed is 1234")

    monkeypatch.setattr(context.master.tables, "newest", broken)
    metadata = (("x-request-id", "trace-7"),)
    told = await refusal(stub.GetGame(pb.GetGameRequest(game=NOBODY), metadata=metadata, timeout=TIMEOUT))
    assert (told.code, told.reason) == (Code.INTERNAL, "INTERNAL")
    assert told.details["RequestInfo"].request_id == "trace-7"
    assert "1234" not in str(told)


@pytest.mark.parametrize("kind", CATALOGUE.values(), ids=CATALOGUE)
def test_every_problem_type_fits_a_trailer(kind: Any) -> None:
    """However long the answer sent and the legal ones, the status stays well under 8 KiB."""
    legal = [f"raid.ship_{number}.{'x' * 30}" for number in range(500)]
    status = status_of(Refusal(kind, verbatim("ü" * 9_999), {"answered": "ü" * 9_999, "legal": legal}), "trace")
    assert len(status.SerializeToString()) < 6_000
    assert status.code == kind.code.value[0]


async def test_a_cancelled_answer_leaves_the_game_whole(stub: GameMasterStub) -> None:
    """An answer that its caller cancels may or may not be stored; sending it again with the same id settles it,
    once."""
    game = await opened(stub)
    request, metadata = placing(game), bearer(game.tokens[0])
    hasty = [stub.Answer(request, metadata=metadata, timeout=TIMEOUT) for _ in range(20)]
    for patience, call in enumerate(hasty):
        await asyncio.sleep(patience / 10_000)  # seconds: cancelled before, while and after it is stored
        call.cancel()
    settled = await stub.Answer(request, metadata=metadata, timeout=TIMEOUT)
    assert settled.update.revision == game.revision + 1
    shown = await look(stub, game)
    assert shown.revision == game.revision + 1
    rest = placing(game, revision=shown.revision, command_id=command())
    assert (await stub.Answer(rest, metadata=bearer(game.tokens[1]), timeout=TIMEOUT)).update.revision == 3


@pytest.mark.parametrize("text", ["x" * 9_999, "ü" * 9_999, "\U0001f3b2" * 9_999, "\u4e00" * 9_999])
def test_a_refusal_fits_its_trailers_whatever_was_sent(text: str) -> None:
    """Clients take 8 KiB of trailers: message and details stay below, even if every character is four bytes."""
    more = {"rule_text": text, "answered": text, "legal": [text[:40]] * 500, "asked": text, "field": text}
    for kind in CATALOGUE.values():
        status = status_of(Refusal(kind, verbatim(text), more), "r" * 32)
        assert len(quote(status.message)) + len(b64encode(status.SerializeToString())) < 7_500
