"""The unary calls follow the contract.

Taking back, previews and forks over gRPC work as over REST.
"""

from datetime import UTC, datetime

import grpc
from google.protobuf.json_format import MessageToDict
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2

from podesta.v1 import game_master_pb2 as pb
from podesta.v1.game_master_pb2_grpc import GameMasterStub
from podesta_service.context import Context
from podesta_service.grpc_wire.calls import SERVICE
from podesta_service.grpc_wire.methods import GAME_MASTER
from tests.kit.grpc_wire import TIMEOUT, Opened, bearer, command, look, opened, placing, play_out, refusal


def test_every_method_of_the_contract_is_answered() -> None:
    """The contract's methods and the implemented ones are the same."""
    assert {method.name for method in SERVICE.methods} == set(GAME_MASTER)


async def test_rulesets_are_listed_in_the_language_asked_for(stub: GameMasterStub) -> None:
    """The catalogue names each ruleset with its seats and editions."""
    listed = await stub.ListRulesets(pb.ListRulesetsRequest(), timeout=TIMEOUT)
    found = next(each for each in listed.rulesets if each.ruleset == "golden-horn")
    assert (found.rules, found.min_seats, found.max_seats) == ("golden-horn/1", 2, 4)
    assert list(found.editions) == ["piatnik_2013_reconstructed"]
    pillars = next(each for each in listed.rulesets if each.ruleset == "pillars-of-the-earth")
    assert 2 in pillars.expert_seats
    (edition,) = found.edition_summaries
    assert edition.edition == "piatnik_2013_reconstructed"
    assert [line.partition(":")[0] for line in edition.reconstructed] == ["ships", "tiles", "layouts"]
    again = await stub.ListRulesets(pb.ListRulesetsRequest(), timeout=TIMEOUT, metadata=(("accept-language", "it"),))
    (troyes,) = next(each for each in again.rulesets if each.ruleset == "troyes").edition_summaries
    assert troyes.title == "Troyes, Pearl Games 2010 (dati di carte ed eventi in parte ricostruiti)"
    assert len(troyes.reconstructed) == 8
    assert troyes.reconstructed[7] == "eventi: i punti influenza che costa l'Eresia"


async def test_a_ruleset_comes_with_its_words_and_rules(stub: GameMasterStub) -> None:
    """The whole catalogue entry is there, with labels in the language requested."""
    request, italian = pb.GetRulesetRequest(ruleset="golden-horn"), (("accept-language", "it"),)
    found = MessageToDict((await stub.GetRuleset(request, metadata=italian, timeout=TIMEOUT)).catalogue)
    red = found["vocabularies"]["colour"][0]
    assert (red["word"], red["label"], red["text"][:16]) == ("red", "rosso", "Come carta Vento")
    assert list(red["forms"]) == ["rosso", "rossa", "rossi", "rosse"]
    assert set(red["rules"]) <= found["rules"].keys()
    assert found["rules"]["G-12"]


async def test_a_game_is_opened_with_a_token_for_each_claimed_seat(stub: GameMasterStub) -> None:
    """Seats that are not claimed stay open, and the game waits for them."""
    plans = [pb.SeatPlan(name="Ada", claim=True), pb.SeatPlan(), pb.SeatPlan(name="Carlo", claim=True)]
    made = await stub.CreateGame(pb.CreateGameRequest(ruleset="golden-horn", seats=plans), timeout=TIMEOUT)
    assert [each.seat for each in made.tokens] == [0, 2]
    assert [seat.name for seat in made.game.seats] == ["Ada", "Seat 2", "Carlo"]
    assert made.game.status == pb.STATUS_OPEN
    assert made.tokens[0].expires_at.ToDatetime(UTC) > datetime.now(UTC)


async def test_options_reach_the_rules_as_whole_numbers(stub: GameMasterStub) -> None:
    """A protobuf Struct has only doubles; 3.0 is an int again, and comes back in the game."""
    game = await opened(stub, round_limit=3, fleets=["fleet_b", "fleet_a"], hidden_warehouses=True)
    shown = await look(stub, game)
    assert shown.view.golden_horn.round_limit == 3
    assert [player.fleet for player in shown.view.golden_horn.players] == ["fleet_b", "fleet_a"]
    assert MessageToDict(shown.options)["hidden_warehouses"] is True


