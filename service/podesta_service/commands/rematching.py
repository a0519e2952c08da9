"""Rematches: another game with the players of an ended one, in which the second seat goes first."""

from __future__ import annotations

from msgspec import Struct

from podesta_engines.game.events import Seated
from podesta_engines.game.reservations import FIRST_INVITATION
from podesta_service.identity.players import Players
from podesta_service.identity.sites import Sites
from podesta_service.identity.tokens import HostToken, SeatToken, TokenOffice
from podesta_service.names import command_bytes, rematch_of
from podesta_service.problems import BAD_TOKEN, NOT_FORKABLE, NOT_OVER, REVOKED, refuse
from podesta_service.table.table import Table
from podesta_service.table.trouble import store_problems
from podesta_service.table.writer import Writer

from .admission import Admission
from .places import Claim
from .plans import Opening, SeatPlan
from .seating import Seating


class Rematch(Struct, frozen=True):
    """A rematch, and the token that opens it: a seat's for its former holder, the host's for the host."""

    table: Table
    token: SeatToken | None = None
    host: HostToken | None = None


class Rematching:
    """Opens rematches, and finds them.

    Only the new game's log refers to the ended one: its id follows from the ended game's, so every caller finds it.
    Seats are reserved by invitations that are never published; the token of a seat in the ended game replaces one.
    """

    def __init__(
        self,
        writer: Writer,
        office: TokenOffice,
        seating: Seating,
        admission: Admission,
        players: Players,
        sites: Sites,
    ) -> None:
        self._writer, self._office, self._tables = writer, office, writer.tables
        self._seating, self._admission, self._players, self._sites = seating, admission, players, sites

    async def ask(self, game: str, seat: int | None, token: str | None, address: str, anchor: str = "") -> Rematch:
        """The rematch of an ended game for the holder of one of its seats, or for its host (None); raises Refusal.

        The first caller opens it; each caller takes its seat, and the call may be repeated. `anchor` is the seat's if
        the game was shared.
        """
        old = await self._tables.newest(game)
        _check(old)
        new = rematch_of(old.created, game)
        await self._see_it_open(old, new, token, address)
        if seat is None:
            table = await self._tables.newest(new)
            return Rematch(table, host=self._office.issue_host(new, table.host))
        return await self._sit(old, new, seat, anchor)

    async def _see_it_open(self, old: Table, new: str, token: str | None, address: str) -> None:
        """Open the rematch if it does not exist; concurrent callers all find the same one."""
        with store_problems(new):
            if await self._writer.store.head(new):
                return
        wanted = _opening(old)
        bots = [plan.bot for plan in wanted.seats]
        async with self._admission.opening("games", token, address, bots) as admitted:
            labelled = {_turned(old, seat): each for seat, each in (await self._players.marked(old.game)).items()}
            site, key = await self._sites.marked(old.game), command_bytes("rematch", old.game)
            await self._seating.open_as(new, wanted, key, admitted.owner, labelled, site)
            admitted.game = new

    async def _sit(self, old: Table, new: str, seat: int, anchor: str) -> Rematch:
        """The caller's seat, derived from that in the ended game, taken now or before."""
        place, holder = _turned(old, seat), old.holders[seat]
        assert holder is not None
        created = (await self._tables.known(new)).created
        secret = self._writer.keys.invitation(new, created, place, FIRST_INVITATION)
        claim, key = Claim(place, holder.name, secret), command_bytes(f"rematch:{seat}", old.game)
        seated = await self._seating.sit(new, old.game, key, claim, Seated(0, holder.name, anchor=anchor))
        table = await self._tables.newest(new)  # another process may have seated players since
        if table.epoch(place) != seated.epoch:
            raise refuse(BAD_TOKEN, REVOKED)
        return Rematch(table, self._office.issue(new, place, seated.epoch))


def _check(old: Table) -> None:
    """Refuse a rematch of a game that is not over, or never began; raises Refusal."""
    if not old.ended:
        raise refuse(NOT_OVER, "rematch-of-ended-only", revision=old.revision)
    if None in old.holders:
        raise refuse(NOT_FORKABLE, "ended-before-start", revision=old.revision)


def _opening(old: Table) -> Opening:
    """The same game again: every seat is a bot's again, or reserved for its former holder."""
    created, seats = old.created, range(len(old.holders))
    before = {_turned(old, seat): old.holders[seat] for seat in seats}
    return Opening(
        created.ruleset,
        created.edition,
        created.options,
        [_plan(before[seat]) for seat in seats],
        created.spectators or None,
        created.clock or None,
        old.listed,
        bool(created.shared),
    )


def _plan(holder: Seated | None) -> SeatPlan:
    if holder and holder.bot:
        return SeatPlan(holder.name, bot=holder.bot)
    return SeatPlan(invitation="seat")


def _turned(old: Table, seat: int) -> int:
    """Where a seat's holder sits next: one seat earlier, so that the second goes first and the first last."""
    return (seat - 1) % len(old.holders)
