"""Searches over a real channel: contents of leaves, positions sent once or kept, and time limits that lose nothing."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from typing import Any

import grpc
import pytest

from podesta.v1 import game_master_pb2 as pb
from podesta.v1 import simulator_pb2 as sim
from podesta.v1.game_master_pb2_grpc import GameMasterStub
from podesta.v1.simulator_pb2_grpc import SimulatorStub
from podesta_engines import RULESETS
from podesta_engines.core.decide import load
from podesta_service.context import Context
from podesta_service.identity.places import PATIENCE
from podesta_service.views.simulating.searches import MOST_OF_ONE, MOST_SEARCHES
from tests.kit.grpc_wire import TIMEOUT, Opened, bearer, opened, refusal
from tests.kit.rest import until

SEARCHES = "podesta_service.views.simulating.searches"
COMPUTING = "podesta_service.views.simulating.computing"


@pytest.fixture
def simulator(channel: grpc.aio.Channel) -> SimulatorStub:
    """The generated stub on the channel."""
    return SimulatorStub(channel)


async def table(simulator: SimulatorStub, game: Opened) -> bytes:
    """A possible table for the first seat."""
    request = sim.DeterminizeRequest(game=game.id)
    return (await simulator.Determinize(request, metadata=bearer(game.tokens[0]), timeout=TIMEOUT)).positions[0]


async def first_step(simulator: SimulatorStub, position: bytes) -> sim.Step:
    """An answer that is open on a position."""
    asked = (await simulator.Apply(sim.ApplyRequest(lines=[sim.Line(position=position)]))).outlooks[0].questions[0]
    given = sim.SeatAnswer(seat=asked.seat, question=asked.kind, option=asked.options[0].word)
    return sim.Step(answer=given)


class Searching:
    """One search."""

    def __init__(self, call: Any) -> None:
        self.call, self._count = call, 0

    async def ask(self, **request: Any) -> sim.SearchResponse:
        """The response to a request."""
        self._count += 1
        await self.call.write(sim.SearchRequest(id=self._count, **request))
        response: sim.SearchResponse = await self.call.read()
        assert response.id == self._count
        return response

    async def drawn(self, game: Opened, count: int) -> list[int]:
        """The numbers of positions drawn and kept."""
        asked = sim.DeterminizeRequest(game=game.id, count=count, seed=4)
        return list((await self.ask(determinize=asked)).determinize.kept)


@asynccontextmanager
async def searching(simulator: SimulatorStub, game: Opened) -> AsyncIterator[Searching]:
    """A search of the first seat, for the time of a block."""
    call = simulator.Search(metadata=bearer(game.tokens[0]), timeout=TIMEOUT)
    yield Searching(call)
    call.cancel()


@pytest.mark.parametrize("ruleset", RULESETS.all(), ids=lambda ruleset: ruleset.id)
async def test_a_leaf_tells_view_and_scores(stub: GameMasterStub, simulator: SimulatorStub, ruleset: Any) -> None:
    """The seat's view of that table, and the score by the rules; neither without being requested."""
    plans = [pb.SeatPlan(claim=True)] * ruleset.seats[0]
    made = await stub.CreateGame(pb.CreateGameRequest(ruleset=ruleset.id, seats=plans), timeout=TIMEOUT)
    request = sim.DeterminizeRequest(game=made.game.game)
    (raw,) = (await simulator.Determinize(request, metadata=bearer(made.tokens[0].token))).positions
    lines = [sim.Line(position=raw)]
    (plain,) = (await simulator.Apply(sim.ApplyRequest(lines=lines, hold_draws=True))).outlooks
    (told,) = (await simulator.Apply(sim.ApplyRequest(lines=lines, hold_draws=True, view=0, scores=True))).outlooks
    standings = ruleset.result(load(RULESETS, raw[9:-16]).state).standings
    assert list(told.scores) == [standing.score for standing in standings]
    assert told.view.WhichOneof("view") == ruleset.id.replace("-", "_")
    assert not plain.scores
    assert not plain.HasField("view")
    code = (await refusal(simulator.Apply(sim.ApplyRequest(lines=lines, view=9)))).problem
    assert (code.type, code.field) == ("malformed", "view")