async def test_the_last_seat_claimed_starts_the_game(stub: GameMasterStub) -> None:
    """A claimed seat comes with a token that is valid for answers."""
    plans = [pb.SeatPlan(name="Ada", claim=True), pb.SeatPlan()]
    made = await stub.CreateGame(pb.CreateGameRequest(ruleset="golden-horn", seats=plans), timeout=TIMEOUT)
    claim = pb.ClaimSeatRequest(game=made.game.game, name="Bice", command_id=command())
    claimed = await stub.ClaimSeat(claim, timeout=TIMEOUT)
    assert (claimed.token.seat, claimed.game.seat, claimed.game.status) == (1, 1, pb.STATUS_RUNNING)
    again = await stub.ClaimSeat(claim, timeout=TIMEOUT)
    assert (again.token.seat, again.game.revision) == (1, claimed.game.revision)


async def test_a_seat_sees_its_question_and_a_spectator_does_not(stub: GameMasterStub) -> None:
    """Questions go to the seat that is asked, in its language; the seats that the game waits for are public."""
    game = await opened(stub)
    asked, watching = await look(stub, game, 0), await look(stub, game)
    assert asked.questions[0].kind == "place_ships"
    assert len(asked.questions[0].options) == 8
    assert not watching.questions
    assert not watching.HasField("seat")
    assert [(each.seat, each.kind) for each in watching.waiting] == [(0, "place_ships")]


async def test_labels_follow_the_language(stub: GameMasterStub) -> None:
    """Accept-Language chooses the words for people, not those for programs."""
    game = await opened(stub)
    metadata = (*bearer(game.tokens[0]), ("accept-language", "it-CH, en;q=0.5"))
    found = await stub.GetGame(pb.GetGameRequest(game=game.id), metadata=metadata, timeout=TIMEOUT)
    option = found.game.questions[0].options[0]
    assert (option.word, option.label) == (
        "venice.venice.venice",
        "a tre colori: Venezia; a due colori: Venezia; a un colore: Venezia",
    )


async def test_an_answer_makes_the_next_revision(stub: GameMasterStub) -> None:
    """The update contains the events, for the seat that answered."""
    game = await opened(stub)
    answered = await stub.Answer(placing(game), metadata=bearer(game.tokens[0]), timeout=TIMEOUT)
    update = answered.update
    assert (update.revision, update.after.revision) == (game.revision + 1, game.revision + 1)
    assert update.events[0].answered.option == "venice.venice.venice"
    assert "Seat 0" in update.notes[0].text
    assert not answered.repeated_command


async def test_a_minimal_answer_tells_the_revision_only(stub: GameMasterStub) -> None:
    """The answers are stored all the same, and once."""
    game = await opened(stub)
    request, metadata = placing(game, minimal=True), bearer(game.tokens[0])
    first, second = [await stub.Answer(request, metadata=metadata, timeout=TIMEOUT) for _ in range(2)]
    assert (first.HasField("update"), first.revision, first.repeated_command) == (False, game.revision + 1, False)
    assert (second.revision, second.repeated_command) == (first.revision, True)
    assert (await look(stub, game)).revision == first.revision


async def test_a_command_sent_twice_is_carried_out_once(stub: GameMasterStub) -> None:
    """The second time, the first result is returned again."""
    game = await opened(stub)
    request, metadata = placing(game), bearer(game.tokens[0])
    first = await stub.Answer(request, metadata=metadata, timeout=TIMEOUT)
    second = await stub.Answer(request, metadata=metadata, timeout=TIMEOUT)
    assert second.repeated_command
    assert second.update == first.update
    assert (await look(stub, game)).revision == game.revision + 1


async def test_an_earlier_revision_can_be_looked_at(stub: GameMasterStub) -> None:
    """The game is shown as it was then."""
    game = await opened(stub)
    await stub.Answer(placing(game), metadata=bearer(game.tokens[0]), timeout=TIMEOUT)
    assert (await look(stub, game, at_revision=1)).revision == 1
    assert (await look(stub, game)).revision == 2


async def test_history_comes_in_pages_without_gap_or_repeat(stub: GameMasterStub) -> None:
    """Requests after the last update, until the head is reached, return every revision once."""
    game = await opened(stub, round_limit=1)
    last = await play_out(stub, game)
    seen: list[int] = []
    while len(seen) < last:
        request = pb.ListUpdatesRequest(game=game.id, after_revision=len(seen), limit=4)
        page = await stub.ListUpdates(request, timeout=TIMEOUT)
        assert (len(page.updates) <= 4, page.head) == (True, last)
        seen += [update.revision for update in page.updates]
    assert seen == list(range(1, last + 1))


