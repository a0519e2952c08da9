"""Practice games: drawn on the deal that was given, marked for good, and never mistaken for fair ones."""

from __future__ import annotations

from random import Random

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from podesta_engines import RULESETS
from podesta_engines.arena.deals import deal
from podesta_engines.arena.game import Table as ArenaTable
from podesta_engines.arena.players import player
from podesta_engines.core.moves import Drawn
from podesta_engines.game import record as records
from podesta_engines.game.events import Created, Entry, Seated, encode_entry, stored_line
from podesta_engines.game.fairness import commitment_of
from podesta_engines.game.format.levels import SHARED
from podesta_engines.game.verify import Tampered, Verified, verify
from podesta_service.commands.plans import Opening, SeatPlan
from podesta_service.context import Context
from podesta_service.master import Master
from podesta_service.problems import BAD_SETUP, COMMAND_REUSED
from podesta_service.table.table import Table
from podesta_service.views.summaries import Wanted
from tests.kit.games import QUICK, command, log_of, of, play_on, refused

DEAL = deal(7, 1)
TWO = [SeatPlan(name, claim=True) for name in ("Ada", "Bice")]
OPENING = Opening("golden-horn", "", QUICK, TWO, deal=DEAL.hex())


async def opened(master: Master, opening: Opening = OPENING) -> Table:
    """A practice game just opened."""
    table, _ = await master.seating.create(opening)
    return table


async def checked(master: Master, game: str) -> Verified:
    """What the record of an ended game says."""
    return verify(b"".join(line + b"\n" for line in await master.record(game)), RULESETS)


@pytest.mark.parametrize("ruleset", RULESETS.all(), ids=lambda ruleset: ruleset.id)
async def test_it_is_dealt_as_in_the_arena(context: Context, ruleset: object) -> None:
    """The same deal brings the same draws as a match of the arena on it; what seats add is of no account."""
    rules = RULESETS.named(getattr(ruleset, "id", ""))
    plans = [SeatPlan(f"P{seat}", claim=True, entropy=f"salt {seat}") for seat in range(rules.seats.start)]
    table = await opened(context.master, Opening(rules.id, "", {}, plans, deal=DEAL.hex()))
    names = ["greedy"] * len(plans)
    arena = ArenaTable(rules, [player(rules, name) for name in names], names, DEAL)
    (first,) = await log_of(context.master, table.game)
    assert of(Drawn, [first]) == of(Drawn, arena.log)
    assert not any(each.entropy for each in of(Seated, [first]))


async def test_it_is_marked_for_good(context: Context) -> None:
    """In the game, its log, the lobby and the record; while it runs nobody is told the deal."""
    master = context.master
    table = await opened(master)
    assert table.show(None, "en").practice
    (created,) = of(Created, await log_of(master, table.game))
    assert (created.practice, created.salt, created.commitment) == (True, DEAL.hex(), commitment_of(DEAL))
    assert DEAL.hex() not in repr(table.show(0, "en"))
    games, _ = await master.lobby.games(Wanted(), "", 50)
    assert [each.practice for each in games if each.game == table.game] == [True]
    brief = await master.lobby.brief(table.game)
    assert brief
    assert brief.summary("it").practice
    await play_on(master, table.game, Random(1))
    found = await checked(master, table.game)
    assert (found.practice, found.commitment) == (True, commitment_of(DEAL))


async def test_its_record_names_the_deal(context: Context) -> None:
    """A record that says another one does not hold."""
    master = context.master
    table = await opened(master)
    await play_on(master, table.game, Random(1))
    log = await log_of(master, table.game)
    first, *rest = log[0].events
    assert type(first) is Created
    forged = [Entry([replace(first, salt=deal(7, 2).hex()), *rest], log[0].check, log[0].at), *log[1:]]
    lines = [*map(stored_line, map(encode_entry, forged))]
    ended = replace(forged[-1].events[-1], chain=records.chain_of(lines[:-1]))  # type: ignore[type-var]
    lines[-1] = stored_line(encode_entry(Entry([*forged[-1].events[:-1], ended], forged[-1].check, forged[-1].at)))
    with pytest.raises(Tampered, match="line 1: a practice game names the deal"):
        verify(b"".join(line + b"\n" for line in records.lines(lines)), RULESETS)


@pytest.mark.parametrize(
    ("opening", "why"),
    [
        (replace(OPENING, deal="7"), "64 lowercase hexadecimal digits"),
        (replace(OPENING, deal=DEAL.hex().upper()), "64 lowercase hexadecimal digits"),
        (replace(OPENING, shared=True), "cannot be shared"),
    ],
)
async def test_what_is_no_deal_is_refused(context: Context, opening: Opening, why: str) -> None:
    """With what would be one."""
    problem = (await refused(BAD_SETUP, context.master.seating.create(opening))).problem
    assert problem.field == "deal"
    assert why in problem.detail


async def test_a_store_of_an_earlier_level_has_no_practice_games(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Processes that would take them for fair ones may still run."""
    monkeypatch.setattr(context.master.level, "now", SHARED, raising=False)
    assert (await refused(BAD_SETUP, opened(context.master))).problem.field == "deal"
    assert not (await opened(context.master, replace(OPENING, deal=""))).created.practice


async def test_a_command_stands_for_one_deal(context: Context) -> None:
    """Sent again it answers the same game; with another deal, or none, it is refused."""
    seating, key = context.master.seating, command()
    first, _ = await seating.create(OPENING, key)
    again, _ = await seating.create(OPENING, key)
    assert again.game == first.game
    for other in (deal(7, 2).hex(), ""):
        await refused(COMMAND_REUSED, seating.create(replace(OPENING, deal=other), key))


async def test_seats_are_taken_by_invitation(context: Context) -> None:
    """Secrets of invitations come from the master key, though the seed does not."""
    master = context.master
    table = await opened(master, replace(OPENING, seats=[TWO[0], SeatPlan(invitation="seat")]))
    (invitation,) = master.hosting.invitations(table)
    after, _ = await master.seating.claim(table.game, 1, "Bice", command(), "more luck", invitation=invitation.secret)
    assert after.status == "running"
    assert not after.entropy[1]


async def test_what_comes_of_it_is_drawn_by_the_service(context: Context) -> None:
    """A fork and a rematch have seeds of their own, and are no practice games."""
    master = context.master
    game = (await opened(master)).game
    await play_on(master, game, Random(1))
    fork, _ = await master.forking.fork(game, 3, TWO)
    assert (fork.created.practice, fork.created.commitment == commitment_of(DEAL)) == (UNSET, False)
    await play_on(master, fork.game, Random(2))
    assert not (await checked(master, fork.game)).practice
    rematch = (await master.rematching.ask(game, 0, None, "here")).table
    assert not rematch.created.practice
