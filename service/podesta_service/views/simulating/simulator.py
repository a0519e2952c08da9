"""The forward model: possible tables of a running game, plays on them, and play-outs, in slices of the event loop.

Computing with positions needs no token: time slices are shared by the callers' addresses, then by the holders of
the seats that the positions were drawn for.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from random import Random
from typing import TypeVar

from podesta_engines.core.errors import Illegal, NotAsked
from podesta_engines.core.position import Position
from podesta_engines.core.ruleset import random_policy
from podesta_engines.play.forward import Impossible, LazyRandom, advice, determinize, play_to, playing, source
from podesta_service.problems import TOO_LARGE, refuse
from podesta_service.table.tables import Tables

from .asking import (
    MOST_STEPS,
    Branch,
    Final,
    Outlook,
    Playing,
    Rollout,
    check_count,
    check_running,
    check_seat,
    policy_of,
    refused,
)
from .computing import ENDLESS, STEPS_A_LOOK, Computing, TimeUp, play_out
from .seals import Owned, PositionStore, RequestPositions, Seals
from .searches import SearchSessions

T = TypeVar("T")
Done = tuple[list[T], bool]
"""The results, and whether time was up before all were computed."""


class Simulator:
    """Computes on positions that callers send; only `determinize` reads a game."""

    def __init__(self, tables: Tables, master_key: bytes) -> None:
        self._tables, self.seals, self.searches = tables, Seals(master_key), SearchSessions()

    def given(self, positions: Sequence[bytes]) -> PositionStore:
        """The positions that a request contains for all of its lines."""
        return RequestPositions(self.seals, positions)

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
        """The game's revision, and positions that look like the true one to a seat; raises Refusal."""
        check_count(count, "count")
        table = await self._tables.newest(game)
        check_running(table, revision)
        owner = self.seals.owner(game, seat, table.epoch(seat))
        computing = await self._computing(owner, limit)
        drawn = determinize(table.position, seat, count, seed)
        return table.revision, await _gather(_shown(drawn, owner, show, computing))

    async def apply(
        self,
        lines: Sequence[Branch],
        how: Playing,
        show: Callable[[Outlook], object],
        shelf: PositionStore | None = None,
    ) -> bool:
        """Play every line, and return its position; also whether time was up before all were played.

        Raises Refusal, naming the line at fault.
        """
        check_count(len(lines), "lines")
        shelf = shelf or self.given(())
        computing = await self._computing(self._owner(lines, shelf), how.limit)
        try:
            for number, line in enumerate(lines):
                show(await self._outlook(number, line, how, shelf, computing))
                await computing.breathe()
        except TimeUp:
            return True
        return False

    async def _outlook(
        self, number: int, line: Branch, how: Playing, shelf: PositionStore, computing: Computing
    ) -> Outlook:
        """The position that a line leads to."""
        p, owner = await self._played(number, line, how.seed, how.hold, computing, shelf)
        words = await self._advice(p, how, source(how.seed, number, 0), computing) if how.policy else []
        return Outlook(p, self.seals.seal(p, owner) if how.seal else b"", owner, words)

    async def _advice(self, p: Position, how: Playing, rnd: Random, computing: Computing) -> list[str]:
        """The policy's answers, once it has played as far as requested; raises Refusal."""
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

    async def rollout(self, lines: Sequence[Branch], how: Rollout, shelf: PositionStore | None = None) -> Done[Final]:
        """Play every line out, those of the first line first; raises Refusal, naming the line at fault."""
        check_count(len(lines) * how.count, "lines")
        shelf = shelf or self.given(())
        computing = await self._computing(self._owner(lines, shelf), how.limit)
        return await _gather(self._rolled(lines, how, shelf, computing))

    async def _rolled(
        self, lines: Sequence[Branch], how: Rollout, shelf: PositionStore, computing: Computing
    ) -> AsyncIterator[Final]:
        for number, line in enumerate(lines):
            root, _ = await self._played(number, line, how.seed, True, computing, shelf)
            policy = policy_of(root, how.policy)
            for repeat in range(how.count):
                p, rnd = root.clone(keep=False), source(how.seed, number, repeat)
                yield await play_out(p, policy, rnd, how.horizon or ENDLESS, computing.breathe)

    def _owner(self, lines: Sequence[Branch], shelf: PositionStore) -> bytes:
        """The owner under which a call takes turns: that of its first line."""
        first = lines[0]
        if first.index is not None:
            return shelf.take(first.index, "lines[0]").owner
        return self.seals.read(first.position, "lines[0]")[0]

    async def _played(
        self, number: int, line: Branch, seed: int, hold: bool, computing: Computing, shelf: PositionStore
    ) -> Owned:
        """The position of a line after its steps, and its owner."""
        field = f"lines[{number}]"
        if len(line.steps) > MOST_STEPS:
            raise refuse(TOO_LARGE, "line-too-long", most=MOST_STEPS, field=field)
        here = line.index
        found = self.seals.open(line.position, field) if here is None else shelf.take(here, field)
        try:
            for played, _ in enumerate(playing(found.position, line.steps, LazyRandom(seed, number), hold), 1):
                if played % STEPS_A_LOOK == 0:
                    await computing.breathe()
        except (Illegal, Impossible, NotAsked) as error:
            raise refused(error, field) from None
        return found

    async def _computing(self, owner: bytes, limit: float) -> Computing:
        """Wait for this call's time slice; raises Refusal when too many wait."""
        breath = self._tables.turns.breath(owner)
        await breath.begin()
        return Computing(breath, limit)


async def _shown(
    drawn: Iterable[Position], owner: bytes, show: Callable[[Owned], T], computing: Computing
) -> AsyncIterator[T]:
    """Positions drawn for an owner, shown one by one."""
    for p in drawn:
        yield show(Owned(p, owner))
        await computing.breathe()


async def _gather(work: AsyncIterator[T]) -> Done[T]:
    """The results of some work, until it is done or its time is up."""
    found: list[T] = []
    try:
        async for each in work:
            found.append(each)  # noqa: PERF401 - what was found before time was up counts
    except TimeUp:
        return found, True
    return found, False
