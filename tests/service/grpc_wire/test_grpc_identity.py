"""Over gRPC: seats reissued, spectators excluded, answers explained."""

import asyncio
from typing import Any

import grpc
import pytest

from podesta.v1 import game_master_pb2 as pb
from podesta.v1.game_master_pb2_grpc import GameMasterStub
from podesta.v1.words_pb2 import Spectators
from tests.kit.fixtures import NewContext
from tests.kit.grpc_wire import (
    TIMEOUT,
    bearer,
    command,
    look,
    opened,
    placing,
    reading,
    refusal,
    serving,
)

Code = grpc.StatusCode
SEATS = [pb.SeatPlan(name="Ada", claim=True), pb.SeatPlan(name="Bice", claim=True)]


def anew(game, seat: int = 0) -> pb.ReissueSeatRequest:
    """Reissue a seat."""
    return pb.ReissueSeatRequest(game=game.id, seat=seat, command_id=command())


async def test_a_seat_is_given_out_anew(stub: GameMasterStub) -> None:
    """The new token opens the seat; the old one is UNAUTHENTICATED from then on."""
    game = await opened(stub)
    old = bearer(game.tokens[0])
    made = await stub.ReissueSeat(anew(game), metadata=old, timeout=TIMEOUT)
    assert (made.token.seat, made.game.seat, made.game.revision) == (0, 0, game.revision + 1)
    told = await refusal(stub.GetGame(pb.GetGameRequest(game=game.id), metadata=old, timeout=TIMEOUT))
    assert (told.code, told.reason) == (Code.UNAUTHENTICATED, "BAD_TOKEN")
    request = placing(game, revision=made.game.revision)
    assert (await stub.Answer(request, metadata=bearer(made.token.token), timeout=TIMEOUT)).update.revision == 3


@pytest.mark.parametrize("name", ["authorization", "x-request-id"])
async def test_what_says_one_thing_is_sent_once(stub: GameMasterStub, name: str) -> None:
    """Sent twice, it is refused, even with the same value; a good token together with another opens nothing."""
    game = await opened(stub)
    (key, good) = bearer(game.tokens[0])[0]
    for pair in ((good, "Bearer x"), ("Bearer x", good), (good, good)):
        twice = [(name, value) for value in pair] + ([] if name == key else [(key, good)])
        told = await refusal(stub.GetGame(pb.GetGameRequest(game=game.id), metadata=tuple(twice), timeout=TIMEOUT))
        assert (told.code, told.reason) == (Code.INVALID_ARGUMENT, "MALFORMED")
        assert name in told.problem.detail


async def test_a_seat_is_not_given_out_to_just_anybody(stub: GameMasterStub) -> None:
    """Another seat's token, or none, changes nothing."""
    game = await opened(stub)
    none = await refusal(stub.ReissueSeat(anew(game), timeout=TIMEOUT))
    other = await refusal(stub.ReissueSeat(anew(game), metadata=bearer(game.tokens[1]), timeout=TIMEOUT))
    assert (none.reason, other.reason) == ("NO_TOKEN", "NOT_YOUR_SEAT")
    assert (await look(stub, game)).revision == game.revision


async def test_an_operator_gives_seats_out_anew(new_context: NewContext) -> None:
    """A key with the scope `admin` can; one with `create` cannot."""
    keys = {"operator_keys": f"create:{'c' * 16},admin:{'a' * 16}"}
    async with serving(await new_context(**keys)) as (_, stub):
        request = pb.CreateGameRequest(ruleset="golden-horn", seats=SEATS)
        made = await stub.CreateGame(request, metadata=bearer("c" * 16), timeout=TIMEOUT)
        anew = pb.ReissueSeatRequest(game=made.game.game, seat=1, name="Carla", command_id=command())
        assert (await refusal(stub.ReissueSeat(anew, metadata=bearer("c" * 16), timeout=TIMEOUT))).reason == "BAD_TOKEN"
        given = await stub.ReissueSeat(anew, metadata=bearer("a" * 16), timeout=TIMEOUT)
        assert given.game.seats[1].name == "Carla"


