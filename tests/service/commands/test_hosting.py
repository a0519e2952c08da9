"""Hosts: seats kept by invitation or name, freed, games unlisted and closed; and nothing of it undoes a token's end."""

from __future__ import annotations

from base64 import urlsafe_b64decode
from random import Random

import pytest

from podesta_engines import RULESETS
from podesta_engines.game.format.terms import Clock
from podesta_engines.game.verify import verify
from podesta_service.commands.plans import Opening, SeatPlan
from podesta_service.context import Context
from podesta_service.identity.limits import Limits
from podesta_service.master import Master
from podesta_service.model import STATUSES
from podesta_service.problems import (
    BAD_TOKEN,
    GAME_OPEN,
    GAME_RUNNING,
    HOST_ONLY,
    NOT_FREEABLE,
    NOT_INVITED,
    NOT_YOUR_SEAT,
    TOO_MANY_REQUESTS,
    ProblemType,
    Refusal,
)
from podesta_service.settings import Settings
from podesta_service.table.table import Table
from podesta_service.table.writer import Command
from podesta_service.views.summaries import Wanted
from tests.kit.games import QUICK, choose, command, play_on

ADA = SeatPlan("Ada", claim=True)


async def refused(kind: ProblemType, call) -> Refusal:
    """The refusal of a call, which must be of a kind."""
    with pytest.raises(Refusal) as caught:
        await call
    assert caught.value.kind is kind
    return caught.value


async def opened(master: Master, *plans: SeatPlan, **terms) -> tuple[Table, list[str]]:
    """A Golden Horn game and the tokens of its claimed seats."""
    table, tokens = await master.seating.create(Opening("golden-horn", "", QUICK, plans, **terms))
    return table, [each.token for each in tokens]


async def host(master: Master, table: Table, action, seat: int | None = None, token: str = ""):
    """What a host does, with the token that came with the game."""
    epoch = master.gate.hosting(table.game, token or master.hosting.token(table).token)
    return await master.hosting.act(table.game, action, seat, command(), epoch)


async def claim(master: Master, table: Table, seat: int | None = None, name: str = "", invitation: str = ""):
    """Claim a seat as the wires do."""
    return await master.seating.claim(table.game, seat, name, command(), "", invitation)


async def in_lists(master: Master, game: str) -> list[str]:
    """The statuses under which the store lists a game."""
    return [status for status in STATUSES if game in (await master.tables._store.streams(status, "", 1000))[0]]


async def test_a_seat_kept_by_invitation_takes_its_secret_once(context: Context) -> None:
    """Nobody sits down without it; a spent one does not open the seat again when it has been freed."""
    master = context.master
    table, _ = await opened(master, ADA, SeatPlan(invitation="seat"))
    (invitation,) = master.hosting.invitations(table)
    for wrong in ("", "x", invitation.secret[:-1], invitation.secret.upper(), "é"):
        await refused(NOT_INVITED, claim(master, table, 1, "", wrong))
        await refused(NOT_INVITED, claim(master, table, None, "", wrong))
    _, first = await claim(master, table, None, "Bea", invitation.secret)
    assert first.seat == 1
    await host(master, table, "free", 1)
    await refused(NOT_INVITED, claim(master, table, 1, "Bea", invitation.secret))
    renewed = (await host(master, table, "invite", 1)).invitation
    assert renewed.secret != invitation.secret
    assert (await claim(master, table, 1, "Bea", renewed.secret))[1].seat == 1


async def test_a_games_invitation_opens_each_seat_kept_for_guests_and_can_be_revoked(context: Context) -> None:
    """One secret for all such seats; revoked, it opens none; renewed, only the new one does."""
    master, guest = context.master, SeatPlan(invitation="game")
    table, _ = await opened(master, ADA, guest, guest)
    (invitation,) = master.hosting.invitations(table)
    assert invitation.seat is None
    assert (await claim(master, table, None, "Bea", invitation.secret))[1].seat == 1
    assert (await host(master, table, "revoke")).invitation is None
    await refused(NOT_INVITED, claim(master, table, None, "Cai", invitation.secret))
    renewed = (await host(master, table, "invite")).invitation
    assert (await claim(master, table, None, "Cai", renewed.secret))[1].seat == 2


