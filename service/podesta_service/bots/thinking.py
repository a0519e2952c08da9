"""Thinking: one decision of a house bot, computed in a separate process.

It runs as `python -m podesta_service.bots.thinking`.

A task contains everything that the decision may depend on: a table that looks like the true one to its seat, the bot's
name, a seed, and the time allowed. The process reads tasks and writes answers, a JSON line each, until its input ends.
A task that overruns its limit ends the process, whether or not anyone is watching.
"""

from __future__ import annotations

import signal
import sys
import time
from random import Random
from typing import BinaryIO

import msgspec
from msgspec import Struct

from podesta_engines import RULESETS, load, save
from podesta_engines.core.decide import Answer
from podesta_engines.core.position import Position
from podesta_engines.play.forward import determinize
from podesta_engines.play.house import bot
from podesta_engines.play.house import load as make_ready


class Task(Struct, frozen=True, array_like=True):
    """A decision to make: the table as `save` writes it, the seat to decide for, its bot, and a seed.

    A search stops after `seconds`; the process ends after `limit` seconds.
    """

    table: bytes
    seat: int
    bot: str
    seed: int
    seconds: float
    limit: float


def task(p: Position, seat: int, bot: str, seed: int, seconds: float, limit: float) -> Task:
    """The task of deciding for a seat, without anything in the position that the seat does not know."""
    (table,) = determinize(p, seat, 1, seed)
    return Task(save(table), seat, bot, seed, seconds, limit)


def think(given: Task) -> Answer:
    """The answer of a task's bot; raises KeyError for an unknown bot."""
    p = load(RULESETS, given.table)
    deadline = time.monotonic() + given.seconds
    choose = bot(p.rules, given.bot, over=lambda: time.monotonic() >= deadline)
    option = choose(p, given.seat, Random(given.seed))
    ask = next(ask for ask in p.asks if ask.seat == given.seat)
    return ask.kind.name, ask.kind.words.slug(option)


def work(tasks: BinaryIO, answers: BinaryIO) -> None:
    """Work on one task after another until the input ends."""
    for line in tasks:
        given = msgspec.json.decode(line, type=Task)
        make_ready(given.bot)  # the limit does not include loading
        signal.setitimer(signal.ITIMER_REAL, given.limit)
        answer = think(given)
        signal.setitimer(signal.ITIMER_REAL, 0)
        answers.write(msgspec.json.encode(answer) + b"\n")
        answers.flush()


def main() -> None:
    """Work for the parent process; Ctrl-C is the parent's business."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    work(sys.stdin.buffer, sys.stdout.buffer)


if __name__ == "__main__":
    main()
