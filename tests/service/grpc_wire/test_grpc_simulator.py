"""The Simulator over a real channel: its responses and refusals, and that it cannot be used to peek."""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Awaitable
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import grpc
import pytest
from msgspec import structs

from podesta.v1 import game_master_pb2 as pb
from podesta.v1 import simulator_pb2 as sim
from podesta.v1.game_master_pb2_grpc import GameMasterStub
from podesta.v1.simulator_pb2_grpc import SimulatorStub
from podesta_engines import RULESETS, observe, resample
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.play.forward import determinize
from podesta_service.context import Context
from podesta_service.table.writer import Command
from podesta_service.views.simulating.asking import MOST_POSITIONS, MOST_STEPS
from podesta_service.views.simulating.seals import Seals
from tests.kit.fixtures import MASTER_KEY
from tests.kit.grpc_wire import Opened, bearer, look, opened, play_out, read
from tests.service.grpc_wire.simulating import answer, apply, new_game, refused, rollout, tables


@pytest.fixture
def simulator(channel: grpc.aio.Channel) -> SimulatorStub:
    """The generated stub on the channel."""
    return SimulatorStub(channel)


@pytest.fixture(params=RULESETS.all(), ids=lambda ruleset: ruleset.id)
def ruleset(request: pytest.FixtureRequest) -> Ruleset:
    """Every ruleset."""
    return request.param


# -- responses --------------------------------------------------------------------------------------------------------


async def test_a_game_is_played_to_its_end_on_positions(
    stub: GameMasterStub, simulator: SimulatorStub, ruleset: Ruleset
) -> None:
    """From a determinized position on, random answers lead to a result; the game itself does not change."""
    game, rnd = await new_game(stub, ruleset), Random(3)
    outlook = (await apply(simulator, sim.Line(position=(await tables(simulator, game))[0])))[0]
    turns = 0
    while not outlook.HasField("result"):
        question = rnd.choice(outlook.questions)
        step = answer(question, rnd.choice(question.options).word)
        (outlook,) = await apply(simulator, sim.Line(position=outlook.position, steps=[step]), seed=turns)
        turns += 1
    assert len(outlook.result.standings) == ruleset.seats[0]
    assert not outlook.questions
    assert (await look(stub, game)).revision == game.revision


async def test_held_draws_show_their_chances_and_take_an_outcome(
    stub: GameMasterStub, simulator: SimulatorStub, ruleset: Ruleset
) -> None:
    """With hold_draws an open draw lists outcomes with probabilities that add up to one, and any of them may come."""
    game, rnd, seen = await new_game(stub, ruleset), Random(5), 0
    position, steps = (await tables(simulator, game))[0], list[sim.Step]()
    for _ in range(60):
        (outlook,) = await apply(simulator, sim.Line(position=position, steps=steps), hold_draws=True)
        position = outlook.position
        if outlook.HasField("draw"):
            chances = outlook.draw.chances
            assert sum(Fraction(chance.numerator, chance.denominator) for chance in chances) == 1
            steps = [sim.Step(outcome=sim.Outcome(lot=outlook.draw.lot, outcome=rnd.choice(chances).outcome))]
            seen += 1
        elif outlook.HasField("result"):
            break
        else:
            question = rnd.choice(outlook.questions)
            steps = [answer(question, rnd.choice(question.options).word)]
    assert seen


async def test_questions_are_those_of_the_game(stub: GameMasterStub, simulator: SimulatorStub) -> None:
    """Described, the question of the seat on a determinized position is byte for byte that of the game."""
    game = await opened(stub)
    asked = (await look(stub, game, 0)).questions
    position = (await tables(simulator, game))[0]
    (plain,), (described,) = [
        await apply(simulator, sim.Line(position=position), describe=describe) for describe in (False, True)
    ]
    assert list(described.questions) == list(asked)
    assert [each.word for each in plain.questions[0].options] == [each.word for each in asked[0].options]
    assert not plain.questions[0].prompt


async def test_several_steps_are_the_steps_one_by_one(stub: GameMasterStub, simulator: SimulatorStub) -> None:
    """A line of two answers, of different seats, leads to the same position as two lines in sequence."""
    game = await opened(stub)
    position = (await tables(simulator, game))[0]
    placing = [
        sim.Step(answer=sim.SeatAnswer(seat=seat, question="place_ships", option="venice.venice.constantinople"))
        for seat in (0, 1)
    ]
    (both,) = await apply(simulator, sim.Line(position=position, steps=placing))
    (first,) = await apply(simulator, sim.Line(position=position, steps=placing[:1]))
    (second,) = await apply(simulator, sim.Line(position=first.position, steps=placing[1:]))
    assert both == second


