"""Taking answers: checked against the question they were decided on, stored once, all or none."""

from __future__ import annotations

import time
from collections.abc import Sequence

from podesta_engines.core.decide import Answer, execute
from podesta_engines.core.errors import Illegal, NotAsked, TooManyAnswers
from podesta_engines.core.moves import Answered
from podesta_engines.core.position import Position
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
from podesta_service.table.naming import named
from podesta_service.table.table import Step, Table, next_step
from podesta_service.table.writer import Command, Writer
from podesta_service.telemetry import tracing

from . import sharing

MOST_ANSWERS = 32
"""Answers in one command."""


class Answering:
    """Takes answers from seats."""

    def __init__(self, writer: Writer) -> None:
        self._writer, self._tables = writer, writer.tables

    async def answer(self, command: Command, answers: Sequence[Answer], link: str = "") -> tuple[Step, bool]:
        """Take a seat's answers; returns their step, and whether it had already been made.

        If others have answered in the meantime and the question is unchanged (simultaneous choices), the answers are
        taken at the head; otherwise they are stale. `link` is the next one of the seat's chain if it begins a visit of
        a shared game; before the deal, the first link comes without answers.
        """
        key = command_bytes(f"answer:{command.seat}", command.id)
        if len(answers) > MOST_ANSWERS or not (answers or link):
            raise refuse(MALFORMED, "answers-in-command", most=MOST_ANSWERS, field="answers")

        async def decide(table: Table) -> Step:
            if not answers:
                return sharing.told(self._writer, table, command.seat, link)
            if table.revision > command.revision:
                await self._check_still_open(table, command.revision, command.seat)
            return self.step(table, command.seat, answers, link)

        table = await self._tables.at_least(command.game, command.revision, command.head, command.held_at)
        step, repeated = await self._writer.transact(table, command, key, decide)
        if repeated:
            _check_same(step, command.seat, answers)
        return step, repeated

    def step(self, table: Table, seat: int, answers: Sequence[Answer], link: str = "") -> Step:
        """The step that a seat's answers make on a table; raises Refusal."""
        check_running(table)
        shared, ruleset = table.shares is not None or link, table.created.ruleset
        luck = self._writer.chance(sharing.linked(table, seat, link) if shared else table)
        decide = execute if tracing.spans is None else tracing.within("decide", execute, ruleset=ruleset)
        started = time.perf_counter()
        try:
            after, moves = decide(table.position, seat, answers, luck, listen=True)
        except (NotAsked, TooManyAnswers, Illegal) as error:
            raise refused(table, error) from None
        finally:
            self._tables.metrics.decided(ruleset, time.perf_counter() - started)
        if shared:
            moves = sharing.carrying(table, moves, link)
        entry = self._writer.entry(self._writer.end(table, after, moves), after)
        return next_step(table, entry, after)

    async def _check_still_open(self, table: Table, revision: int, seat: int) -> None:
        """Refuse answers decided earlier unless the seat's question is still the very same."""
        check_running(table)
        then = await self._tables.at(table.game, revision)
        if not _same_question(then.position, table.position, seat):
            raise refuse(
                STALE_REVISION,
                "answers-decided-earlier",
                head=table.revision,
                decided=revision,
                revision=table.revision,
            )


def _check_same(step: Step, seat: int, answers: Sequence[Answer]) -> None:
    """Refuse a command id that was used for another command."""
    wrote = [(e.question, e.option) for e in step.entry.events if type(e) is Answered and e.seat == seat]
    if wrote != list(answers):
        raise refuse(COMMAND_REUSED, "command-of-other-answers", revision=step.revision)


def check_running(table: Table) -> None:
    """Refuse a game that is not running."""
    status = table.status
    if status == "ended":
        raise refuse(GAME_OVER, "game-is-over", revision=table.revision)
    if status == "open" and None in table.holders:
        raise refuse(GAME_OPEN, "seats-not-taken", revision=table.revision)
    if status == "open":
        raise refuse(GAME_OPEN, "first-links-missing", revision=table.revision)


def _same_question(then: Position, now: Position, seat: int) -> bool:
    """Whether a seat's open question is still the one of that time, even if others have answered theirs."""
    asked = all(any(ask.seat == seat for ask in p.asks) for p in (then, now))
    return asked and then.moment() == now.moment()


def refused(table: Table, error: NotAsked | TooManyAnswers | Illegal) -> Refusal:
    """The service's refusal for one by the rules."""
    if isinstance(error, NotAsked):
        waiting = [named(table, actor) for actor in error.actors]
        return refuse(NOT_YOUR_TURN, "game-waits-for", names=waiting, revision=table.revision)
    if isinstance(error, TooManyAnswers):
        return refuse(TOO_MANY_ANSWERS, error.sentence, revision=table.revision)
    return _illegal(table, error)


def _illegal(table: Table, error: Illegal) -> Refusal:
    return refuse(
        ILLEGAL_ANSWER,
        error.sentence,
        rule=error.rule,
        rules=table.created.rules,
        asked=error.asked,
        answered=".".join(error.answer),
        legal=error.legal,
        revision=table.revision,
    )
