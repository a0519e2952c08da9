"""Taking back, previews and forks over gRPC do what they do over REST."""

import grpc

from podesta.v1 import game_master_pb2 as pb
from podesta.v1.game_master_pb2_grpc import GameMasterStub
from tests.kit.grpc_wire import TIMEOUT, Opened, bearer, command, look, opened, placing, play_out, refusal

TAKE_BACK, PROPOSE = pb.RETRACTION_ACTION_TAKE_BACK, pb.RETRACTION_ACTION_PROPOSE
CONSENT, DECLINE = pb.RETRACTION_ACTION_CONSENT, pb.RETRACTION_ACTION_DECLINE


async def retract(stub: GameMasterStub, game: Opened, seat: int, revision: int, action: int = 0, to: int | None = None):
    """Take back, propose, consent or decline."""
    request = pb.RetractRequest(game=game.id, revision=revision, command_id=command(), action=action, to_revision=to)
    return await stub.Retract(request, metadata=bearer(game.tokens[seat]), timeout=TIMEOUT)


async def test_an_answer_is_taken_back_alone_or_by_consent(stub: GameMasterStub) -> None:
    """Before another seat acts by itself; after that the others are asked, and all see the proposal."""
    game = await opened(stub)
    before = await look(stub, game, 0)
    await stub.Answer(placing(game), metadata=bearer(game.tokens[0]), timeout=TIMEOUT)
    back = (await retract(stub, game, 0, 2)).update
    assert [event.WhichOneof("event") for event in back.events] == ["retracted"]
    assert (back.revision, back.after.questions) == (3, before.questions)
    await stub.Answer(placing(game, revision=3), metadata=bearer(game.tokens[0]), timeout=TIMEOUT)
    await stub.Answer(placing(game, revision=4), metadata=bearer(game.tokens[1]), timeout=TIMEOUT)
    told = await refusal(retract(stub, game, 0, 5, TAKE_BACK, 1))
    assert (told.code, told.reason) == (grpc.StatusCode.FAILED_PRECONDITION, "NOT_RETRACTABLE")
    proposed = (await retract(stub, game, 0, 5, PROPOSE, 1)).update.after.retraction
    assert (proposed.seat, proposed.to_revision, list(proposed.consents)) == (0, 1, [0])
    agreed = (await retract(stub, game, 1, 6, CONSENT)).update
    assert [event.WhichOneof("event") for event in agreed.events] == ["retraction_answered", "retracted"]
    assert not agreed.after.HasField("retraction")
    assert (await look(stub, game, 0)).view == before.view
    assert (await refusal(retract(stub, game, 1, 7, DECLINE))).reason == "NO_PROPOSAL"
    assert (await refusal(retract(stub, game, 1, 7, 99))).reason == "MALFORMED"


async def test_a_preview_shows_what_an_answer_leads_to(stub: GameMasterStub) -> None:
    """The game after the answer under its present revision; nothing has changed."""
    game = await opened(stub)
    before = await look(stub, game, 0)
    request = pb.PreviewRequest(game=game.id, answers=placing(game).answers)
    found = await stub.Preview(request, metadata=bearer(game.tokens[0]), timeout=TIMEOUT)
    assert (found.taken, found.stop, found.after.revision) == (1, "others", 1)
    assert found.after.view != before.view
    assert await look(stub, game, 0) == before


async def test_an_ended_game_is_forked(stub: GameMasterStub) -> None:
    """The fork begins with what was copied, and says from where; a running game is not forked."""
    game = await opened(stub)
    request = pb.ForkRequest(game=game.id, revision=1, seats=[pb.SeatPlan(claim=True, entropy="salt"), pb.SeatPlan()])
    assert (await refusal(stub.Fork(request, timeout=TIMEOUT))).reason == "NOT_OVER"
    await play_out(stub, game)
    made = await stub.Fork(request, timeout=TIMEOUT)
    assert (made.game.status, [token.seat for token in made.tokens]) == (pb.STATUS_OPEN, [0])
    listed = await stub.ListUpdates(pb.ListUpdatesRequest(game=made.game.game), timeout=TIMEOUT)
    events = listed.updates[0].events
    assert (events[0].created.forked.game, events[0].created.forked.revision) == (game.id, 1)
    assert events[-1].seated.entropy == "salt"
