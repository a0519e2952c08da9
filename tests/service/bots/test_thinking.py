"""Thinking: house bots decide in processes of their own, from their seat's knowledge, within a time limit."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from random import Random

import msgspec
import pytest

from podesta_engines import RULESETS, resample, settle
from podesta_engines.core.position import Position
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.play.bots import names
from podesta_service.bots.thinkers import Overrun, Thinkers
from podesta_service.bots.thinking import Task, task, think

EVERY = pytest.mark.parametrize("ruleset", RULESETS.all(), ids=lambda each: each.id)


def asked(ruleset: Ruleset, seed: int, answers: int = 12) -> Position:
    """A position in which a seat is asked, some random answers into a game."""
    p, rnd = ruleset.start(ruleset.seats[-1]), Random(seed)
    settle(p, rnd.randrange)
    for _ in range(answers):
        ask = rnd.choice(p.asks)
        p.answer(rnd.choice(ask.options), ask.seat)
        settle(p, rnd.randrange)
    assert p.asks
    return p


@pytest.fixture
async def thinkers() -> AsyncIterator[Thinkers]:
    """Two processes at most."""
    async with Thinkers(2) as found:
        yield found


@EVERY
def test_a_task_holds_nothing_that_its_seat_does_not_know(ruleset: Ruleset) -> None:
    """In worlds that look the same to a seat, its thinker is given the same bytes."""
    for seed in range(6):
        p = asked(ruleset, seed)
        seat = p.asks[0].seat
        tasks = {
            msgspec.json.encode(task(world, seat, "search", seed, 1.0, 2.0))
            for world in [p, *(resample(p, seat, Random(number)) for number in range(4))]
        }
        assert len(tasks) == 1


@EVERY
def test_every_bot_answers_what_is_open(ruleset: Ruleset) -> None:
    """Any bot answers with the kind and the word of an open option, the same one for a seed."""
    p = asked(ruleset, 3)
    ask = p.asks[0]
    for name in [*names(ruleset), "search:3"]:
        given = task(p, ask.seat, name, 5, 60.0, 60.0)
        kind, word = think(given)
        assert kind == ask.kind.name
        assert ask.kind.words.parse(word) in ask.options
        if name != "search":
            assert think(given) == (kind, word)


def test_tasks_go_in_and_answers_come_out_line_by_line() -> None:
    """The process works through its input until it ends."""
    tasks = [task(asked(each, 1), asked(each, 1).asks[0].seat, "greedy", 1, 1.0, 9.0) for each in RULESETS.all()]
    lines = b"".join(msgspec.json.encode(each) + b"\n" for each in tasks)
    run = subprocess.run(
        [sys.executable, "-m", "podesta_service.bots.thinking"], input=lines, capture_output=True, check=True
    )
    assert [tuple(msgspec.json.decode(line)) for line in run.stdout.splitlines()] == [think(each) for each in tasks]


async def test_a_thought_ends_in_time(thinkers: Thinkers) -> None:
    """A search that would take minutes answers when its seconds are over."""
    p = asked(RULESETS.named("golden-horn"), 2)
    kind, _ = await thinkers.answer(task(p, p.asks[0].seat, "search:10000", 1, 0.05, 30.0))
    assert kind == p.asks[0].kind.name


async def test_who_overruns_is_ended(thinkers: Thinkers) -> None:
    """A task over its limit ends its process, and the next task gets another."""
    p = asked(RULESETS.named("golden-horn"), 2)
    given = task(p, p.asks[0].seat, "search:10000", 1, 60.0, 0.2)
    with pytest.raises(Overrun, match="did not decide"):
        await thinkers.answer(given)
    assert thinkers.pids == []
    quick = task(p, p.asks[0].seat, "greedy", 1, 1.0, 30.0)
    assert await thinkers.answer(quick) == think(quick)


async def test_a_killed_thinker_is_replaced(thinkers: Thinkers) -> None:
    """Killed while idle or at work, its task is done by another."""
    p = asked(RULESETS.named("golden-horn"), 2)
    given = task(p, p.asks[0].seat, "greedy", 1, 1.0, 30.0)
    for _ in range(3):
        assert await thinkers.answer(given) == think(given)
        (pid,) = thinkers.pids
        os.kill(pid, signal.SIGKILL)


async def test_what_kills_every_thinker_is_given_up(thinkers: Thinkers) -> None:
    """A task that kills every process is refused after a few of them."""
    with pytest.raises(Overrun, match="processes died"):
        await thinkers.answer(Task(b"no table", 0, "greedy", 1, 1.0, 30.0))


async def test_thinkers_end_with_their_owner() -> None:
    """After the block no process is left."""
    p = asked(RULESETS.named("golden-horn"), 2)
    async with Thinkers(2) as thinkers:
        await thinkers.answer(task(p, p.asks[0].seat, "greedy", 1, 1.0, 30.0))
        (pid,) = thinkers.pids
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