async def test_positions_that_lines_share_are_sent_once(stub: GameMasterStub, simulator: SimulatorStub) -> None:
    """A thousand lines from one position fit a request, and have the same results as with a position each."""
    game = await opened(stub)
    raw = await table(simulator, game)
    step = await first_step(simulator, raw)
    shared = sim.ApplyRequest(positions=[raw], lines=[sim.Line(index=0, steps=[step])] * 1_000)
    assert shared.ByteSize() < 256 * 1024 < 1_000 * len(raw)
    outlooks = (await simulator.Apply(shared)).outlooks
    alone = await simulator.Apply(sim.ApplyRequest(lines=[sim.Line(position=raw, steps=[step])] * 2))
    assert list(outlooks[:2]) == list(alone.outlooks)
    assert len(outlooks) == 1_000
    finals = await simulator.Rollout(sim.RolloutRequest(positions=[raw], lines=[sim.Line(index=0)], seed=3))
    assert finals == await simulator.Rollout(sim.RolloutRequest(lines=[sim.Line(position=raw)], seed=3))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (sim.Line(index=1), "the request has no position 1"),
        (sim.Line(index=0, position=b"x"), "a line must have a position or an index, not both"),
    ],
)
async def test_an_index_is_checked(stub: GameMasterStub, simulator: SimulatorStub, line: sim.Line, said: str) -> None:
    """The wrong line is named."""
    raw = await table(simulator, await opened(stub))
    found = await refusal(simulator.Apply(sim.ApplyRequest(positions=[raw], lines=[sim.Line(index=0), line])))
    assert (found.problem.type, found.problem.field, found.problem.detail) == ("malformed", "lines[1]", said)


async def test_bare_outlooks_have_no_position(stub: GameMasterStub, simulator: SimulatorStub) -> None:
    """Everything else is the same."""
    raw = await table(simulator, await opened(stub))
    lines = [sim.Line(position=raw)]
    (whole,) = (await simulator.Apply(sim.ApplyRequest(lines=lines))).outlooks
    (bare,) = (await simulator.Apply(sim.ApplyRequest(lines=lines, bare=True))).outlooks
    assert (len(whole.position) > 0, bare.position) == (True, b"")
    assert bare.questions == whole.questions