async def test_a_seat_kept_for_a_name_takes_that_name(context: Context) -> None:
    """Under another name one gets the seats that are for anybody; a kept seat is told of, and counted apart."""
    master = context.master
    table, _ = await opened(master, SeatPlan(kept="Bea"), SeatPlan(), SeatPlan(kept="Cai", invitation="seat"))
    (listed,) = [each for each in (await master.lobby.games(Wanted(), "", 50))[0] if each.game == table.game]
    assert (listed.free, listed.reserved) == (1, 2)
    assert [each.kept for each in listed.seats if each.kept] == ["Bea", "Cai"]
    (invitation,) = master.hosting.invitations(table)
    await refused(NOT_INVITED, claim(master, table, 0, "Dea"))
    await refused(NOT_INVITED, claim(master, table, 2, "Dea", invitation.secret))
    assert (await claim(master, table, None, "Dea"))[1].seat == 1
    assert (await claim(master, table, None, "Bea"))[1].seat == 0
    assert (await claim(master, table, None, "Cai", invitation.secret))[1].seat == 2


async def test_only_a_host_puts_bots_on_kept_seats(context: Context) -> None:
    """Whoever holds a seat may fill those that are for anybody, and no other."""
    master = context.master
    table, (token,) = await opened(master, ADA, SeatPlan(invitation="seat"))
    assert await master.gate.host(table.game, token) == 0
    await refused(NOT_INVITED, master.seating.seat_bot(table.game, 1, "greedy", "", command()))
    assert await master.gate.host(table.game, master.hosting.token(table).token) is None
    after = await master.seating.seat_bot(table.game, 1, "greedy", "", command(), host=True)
    assert after.holders[1].bot == "greedy"


async def test_an_unlisted_game_is_reached_by_its_id_only(context: Context) -> None:
    """No page of the lobby names it, nor does a cursor; the host may list it."""
    master = context.master
    table, _ = await opened(master, ADA, SeatPlan(), listed=False)
    cursor, names, cursors = "", [], []
    while True:
        page, cursor = await master.lobby.games(Wanted(), cursor, 1)
        names += [each.game for each in page]
        cursors.append(cursor)
        if not cursor:
            break
    assert table.game not in names
    assert not [each for each in cursors if table.game.encode() in urlsafe_b64decode(each + "==")]
    assert (await master.table(table.game)).listed is False
    assert (await host(master, table, "list")).step.table.listed
    assert table.game in [each.game for each in (await master.lobby.games(Wanted("", "open"), "", 50))[0]]


async def test_a_freed_seat_makes_a_running_game_wait(context: Context) -> None:
    """Nobody is asked, clocks stand, old tokens stay worthless whoever comes next; then it goes on and verifies."""
    master = context.master
    table, tokens = await opened(master, ADA, SeatPlan("Bea", claim=True), clock=Clock("bank", 600))
    assert (table.status, await in_lists(master, table.game)) == ("running", ["running"])
    asked = table.position.asks[0].seat
    idle = 1 - asked
    after = (await host(master, table, "free", idle)).step.table
    assert (after.status, after.times.next, after.show(None, "en").waiting) == ("open", None, [])
    assert await in_lists(master, table.game) == ["open"]
    seat, answers = choose(table, Random(1))
    await refused(GAME_OPEN, master.answering.answer(Command(table.game, seat, after.revision, command()), answers))
    await refused(BAD_TOKEN, master.gate.seat(table.game, tokens[idle]))
    _, token = await claim(master, after, idle, "Cai")
    await refused(BAD_TOKEN, master.gate.seat(table.game, tokens[idle]))
    assert await master.gate.seat(table.game, token.token) == idle
    assert await in_lists(master, table.game) == ["running"]
    ended = await play_on(master, table.game, Random(3))
    assert await in_lists(master, table.game) == ["ended"]
    found = verify(b"".join(each + b"\n" for each in await master.record(ended.game)), RULESETS)
    assert found.seats[idle] == "Cai"


