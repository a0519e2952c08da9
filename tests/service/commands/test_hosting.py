"""Hosts: seats kept by invitation or name, freed, games unlisted and closed; a revoked token stays revoked
throughout."""

from __future__ import annotations

import asyncio
from base64 import urlsafe_b64decode
from random import Random

import pytest

from podesta_engines import RULESETS
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.core.texts.sentences import verbatim
from podesta_engines.game.verify import verify
from podesta_service.commands.plans import Opening, SeatPlan
from podesta_service.context import Context
from podesta_service.fairness.buckets import Guesses
from podesta_service.master import Master
from podesta_service.model import STATUSES
from podesta_service.problems import (
    BAD_TOKEN,
    GAME_RUNNING,
    HOST_ONLY,
    NOT_FREEABLE,
    NOT_INVITED,
    NOT_YOUR_SEAT,
    SEAT_TAKEN,
    TOO_MANY_REQUESTS,
    ProblemType,
    Refusal,
)
from podesta_service.settings import Settings
from podesta_service.table.table import Table
from podesta_service.views.summaries import LobbyFilter
from tests.kit.games import QUICK, command, lobby, play_on

ADA = SeatPlan("Ada", claim=True)


async def refused(kind: ProblemType, call) -> Refusal:
    """The refusal of a call; its kind is checked."""
    with pytest.raises(Refusal) as caught:
        await call
    assert caught.value.kind is kind
    return caught.value


async def opened(master: Master, *plans: SeatPlan, **terms) -> tuple[Table, list[str]]:
    """A Golden Horn game and the tokens of its claimed seats."""
    table, tokens = await master.seating.create(Opening("golden-horn", "", QUICK, plans, **terms))
    return table, [each.token for each in tokens]


async def host(master: Master, table: Table, action, seat: int | None = None, token: str = ""):
    """Act as the host, with the token returned when the game was opened."""
    epoch = master.gate.hosting(table.game, token or master.hosting.token(table).token)
    return await master.hosting.act(table.game, action, seat, command(), epoch)


async def claim(master: Master, table: Table, seat: int | None = None, name: str = "", invitation: str = ""):
    """Claim a seat as the wires do."""
    return await master.seating.claim(table.game, seat, name, command(), "", invitation)


async def in_lists(master: Master, game: str) -> list[str]:
    """The statuses under which the store lists a game."""
    return [status for status in STATUSES if game in (await master.tables._store.streams(status, "", 1000))[0]]


async def test_a_seat_kept_by_invitation_takes_its_secret_once(context: Context) -> None:
    """The seat cannot be claimed without it; a spent one does not open the seat again when it has been freed."""
    master = context.master
    table, _ = await opened(master, ADA, SeatPlan(invitation="seat"), SeatPlan(kept="Zoe"))
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
    """One secret opens all such seats; revoked, it opens none; renewed, only the new one does."""
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
    """Other names get the seats that are open to all; a kept seat is shown as such, and counted apart."""
    master = context.master
    table, _ = await opened(master, SeatPlan(kept="Bea"), SeatPlan(), SeatPlan(kept="Cai", invitation="seat"))
    listed = (await lobby(master))[table.game]
    assert (listed.free, listed.reserved) == (1, 2)
    assert [each.kept for each in listed.seats if each.kept] == ["Bea", "Cai"]
    (invitation,) = master.hosting.invitations(table)
    await refused(NOT_INVITED, claim(master, table, 0, "Dea"))
    await refused(NOT_INVITED, claim(master, table, 2, "Dea", invitation.secret))
    assert (await claim(master, table, None, "Dea"))[1].seat == 1
    assert (await claim(master, table, None, "Bea"))[1].seat == 0
    assert (await claim(master, table, None, "Cai", invitation.secret))[1].seat == 2


async def test_only_a_host_puts_bots_on_kept_seats(context: Context) -> None:
    """A seat's holder may fill the seats that are open to all, and no other."""
    master = context.master
    table, (token,) = await opened(master, ADA, SeatPlan(invitation="seat"))
    assert await master.gate.host(table.game, token) == 0
    await refused(NOT_INVITED, master.seating.seat_bot(table.game, 1, "greedy", "", command()))
    assert await master.gate.host(table.game, master.hosting.token(table).token) is None
    after = await master.seating.seat_bot(table.game, 1, "greedy", "", command(), host=True)
    assert after.holders[1].bot == "greedy"


async def test_an_unlisted_game_is_reached_by_its_id_only(context: Context) -> None:
    """No page or cursor of the lobby names it; the host may list it."""
    master = context.master
    table, _ = await opened(master, ADA, SeatPlan(), listed=False)
    cursor, names, cursors = "", [], []
    while True:
        page, cursor = await master.lobby.games(LobbyFilter(), cursor, 1)
        names += [each.game for each in page]
        cursors.append(cursor)
        if not cursor:
            break
    assert table.game not in names
    assert not [each for each in cursors if table.game.encode() in urlsafe_b64decode(each + "==")]
    assert (await master.table(table.game)).listed is False
    assert (await host(master, table, "list")).step.table.listed
    assert table.game in await lobby(master, status="open")


