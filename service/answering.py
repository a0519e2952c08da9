"""Taking answers: checked against the question they were decided on, stored once, never half."""

from __future__ import annotations

import time
from collections.abc import Sequence

from engines.core.decider import Answer, execute
from engines.core.errors import Illegal, NotAsked, TooManyAnswers
from engines.core.events import Answered, Entry, decode_entry
from engines.core.position import Position
from eventstore import Conflict
from eventstore import Entry as Stored

from .catalogue import rule_texts
from .gate import REVOKED
from .names import command_bytes
from .problems import (
    BAD_TOKEN,
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
from .table import Step, Table
from .tracing import span
from .writer import Writer

MOST_ANSWERS = 32
"""Answers in one command."""


class Answering:
    """Takes the answers of seats."""

    def __init__(self, writer: Writer) -> None:
        self._writer, self._tables = writer, writer.tables

    async def answer(
        self,
        game: str,
        seat: int,
        revision: int,
        command_id: str,
        answers: Sequence[Answer],
        epoch: int | None = None,
    ) -> tuple[Step, bool]:
        """Take a seat's answers, decided on at `revision`: the step they made, and whether it had been made before.

        With an epoch, only while the seat's holder is of that epoch.

        When others answered meanwhile and the question is still the very same (simultaneous choices), the answers are
        taken at the head; otherwise they are stale.
        """
        command = command_bytes(f"answer:{seat}", command_id)
        if not 0 < len(answers) <= MOST_ANSWERS:
            raise refuse(MALFORMED, f"a command carries 1 to {MOST_ANSWERS} answers", field="answers")
        table = await self._tables.at_least(game, revision)
        while True:
            if epoch is not None and table.epoch(seat) != epoch:
                raise refuse(BAD_TOKEN, REVOKED)
            if table.revision > revision:
                if done := await self._answered_before(game, revision, command):
                    return await self._repeated(game, done, seat, answers), True
                await self._check_still_open(table, revision, seat)
            step = await self.step(table, seat, answers)
            try:
                written = await self._writer.put(step, command)
            except Conflict as conflict:
                table = await self._tables.after_conflict(table, conflict)
                continue
            if written.duplicate:
                (stored,) = await self._writer.read(game, written.revision - 1, 1)
                return await self._repeated(game, stored, seat, answers), True
            return step, False

    async def step(self, table: Table, seat: int, answers: Sequence[Answer]) -> Step:
        """The step that a seat's answers make on a table when it is stored; raises Refusal."""
        return self._writer.step(table, *await self._decide(table, seat, answers))

    async def _decide(self, table: Table, seat: int, answers: Sequence[Answer]) -> tuple[Entry, Position]:
        """The entry that the answers make, or the refusal that says why not."""
        check_running(table)
        luck = self._writer.chance(table.game, table.created, table.revision + 1, table.entropy)
        started = time.perf_counter()
        try:
            with span("decide", ruleset=table.created.ruleset):
                after, events = execute(table.position, seat, answers, luck, listen=True)
        except (NotAsked, TooManyAnswers, Illegal) as error:
            raise refused(table, error) from None
        finally:
            self._tables.metrics.decided(table.created.ruleset, time.perf_counter() - started)
        return self._writer.entry(await self._writer.end(table, after, events), after), after

    async def _answered_before(self, game: str, revision: int, command: bytes) -> Stored | None:
        """What the store has of a command sent again."""
        unseen = await self._writer.read(game, revision)
        return next((stored for stored in unseen if stored.command == command), None)

    async def _repeated(self, game: str, stored: Stored, seat: int, answers: Sequence[Answer]) -> Step:
        """The step that a command made the first time; the id stands for that command only."""
        events = decode_entry(stored.data).events
        wrote = [(e.question, e.option) for e in events if type(e) is Answered and e.seat == seat]
        if wrote != list(answers):
            raise refuse(COMMAND_REUSED, "this command id already stands for other answers", revision=stored.revision)
        return await self._tables.step(game, stored.revision)

    async def _check_still_open(self, table: Table, revision: int, seat: int) -> None:
        """Answers decided earlier stand only while the seat's question is the very same."""
        check_running(table)
        then = await self._tables.at(table.game, revision)
        if not _same_question(then.position, table.position, seat):
            detail = f"the game is at revision {table.revision}; the answers were decided on {revision}"
            raise refuse(STALE_REVISION, detail, revision=table.revision)


def check_running(table: Table) -> None:
    """Refuse what can only be done in a running game."""
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
        waiting = ", ".join(table.name(actor) for actor in error.actors)
        return refuse(NOT_YOUR_TURN, f"the game waits for {waiting}", revision=table.revision)
    if isinstance(error, TooManyAnswers):
        return refuse(TOO_MANY_ANSWERS, str(error), revision=table.revision)
    return _illegal(table, error)


def _illegal(table: Table, error: Illegal) -> Refusal:
    return refuse(
        ILLEGAL_ANSWER,
        str(error),
        rule=error.rule,
        rule_text=rule_texts(table.created.rules).get(error.rule, ""),
        asked=error.asked,
        answered=".".join(error.answer),
        legal=error.legal,
        revision=table.revision,
    )
