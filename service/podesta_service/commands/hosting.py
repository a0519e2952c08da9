"""Hosting: what the host of a game may do with its seats, its invitations and its place in the lobby."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from podesta_engines.game.events import Closed, Event, Freed, Hosted, Invited, Listed
from podesta_engines.game.facts import freeable
from podesta_service.identity.tokens import HostToken, TokenOffice
from podesta_service.names import command_bytes
from podesta_service.problems import (
    BAD_SETUP,
    BAD_TOKEN,
    GAME_OVER,
    GAME_RUNNING,
    MALFORMED,
    NOT_FREEABLE,
    SEAT_FREE,
    SEAT_TAKEN,
    refuse,
)
from podesta_service.table.table import Step, Table, next_step
from podesta_service.table.writer import Command, Writer

from .places import Invitation, check_seat

Deed = Literal["invite", "revoke", "free", "list", "unlist", "reissue", "close"]
"""A host's actions: make a new invitation, or only revoke the old one; free a seat before the deal; put the game into
the lobby, or take it out; reissue the host's token; close a game that waits for players."""
_OF_A_SEAT: Sequence[Deed] = ("invite", "revoke", "free")
OUTDATED = "host-token-replaced"


class Done(Struct, frozen=True):
    """The outcome of a host's action: a step; the new invitation; the new token."""

    step: Step
    repeated: bool
    invitation: Invitation | None = None
    token: HostToken | None = None


class Hosting:
    """Carries out the actions of hosts."""

    def __init__(self, writer: Writer, office: TokenOffice) -> None:
        self._writer, self._office, self._tables = writer, office, writer.tables

    def token(self, table: Table) -> HostToken:
        """The token of a game's host."""
        return self._office.issue_host(table.game, table.host)

    def invitations(self, table: Table) -> list[Invitation]:
        """Every invitation in force: the game's, and those of its seats."""
        inforce = sorted(table.reserved.invitations.items(), key=lambda each: -1 if each[0] is None else each[0])
        return [self._invitation(table, seat, each.number) for seat, each in inforce if not each.revoked]

    async def act(self, game: str, deed: Deed, seat: int | None, command_id: str, epoch: int | None) -> Done:
        """Carry out an action; the call may be repeated. `epoch` is that of the host's token, None for operators.

        Raises Refusal.
        """
        if seat is not None and deed not in _OF_A_SEAT:
            raise refuse(MALFORMED, "deed-about-game", deed=deed, field="seat")
        key = command_bytes("host", command_id)

        async def decide(table: Table) -> Step:
            events, over = _events(table, deed, seat, epoch)
            after = table.position.clone()
            return next_step(table, self._writer.entry(self._writer.end(table, after, events, over), after), after)

        newest = await self._tables.newest(game)
        step, repeated = await self._writer.transact(newest, Command(game, seat or 0, 0, command_id), key, decide)
        if repeated:
            await self._writer.check_same(step, lambda before: _events(before, deed, seat, epoch)[0][0])
        return self._told(step, repeated)

    def _told(self, step: Step, repeated: bool) -> Done:
        """The outcome of a step for the host."""
        event, table = step.entry.events[0], step.table
        if type(event) is Invited and not event.revoked:
            return Done(step, repeated, self._invitation(table, event.seat, event.number))
        return Done(step, repeated, token=self.token(table) if type(event) is Hosted else None)

    def _invitation(self, table: Table, seat: int | None, number: int) -> Invitation:
        return Invitation(seat, self._writer.keys.invitation(table.game, table.created, seat, number))


def _events(table: Table, deed: Deed, seat: int | None, epoch: int | None) -> tuple[list[Event], bool]:
    """The events of an action, and whether the game is over after it; raises Refusal."""
    if epoch is not None and epoch != table.host:
        raise refuse(BAD_TOKEN, OUTDATED)
    if table.ended:
        raise refuse(GAME_OVER, "game-is-over", revision=table.revision)
    if deed == "close":
        return _closing(table)
    if deed == "free":
        return _freeing(table, seat)
    if deed in ("invite", "revoke"):
        return _inviting(table, seat, revoked=deed == "revoke")
    return [Hosted(table.host + 1) if deed == "reissue" else Listed(deed == "list")], False


def _closing(table: Table) -> tuple[list[Event], bool]:
    if table.status != "open":
        raise refuse(GAME_RUNNING, "running-game-stays")
    return [Closed()], True


def _freeing(table: Table, seat: int | None) -> tuple[list[Event], bool]:
    if seat is None:
        raise refuse(MALFORMED, "seat-missing", field="seat")
    if table.holders[check_seat(table, seat)] is None:
        raise refuse(SEAT_FREE, "seat-not-held", field="seat")
    if not freeable(table, seat):
        raise refuse(NOT_FREEABLE, "seat-not-freeable", field="seat")
    return [Freed(seat)], False


def _inviting(table: Table, seat: int | None, *, revoked: bool) -> tuple[list[Event], bool]:
    kept = table.reserved
    if seat is None and None not in kept.invitations:
        raise refuse(BAD_SETUP, "no-seat-for-guests", field="seat")
    if seat is not None and table.holders[check_seat(table, seat)] is not None:
        raise refuse(SEAT_TAKEN, "seat-held", field="seat")
    return [Invited(seat, kept.following(seat), revoked)], False