async def test_a_freed_seat_of_a_game_that_waits(context: Context) -> None:
    """Before the deal, old tokens stay worthless with any next holder; then the game begins, is played and verifies."""
    master = context.master
    table, (token,) = await opened(master, SeatPlan("Bea", claim=True), SeatPlan())
    after = (await host(master, table, "free", 0)).step.table
    assert (after.status, await in_lists(master, table.game)) == ("open", ["open"])
    await refused(BAD_TOKEN, master.gate.seat(table.game, token))
    after, new = await claim(master, after, 0, "Cai")
    await refused(BAD_TOKEN, master.gate.seat(table.game, token))
    assert await master.gate.seat(table.game, new.token) == 0
    await claim(master, after, 1, "Dan")
    ended = await play_on(master, table.game, Random(3))
    found = verify(b"".join(each + b"\n" for each in await master.record(ended.game)), RULESETS)
    assert found.seats[0] == "Cai"


@pytest.mark.parametrize("ruleset", RULESETS.all(), ids=lambda ruleset: ruleset.id)
async def test_no_seat_is_freed_after_the_deal(context: Context, ruleset: Ruleset) -> None:
    """Neither by its host nor by an operator, whether it has answered or not: the next holder would see its hand."""
    master = context.master
    plans = [SeatPlan(f"P{seat}", claim=True) for seat in range(ruleset.seats.start)]
    table, _ = await master.seating.create(Opening(ruleset.id, "", {}, plans))
    for seat in range(len(plans)):
        await refused(NOT_FREEABLE, host(master, table, "free", seat))
        await refused(NOT_FREEABLE, master.hosting.act(table.game, "free", seat, command(), None))
        await refused(SEAT_TAKEN, host(master, table, "invite", seat))
    assert (await master.table(table.game)).holders == table.holders


async def test_a_fork_is_dealt_once_it_goes_on(context: Context) -> None:
    """A fork that waits has dealt nothing new: its copied moves are public, so its seats may be freed."""
    master = context.master
    table, _ = await opened(master, ADA, SeatPlan("Bea", claim=True))
    ended = await play_on(master, table.game, Random(2))
    fork, _ = await master.forking.fork(ended.game, 6, [ADA, SeatPlan()])
    assert (await host(master, fork, "free", 0)).step.table.holders == (None, None)
    for name in ("Ada", "Bea"):
        await claim(master, fork, name=name)
    await refused(NOT_FREEABLE, host(master, fork, "free", 0))


async def test_a_host_closes_a_game_that_waits(context: Context) -> None:
    """It ends, verifiably; a running one cannot be closed."""
    master = context.master
    table, _ = await opened(master, ADA, SeatPlan())
    assert (await host(master, table, "close")).step.table.ended
    assert verify(b"".join(each + b"\n" for each in await master.record(table.game)), RULESETS).revisions == 2
    running, _ = await opened(master, ADA, SeatPlan("Bea", claim=True))
    await refused(GAME_RUNNING, host(master, running, "close"))


async def test_seats_and_hosts_tokens_open_only_what_they_are_for(context: Context) -> None:
    """A seat's token is no host's token, nor the reverse, nor valid in another game; a renewed host's token ends the
    older ones."""
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
    """No invitation's secret is in the store, or in the events shown to spectators."""
    master = context.master
    table, _ = await opened(master, ADA, SeatPlan(invitation="seat"), SeatPlan(invitation="game"))
    secrets = [each.secret for each in master.hosting.invitations(table)]
    secrets.append((await host(master, table, "invite", 1)).invitation.secret)
    await claim(master, table, 1, "Bea", secrets[-1])
    log = b"".join(each.data for each in await master.tables._store.read(table.game))
    assert not [secret for secret in secrets if secret.encode() in log]


async def test_wrong_invitations_are_counted_by_address() -> None:
    """Ten at once, and then one a second; right ones cost nothing, and other addresses are not affected."""
    now = [0.0]
    guesses = Guesses(Settings(address_guesses=1), clock=lambda: now[0])

    def check(good: bool) -> None:
        if not good:
            raise Refusal(NOT_INVITED, verbatim(""))

    async def guess(address: str, good: bool) -> ProblemType | None:
        try:
            async with guesses.trying(address):
                await asyncio.sleep(0)
                check(good)
        except Refusal as refusal:
            return refusal.kind
        return None

    assert {await guess("a", good=True) for _ in range(50)} == {None}
    at_once = await asyncio.gather(*(guess("a", good=False) for _ in range(20)))
    assert at_once == [NOT_INVITED] * 10 + [TOO_MANY_REQUESTS] * 10
    assert (await guess("a", good=True), await guess("b", good=True)) == (TOO_MANY_REQUESTS, None)
    now[0] = 1.5
    assert await guess("a", good=True) is None
