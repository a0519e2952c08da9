"""Previews show what the seat can know and change nothing; forks go on from a revision of an ended game."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from msgspec import UNSET
from msgspec.structs import replace

from podesta_engines import RULESETS, resample
from podesta_engines.core.moves import Drawn
from podesta_engines.core.script import FATE, Together
from podesta_engines.game.takebacks import moves
from podesta_engines.game.verify import verify
from podesta_service.commands.plans import Opening, SeatPlan
from podesta_service.context import Context
from podesta_service.master import Master
from podesta_service.model import Preview
from podesta_service.problems import (
    BAD_SETUP,
    GAME_OPEN,
    GAME_OVER,
    ILLEGAL_ANSWER,
    MALFORMED,
    NOT_FORKABLE,
    NOT_OVER,
    NOT_YOUR_TURN,
    TOO_MANY_ANSWERS,
    UNKNOWN_REVISION,
)
from podesta_service.table.table import Table
from podesta_service.table.writer import Command
from podesta_service.views.previewing import WORLDS, preview
from tests.kit import toy
from tests.kit.games import OPEN, choose, command, open_game, play_on, refused

TOY = toy.RULESET
RULES = [ruleset.id for ruleset in RULESETS.all()]
PLACED = [("place_ships", "venice.venice.venice")]


@pytest.fixture(autouse=True)
def _toy():
    """Registers the toy ruleset."""
    RULESETS.add(TOY)
    yield
    del RULESETS._by_rules["toy/1"], RULESETS._newest["toy"]


async def opened(master: Master, rules: str) -> str:
    """A running game with the fewest seats."""
    plans = [SeatPlan(f"P{seat}", claim=True) for seat in range(RULESETS.named(rules).seats[0])]
    return (await master.seating.create(Opening(rules, "", {}, plans)))[0].game


# -- previews ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [*RULES, "toy"])
async def test_a_preview_is_what_then_happens(context: Context, rules: str) -> None:
    """If a preview stops at the next question, the answer leads to exactly that view; the preview changed nothing."""
    master, rnd = context.master, Random(rules)
    game = await opened(master, rules)
    table = await master.table(game)
    stops = set()
    while table.status == "running" and table.revision < 25:
        seat, answers = choose(table, rnd)
        foreseen = await master.preview(game, seat, answers, "en")
        stops.add(foreseen.stop)
        assert (await master.table(game)).revision == foreseen.after.revision == table.revision
        step, _ = await master.answering.answer(Command(game, seat, table.revision, command()), answers)
        drawn = any(type(event) is Drawn for event in step.entry.events)
        assert drawn == (foreseen.stop == "draw") or foreseen.stop == "hidden"
        shown = step.table.show(seat, "en")
        if foreseen.stop in ("question", "others"):
            assert (foreseen.after.view, foreseen.after.questions) == (shown.view, shown.questions)
            assert [each.seat for each in foreseen.after.waiting] == [each.seat for each in shown.waiting]
            assert foreseen.notes == step.show(seat, "en").notes
        table = step.table
    assert len(stops) > 1


@pytest.mark.parametrize("rules", [*RULES, "toy"])
async def test_a_preview_tells_nothing_that_the_seat_does_not_know(context: Context, rules: str) -> None:
    """On any other table that looks the same to the seat, its preview is the same to the byte."""
    master, rnd = context.master, Random(rules)
    game = await opened(master, rules)
    table = await master.table(game)
    while table.status == "running" and table.revision < 20:
        seat, answers = choose(table, rnd)
        told = _told(table, seat, answers)
        for _ in range(3):
            other = _with(table, resample(table.position, seat, rnd))
            assert _told(other, seat, answers) == told
        step, _ = await master.answering.answer(Command(game, seat, table.revision, command()), answers)
        table = step.table


def _with(table: Table, position) -> Table:
    """The same table with another position."""
    return replace(table, position=position)


def _told(table: Table, seat: int, answers) -> bytes:
    steps = preview(table, seat, answers, "en")
    while True:
        try:
            next(steps)
        except StopIteration as done:
            return msgspec.json.encode(done.value)


async def test_a_preview_takes_a_breath_after_every_world(context: Context) -> None:
    """Each world, and each answer in it, is one step, so that a caller's previews do not block the event loop."""
    game, _ = await open_game(context.master)
    steps = preview(await context.master.table(game), 0, PLACED, "en")
    assert sum(1 for _ in steps) == 2 * WORLDS


