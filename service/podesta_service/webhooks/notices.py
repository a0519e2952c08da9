"""Notices: the contents of webhook calls. They follow from a game's tables alone, so repeats are identical.

They contain only ids, seats, revisions, the status and deadlines, and only seats that the webhook's maker may see.
"""

from __future__ import annotations

from collections.abc import Set
from datetime import UTC, datetime
from typing import Literal

from msgspec import Struct, field

from podesta_engines.game.facts import Status
from podesta_engines.game.takebacks import asked_for_consent
from podesta_service.model import moment
from podesta_service.table.table import Table

from .storage import Cursor, TableGlance

Kind = Literal["game.began", "game.turn", "game.ended", "clock.low", "ping"]
"""The game begins; a seat's turn begins; the game is over; a seat's time is running out; a ping."""


class NoticeTurn(Struct, frozen=True):
    """A seat with an open question."""

    seat: int
    """The seat, from 0."""
    deadline: datetime | None
    """When its time is up; null while no clock runs for it."""


class NoticeData(Struct, frozen=True):
    """What has happened in which game."""

    game: str
    """The game's id."""
    ruleset: str
    """The ruleset's id."""
    revision: int
    """The revision by which it happened."""
    status: Status
    """Whether the game waits for players, runs, or has ended."""
    turns: list[NoticeTurn]
    """The seats with a turn that begins, or with time running out."""


class Notice(Struct, frozen=True):
    """The body of a webhook call, as JSON."""

    kind: Kind = field(name="type")
    """What has happened."""
    timestamp: datetime
    """When."""
    data: NoticeData | None = None
    """The game; null in a ping."""


def glance(table: Table) -> TableGlance:
    """The state of a table: the seats with a question or a consent to give, except house bots."""
    if table.status != "running":
        return TableGlance(table.status)
    people, proposal = asked_for_consent(table.holders), table.proposal
    asked = {ask.seat for ask in table.position.asks} & people
    return TableGlance("running", frozenset(asked), frozenset(people - {*proposal.consents} if proposal else ()))


def news(before: TableGlance, table: Table, seen: Set[int]) -> Notice | None:
    """The notice of a table for a maker who sees some seats; None if there is none."""
    now = glance(table)
    turns = sorted((now.asked - before.asked | now.consenting - before.consenting) & seen)
    if now.status == before.status:
        return _notice("game.turn", table, table.at, turns) if turns else None
    kinds: dict[Status, Kind] = {"running": "game.began", "ended": "game.ended"}
    return _notice(kinds[now.status], table, table.at, turns) if now.status in kinds else None


def warning(table: Table, warn: int, seen: Set[int], fitting: bool = False) -> tuple[int, Notice] | None:
    """When the first seat with a question has only `warn` seconds left (ms since 1970), and the notice for it.

    None if no clock runs for them, or it had no more time when the table was stored. If `fitting`, a shorter time is
    announced after three quarters of it at the latest.
    """
    times = table.times
    if times is None or not warn:
        return None
    ends = {seat: end for seat in _waited_for(table) & seen if (end := times.deadline(seat)) is not None}
    first = min(ends.values(), default=0)
    at = first - min(1000 * warn, (first - table.at) // 4 if fitting else 1000 * warn)
    if at <= table.at:
        return None
    return at, _notice("clock.low", table, at, sorted(seat for seat, end in ends.items() if end == first))


def _waited_for(table: Table) -> Set[int]:
    now = glance(table)
    return now.asked | now.consenting


def ping(now: int) -> Notice:
    """A ping: a notice that nothing has happened."""
    return Notice("ping", datetime.fromtimestamp(now // 1000, UTC))


def notice_id(webhook: str, notice: Notice) -> str:
    """The id of a notice: the same at each attempt, and different from every other notice's."""
    assert notice.data is not None
    said = f"{notice.data.game}-{notice.data.revision}-{webhook}"
    return f"{said}-low" if notice.kind == "clock.low" else said


def after(table: Table, *, warned: bool = False) -> Cursor:
    """The cursor once a table, or its warning, is delivered."""
    return Cursor(table.revision, glance(table), warned)


def _notice(kind: Kind, table: Table, at: int, seats: list[int]) -> Notice:
    deadlines = [table.times.deadline(seat) if table.times else None for seat in seats]
    turns = [NoticeTurn(seat, None if end is None else moment(end)) for seat, end in zip(seats, deadlines, strict=True)]
    data = NoticeData(table.game, table.ruleset.id, table.revision, table.status, turns)
    return Notice(kind, moment(at), data)