async def test_play_outs_end_or_stop_at_the_horizon(
    stub: GameMasterStub, simulator: SimulatorStub, ruleset: Ruleset
) -> None:
    """Every policy plays each line out as often as requested; with a horizon, it stops after so many decisions."""
    game = await new_game(stub, ruleset)
    positions = await tables(simulator, game, count=2)
    for policy in sorted(ruleset.policies):
        finals = await rollout(simulator, *positions, policy=policy, count=3, seed=9)
        assert len(finals) == 6
        for final in finals:
            assert final.over
            assert len(final.scores) == len(final.ranks) == ruleset.seats[0]
            assert min(final.ranks) == 1
    assert {(final.over, final.decisions) for final in await rollout(simulator, *positions, horizon=5)} == {(False, 5)}


async def test_a_policy_plays_for_the_others_and_gives_advice(
    stub: GameMasterStub, simulator: SimulatorStub, ruleset: Ruleset
) -> None:
    """With a policy and a seat, that seat is asked next, with advice among its options, or the game is over."""
    game, rnd = await new_game(stub, ruleset), Random(8)
    position, steps = (await tables(simulator, game))[0], list[sim.Step]()
    while True:
        line = sim.Line(position=position, steps=steps)
        (outlook,) = await apply(simulator, line, policy="greedy", seat=0, seed=1)
        assert len(outlook.advice) == len(outlook.questions)
        if outlook.HasField("result"):
            break
        question = next(question for question in outlook.questions if question.seat == 0)
        words = [option.word for option in question.options]
        assert outlook.advice[list(outlook.questions).index(question)] in words
        position, steps = outlook.position, [answer(question, rnd.choice(words))]
    (bare,) = await apply(simulator, sim.Line(position=(await tables(simulator, game))[0]))
    assert not bare.advice


# -- no peeking -------------------------------------------------------------------------------------------------------


async def everything(simulator: SimulatorStub, game: Opened, seat: int) -> list[bytes]:
    """The responses of all calls to a seat, as bytes."""
    positions = await tables(simulator, game, seat, count=4, seed=11)
    finals = await rollout(simulator, *positions, policy="greedy", seed=12, horizon=30)
    outlooks = await apply(
        simulator, *(sim.Line(position=position) for position in positions), seed=13, describe=True, policy="greedy"
    )
    return [*positions, *(each.SerializeToString(deterministic=True) for each in [*finals, *outlooks])]


async def test_answers_depend_on_what_the_seat_knows_and_the_seed_alone(
    context: Context, stub: GameMasterStub, simulator: SimulatorStub, ruleset: Ruleset
) -> None:
    """Two games that differ only in data hidden from a seat give it the same bytes, for the same seed."""
    game, rnd = await new_game(stub, ruleset), Random(21)
    for _ in range(12):
        table = await context.master.table(game.id)
        seat = rnd.randrange(ruleset.seats[0])
        real = await everything(simulator, game, seat)
        for _ in range(2):
            other = structs.replace(table, position=resample(table.position, seat, rnd))
            assert observe(other.position, seat) == observe(table.position, seat)
            context.master.tables.keep(other)
            assert await everything(simulator, game, seat) == real
        context.master.tables.keep(table)
        await _go_on(context, game, rnd)


async def _go_on(context: Context, game: Opened, rnd: Random) -> None:
    """Three more answers in the game, at random."""
    for _ in range(3):
        table = await context.master.table(game.id)
        ask = rnd.choice(list(table.position.asks))
        given = [(ask.kind.name, ask.kind.words.slug(rnd.choice(ask.options)))]
        command = f"{rnd.getrandbits(80):032x}"
        await context.master.answering.answer(Command(game.id, ask.seat, table.revision, command), given)


async def test_a_position_holds_only_what_was_drawn(
    context: Context, stub: GameMasterStub, simulator: SimulatorStub
) -> None:
    """The bytes of a position are a signed table that was drawn from the seat's knowledge and the seed, no more."""
    game = await opened(stub)
    positions = await tables(simulator, game, count=3, seed=4)
    table, seals = await context.master.table(game.id), Seals(MASTER_KEY)
    owner = seals.owner(game.id, 0, table.epoch(0))
    assert [seals.seal(p, owner) for p in determinize(table.position, 0, 3, 4)] == positions


# -- refusals ---------------------------------------------------------------------------------------------------------


async def test_a_seat_needs_its_own_token(stub: GameMasterStub, simulator: SimulatorStub) -> None:
    """Without a token, with another game's, or for no game at all, there are no tables."""
    game, other = await opened(stub), await opened(stub)
    request = sim.DeterminizeRequest(game=game.id)
    await refused(simulator.Determinize(request), "no-token")
    await refused(simulator.Determinize(request, metadata=bearer(other.tokens[0])), "not-your-seat")
    await refused(simulator.Determinize(request, metadata=bearer("nonsense")), "bad-token")
    await refused(tables(simulator, replace(game, id="a" * 21)), "not-your-seat")