async def test_a_preview_stops_before_what_is_hidden(context: Context) -> None:
    """In the toy, the last secret bid would reveal the others: the preview stops before it."""
    master, stops = context.master, set()
    for number in range(8):
        game = await opened(master, "toy")
        table = await play_on(master, game, Random(number), most=number % 4)
        while table.status == "running":
            seat, answers = choose(table, Random(number))
            last = type(table.position.ask) is Together and len(table.position.asks) == 1
            foreseen: Preview = await master.preview(game, seat, answers, "en")
            if last and any(who != seat and who != FATE for _, who in table.position.given):
                stops.add(foreseen.stop)
                if foreseen.stop == "hidden":
                    assert foreseen.taken == 0
                    assert foreseen.after == table.show(seat, "en")
            table = await play_on(master, game, Random(number), most=1)
    assert "hidden" in stops


async def test_a_preview_that_cannot_be_is_refused(context: Context) -> None:
    """As the answers would be, with the number of the wrong answer."""
    master = context.master
    table, _ = await master.seating.create(Opening("golden-horn", "", {}, OPEN))
    await refused(GAME_OPEN, master.preview(table.game, 0, PLACED, "en"))
    game, _ = await open_game(master)
    await refused(NOT_YOUR_TURN, master.preview(game, 1, PLACED, "en"))
    await refused(MALFORMED, master.preview(game, 0, [], "en"))
    await refused(MALFORMED, master.preview(game, 0, PLACED * 33, "en"))
    illegal = await refused(ILLEGAL_ANSWER, master.preview(game, 0, [("place_ships", "rome")], "en"))
    assert illegal.problem.rule == "G-12"
    await refused(TOO_MANY_ANSWERS, master.preview(game, 0, PLACED * 2, "en"))
    assert (await master.table(game)).revision == 1
    ended = await play_on(master, game, Random(1))
    await refused(GAME_OVER, master.preview(game, 0, PLACED, "en"))
    assert ended.status == "ended"


# -- forks -------------------------------------------------------------------------------------------------------------


def _asked(table: Table) -> list[tuple[str, list[str]]]:
    """The first seat's question, and the words that answer it; the players' names are those of each table."""
    return [(asked.kind, [option.word for option in asked.options]) for asked in table.show(0, "en").questions]


@pytest.mark.parametrize("rules", [*RULES, "toy"])
async def test_a_fork_goes_on_from_where_it_was_forked(context: Context, rules: str) -> None:
    """It shows the source's view, draws from a seed of its own, and its record verifies; so does a fork of it."""
    master, rnd = context.master, Random(rules)
    game = await opened(master, rules)
    source = await play_on(master, game, rnd)
    for _ in range(2):
        at = rnd.randrange(1, source.revision)
        if (await master.table(source.game, at)).status != "running":
            continue
        plans = [SeatPlan(f"F{seat}", claim=True) for seat in range(source.created.seats)]
        fork, tokens = await master.forking.fork(source.game, at, plans)
        then = await master.table(source.game, at)
        assert len(tokens) == source.created.seats
        assert fork.position.fingerprint() == then.position.fingerprint()
        assert fork.show(0, "en").view == then.show(0, "en").view
        assert _asked(fork) == _asked(then)
        assert fork.created.commitment != source.created.commitment
        assert fork.created.forked is not UNSET
        assert (fork.created.forked.game, fork.created.forked.revision) == (source.game, at)
        assert moves(await master.tables.decoded(await master.store.read(fork.game))) == moves(
            await master.tables.decoded(await master.store.read(source.game, limit=at))
        )
        ended = await play_on(master, fork.game, rnd)
        found = verify(b"".join(line + b"\n" for line in await master.record(fork.game)), RULESETS)
        assert found.result == ended.show(None, "en").result
        assert found.forked == fork.created.forked
        source = ended