async def test_the_record_is_given_out_when_the_game_is_over(stub: GameMasterStub) -> None:
    """One line an entry, the seed in the last; before the end it is refused."""
    game = await opened(stub, round_limit=1)
    early = await refusal(stub.GetRecord(pb.GetRecordRequest(game=game.id), timeout=TIMEOUT))
    assert (early.code, early.reason) == (grpc.StatusCode.FAILED_PRECONDITION, "NOT_OVER")
    last = await play_out(stub, game)
    record = await stub.GetRecord(pb.GetRecordRequest(game=game.id), timeout=TIMEOUT)
    assert len(record.lines) == last
    assert '"seed"' in record.lines[-1]
    assert (await look(stub, game)).result.reason == "round_limit"


async def test_request_ids_come_back(stub: GameMasterStub) -> None:
    """The caller's request id is in the trailers; one that would spoil a log is replaced."""
    for given, kept in (("trace-1.a_B", True), ("two words", False), ("x" * 65, False)):
        call = stub.ListRulesets(pb.ListRulesetsRequest(), metadata=(("x-request-id", given),), timeout=TIMEOUT)
        await call
        trailers = dict(await call.trailing_metadata())
        assert (trailers["x-request-id"] == given) is kept


async def test_calls_are_counted_by_outcome(stub: GameMasterStub, context: Context) -> None:
    """Metrics distinguish good calls from refused ones, without ids."""
    game = await opened(stub)
    await refusal(stub.Answer(placing(game), timeout=TIMEOUT))
    exposed = context.metrics.expose().decode()
    assert 'podesta_calls_total{call="CreateGame",code="OK",outcome="ok",wire="grpc"} 1.0' in exposed
    assert 'podesta_calls_total{call="Answer",code="UNAUTHENTICATED",outcome="no-token",wire="grpc"} 1.0' in exposed
    assert game.id not in exposed


async def test_health_and_reflection_answer_their_tools(channel: grpc.aio.Channel) -> None:
    """grpc.health.v1 reports SERVING, reflection lists the service, under both of its names."""
    health = health_pb2_grpc.HealthStub(channel)
    for name in ("", "podesta.v1.GameMaster"):
        found = await health.Check(health_pb2.HealthCheckRequest(service=name), timeout=TIMEOUT)
        assert found.status == health_pb2.HealthCheckResponse.SERVING
    write, read = reflection_pb2.ServerReflectionRequest.SerializeToString, reflection_pb2.ServerReflectionResponse
    for version in ("v1alpha", "v1"):
        method = f"/grpc.reflection.{version}.ServerReflection/ServerReflectionInfo"
        asking = channel.stream_stream(method, write, read.FromString)(timeout=TIMEOUT)
        await asking.write(reflection_pb2.ServerReflectionRequest(list_services=""))
        services = {each.name for each in (await asking.read()).list_services_response.service}
        await asking.done_writing()
        assert {"podesta.v1.GameMaster", "grpc.health.v1.Health"} <= services


TAKE_BACK, PROPOSE = pb.RETRACTION_ACTION_TAKE_BACK, pb.RETRACTION_ACTION_PROPOSE
CONSENT, DECLINE = pb.RETRACTION_ACTION_CONSENT, pb.RETRACTION_ACTION_DECLINE


async def retract(stub: GameMasterStub, game: Opened, seat: int, revision: int, action: int = 0, to: int | None = None):
    """Take back, propose, consent or decline."""
    request = pb.RetractRequest(game=game.id, revision=revision, command_id=command(), action=action, to_revision=to)
    return await stub.Retract(request, metadata=bearer(game.tokens[seat]), timeout=TIMEOUT)


async def test_an_answer_is_taken_back_alone_or_by_consent(stub: GameMasterStub) -> None:
    """Alone until another seat acts by itself; after that by consent, and all see the proposal."""
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
    """The game after the answer under its present revision; the game itself is unchanged."""
    game = await opened(stub)
    before = await look(stub, game, 0)
    request = pb.PreviewRequest(game=game.id, answers=placing(game).answers)
    found = await stub.Preview(request, metadata=bearer(game.tokens[0]), timeout=TIMEOUT)
    assert (found.taken, found.stop, found.after.revision) == (1, "others", 1)
    assert found.after.view != before.view
    assert await look(stub, game, 0) == before


async def test_an_ended_game_is_forked(stub: GameMasterStub) -> None:
    """The fork begins with the copied moves, and names its source; a running game cannot be forked."""
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