async def test_only_running_games_have_possible_tables(stub: GameMasterStub, simulator: SimulatorStub) -> None:
    """A game that waits for players and one that is over are refused; so is an outdated revision."""
    waiting = await stub.CreateGame(
        pb.CreateGameRequest(ruleset="golden-horn", seats=[pb.SeatPlan(claim=True), pb.SeatPlan()])
    )
    open_game = Opened(waiting.game.game, [waiting.tokens[0].token], waiting.game.revision)
    await refused(tables(simulator, open_game), "game-open")
    game = await opened(stub, round_limit=1)
    await refused(tables(simulator, game, revision=game.revision + 1), "stale-revision")
    assert len(await tables(simulator, game, revision=game.revision)) == 1
    await play_out(stub, game)
    await refused(tables(simulator, game), "game-over")


async def test_bytes_that_were_not_made_here_are_refused(stub: GameMasterStub, simulator: SimulatorStub) -> None:
    """Foreign, shortened, tampered and old positions are refused by every call, and the line is named."""
    good = (await tables(simulator, await opened(stub)))[0]
    key = hmac.digest(MASTER_KEY, b"podesta positions", "sha256")
    foreign = Seals(bytes(32)).seal(*Seals(MASTER_KEY).open(good))
    old = [b"\x00" + good[1:-16], good[:-16].replace(b"golden-horn/1", b"golden-horn/0")]
    signed = [body + hmac.digest(key, body, "sha256")[:16] for body in old]
    flipped = [good[:at] + bytes([good[at] ^ 1]) + good[at + 1 :] for at in range(0, len(good), 29)]
    for bad in [b"", b"x", good[:-1], good + b"x", foreign, *flipped, *signed]:
        lines = [sim.Line(position=good), sim.Line(position=bad)]
        await refused(simulator.Apply(sim.ApplyRequest(lines=lines)), "bad-position", "lines[1]")
        await refused(simulator.Rollout(sim.RolloutRequest(lines=lines)), "bad-position", "lines[1]")


async def test_steps_that_cannot_be_are_refused(stub: GameMasterStub, simulator: SimulatorStub) -> None:
    """An illegal answer names its rule and the legal options; a seat that is not asked and a draw not open are
    refused."""
    position = (await tables(simulator, await opened(stub)))[0]

    def line(step: sim.Step) -> Awaitable[Any]:
        return simulator.Apply(sim.ApplyRequest(lines=[sim.Line(position=position, steps=[step])]))

    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await line(sim.Step(answer=sim.SeatAnswer(seat=0, question="place_ships", option="atlantis")))
    problem = read(caught.value).problem
    assert (problem.type, problem.rule, problem.field) == ("illegal-answer", "G-12", "lines[0]")
    assert "venice.venice.venice" in problem.legal
    seat_one = sim.SeatAnswer(seat=1, question="place_ships", option="venice.venice.venice")
    await refused(line(sim.Step(answer=seat_one)), "not-your-turn")
    await refused(line(sim.Step(outcome=sim.Outcome(lot="card", outcome="red"))), "illegal-answer")
    await refused(line(sim.Step()), "malformed", "lines[0]")


async def test_requests_are_bounded(stub: GameMasterStub, simulator: SimulatorStub) -> None:
    """Too many positions, lines, play-outs or steps are refused before any of them is computed; so is none at all."""
    game = await opened(stub)
    position = (await tables(simulator, game))[0]
    line = sim.Line(position=position)
    await refused(tables(simulator, game, count=MOST_POSITIONS + 1), "too-large", "count")
    await refused(simulator.Apply(sim.ApplyRequest()), "malformed", "lines")
    many = [sim.Line(position=b"x")] * (MOST_POSITIONS + 1)
    await refused(simulator.Apply(sim.ApplyRequest(lines=many)), "too-large", "lines")
    await refused(simulator.Rollout(sim.RolloutRequest(lines=[line, line], count=600)), "too-large", "lines")
    await refused(simulator.Rollout(sim.RolloutRequest(lines=[line], policy="oracle")), "malformed", "policy")
    steps = [sim.Step(outcome=sim.Outcome(lot="card"))] * (MOST_STEPS + 1)
    await refused(apply(simulator, sim.Line(position=position, steps=steps)), "too-large", "lines[0]")


async def test_a_call_may_compute_only_so_long(
    stub: GameMasterStub, simulator: SimulatorStub, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When a call has computed for too long it is refused, and the next one is served."""
    position = (await tables(simulator, await opened(stub, round_limit=200)))[0]
    with monkeypatch.context() as patch:
        patch.setattr("podesta_service.views.simulating.computing.MOST_SECONDS", 0.005)
        await refused(rollout(simulator, position, count=500), "too-large")
    assert len(await rollout(simulator, position, count=2)) == 2


async def test_others_are_served_while_a_call_computes(stub: GameMasterStub, simulator: SimulatorStub) -> None:
    """A long call delays neither other calls nor other simulations, and a call ends when its caller leaves."""
    game = await opened(stub, round_limit=200)
    position = (await tables(simulator, game))[0]
    long = asyncio.create_task(rollout(simulator, position, policy="greedy", count=1000))
    await rollout(simulator, position, horizon=1)
    await look(stub, game)
    assert not long.done()
    long.cancel()
    await asyncio.wait([long])
    assert len(await rollout(simulator, position)) == 1
