"""Taking answers: checked against the question they were decided on, stored once, never half."""

from __future__ import annotations

import time
from collections.abc import Sequence

from podesta_engines.core.decide import Answer, execute
from podesta_engines.core.errors import Illegal, NotAsked, TooManyAnswers
from podesta_engines.core.moves import Answered
from podesta_engines.core.position import Position
from podesta_engines.game.events import Entry
from podesta_service.names import command_bytes
from podesta_service.problems import (
    COMMAND_REUSED,
    GAME_OPEN,
    GAME_OVER,
    ILLEGAL_ANSWER,
    MALFORMED,
    NOT_YOUR_TURN,
    STALE_REVISION,
    TOO_MANY_ANSWERS,
    Refusal,
    refuse,
)
from podesta_service.table.naming import called
from podesta_service.table.table import Step, Table
from podesta_service.table.writer import Command, Writer
from podesta_service.telemetry.tracing import span

from . import sharing

MOST_ANSWERS = 32
"""Answers in one command."""


class Answering:
    """Takes the answers of seats."""

    def __init__(self, writer: Writer) -> None:
        self._writer, self._tables = writer, writer.tables

    async def answer(self, command: Command, answers: Sequence[Answer], link: str = "") -> tuple[Step, bool]:
        """Take a seat's answers: the step they made, and whether it had been made before.

        When others answered meanwhile and the question is still the very same (simultaneous choices), the answers are
        taken at the head; otherwise they are stale. `link` is the next of the seat's chain where it begins a visit of a
        shared game; before the deal the first one comes without answers.
        """
        key = command_bytes(f"answer:{command.seat}", command.id)
        if len(answers) > MOST_ANSWERS or not (answers or link):
            raise refuse(MALFORMED, f"a command carries 1 to {MOST_ANSWERS} answers", field="answers")

        async def decide(table: Table) -> Step:
            if not answers:
                return sharing.told(self._writer, table, command.seat, link)
            if table.revision > command.revision:
                await self._check_still_open(table, command.revision, command.seat)
            return await self.step(table, command.seat, answers, link)

        table = await self._tables.at_least(command.game, command.revision, command.head)
        step, repeated = await self._writer.transact(table, command, key, decide)
        if repeated:
            _check_same(step, command.seat, answers)
        return step, repeated

    async def step(self, table: Table, seat: int, answers: Sequence[Answer], link: str = "") -> Step:
        """The step that a seat's answers make on a table when it is stored; raises Refusal."""
        return self._writer.step(table, *await self._decide(table, seat, answers, link))

    async def _decide(self, table: Table, seat: int, answers: Sequence[Answer], link: str) -> tuple[Entry, Position]:
        """The entry that the answers make, or the refusal that says why not."""
        check_running(table)
        luck = self._writer.chance(sharing.linked(table, seat, link))
        started = time.perf_counter()
        try:
            with span("decide", ruleset=table.created.ruleset):
                after, events = execute(table.position, seat, answers, luck, listen=True)
        except (NotAsked, TooManyAnswers, Illegal) as error:
            raise refused(table, error) from None
        finally:
            self._tables.metrics.decided(table.created.ruleset, time.perf_counter() - started)
        moves = sharing.carrying(table, events, link)
        return self._writer.entry(await self._writer.end(table, after, moves), after), after

    async def _check_still_open(self, table: Table, revision: int, seat: int) -> None:
        """Answers decided earlier stand only while the seat's question is the very same."""
        check_running(table)
        then = await self._tables.at(table.game, revision)
        if not _same_question(then.position, table.position, seat):
            detail = f"the game is at revision {table.revision}; the answers were decided on {revision}"
            raise refuse(STALE_REVISION, detail, revision=table.revision)


def _check_same(step: Step, seat: int, answers: Sequence[Answer]) -> None:
    """The id of a command stands for that command only."""
    wrote = [(e.question, e.option) for e in step.entry.events if type(e) is Answered and e.seat == seat]
    if wrote != list(answers):
        raise refuse(COMMAND_REUSED, "this command id already stands for other answers", revision=step.revision)


def check_running(table: Table) -> None:
    """Refuse what can only be done in a running game."""
    if table.status == "open" and None not in table.holders:
        detail = "not every seat has told the first link of its chain yet"
        raise refuse(GAME_OPEN, detail, revision=table.revision)
    if table.status == "open":
        raise refuse(GAME_OPEN, "not every seat is taken yet", revision=table.revision)
    if table.status == "ended":
        raise refuse(GAME_OVER, "the game is over", revision=table.revision)


def _same_question(then: Position, now: Position, seat: int) -> bool:
    """Whether a seat's open question is the one that was open then, though others may have answered theirs."""
    asked = all(any(ask.seat == seat for ask in p.asks) for p in (then, now))
    return asked and then.moment() == now.moment()


def refused(table: Table, error: NotAsked | TooManyAnswers | Illegal) -> Refusal:
    """What the rules refuse, as the service tells it."""
    if isinstance(error, NotAsked):
        waiting = ", ".join(called(table, actor, "en") for actor in error.actors)
        return refuse(NOT_YOUR_TURN, f"the game waits for {waiting}", revision=table.revision)
    if isinstance(error, TooManyAnswers):
        return refuse(TOO_MANY_ANSWERS, str(error), revision=table.revision)
    return _illegal(table, error)


def _illegal(table: Table, error: Illegal) -> Refusal:
    return refuse(
        ILLEGAL_ANSWER,
        str(error),
        rule=error.rule,
        rules=table.created.rules,
        asked=error.asked,
        answered=".".join(error.answer),
        legal=error.legal,
        revision=table.revision,
    )
