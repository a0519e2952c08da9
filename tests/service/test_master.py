"""The game master: games open, start and end; answers are taken once, at the revision they were decided on."""

import asyncio
from random import Random
from typing import Any

import msgspec
import pytest

from podesta_engines.core.moves import Drawn
from podesta_engines.game.events import Created, Seated
from podesta_engines.game.lottery import commitment_of, seed_of
from podesta_service.commands.plans import Opening, SeatPlan
from podesta_service.context import Context
from podesta_service.problems import (
    BAD_SETUP,
    BAD_TOKEN,
    COMMAND_REUSED,
    GAME_OPEN,
    GAME_OVER,
    ILLEGAL_ANSWER,
    MALFORMED,
    NOT_OVER,
    NOT_YOUR_SEAT,
    NOT_YOUR_TURN,
    SEAT_TAKEN,
    STALE_REVISION,
    TOO_MANY_ANSWERS,
    UNKNOWN_GAME,
    UNKNOWN_REVISION,
    UNKNOWN_RULESET,
    ProblemType,
    Refusal,
)
from podesta_service.table.writer import Command
from tests.kit.fixtures import MASTER_KEY
from tests.kit.games import OPEN, QUICK, choose, command, open_game, play_on, refused

# -- opening and seating -----------------------------------------------------------------------------------------------


async def test_a_game_starts_when_its_last_seat_is_taken(context: Context) -> None:
    """There are no draws and no questions before; the first draws are in the entry of the last claim."""
    master = context.master
    table, tokens = await master.seating.create(Opening("golden-horn", "", {}, OPEN))
    assert (table.status, tokens) == ("open", [])
    assert table.show(None, "en").waiting == []
    await master.seating.claim(table.game, 1, "Ada", "")
    table, token = await master.seating.claim(table.game, None, "Bice", "")
    assert (token.seat, table.status, table.revision) == (0, "running", 3)
    steps, head = await master.history(table.game, 0)
    kinds = [[type(event) for event in step.entry.events] for step in steps]
    assert head == 3
    assert kinds[:2] == [[Created], [Seated]]
    assert kinds[2][0] is Seated
    assert set(kinds[2][1:]) == {Drawn}


async def test_a_game_with_all_seats_claimed_starts_at_once(context: Context) -> None:
    """The creator of every seat gets every token, and each token opens its own seat."""
    game, tokens = await open_game(context.master, 3)
    assert [await context.master.gate.seat(game, token) for token in tokens] == [0, 1, 2]
    assert (await context.master.table(game)).status == "running"


async def test_a_seat_is_taken_once(context: Context) -> None:
    """Of twenty simultaneous claims of a seat, one gets it; the others are refused with the open seats."""
    table, _ = await context.master.seating.create(Opening("golden-horn", "", {}, OPEN))
    claims = [context.master.seating.claim(table.game, 0, f"P{i}", "") for i in range(20)]
    results = await asyncio.gather(*claims, return_exceptions=True)
    lost = [result for result in results if isinstance(result, Refusal)]
    assert len(lost) == 19
    assert {refusal.kind for refusal in lost} == {SEAT_TAKEN}
    assert lost[0].problem.legal == ["1"]


async def test_a_claim_sent_again_answers_the_same_seat(context: Context) -> None:
    """With a command id, a claim with a lost response can be repeated, even when the game is full."""
    master, again = context.master, command()
    table, _ = await master.seating.create(Opening("golden-horn", "", {}, OPEN))
    _, first = await master.seating.claim(table.game, None, "Ada", again)
    await master.seating.claim(table.game, None, "Bice", "")
    table, second = await master.seating.claim(table.game, None, "Ada", again)
    assert (first.seat, second.seat, table.revision) == (0, 0, 3)
    assert await master.gate.seat(table.game, second.token) == 0


@pytest.mark.parametrize(
    ("ruleset", "edition", "options", "seats", "kind", "field"),
    [
        ("chess", "", {}, 2, UNKNOWN_RULESET, "ruleset"),
        ("golden-horn", "1999", {}, 2, BAD_SETUP, "edition"),
        ("golden-horn", "", {}, 5, BAD_SETUP, "seats"),
        ("golden-horn", "", {}, 0, BAD_SETUP, "seats"),
        ("golden-horn", "", {"colour": 1}, 2, BAD_SETUP, "options"),
        ("golden-horn", "", {"layout": "round"}, 2, BAD_SETUP, "options"),
        ("golden-horn", "", {"round_limit": "9"}, 2, BAD_SETUP, "options"),
        ("golden-horn", "", {"start_seat": 2}, 2, BAD_SETUP, "start_seat"),
        ("golden-horn", "", {"fleets": ["fleet_a", "fleet_a"]}, 2, BAD_SETUP, "fleets"),
    ],
)
async def test_a_game_that_cannot_be_is_refused(
    context: Context, ruleset: str, edition: str, options: dict[str, Any], seats: int, kind: ProblemType, field: str
) -> None:
    """The refusal names the wrong part."""
    plans = [SeatPlan()] * seats
    refusal = await refused(kind, context.master.seating.create(Opening(ruleset, edition, options, plans)))
    assert refusal.problem.field == field