async def test_a_fork_waits_for_its_seats(context: Context) -> None:
    """Without plans every seat is open; no question is asked until all are claimed."""
    master = context.master
    game, _ = await open_game(master)
    source = await play_on(master, game, Random(3))
    fork, tokens = await master.forking.fork(game, source.revision - 1, [])
    assert (fork.status, tokens, fork.show(0, "en").questions) == ("open", [], [])
    for name in ("Ada", "Bice"):
        fork, _ = await master.seating.claim(fork.game, None, name, "", "salt")
    then = await master.table(game, source.revision - 1)
    seat = then.position.asks[0].seat
    assert fork.show(seat, "en").questions == then.show(seat, "en").questions
    assert (await play_on(master, fork.game, Random(4))).status == "ended"


async def test_a_long_game_is_copied_in_several_entries(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    """If it does not fit one entry, it is spread over several, and the record still verifies."""
    monkeypatch.setattr("podesta_service.commands.forking.ENTRY_BYTES", 300)
    master = context.master
    game, _ = await open_game(master)
    source = await play_on(master, game, Random(5))
    plans = [SeatPlan(claim=True), SeatPlan(claim=True)]
    fork, _ = await master.forking.fork(game, source.revision - 1, plans)
    assert fork.revision > 2
    assert fork.status == "running"
    await play_on(master, fork.game, Random(6))
    assert verify(b"".join(line + b"\n" for line in await master.record(fork.game)), RULESETS).copied > 0


async def test_a_fork_that_cannot_be_is_refused(context: Context) -> None:
    """Only ended games, only at revisions with an open question, only with their own number of seats."""
    master = context.master
    game, _ = await open_game(master)
    await refused(NOT_OVER, master.forking.fork(game, 1, []))
    ended = await play_on(master, game, Random(7))
    for revision in (0, ended.revision + 1):
        await refused(UNKNOWN_REVISION, master.forking.fork(game, revision, []))
    await refused(NOT_FORKABLE, master.forking.fork(game, ended.revision, []))
    await refused(BAD_SETUP, master.forking.fork(game, 1, [SeatPlan()] * 3))


# -- entropy -----------------------------------------------------------------------------------------------------------


async def test_the_entropy_of_seats_goes_into_the_draws_and_the_log(context: Context) -> None:
    """Given at creation or with a claim, it is published, and the record verifies with it; the last seat's counts
    too."""
    master = context.master
    plans = [SeatPlan("Ada", claim=True, entropy="the colour of my hat"), SeatPlan()]
    table, _ = await master.seating.create(Opening("golden-horn", "", {"round_limit": 2}, plans))
    table, _ = await master.seating.claim(table.game, None, "Bice", "", "è caos")
    assert table.entropy == ("the colour of my hat", "è caos")
    await play_on(master, table.game, Random(8))
    found = verify(b"".join(line + b"\n" for line in await master.record(table.game)), RULESETS)
    assert found.entropy == ["the colour of my hat", "è caos"]
    assert found.draws > 0


@pytest.mark.parametrize("text", ["x" * 65, "è" * 33, "a\nb", "\0"])
async def test_entropy_that_is_too_much_is_refused(context: Context, text: str) -> None:
    """At most 64 bytes of printable text, and only from the player who takes the seat."""
    master = context.master
    for plan, problem in ((SeatPlan(claim=True, entropy=text), MALFORMED), (SeatPlan(entropy="mine"), BAD_SETUP)):
        await refused(problem, master.seating.create(Opening("golden-horn", "", {}, [plan, SeatPlan()])))
    table, _ = await master.seating.create(Opening("golden-horn", "", {}, OPEN))
    await refused(MALFORMED, master.seating.claim(table.game, None, "", "", text))
