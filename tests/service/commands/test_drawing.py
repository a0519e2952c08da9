"""Draws by lot in the service: calls other than answers change none, and the salt is revealed by the record only."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from podesta_engines import RULESETS
from podesta_engines.core.moves import Drawn
from podesta_engines.game.events import Created, Seated
from podesta_engines.game.takebacks import moves
from podesta_engines.game.verify import verify
from podesta_service.context import Context
from podesta_service.master import Master
from podesta_service.table.table import Table
from podesta_service.table.writer import Command
from tests.kit.games import command, log_of, of, open_game, play_on

MOVES = 12


async def answer(master: Master, table: Table, rnd: Random) -> Table:
    """Answer for the first seat that is asked."""
    ask = table.position.asks[0]
    chosen = [(ask.kind.name, ask.kind.words.slug(rnd.choice(ask.options)))]
    step, _ = await master.answering.answer(Command(table.game, ask.seat, table.revision, command()), chosen)
    return step.table


async def meddle(master: Master, table: Table, rnd: Random) -> Table:
    """A call that adds a revision but changes nothing in the game, or one that only reads."""
    game, seat = table.game, rnd.randrange(2)
    deed = rnd.randrange(4)
    if deed == 0:
        await master.seating.reissue(game, seat, "", command(), None)
    elif deed == 1 and table.revision > MOVES:
        step, _ = await master.retracting.retract(Command(game, seat, table.revision, command()), "propose", 2)
        assert step.table.proposal
        await master.retracting.retract(Command(game, 1 - seat, step.revision, command()), "decline")
    elif deed == 2:
        ask = table.position.asks[0]
        await master.preview(game, ask.seat, [(ask.kind.name, ask.kind.words.slug(ask.options[0]))], "en")
    return await master.table(game)


async def lots_of(master: Master, game: str) -> list[tuple[str, str | None, int | None]]:
    """The draws on the line of play."""
    return [(e.lot, e.outcome, e.seen_by) for e in moves(await log_of(master, game)) if type(e) is Drawn]


async def test_meddling_moves_no_draw(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two games with one seed, one of them with such calls between the answers, draw the same."""
    master = context.master
    seeds = {}
    keys = master.seating._writer.keys
    monkeypatch.setattr(keys, "fresh_seed", lambda game, created: seeds.setdefault(game, bytes(32)))
    monkeypatch.setattr(keys, "seed", lambda game, created: seeds[game])
    drawn = []
    for meddled in (False, True):
        game, _ = await open_game(master, options={"start_seat": 0})
        table, answers, rnd = await master.table(game), Random(4), Random(9)
        while table.status == "running" and len(await lots_of(master, game)) < MOVES + 40 and table.revision < 90:
            table = await answer(master, table, answers)
            if meddled and table.status == "running":
                table = await meddle(master, table, rnd)
        drawn.append(await lots_of(master, game))
    plain, other = drawn
    common = min(map(len, drawn))
    assert common > MOVES
    assert plain[:common] == other[:common]


async def test_the_salt_is_told_by_the_record_alone(context: Context) -> None:
    """No update of the first revision contains it, for any seat; every game has its own."""
    master, salts = context.master, set()
    for _ in range(3):
        game, _ = await open_game(master)
        (created,) = of(Created, await log_of(master, game))
        assert len(bytes.fromhex(created.salt)) == 16
        step = await master.tables.step(game, 1)
        for viewer in (None, 0, 1):
            assert created.salt.encode() not in msgspec.json.encode(step.show(viewer, "en"))
        await play_on(master, game, Random(3))
        assert created.salt.encode() in (await master.record(game))[0]
        salts.add(created.salt)
    assert len(salts) == 3


async def test_the_log_tells_who_gave_a_seat_out_anew(context: Context) -> None:
    """The event names an operator who reissues a seat, but not the seat's own holder; `verify` counts both."""
    master = context.master
    game, _ = await open_game(master)
    await master.seating.reissue(game, 0, "", command(), None)
    await master.seating.reissue(game, 0, "", command(), 2)
    assert [event.by or "" for event in of(Seated, await log_of(master, game))] == ["", "", "operator", ""]
    await play_on(master, game, Random(3))
    found = verify(b"".join(line + b"\n" for line in await master.record(game)), RULESETS)
    assert (found.reissued, found.by_operator) == ([2, 0], [1, 0])
