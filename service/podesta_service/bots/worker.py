"""The workers of house bots (`podesta bots`): they take games from the work stream and answer for the bots.

A game is played one question at a time and then goes to the end of its lane, so that a game waits only for decisions
already begun. A worker with two or more thinkers never gives all of them to bots-only games.

Nothing is lost when a worker dies: another steals its games when its lease is over. Nothing is done twice when two play
the same game: an answer is appended only at the revision that it was decided on.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
import os
import secrets
import signal
import socket
import sys
import time
from collections.abc import Sequence
from hashlib import blake2b

import structlog

from podesta_engines.core.decide import Answer
from podesta_engines.core.position import Position, checksum
from podesta_engines.game.events import Seated
from podesta_engines.game.takebacks import asked_for_consent
from podesta_eventstore import StoreError, Work, WorkQueue
from podesta_service.chores.house_bots import BOTS, asked_bots
from podesta_service.master import Upkeep
from podesta_service.problems import (
    BAD_TOKEN,
    COMMAND_REUSED,
    GAME_OVER,
    NOT_YOUR_TURN,
    OUTCOME_UNKNOWN,
    STALE_REVISION,
    STORE_UNAVAILABLE,
    Refusal,
)
from podesta_service.randomness import find_master_key
from podesta_service.run.reconciling import archive_watchers
from podesta_service.run.starting import open_waiting
from podesta_service.settings import Settings
from podesta_service.table.clock import StoreClock
from podesta_service.table.table import Table
from podesta_service.table.writer import Command
from podesta_service.telemetry.measured import measured
from podesta_service.telemetry.metrics import Metrics
from podesta_service.telemetry.showing import shown

from .standing_in import player_of
from .thinkers import Overrun, Thinkers
from .thinking import task, think

log = logging.getLogger(__name__)
told = structlog.get_logger("podesta")

_WAIT = 0.5
"""Seconds to wait for work before looking for games that other workers left behind."""
_GLANCE = 0.05
"""Seconds between two checks for people's games while bots-only games use all the thinkers allowed to them."""
_MOVED_ON = {STALE_REVISION, NOT_YOUR_TURN, GAME_OVER, COMMAND_REUSED, BAD_TOKEN}
"""Refusals that mean another worker has answered, or the answer is no longer needed."""
_TROUBLE = {STORE_UNAVAILABLE, OUTCOME_UNKNOWN}
"""Refusals after which the work is left to be stolen."""


LESSON = "a1" * 32
"""The deal of the table's lessons, which is public: one person plays them against bots."""