async def test_a_time_limit_returns_what_was_done(
    stub: GameMasterStub, simulator: SimulatorStub, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first positions, lines and play-outs, as they would be without it; without a limit too much is refused."""
    game = await opened(stub)
    raw = await table(simulator, game)
    asked = sim.RolloutRequest(lines=[sim.Line(position=raw)], count=1_000, seed=5)
    monkeypatch.setattr(f"{COMPUTING}.MOST_SECONDS", 0.02)
    assert (await refusal(simulator.Rollout(asked))).problem.type == "too-large"
    cut = await simulator.Rollout(sim.RolloutRequest(milliseconds=10_000, **fields(asked)))
    assert cut.cut
    assert len(cut.finals) < 1_000
    monkeypatch.setattr(f"{COMPUTING}.MOST_SECONDS", 60.0)
    few = sim.RolloutRequest(milliseconds=60_000, **fields(asked))
    few.count = min(len(cut.finals), 3) or 1
    whole = await simulator.Rollout(few)
    assert not whole.cut
    assert list(whole.finals)[: len(cut.finals)] == list(cut.finals)[: few.count]
    monkeypatch.setattr(f"{COMPUTING}.MOST_SECONDS", 1e-9)
    lines = await simulator.Apply(sim.ApplyRequest(lines=[sim.Line(position=raw)] * 9, milliseconds=1))
    assert (lines.cut, len(lines.outlooks)) == (True, 1)


def fields(request: sim.RolloutRequest) -> dict[str, Any]:
    """The fields of a request, for use in another."""
    return {descriptor.name: value for descriptor, value in request.ListFields()}


async def test_a_search_finds_what_single_calls_find(stub: GameMasterStub, simulator: SimulatorStub) -> None:
    """The same tables, outlooks and finals, with numbers for positions."""
    game = await opened(stub)
    request = sim.DeterminizeRequest(game=game.id, count=3, seed=4)
    raw = (await simulator.Determinize(request, metadata=bearer(game.tokens[0]))).positions
    step = await first_step(simulator, raw[0])
    async with searching(simulator, game) as search:
        kept = await search.drawn(game, 3)
        assert kept == [0, 1, 2]
        lines = [sim.Line(index=number, steps=[step]) for number in kept]
        found = (await search.ask(apply=sim.ApplyRequest(lines=lines, seed=7))).apply.outlooks
        alone = [sim.Line(position=each, steps=[step]) for each in raw]
        expected = (await simulator.Apply(sim.ApplyRequest(lines=alone, seed=7))).outlooks
        assert [outlook.questions for outlook in found] == [outlook.questions for outlook in expected]
        assert [(outlook.position, outlook.kept) for outlook in found] == [(b"", 3), (b"", 4), (b"", 5)]
        deeper = [sim.Line(index=outlook.kept) for outlook in found]
        finals = (await search.ask(rollout=sim.RolloutRequest(lines=deeper, seed=9))).rollout.finals
        further = [sim.Line(position=outlook.position) for outlook in expected]
        assert finals == (await simulator.Rollout(sim.RolloutRequest(lines=further, seed=9))).finals
        await search.call.done_writing()
        assert await search.call.read() is grpc.aio.EOF


async def test_a_refusal_keeps_nothing_and_ends_nothing(stub: GameMasterStub, simulator: SimulatorStub) -> None:
    """The second line is wrong: the first one's result is not kept, and numbering goes on without a gap."""
    game = await opened(stub)
    async with searching(simulator, game) as search:
        (kept,) = await search.drawn(game, 1)
        wrong = sim.Step(answer=sim.SeatAnswer(seat=0, question="place_ships", option="atlantis"))
        lines = [sim.Line(index=kept), sim.Line(index=kept, steps=[wrong])]
        refused = (await search.ask(apply=sim.ApplyRequest(lines=lines))).refused
        assert (refused.type, refused.field) == ("illegal-answer", "lines[1]")
        assert (await search.ask(apply=sim.ApplyRequest(lines=[sim.Line(index=kept + 1)]))).refused.detail == (
            f"the search keeps no position {kept + 1}"
        )
        assert (await search.ask()).refused.type == "malformed"
        assert (await search.ask(apply=sim.ApplyRequest(lines=lines[:1]))).apply.outlooks[0].kept > kept


async def test_a_search_forgets_and_is_bounded(
    stub: GameMasterStub, simulator: SimulatorStub, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beyond its limit it draws no position; a forgotten one makes room, and its number becomes invalid."""
    monkeypatch.setattr(f"{SEARCHES}.MOST_KEPT", 3)
    game = await opened(stub)
    async with searching(simulator, game) as search:
        kept = await search.drawn(game, 2)
        too_many = sim.DeterminizeRequest(game=game.id, count=2)
        refused = (await search.ask(determinize=too_many)).refused
        assert (refused.type, refused.detail) == ("too-large", "a search keeps at most 3 positions; forget some")
        await search.ask(forget=sim.Forget(kept=kept[:1]))
        assert (await search.ask(rollout=sim.RolloutRequest(lines=[sim.Line(index=kept[0])]))).HasField("refused")
        assert len(await search.drawn(game, 2)) == 2
        await search.ask(forget=sim.Forget())
        assert len(await search.drawn(game, 3)) == 3


async def test_a_search_needs_the_seats_token(stub: GameMasterStub, simulator: SimulatorStub) -> None:
    """Drawing for a seat of another game is refused, as in a separate call."""
    mine, other = await opened(stub), await opened(stub)
    async with searching(simulator, mine) as search:
        refused = (await search.ask(determinize=sim.DeterminizeRequest(game=other.id))).refused
        assert refused.type == "not-your-seat"


async def test_searches_are_few(stub: GameMasterStub, simulator: SimulatorStub, context: Context) -> None:
    """An address has a limited number at a time; each ends when the process is draining."""
    game = await opened(stub)
    calls = [simulator.Search(metadata=bearer(game.tokens[0])) for _ in range(MOST_OF_ONE)]
    for call in calls:
        await Searching(call).drawn(game, 1)
    refused = await refusal(simulator.Search(metadata=bearer(game.tokens[0])).read())
    assert refused.problem.type == "too-many-connections"
    await calls[0].done_writing()
    assert await calls[0].read() is grpc.aio.EOF
    async with searching(simulator, game) as search:
        assert await search.drawn(game, 1) == [0]
    context.draining.set()
    assert (await refusal(calls[1].read())).problem.type == "draining"


async def test_others_searches_give_way(stub: GameMasterStub, simulator: SimulatorStub, context: Context) -> None:
    """Even if four addresses hold every place, a search finds one: the address with the most loses one."""
    searches, game = context.master.simulator.searches, await opened(stub)
    with ExitStack() as stack:
        for number in range(MOST_SEARCHES):
            stack.enter_context(searches.one(f"10.0.0.{number % 4}"))
        async with searching(simulator, game) as search:
            assert await search.drawn(game, 1) == [0]
        await until(lambda: searches.places.count == MOST_SEARCHES - 1)
    await until(lambda: not searches.places.held)


async def test_an_idle_search_gives_way(stub: GameMasterStub, simulator: SimulatorStub, context: Context) -> None:
    """To another of its address, with the reason."""
    game, held = await opened(stub), context.master.simulator.searches.places.held
    calls = [simulator.Search(metadata=bearer(game.tokens[0])) for _ in range(MOST_OF_ONE)]
    for call in calls:
        await Searching(call).drawn(game, 1)
    first = next(iter(held["127.0.0.1"]))
    assert first.since is not None
    first.since -= PATIENCE
    async with searching(simulator, game) as search:
        assert await search.drawn(game, 1) == [0]
        assert (await refusal(calls[0].read())).problem.type == "too-many-connections"
    for call in calls[1:]:
        call.cancel()


async def test_a_search_does_not_last(
    stub: GameMasterStub, simulator: SimulatorStub, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When its time is up, the stream ends, with the reason."""
    monkeypatch.setattr(f"{SEARCHES}.LONGEST", 0.01)
    game = await opened(stub)
    refused = await refusal(simulator.Search(metadata=bearer(game.tokens[0])).read())
    assert refused.problem.detail == "a search lasts 0.01 seconds at most; open another"
