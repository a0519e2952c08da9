"""Reminders and work while handlers and the server are killed: nothing is lost, nothing is handled twice."""

import asyncio
import os
import subprocess
import sys
import time
from contextlib import suppress
from random import Random

from podesta_eventstore import Conflict, EventStore, Stored, StoreError
from podesta_eventstore.testing.history import Append, History, digest
from tests.eventstore.servers import Server
from tests.faults.campaigns.handler import ANSWER, now
from tests.faults.harness import Plan, breathe, opened
from tests.faults.load import PATIENCE, Report, patiently

GAMES = 8
HANDLERS = 2
LOOK_AFTER = 5_000
"""Milliseconds after which an attempt is over: reminding and appending, connecting and replying, a second each, and a
margin."""

FORGETFUL = 0.03
"""How often an asker, as if it had crashed, leaves its question to the reminder that it set before."""


async def kill_handlers(plan: Plan) -> Report:
    """Half of the games' questions are announced by reminders, half by work; each has to be answered exactly once."""
    rnd, history = Random(plan.seed), History()
    games = [f"asked-{os.urandom(6).hex()}" for _ in range(GAMES)]
    with Server(plan.folder / "server") as server:
        handlers = [_start(server) for _ in range(HANDLERS)]
        async with opened(server.url) as stores:
            report = Report("kill -9 of handlers and server", history, 0, [], streams=games)
            stop = asyncio.Event()
            asking = [
                asyncio.create_task(_ask(stores[n % 2], history, game, n, rnd, stop)) for n, game in enumerate(games)
            ]
            try:
                for number in range(plan.faults):
                    await breathe(rnd)
                    handlers[number % HANDLERS].kill()
                    handlers[number % HANDLERS].wait()
                    if number % 3 == 2:
                        await asyncio.to_thread(server.restart)
                    handlers[number % HANDLERS] = await asyncio.to_thread(_start, server)
                    report.faults += 1
                stop.set()
                await asyncio.gather(*asking)
                report.logs = await _settled(stores[0], games)
            finally:
                for handler in handlers:
                    handler.kill()
                    handler.wait()
    report.violations = _check(history, report.logs)
    return report


def _start(server: Server) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "tests.faults.campaigns.handler", server.url]
    handler = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert handler.stdout is not None
    handler.stdout.readline()
    return handler


async def _ask(store: EventStore, history: History, game: str, number: int, rnd: Random, stop: asyncio.Event) -> None:
    """Ask once the last question was answered; have the question handled, at once or, at times, only later."""
    while not stop.is_set():
        with suppress(StoreError):
            head = await store.head(game)
            if head % 2 == 0 and await _append(store, history, game, head) and rnd.random() > FORGETFUL:
                await (store.remind(game, now()) if number % 2 else store.put_work(game.encode()))
        await asyncio.sleep(0.005)


async def _append(store: EventStore, history: History, game: str, head: int) -> bool:
    """Ask once, with a reminder for the end of each attempt; returns whether the question is stored.

    An attempt that took longer counts as none: it is made again, and finds its command there.
    """
    command, data = os.urandom(16), b"question %d" % head
    told = Append("asker", game, command, digest(data), time.monotonic())
    history.appends.append(told)
    while True:
        try:
            look = now() + LOOK_AFTER
            await store.remind(game, look)
            told.revision = (await store.append(game, head, data, command)).revision
        except Conflict:
            told.outcome, told.ended = "fail", time.monotonic()
            return False
        except StoreError:
            await asyncio.sleep(0.02)
        else:
            if now() < look:
                told.outcome, told.ended = "ok", time.monotonic()
                return True


async def _settled(store: EventStore, games: list[str]) -> dict[str, list[Stored]]:
    """The logs, when every question has its answer or the time limit has passed."""
    logs: dict[str, list[Stored]] = {}

    async def look() -> None:
        while True:
            for game in games:
                logs[game] = await patiently(lambda g=game: store.read(g))  # type: ignore[misc]
            if all(len(log) % 2 == 0 for log in logs.values()):
                return
            await asyncio.sleep(0.05)

    with suppress(TimeoutError):
        await asyncio.wait_for(look(), PATIENCE)
    return logs


def _check(history: History, logs: dict[str, list[Stored]]) -> list[str]:
    """Check that questions and answers alternate, and that each acknowledged question is there."""
    found = []
    there = {entry.command for log in logs.values() for entry in log}
    for each in history.appends:
        if each.outcome == "ok" and each.command not in there:
            found.append(f"lost: a question of {each.stream} at {each.revision}")
    for game, log in logs.items():
        if len(log) % 2:
            found.append(f"unanswered: {game} at {len(log)}")
        if any((entry.data == ANSWER) != (entry.revision % 2 == 0) for entry in log):
            found.append(f"disorder: questions and answers of {game} do not take turns")
    return found