class Worker:
    """Plays as many games at a time as it has thinkers, taking the bots' turns from the work stream."""

    def __init__(self, upkeep: Upkeep, store: WorkQueue, settings: Settings, key: bytes, processes: int) -> None:
        self.name = f"{socket.gethostname()}-{os.getpid()}-{secrets.token_hex(4)}"
        self._upkeep, self._store, self._processes = upkeep, store, processes
        self._seconds, self._limit, self._lease = settings.bot_seconds, settings.bot_limit, settings.bot_lease
        self._key = hmac.digest(key, b"podesta bots", "sha256")
        self._thinkers = Thinkers(processes)
        self._works: dict[str, asyncio.Task[None]] = {}
        self._lanes: dict[str, int] = {}
        self._stolen_at = 0.0
        self._stop = asyncio.Event()

    async def run(self, stop: asyncio.Event) -> None:
        """Work until asked to stop; then finish the answers already begun, within a lease."""
        self._stop = stop
        async with self._thinkers:
            while not stop.is_set():
                for work in await self._more():
                    self._begin(work)
            if self._works:
                await asyncio.wait(self._works.values(), timeout=self._lease)
            for each in self._works.values():
                each.cancel()
            await asyncio.gather(*self._works.values(), return_exceptions=True)

    async def _more(self) -> Sequence[Work]:
        """The next work, first that of workers that seem dead; empty if none arrives for a while."""
        room = self._processes - len(self._works)
        if room == 0:
            await asyncio.wait(self._works.values(), timeout=_WAIT, return_when=asyncio.FIRST_COMPLETED)
            return []
        try:
            if time.monotonic() - self._stolen_at > self._lease / 4:
                self._stolen_at = time.monotonic()
                if found := await self._store.steal_work(self.name, int(self._lease * 1000), room):
                    return found
            return await self._new(room)
        except StoreError as error:
            log.warning("no work can be taken: %s", error)
            await asyncio.sleep(_WAIT)
            return []

    async def _new(self, room: int) -> Sequence[Work]:
        """Work not taken yet; bots-only games get only the thinkers open to them."""
        if self._amusing < max(1, self._processes - 1):
            return await self._store.take_work(self.name, 1, _WAIT)
        found = await self._store.take_work(self.name, room, 0, lanes=BOTS)
        if not found and self._works:  # they may have ended in the meantime
            await asyncio.wait(self._works.values(), timeout=_GLANCE, return_when=asyncio.FIRST_COMPLETED)
        return found

    def _begin(self, work: Work) -> None:
        """Work in the background; work stolen from this worker itself simply continues."""
        if work.id not in self._works:
            self._works[work.id] = asyncio.create_task(self._work(work))
            self._lanes[work.id] = work.lane
            self._works[work.id].add_done_callback(lambda _: self._forget(work.id))

    def _forget(self, name: str) -> None:
        del self._works[name], self._lanes[name]

    @property
    def _amusing(self) -> int:
        """How many thinkers are playing bots-only games."""
        return sum(lane == BOTS for lane in self._lanes.values())

    async def _work(self, work: Work) -> None:
        """Play a game until no bot has a question, and finish the work unless the store is in trouble."""
        game = work.data.decode(errors="replace")
        structlog.contextvars.bind_contextvars(game=game, worker=self.name)
        if self._upkeep.bots.holds(game):  # already played here; that task checks again at the end
            await self._drop(work)
            return
        try:
            with self._upkeep.bots.holding(game):
                table = await self._play(game)
            if asked_bots(table):
                await self._upkeep.bots.put(table)
            self._upkeep.steward.look(game)  # for questions that arrived at the last moment
            await self._store.finish_work([work.id])
        except Refusal as why:
            log.warning("the bots of game %s could not be played: %s", game, why)
            if why.kind not in _TROUBLE:
                await self._drop(work)
        except StoreError as error:
            log.warning("the work on game %s could not be finished: %s", game, error)
        except Exception:
            log.exception("the bots of game %s could not be played", game)
            await self._drop(work)

    async def _drop(self, work: Work) -> None:
        """Drop work that would fail again; the steward queues it again as long as a bot has a question."""
        try:
            await self._store.finish_work([work.id])
        except StoreError as error:
            log.warning("work could not be dropped: %s", error)

    async def _play(self, game: str) -> Table:
        """Answer once for every bot that has a question; returns the table after that."""
        table = await self._upkeep.tables.newest(game)
        answers = (self._answer(table, bot) for bot in asked_bots(table))
        for failed in await asyncio.gather(*answers, return_exceptions=True):
            if failed:
                raise failed
        return await self._upkeep.tables.newest(game)

    async def _answer(self, table: Table, bot: Seated) -> None:
        """Decide for a bot and answer; it is no error if another worker was faster."""
        answer = await self._decide(table, bot)
        name = blake2b(f"{table.game}:{table.revision}:{bot.seat}".encode(), digest_size=16).hexdigest()
        try:
            command = Command(table.game, bot.seat, table.revision, f"bot-{name}", bot.epoch)
            await self._upkeep.answering.answer(command, [answer])
        except Refusal as why:
            if why.kind not in _MOVED_ON:
                raise

    async def _decide(self, table: Table, bot: Seated) -> Answer:
        """A bot's answer; a random one if it cannot decide in time."""
        seed, name = self._seed(table, bot.seat), player_of(table, bot)
        given = task(table.position, bot.seat, name, seed, self._seconds, self._limit)
        try:
            with self._upkeep.metrics.thinking(table.created.ruleset, name.partition(":")[0]):
                return await self._thinkers.answer(given)
        except Overrun as error:
            log.warning("game %s, seat %d answers at random: %s", table.game, bot.seat, error)
            return think(task(table.position, bot.seat, "random", seed, self._seconds, self._limit))

    def _seed(self, table: Table, seat: int) -> int:
        """The seed of a bot's decision; where people play, it follows from the master key, except in lessons."""
        people, deal = asked_for_consent(table.holders), table.created.deal
        if deal and len(people) <= (deal == LESSON):
            return practised(deal, table.position, seat)
        where = f"{table.game}:{table.revision}:{seat}"
        return _number(hmac.digest(self._key, where.encode(), "sha256"))


def practised(deal: str, p: Position, seat: int) -> int:
    """The seed of a bot's decision on a known deal: the same question has the same seed everywhere.

    It does not depend on which of several simultaneous answers came first, nor on the service: lessons and comparisons
    rely on that. No secret derives from such a seed.
    """
    return _number(hmac.digest(b"practice", f"{deal}:{checksum(*p.moment())}:{seat}".encode(), "sha256"))


def _number(digest: bytes) -> int:
    return int.from_bytes(digest[:8], "big")


async def work(settings: Settings, processes: int, stop: asyncio.Event) -> None:
    """Run one worker until it is asked to stop; raises StoreError or OSError if it cannot start."""
    key = find_master_key(settings)
    async with await open_waiting(settings) as store:
        metrics = Metrics()
        counted = measured(store, metrics)
        upkeep = Upkeep(counted, settings, key, StoreClock(), metrics)
        await upkeep.level.join()
        await upkeep.heart.beat()
        watchers = [asyncio.create_task(upkeep.level.run(stop.set), name="level")]
        watchers.append(asyncio.create_task(upkeep.heart.run(), name="heart"))
        watchers += archive_watchers(store, settings, metrics.vitals, stop.set)
        worker = Worker(upkeep, counted, settings, key, processes)
        try:
            with shown(metrics.registry, settings.rest_host, settings.metrics_port):
                told.info("working", worker=worker.name, processes=processes, seconds=settings.bot_seconds)
                await worker.run(stop)
        finally:
            for watcher in watchers:
                watcher.cancel()
            await upkeep.level.leave()
            await upkeep.steward.stop()
    told.info("stopped", worker=worker.name)


async def work_until_asked(settings: Settings, processes: int, until_eof: bool = False) -> None:
    """Run one worker until SIGTERM or SIGINT, or until the standard input ends."""
    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    for name in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(name, stop.set)
    if until_eof:
        loop.add_reader(sys.stdin.fileno(), _read_on, stop)
    await work(settings, processes, stop)


def _read_on(stop: asyncio.Event) -> None:
    """Discard input until it ends, then stop."""
    if not os.read(sys.stdin.fileno(), 4096):
        asyncio.get_running_loop().remove_reader(sys.stdin.fileno())
        stop.set()