@pytest.mark.parametrize("name", ["x" * 41, "a\nb", "a\0b", "\u202ename"])
async def test_a_name_that_cannot_be_shown_is_refused(context: Context, name: str) -> None:
    """Names are at most 40 printable characters."""
    table, _ = await context.master.seating.create(Opening("golden-horn", "", {}, OPEN))
    await refused(MALFORMED, context.master.seating.claim(table.game, 0, name, ""))
    assert (await context.master.table(table.game)).revision == 1


# -- answering ---------------------------------------------------------------------------------------------------------


async def test_a_whole_game_ends_with_its_seed_revealed(context: Context) -> None:
    """The last entry holds the result, and the seed that the first one committed to."""
    game, _ = await open_game(context.master)
    table = await play_on(context.master, game, Random(1))
    assert table.status == "ended"
    lines = await context.master.record(game)
    ended = msgspec.json.decode(lines[-1])["events"][-1]
    seed = bytes.fromhex(ended["seed"])
    created = msgspec.json.decode(lines[0])["events"][0]
    assert seed == seed_of(MASTER_KEY, game, bytes.fromhex(created["salt"]))
    assert commitment_of(seed) == table.created.commitment == table.show(None, "en").commitment
    shown = table.show(0, "it").result
    assert shown is not None
    assert ended["result"] == msgspec.to_builtins(shown)


async def test_a_command_sent_again_changes_nothing(context: Context) -> None:
    """Sent again with the same id, an answer returns the same step, also after others have moved on."""
    master = context.master
    game, _ = await open_game(master)
    table = await master.table(game)
    (seat, answers), again = choose(table, Random(3)), command()
    first, before = await master.answering.answer(Command(game, seat, 1, again), answers)
    assert not before
    for _ in range(2):
        step, before = await master.answering.answer(Command(game, seat, 1, again), answers)
        assert before
        assert step.show(seat, "en") == first.show(seat, "en")
        await play_on(master, game, Random(4), most=3)


async def test_a_command_id_stands_for_one_command(context: Context) -> None:
    """The same id with other answers is refused."""
    master = context.master
    game, _ = await open_game(master)
    again = command()
    await master.answering.answer(Command(game, 0, 1, again), [("place_ships", "venice.venice.venice")])
    other = [("place_ships", "constantinople.venice.venice")]
    await refused(COMMAND_REUSED, master.answering.answer(Command(game, 0, 1, again), other))


async def test_seats_cannot_meet_in_a_command_id(context: Context) -> None:
    """The same id from another seat is another command: it reveals nothing of the first."""
    master = context.master
    game, _ = await open_game(master)
    again, answers = command(), [("place_ships", "venice.venice.venice")]
    await master.answering.answer(Command(game, 0, 1, again), answers)
    step, before = await master.answering.answer(Command(game, 1, 2, again), answers)
    assert (step.revision, before) == (3, False)


async def test_of_twenty_copies_of_a_command_one_is_stored(context: Context) -> None:
    """Simultaneous copies make one entry, and all get its step."""
    master = context.master
    game, _ = await open_game(master)
    again, answers = command(), [("place_ships", "venice.venice.venice")]
    copies = [master.answering.answer(Command(game, 0, 1, again), answers) for _ in range(20)]
    results = await asyncio.gather(*copies)
    assert {step.revision for step, _ in results} == {2}
    assert sum(not before for _, before in results) == 1


async def test_of_twenty_different_answers_one_is_taken(context: Context) -> None:
    """Answers decided on the same revision exclude each other; the others are refused as stale."""
    master = context.master
    game, _ = await open_game(master)
    words = [f"{a}.{b}.{c}" for a in PORTS for b in PORTS for c in PORTS]
    rivals = [master.answering.answer(Command(game, 0, 1, command()), [("place_ships", word)]) for word in words]
    results = await asyncio.gather(*rivals, return_exceptions=True)
    lost = [result for result in results if isinstance(result, Refusal)]
    assert len(lost) == 7
    assert {(refusal.kind, refusal.problem.revision) for refusal in lost} == {(STALE_REVISION, 2)}


PORTS = ("venice", "constantinople")


