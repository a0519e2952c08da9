"""Taking back: a seat's own answers while nothing was revealed, and anything to which all seats consent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from podesta_engines.core.moves import Answered
from podesta_engines.core.position import Position
from podesta_engines.game.events import Entry, Event, Retracted, RetractionAnswered, RetractionProposed
from podesta_engines.game.game import Point
from podesta_engines.game.takebacks import NOBODYS, Obstacle, asked_for_consent, learning, newest, obstacle, since
from podesta_service.names import command_bytes
from podesta_service.problems import (
    COMMAND_REUSED,
    MALFORMED,
    NO_PROPOSAL,
    NOT_RETRACTABLE,
    NOT_YOUR_TURN,
    STALE_REVISION,
    UNKNOWN_REVISION,
    refuse,
)
from podesta_service.table.table import Step, Table, next_step
from podesta_service.table.writer import Command, Writer

from .answering import check_running

Action = Literal["take_back", "propose", "consent", "decline"]
"""A seat's actions: go back alone, propose it to the other seats, and answer a proposal."""


class Retracting:
    """Takes back answers."""

    def __init__(self, writer: Writer) -> None:
        self._writer, self._tables = writer, writer.tables

    async def retract(self, command: Command, action: Action, to: int | None = None) -> tuple[Step, bool]:
        """Carry out an action; returns the step it made, and whether it had already been made.

        `to` is the revision to go back to, None for the one before the seat's newest answer. A proposal that needs no
        consent is carried out at once.
        """
        seat, key = command.seat, command_bytes(f"retract:{command.seat}", command.id)
        if to is not None and action in ("consent", "decline"):
            raise refuse(MALFORMED, "proposal-has-revision", action=action, field="to_revision")

        async def decide(table: Table) -> Step:
            if table.revision > command.revision and not await self._was_only_away(table, command.revision):
                _check_fresh(table, command.revision, action)
            entry, after = await self._decide(table, seat, action, to)
            position = after.position.clone()
            back = Point(position, after.drawn, after.shares) if after is not table else None
            return next_step(table, entry, position, back)

        table = await self._tables.at_least(command.game, command.revision, command.head, command.held_at)
        step, repeated = await self._writer.transact(table, command, key, decide)
        meant = await self._meant(step, seat) if repeated and to is None else to
        if repeated and not _is_of(step.entry.events[0], seat, action, meant):
            raise refuse(COMMAND_REUSED, "command-of-another-command", revision=step.revision)
        return step, repeated

    async def _was_only_away(self, table: Table, revision: int) -> bool:
        """Whether nothing has happened since a revision except that downtime was given back or the store restored."""
        since_then = await self._tables.decoded(
            await self._writer.read(table.game, revision, table.revision - revision)
        )
        return all(type(event) in NOBODYS for entry in since_then for event in entry.events)

    async def _meant(self, step: Step, seat: int) -> int | None:
        """The revision that a request without one went back to, if it made a step."""
        before = await self._tables.at(step.table.game, step.revision - 1)
        revision, _ = newest(before.trail, seat)
        return revision - 1 if revision else None

    async def _decide(self, table: Table, seat: int, action: Action, to: int | None) -> tuple[Entry, Table]:
        """The entry of an action and the table after it, or the refusal."""
        check_running(table)
        if action in ("consent", "decline"):
            events = _answer(table, seat, consents=action == "consent")
        else:
            log = await self._tables.decoded(await self._writer.read(table.game, limit=table.revision))
            events = await self._go_back(table, log, seat, to, propose=action == "propose")
        last = events[-1]
        if type(last) is not Retracted:
            return self._writer.entry(events, table.position), table
        after = await self._tables.at(table.game, last.to_revision)
        return self._writer.entry(events, after.position), after

    async def _go_back(
        self, table: Table, log: Sequence[Entry], seat: int, to: int | None, *, propose: bool
    ) -> list[Event]:
        """The events of a seat's request to go back."""
        if to is None:
            revision, _ = newest(table.trail, seat)
            if not revision:
                raise _not_retractable(table, Obstacle.NOTHING)
            to = revision - 1
        then = await self._running_at(table, to)
        why = obstacle(log, to, seat)
        if why is None and await self._tables.turns.breath().work(learning(then, seat, _answers(log, to))):
            why = Obstacle.LEARNED
        if why is None:
            return [Retracted(to)]
        if not propose or why is Obstacle.OFF_THE_LINE or not _answers(log, to):
            raise _not_retractable(table, why)
        proposed = RetractionProposed(seat, to)
        return [proposed, Retracted(to)] if asked_for_consent(table.holders) <= {seat} else [proposed]

    async def _running_at(self, table: Table, to: int) -> Position:
        """The position at a revision of the running game; it is cached."""
        if not 0 < to < table.revision:
            raise refuse(UNKNOWN_REVISION, "back-too-far", newest=table.revision, wanted=to, revision=table.revision)
        then = await self._tables.at(table.game, to)
        if then.status != "running":
            raise refuse(NOT_RETRACTABLE, "not-started-then", revision=table.revision)
        return then.position


def _check_fresh(table: Table, revision: int, action: Action) -> None:
    """A request to go back is decided on the newest revision, an answer to one on any since it was proposed."""
    fresh = table.proposal is not None and table.proposal.revision <= revision
    if action in ("take_back", "propose") or not fresh:
        raise refuse(STALE_REVISION, "decided-earlier", head=table.revision, decided=revision, revision=table.revision)


def _answer(table: Table, seat: int, *, consents: bool) -> list[Event]:
    """The events of a seat's answer to the open proposal."""
    proposal = table.proposal
    if proposal is None:
        raise refuse(NO_PROPOSAL, "no-proposal-open", revision=table.revision)
    if not consents:
        return [RetractionAnswered(seat, consents=False)]
    if seat in proposal.consents:
        raise refuse(NOT_YOUR_TURN, "consented-already", revision=table.revision)
    agreed = asked_for_consent(table.holders) <= {*proposal.consents, seat}
    answered = RetractionAnswered(seat, consents=True)
    return [answered, Retracted(proposal.to_revision)] if agreed else [answered]


def _answers(log: Sequence[Entry], to: int) -> list[Answered]:
    """The answers that count after a revision."""
    return [event for entry in since(log, to) or () for event in entry.events if type(event) is Answered]


def _not_retractable(table: Table, why: Obstacle) -> Exception:
    return refuse(NOT_RETRACTABLE, why.sentence, revision=table.revision)


def _is_of(event: Event, seat: int, action: Action, to: int | None) -> bool:
    """Whether an entry's first event is the one that an action makes."""
    if type(event) is RetractionAnswered:
        return action == ("consent" if event.consents else "decline") and event.seat == seat
    if type(event) is RetractionProposed:
        return action == "propose" and event.seat == seat and to == event.to_revision
    return type(event) is Retracted and action in ("take_back", "propose") and to == event.to_revision
