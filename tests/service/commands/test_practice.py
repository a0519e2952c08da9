"""Practice games: drawn from the deal that was given, marked for good, and never mistaken for fair ones."""

from __future__ import annotations

from random import Random

import pytest
from msgspec import UNSET
from msgspec.structs import replace

import podesta_client
from podesta_engines import RULESETS
from podesta_engines.core.moves import Drawn
from podesta_engines.game import record as records
from podesta_engines.game.events import Created, Entry, Seated, encode_entry, stored_line
from podesta_engines.game.heads import blinding, head
from podesta_engines.game.lottery import commitment_of
from podesta_engines.game.verify import Tampered, Verified, verify
from podesta_lab.arena.deals import deal
from podesta_lab.arena.game import ArenaGame
from podesta_lab.arena.players import player
from podesta_service.commands.plans import Opening, SeatPlan
from podesta_service.context import Context
from podesta_service.master import Master
from podesta_service.problems import BAD_SETUP, COMMAND_REUSED
from podesta_service.table.table import Table
from tests.kit.games import QUICK, command, lobby, log_of, of, play_on, refused

DEAL = deal(7, 1)
TWO = [SeatPlan(name, claim=True) for name in ("Ada", "Bice")]
OPENING = Opening("golden-horn", "", QUICK, TWO, deal=DEAL.hex())


async def opened(master: Master, opening: Opening = OPENING) -> Table:
    """A practice game just opened."""
    table, _ = await master.seating.create(opening)
    return table


async def checked(master: Master, game: str) -> Verified:
    """The findings on the record of an ended game."""
    return verify(b"".join(line + b"\n" for line in await master.record(game)), RULESETS)


@pytest.mark.parametrize("ruleset", RULESETS.all(), ids=lambda ruleset: ruleset.id)
async def test_it_is_dealt_as_in_the_arena(context: Context, ruleset: object) -> None:
    """A match of the arena on the same deal has the same draws; the seats' entropy does not matter."""
    rules = RULESETS.named(getattr(ruleset, "id", ""))
    plans = [SeatPlan(f"P{seat}", claim=True, entropy=f"salt {seat}") for seat in range(rules.seats.start)]
    table = await opened(context.master, Opening(rules.id, "", {}, plans, deal=DEAL.hex()))
    names = ["greedy"] * len(plans)
    arena = ArenaGame(rules, [player(rules, name) for name in names], names, DEAL)
    (first,) = await log_of(context.master, table.game)
    assert of(Drawn, [first]) == of(Drawn, arena.log)
    assert not any(each.entropy for each in of(Seated, [first]))


async def test_it_is_marked_for_good(context: Context) -> None:
    """In the game, its log, the lobby and the record; the deal is secret while the game runs."""
    master = context.master
    table = await opened(master)
    assert table.show(None, "en").practice
    (created,) = of(Created, await log_of(master, table.game))
    assert (created.practice, created.deal) == (True, DEAL.hex())
    assert DEAL.hex() not in repr(table.show(0, "en"))
    assert (await lobby(master))[table.game].practice
    brief = await master.lobby.brief(table.game)
    assert brief
    assert brief.summary("it").practice
    await play_on(master, table.game, Random(1))
    assert (await checked(master, table.game)).practice


async def test_its_dealer_knows_neither_commitment_nor_heads(context: Context) -> None:
    """They come from a seed of the service: two games of one deal have different ones, and neither follows from the
    deal."""
    first, second = await opened(context.master), await opened(context.master)
    assert commitment_of(DEAL) not in {first.created.commitment, second.created.commitment}
    assert first.created.commitment != second.created.commitment
    assert first.blinding != second.blinding
    assert blinding(DEAL) not in {first.blinding, second.blinding}
    assert first.head != head(blinding(DEAL), first.game, first.revision, first.chain)


async def test_a_deal_makes_a_record_one_of_practice(context: Context) -> None:
    """A record that hides the mark, or that names another deal, does not verify."""
    faults = [
        ({"practice": UNSET}, "is a practice game"),
        ({"deal": UNSET}, "has a deal, or began as a fork"),
        ({"deal": deal(7, 2).hex()}, "was drawn, not"),
        ({"deal": "zz"}, "64 hexadecimal digits"),
    ]
    for said, why in faults:
        await check_forged(context.master, said, why)


async def check_forged(master: Master, said: dict[str, object], why: str) -> None:
    """Check that a record with a changed creation and a chain that fits it is refused."""
    table = await opened(master)
    await play_on(master, table.game, Random(1))
    log = await log_of(master, table.game)
    first, *rest = log[0].events
    assert type(first) is Created
    forged = [Entry([replace(first, **said), *rest], log[0].check, log[0].at), *log[1:]]
    lines = [*map(stored_line, map(encode_entry, forged))]
    ended = replace(forged[-1].events[-1], chain=records.chain_of(lines[:-1]))  # type: ignore[type-var]
    lines[-1] = stored_line(encode_entry(Entry([*forged[-1].events[:-1], ended], forged[-1].check, forged[-1].at)))
    record = b"".join(line + b"\n" for line in records.lines(lines))
    with pytest.raises(Tampered, match=why):
        verify(record, RULESETS)
    if "was drawn" not in why:  # left to the rules
        with pytest.raises(podesta_client.Tampered, match=why):
            podesta_client.check(record)


@pytest.mark.parametrize(
    ("opening", "why"),
    [
        (replace(OPENING, deal="7"), "64 lowercase hexadecimal digits"),
        (replace(OPENING, deal=DEAL.hex().upper()), "64 lowercase hexadecimal digits"),
        (replace(OPENING, shared=True), "cannot be shared"),
    ],
)
async def test_what_is_no_deal_is_refused(context: Context, opening: Opening, why: str) -> None:
    """With a message that describes a valid deal."""
    problem = (await refused(BAD_SETUP, context.master.seating.create(opening))).problem
    assert problem.field == "deal"
    assert why in problem.detail


async def test_a_command_stands_for_one_deal(context: Context) -> None:
    """Sent again it returns the same game; with another deal, or none, it is refused."""
    seating, key = context.master.seating, command()
    first, _ = await seating.create(OPENING, key)
    again, _ = await seating.create(OPENING, key)
    assert again.game == first.game
    for other in (deal(7, 2).hex(), ""):
        await refused(COMMAND_REUSED, seating.create(replace(OPENING, deal=other), key))


async def test_seats_are_taken_by_invitation(context: Context) -> None:
    """Secrets of invitations come from the master key, though the draws do not."""
    master = context.master
    table = await opened(master, replace(OPENING, seats=[TWO[0], SeatPlan(invitation="seat")]))
    (invitation,) = master.hosting.invitations(table)
    after, _ = await master.seating.claim(table.game, 1, "Bice", command(), "more luck", invitation=invitation.secret)
    assert after.status == "running"
    assert not after.entropy[1]


async def test_what_comes_of_it_stays_practice(context: Context) -> None:
    """Forks, and forks of forks, in game, lobby and record, though drawn from seeds of their own; a rematch is not
    one."""
    master = context.master
    game = first = (await opened(master)).game
    for seed in range(2):
        await play_on(master, game, Random(seed))
        fork, _ = await master.forking.fork(game, 3, TWO)
        assert (fork.show(None, "en").practice, fork.created.deal) == (True, UNSET)
        brief = await master.lobby.brief(fork.game)
        assert brief
        assert brief.summary("en").practice
        game = fork.game
    await play_on(master, game, Random(2))
    assert (await checked(master, game)).practice
    assert not (await master.rematching.ask(first, 0, None, "here")).table.created.practice