async def test_what_cannot_be_answered_is_refused_and_changes_nothing(context: Context) -> None:
    """Each refusal has the question and the legal options; the revision stays."""
    master = context.master
    game, _ = await open_game(master)
    good = [("place_ships", "venice.venice.venice")]
    illegal = await refused(
        ILLEGAL_ANSWER, master.answering.answer(Command(game, 0, 1, command()), [("place_ships", "modone")])
    )
    assert illegal.problem.asked == "place_ships"
    assert illegal.problem.answered == "place_ships.modone"
    assert illegal.problem.rule == "G-12"
    assert len(illegal.problem.legal) == 8
    await refused(
        ILLEGAL_ANSWER, master.answering.answer(Command(game, 0, 1, command()), [("act", "venice.venice.venice")])
    )
    await refused(TOO_MANY_ANSWERS, master.answering.answer(Command(game, 0, 1, command()), good * 2))
    waiting = await refused(NOT_YOUR_TURN, master.answering.answer(Command(game, 1, 1, command()), good))
    assert waiting.detail == "the game is waiting for P0"
    await refused(MALFORMED, master.answering.answer(Command(game, 0, 1, command()), []))
    await refused(MALFORMED, master.answering.answer(Command(game, 0, 1, command()), good * 33))
    await refused(MALFORMED, master.answering.answer(Command(game, 0, 1, "short"), good))
    await refused(STALE_REVISION, master.answering.answer(Command(game, 0, 7, command()), good))
    await refused(STALE_REVISION, master.answering.answer(Command(game, 0, 0, command()), good))
    assert (await master.table(game)).revision == 1


async def test_answers_wait_for_the_game_to_start_and_end_with_it(context: Context) -> None:
    """Before the last seat is taken and after the end, answers are refused; so is the record before the end."""
    master = context.master
    table, _ = await master.seating.create(Opening("golden-horn", "", QUICK, [SeatPlan(claim=True), SeatPlan()]))
    answers = [("place_ships", "venice.venice.venice")]
    await refused(GAME_OPEN, master.answering.answer(Command(table.game, 0, 1, command()), answers))
    await refused(NOT_OVER, master.record(table.game))
    await master.seating.claim(table.game, 1, "", "")
    ended = await play_on(master, table.game, Random(5))
    await refused(GAME_OVER, master.answering.answer(Command(table.game, 0, ended.revision, command()), answers))


@pytest.mark.parametrize("game", ["", "x", "a" * 16, "a" * 21, "A" * 21, "{a}", "../..", "a" * 400, "a" * 20 + "\n"])
async def test_a_game_that_is_not_there_is_unknown(context: Context, game: str) -> None:
    """Whatever the text of its id, a game that does not exist is unknown, on every call."""
    master = context.master
    await refused(UNKNOWN_GAME, master.table(game))
    await refused(UNKNOWN_GAME, master.table(game, 1))
    await refused(UNKNOWN_GAME, master.history(game, 0))
    await refused(UNKNOWN_GAME, master.record(game))
    await refused(UNKNOWN_GAME, master.feeds.follow(game, None))
    await refused(UNKNOWN_GAME, master.gate.viewer(game, master.gate._office.issue(game, 0, 1).token))
    await refused(UNKNOWN_GAME, master.seating.claim(game, 0, "", ""))
    await refused(UNKNOWN_GAME, master.answering.answer(Command(game, 0, 1, command()), [("a", "b")]))


# -- telling -----------------------------------------------------------------------------------------------------------


async def test_time_travel_shows_what_was_seen_then(context: Context) -> None:
    """The view at an earlier revision is the one that was shown then, for every audience."""
    master = context.master
    game, _ = await open_game(master)
    rnd, seen = Random(6), {}
    for _ in range(8):
        table = await play_on(master, game, rnd, most=1)
        for viewer in (None, 0, 1):
            seen[table.revision, viewer] = msgspec.json.encode(table.show(viewer, "en"))
    for (revision, viewer), shown in seen.items():
        then = await master.table(game, revision)
        assert msgspec.json.encode(then.show(viewer, "en")) == shown
    await refused(UNKNOWN_REVISION, master.table(game, 999))
    await refused(UNKNOWN_REVISION, master.table(game, 0))


async def test_history_pages_join_without_gap_or_repeat(context: Context) -> None:
    """Pages of three, one after another, are the whole history."""
    master = context.master
    game, _ = await open_game(master)
    await play_on(master, game, Random(7), most=10)
    revisions: list[int] = []
    while True:
        steps, head = await master.history(game, len(revisions), 3)
        revisions += [step.revision for step in steps]
        if not steps:
            break
    assert revisions == list(range(1, head + 1)) == list(range(1, 12))


async def test_a_token_opens_its_own_game_only(context: Context) -> None:
    """A token of another game, or of an older epoch, is refused; without a token the caller is a spectator."""
    gate = context.master.gate
    (first, tokens), (second, _) = await open_game(context.master), await open_game(context.master)
    assert await gate.viewer(first, None) is None
    assert await gate.viewer(first, tokens[1]) == 1
    await refused(NOT_YOUR_SEAT, gate.viewer(second, tokens[1]))
    stale = gate._office.issue(first, 0, 2).token
    await refused(BAD_TOKEN, gate.viewer(first, stale))