async def test_a_seat_that_has_answered_is_not_freed(context: Context) -> None:
    """An answer makes the seat its holder's; other seats may still be freed."""
    master = context.master
    table, _ = await opened(master, ADA, SeatPlan("Bea", claim=True))
    seat, answers = choose(table, Random(1))
    await master.answering.answer(Command(table.game, seat, table.revision, command()), answers)
    await refused(NOT_FREEABLE, host(master, table, "free", seat))
    assert (await host(master, table, "free", 1 - seat)).step.table.status == "open"


async def test_a_fork_s_copied_answers_are_not_its_players(context: Context) -> None:
    """Whoever sits down in a fork has answered nothing there."""
    master = context.master
    table, _ = await opened(master, ADA, SeatPlan("Bea", claim=True))
    ended = await play_on(master, table.game, Random(2))
    fork, _ = await master.forking.fork(ended.game, 6, [ADA, SeatPlan("Bea", claim=True)])
    assert fork.answered == ()
    assert (await host(master, fork, "free", 0)).step.table.status == "open"


async def test_a_host_closes_a_game_that_waits(context: Context) -> None:
    """It ends, verifiably; a running one is not closed."""
    master = context.master
    table, _ = await opened(master, ADA, SeatPlan())
    assert (await host(master, table, "close")).step.table.ended
    assert verify(b"".join(each + b"\n" for each in await master.record(table.game)), RULESETS).revisions == 2
    running, _ = await opened(master, ADA, SeatPlan("Bea", claim=True))
    await refused(GAME_RUNNING, host(master, running, "close"))


async def test_seats_and_hosts_tokens_open_only_what_they_are_for(context: Context) -> None:
    """Neither stands in for the other, nor for another game's; a renewed host's token ends the older ones."""
    master = context.master
    table, (seat,) = await opened(master, ADA, SeatPlan())
    other, _ = await opened(master, ADA, SeatPlan())
    token = master.hosting.token(table).token
    with pytest.raises(Refusal) as caught:
        master.gate.hosting(table.game, seat)
    assert caught.value.kind is HOST_ONLY
    with pytest.raises(Refusal) as caught:
        master.gate.hosting(other.game, token)
    assert caught.value.kind is HOST_ONLY
    await refused(NOT_YOUR_SEAT, master.gate.seat(table.game, token))
    renewed = (await host(master, table, "reissue", token=token)).token
    await refused(BAD_TOKEN, host(master, table, "unlist", token=token))
    assert not (await host(master, table, "unlist", token=renewed.token)).step.table.listed


async def test_no_secret_is_in_the_log(context: Context) -> None:
    """Neither the store nor what spectators are told of every event holds an invitation's secret."""
    master = context.master
    table, _ = await opened(master, ADA, SeatPlan(invitation="seat"), SeatPlan(invitation="game"))
    secrets = [each.secret for each in master.hosting.invitations(table)]
    secrets.append((await host(master, table, "invite", 1)).invitation.secret)
    await claim(master, table, 1, "Bea", secrets[-1])
    log = b"".join(each.data for each in await master.tables._store.read(table.game))
    assert not [secret for secret in secrets if secret.encode() in log]


def test_wrong_invitations_are_counted_by_address() -> None:
    """Ten at once and one a second; right ones cost nothing, and other addresses go on."""
    now = [0.0]
    limits = Limits(Settings(address_guesses=1), clock=lambda: now[0])

    def check(good: bool) -> None:
        if not good:
            raise Refusal(NOT_INVITED, "")

    def guess(address: str, good: bool) -> ProblemType | None:
        try:
            with limits.guessing(address):
                check(good)
        except Refusal as refusal:
            return refusal.kind
        return None

    assert {guess("a", good=True) for _ in range(50)} == {None}
    assert [guess("a", good=False) for _ in range(11)] == [NOT_INVITED] * 10 + [TOO_MANY_REQUESTS]
    assert (guess("a", good=True), guess("b", good=True)) == (TOO_MANY_REQUESTS, None)
    now[0] = 1.5
    assert guess("a", good=True) is None
