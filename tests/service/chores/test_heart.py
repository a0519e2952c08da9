"""The heartbeat: the store's time decides whatever a machine's clocks do, and failing writes of the store are
reported."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
import redis

from podesta_eventstore import Beat, EmbeddedServer, EventStore, StoreError, open_store
from podesta_service.chores.heart import Heart
from podesta_service.chores.witness import Witness
from podesta_service.model import LISTS
from podesta_service.table.clock import STALE, StoreClock
from podesta_service.telemetry.metrics import Metrics

HOUR, DAY = 3600.0, 86_400.0


class Machine:
    """A machine's steady clock, and the store's, both moved by hand."""

    def __init__(self) -> None:
        self.steady, self.store = 5_000.0, 1_800_000_000.0
        self.clock = StoreClock(lambda: self.steady)

    def pass_(self, seconds: float) -> None:
        """Let time pass, for both."""
        self.steady += seconds
        self.store += seconds

    def beat(self, there: float = 0.0, back: float = 0.0) -> None:
        """A beat that takes some seconds each way."""
        sent = self.steady
        self.pass_(there)
        beat = Beat(int(self.store * 1000))
        self.pass_(back)
        self.clock.hear(sent, beat)


def test_the_clock_is_the_stores_within_a_round_trip() -> None:
    """However long the ways there and back, it is off by no more than both, and a slow beat does not make it worse."""
    machine, rnd, best = Machine(), Random(1), 10.0
    for _ in range(500):
        there, back = rnd.random() ** 6, rnd.random() ** 6
        machine.beat(there, back)
        best = min(best, there + back)
        machine.pass_(rnd.random())
        assert machine.clock.known
        assert abs(machine.clock() - machine.store) <= best + 0.002


def test_what_was_not_heard_lately_is_not_known() -> None:
    """Before the first beat, and some seconds after the last, nothing is decided; until the next, the time is
    frozen."""
    machine = Machine()
    assert not machine.clock.known
    machine.beat()
    machine.pass_(STALE - 0.01)
    assert machine.clock.known
    machine.pass_(0.02)
    assert not machine.clock.known
    held = machine.clock()
    machine.pass_(DAY)
    assert machine.clock() == held
    machine.beat()
    assert machine.clock.known
    assert abs(machine.clock() - machine.store) < 0.002


@pytest.mark.parametrize("leap", [2 * HOUR, 32 * DAY, -2 * HOUR, -32 * DAY])
def test_a_leap_of_the_machine_decides_nothing(leap: float) -> None:
    """Even of its steady clock: until the next beat the time is unknown, and never far ahead; then it is right."""
    machine = Machine()
    machine.beat()
    machine.steady += leap
    assert not machine.clock.known
    assert machine.clock() <= machine.store + STALE
    machine.beat()
    assert machine.clock.known
    assert abs(machine.clock() - machine.store) < 0.002


@pytest.fixture
async def own(tmp_path: Path) -> AsyncIterator[tuple[EventStore, redis.Redis]]:
    """A store of this test's own, and a client to break it with."""
    server = EmbeddedServer(tmp_path / "own")
    server.start()
    async with await open_store(server.url, tmp_path, timeout=2, lists=LISTS) as store:
        yield store, redis.Redis(unix_socket_path=server.socket)
    server.stop()


async def test_what_the_store_does_not_write_is_told(
    own: tuple[EventStore, redis.Redis], caplog: pytest.LogCaptureFixture
) -> None:
    """A replica, a full memory, too few replicas: each has its word, a metric and a log line; afterwards all is
    well."""
    store, admin = own
    metrics = Metrics()
    heart = Heart(store, Witness([b"key"]), StoreClock(), metrics, most=10)
    heart.serving = True
    for setting, value, healed, word in (
        ("maxmemory", "1mb", "0", "full"),
        ("min-replicas-to-write", "1", "0", "too-few-replicas"),
    ):
        admin.config_set(setting, value)
        await said(heart, word)
        admin.config_set(setting, healed)
        await said(heart, "ok")
    admin.replicaof("127.0.0.1", "1")
    await said(heart, "read-only")
    assert 'podesta_store_writes{how="read-only"} 1.0' in metrics.expose().decode()
    admin.replicaof("no", "one")
    await said(heart, "ok")
    lines = [line.getMessage() for line in caplog.records if line.levelno == logging.WARNING]
    assert [line.split(":")[1].split()[0] for line in lines] == ["full", "too-few-replicas", "read-only"]


async def said(heart: Heart, word: str) -> None:
    """Beat until that weakness of the store is reported."""
    async with asyncio.timeout(10):
        while heart.written != word:
            with suppress(StoreError):
                await heart.beat()


@pytest.mark.parametrize("wrong", [2 * HOUR, -2 * HOUR, 32 * DAY])
async def test_a_wrong_clock_of_the_machine_is_told_once(
    own: tuple[EventStore, redis.Redis], caplog: pytest.LogCaptureFixture, wrong: float
) -> None:
    """By a log line when it becomes wrong, one when it is right again, and a metric; the deciding time is right."""
    caplog.set_level(logging.INFO)
    metrics, leap, clock = Metrics(), wrong, StoreClock()
    heart = Heart(own[0], Witness([b"key"]), clock, metrics, most=10, wall=lambda: time.time() + leap)
    for _ in range(3):
        await heart.beat()
        assert abs(clock() - time.time()) < 1
    assert heart.is_wrong
    name = "podesta_clock_ahead_seconds "
    shown = next(line for line in metrics.expose().decode().splitlines() if line.startswith(name))
    assert abs(float(shown.removeprefix(name)) - wrong) < 1
    leap = 0.0
    await heart.beat()
    assert not heart.is_wrong
    assert [line.levelno for line in caplog.records if "clock" in line.getMessage()] == [logging.WARNING, logging.INFO]
