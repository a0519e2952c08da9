"""The forward model: possible tables of a running game, plays on them, and play-outs, in slices of the event loop.

Whoever computes with positions needs no token: turns are shared by the callers' addresses, and then by the holders of
the seats that the positions were drawn for.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from random import Random
from typing import TypeVar

from podesta_engines.core.errors import Illegal, NotAsked
from podesta_engines.core.position import Position
from podesta_engines.core.ruleset import random_policy
from podesta_engines.play.forward import Impossible, Late, advice, determinize, play_to, playing, source
from podesta_service.problems import TOO_LARGE, refuse
from podesta_service.table.tables import Tables

from .asking import (
    MOST_STEPS,
    Final,
    Line,
    Outlook,
    Playing,
    Rollout,
    check_count,
    check_running,
    check_seat,
    policy_of,
    refused,
)
from .computing import ENDLESS, STEPS_A_LOOK, Computing, Enough, play_out
from .seals import Given, Owned, Seals, Shelf
from .searches import Searches

T = TypeVar("T")
Done = tuple[list[T], bool]
"""What was done, and whether time was up before all of it was."""


class Simulator:
    """Answers from what the caller brings; only `determinize` looks at a game."""

    def __init__(self, tables: Tables, master_key: bytes) -> None:
        self._tables, self.seals, self.searches = tables, Seals(master_key), Searches()

    def given(self, positions: Sequence[bytes]) -> Shelf:
        """The positions that a request brings for all of its lines."""
        return Given(self.seals, positions)

    async def determinize(
        self,
        game: str,
        seat: int,
        count: int,
        seed: int,
        *,
        show: Callable[[Owned], T],
        revision: int | None = None,
        limit: float = 0.0,
    ) -> tuple[int, Done[T]]:
        """The game's revision, and so many positions that look to a seat like the true one; raises Refusal."""
        check_count(count, "count")
        table = await self._tables.newest(game)
        check_running(table, revision)
        owner = self.seals.owner(game, seat, table.epoch(seat))
        computing = await self._computing(owner, limit)
        drawn = determinize(table.position, seat, count, seed)
        return table.revision, await _gather(_shown(drawn, owner, show, computing))

    async def apply(
        self, lines: Sequence[Line], how: Playing, show: Callable[[Outlook], object], shelf: Shelf | None = None
    ) -> bool:
        """Play every line, and show where it led; whether time was up before all were played.

        Raises Refusal, naming the line at fault.
        """
        check_count(len(lines), "lines")
        shelf = shelf or self.given(())
        computing = await self._computing(self._owner(lines, shelf), how.limit)
        try:
            for number, line in enumerate(lines):
                show(await self._outlook(number, line, how, shelf, computing))
                await computing.breathe()
        except Enough:
            return True
        return False

    async def _outlook(self, number: int, line: Line, how: Playing, shelf: Shelf, computing: Computing) -> Outlook:
        """Where a line leads."""
        p, owner = await self._played(number, line, how.seed, how.hold, computing, shelf)
        words = await self._advice(p, how, source(how.seed, number, 0), computing) if how.policy else []
        return Outlook(p, self.seals.seal(p, owner) if how.seal else b"", owner, words)

    async def _advice(self, p: Position, how: Playing, rnd: Random, computing: Computing) -> list[str]:
        """What the policy would answer, when it has played on to where it is to; raises Refusal."""
        policy = policy_of(p, how.policy) or random_policy
        if how.seat is not None:
            check_seat(p, how.seat)
            while not play_to(p, how.seat, policy, rnd, most=1):
                await computing.breathe()
        words = []
        for ask in p.asks:
            words.append(ask.kind.words.slug(advice(p, ask, policy, rnd)))
            await computing.breathe()
        return words

    async def rollout(self, lines: Sequence[Line], how: Rollout, shelf: Shelf | None = None) -> Done[Final]:
        """Play every line out, those of the first line first; raises Refusal, naming the line at fault."""
        check_count(len(lines) * how.count, "lines")
        shelf = shelf or self.given(())
        computing = await self._computing(self._owner(lines, shelf), how.limit)
        return await _gather(self._rolled(lines, how, shelf, computing))

    async def _rolled(
        self, lines: Sequence[Line], how: Rollout, shelf: Shelf, computing: Computing
    ) -> AsyncIterator[Final]:
        for number, line in enumerate(lines):
            root, _ = await self._played(number, line, how.seed, True, computing, shelf)
            policy = policy_of(root, how.policy)
            for repeat in range(how.count):
                p, rnd = root.clone(keep=False), source(how.seed, number, repeat)
                yield await play_out(p, policy, rnd, how.horizon or ENDLESS, computing.breathe)

    def _owner(self, lines: Sequence[Line], shelf: Shelf) -> bytes:
        """Whose turn a call takes: that of its first line's owner."""
        first = lines[0]
        if first.index is not None:
            return shelf.take(first.index, "lines[0]").owner
        return self.seals.read(first.position, "lines[0]")[0]

    async def _played(
        self, number: int, line: Line, seed: int, hold: bool, computing: Computing, shelf: Shelf
    ) -> Owned:
        """The position of a line after its steps, and whose it is."""
        field = f"lines[{number}]"
        if len(line.steps) > MOST_STEPS:
            raise refuse(TOO_LARGE, f"a line has at most {MOST_STEPS} steps", field=field)
        here = line.index
        found = self.seals.open(line.position, field) if here is None else shelf.take(here, field)
        try:
            for played, _ in enumerate(playing(found.position, line.steps, Late(seed, number), hold), 1):
                if played % STEPS_A_LOOK == 0:
                    await computing.breathe()
        except (Illegal, Impossible, NotAsked) as error:
            raise refused(error, field) from None
        return found

    async def _computing(self, owner: bytes, limit: float) -> Computing:
        """The right to compute, when it is this call's turn; raises Refusal when too many wait."""
        breath = self._tables.turns.breath(owner)
        await breath.begin()
        return Computing(breath, limit)


async def _shown(
    drawn: Iterable[Position], owner: bytes, show: Callable[[Owned], T], computing: Computing
) -> AsyncIterator[T]:
    """Positions that were drawn for somebody, shown one by one."""
    for p in drawn:
        yield show(Owned(p, owner))
        await computing.breathe()


async def _gather(work: AsyncIterator[T]) -> Done[T]:
    """What comes of some work, until it is done or its time is up."""
    found: list[T] = []
    try:
        async for each in work:
            found.append(each)  # noqa: PERF401 - what was found before time was up counts
    except Enough:
        return found, True
    return found, False