async def test_streams_of_a_revoked_token_end(stub: GameMasterStub) -> None:
    """Watch ends UNAUTHENTICATED; Play refuses the game and goes on with the others."""
    game, other = await opened(stub), await opened(stub)
    watching = stub.Watch(pb.WatchRequest(game=game.id, after_revision=1), metadata=bearer(game.tokens[0]))
    playing = stub.Play()
    for token in (game.tokens[0], other.tokens[0]):
        await playing.write(pb.PlayRequest(join=pb.Join(token=token)))
        assert (await playing.read()).HasField("turn")
    await watching.read()
    await stub.ReissueSeat(anew(game), metadata=bearer(game.tokens[0]), timeout=TIMEOUT)
    async with asyncio.timeout(TIMEOUT):
        assert (await refusal(_to_the_end(watching))).reason == "BAD_TOKEN"
    said = await playing.read()
    while not said.HasField("refused"):
        said = await playing.read()
    assert (said.refused.game, said.refused.problem.type) == (game.id, "bad-token")
    move = placing(other)
    answer = pb.StreamAnswer(game=other.id, revision=1, command_id=move.command_id, answers=move.answers)
    await playing.write(pb.PlayRequest(answer=answer))
    while not said.HasField("accepted"):
        said = await playing.read()
    assert said.accepted.revision == 2
    playing.cancel()


async def _to_the_end(stream: Any) -> None:
    while await stream.read() is not grpc.aio.EOF:
        pass


async def test_a_game_may_have_no_spectators(stub: GameMasterStub) -> None:
    """View, history, stream and explanations are PERMISSION_DENIED without a token."""
    request = pb.CreateGameRequest(ruleset="golden-horn", seats=SEATS, spectators=Spectators(policy="none"))
    made = await stub.CreateGame(request, timeout=TIMEOUT)
    assert made.game.spectators.policy == "none"
    game = made.game.game
    calls = [
        stub.GetGame(pb.GetGameRequest(game=game), timeout=TIMEOUT),
        stub.ListUpdates(pb.ListUpdatesRequest(game=game), timeout=TIMEOUT),
        stub.Explain(pb.ExplainRequest(game=game, question="act", option="x"), timeout=TIMEOUT),
        reading(stub.Watch(pb.WatchRequest(game=game), timeout=TIMEOUT)),
    ]
    for call in calls:
        told = await refusal(call)
        assert (told.code, told.reason) == (Code.PERMISSION_DENIED, "NO_SPECTATORS")
    mine = bearer(made.tokens[0].token)
    assert (await stub.GetGame(pb.GetGameRequest(game=game), metadata=mine, timeout=TIMEOUT)).game.seat == 0


@pytest.mark.parametrize(
    ("field", "policy"), [("policy", Spectators(policy="some")), ("delay", Spectators(policy="delayed", delay=201))]
)
async def test_a_policy_is_read_strictly(stub: GameMasterStub, field: str, policy: Spectators) -> None:
    """An unknown policy or a delay out of bounds is INVALID_ARGUMENT, under the field as REST names it."""
    request = pb.CreateGameRequest(ruleset="golden-horn", seats=SEATS, spectators=policy)
    told = await refusal(stub.CreateGame(request, timeout=TIMEOUT))
    assert (told.code, told.problem.field) == (Code.INVALID_ARGUMENT, f"spectators.{field}")


async def test_an_answer_is_explained(stub: GameMasterStub) -> None:
    """Open for the seat that is asked; a spectator sees which seat the game waits for; a refusal has the rule's
    text."""
    game = await opened(stub)
    asked = pb.ExplainRequest(game=game.id, question="place_ships", option="venice.venice.venice")
    mine = (await stub.Explain(asked, metadata=bearer(game.tokens[0]), timeout=TIMEOUT)).explanation
    theirs = (await stub.Explain(asked, timeout=TIMEOUT)).explanation
    assert (mine.open, mine.reason, mine.rule, len(mine.legal)) == (True, "open", "G-12", 8)
    assert (theirs.open, theirs.reason, list(theirs.legal)) == (False, "not-your-turn", [])
    assert (theirs.waiting[0].seat, theirs.text) == (0, "Waiting for Seat 0.")
    bad = placing(game)
    bad.answers[0].option = "nowhere"
    told = await refusal(stub.Answer(bad, metadata=bearer(game.tokens[0]), timeout=TIMEOUT))
    assert told.problem.rule_text.startswith("**G-12")
