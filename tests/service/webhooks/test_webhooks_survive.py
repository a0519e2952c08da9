"""Webhooks of real processes: if one is killed during a delivery, no notice is lost or out of order."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from podesta.v1 import game_master_pb2 as pb
from podesta_client import Podesta, connect
from tests.kit.process import running_service
from tests.kit.receiver import PATIENCE, Received, receiving

SITE = "key-of-a-site-with-users"
SETTINGS = {"OPERATOR_KEY": SITE, "WEBHOOK_NETWORKS": "127.0.0.0/8", "WEBHOOK_SECONDS": "2", "BOT_PROCESSES": "0"}


class Turn(NamedTuple):
    """A notice in short."""

    kind: str
    revision: int
    seats: list[int]


def until(found: Callable[[], object]) -> None:
    """Wait until a condition holds."""
    deadline = time.monotonic() + PATIENCE
    while not found():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def move(podesta: Podesta, game: pb.Game, tokens: Sequence[str], rnd: Random) -> pb.Game:
    """The game after one more random answer."""
    seat = game.waiting[0].seat
    question = podesta.get(game.game, tokens[seat]).questions[0]
    option = rnd.choice(question.options).word
    return podesta.answer(game.game, tokens[seat], game.revision, [(question.kind, option)]).after


@pytest.mark.campaign
@pytest.mark.slow
def test_a_process_that_is_killed_while_it_delivers_loses_nothing(tmp_path: Path) -> None:
    """Killed once with a notice on its way and twice after a move: the next process sends the rest, in order."""
    rnd, hold, came = Random(5), threading.Event(), threading.Event()

    def slow(request: Received) -> int:
        """Keep the second notice waiting until its sender is dead."""
        if request.told["data"]["revision"] > 1 and not hold.is_set():
            came.set()
            hold.wait(PATIENCE)
        return 204

    with receiving() as receiver:
        receiver.answer = slow
        with running_service(tmp_path, **SETTINGS) as process, connect(process.grpc) as podesta:
            podesta.add_webhook(receiver.url, SITE)
            opened = podesta.create("golden-horn", ["Ada", "Bice"], operator_key=SITE, options={"start_seat": 0})
            game, tokens, expected = opened.game, opened.tokens, [Turn("game.began", 1, [0])]
            until(lambda: len(receiver.notices) == 1)
            while not came.is_set():
                game = played(podesta, game, tokens, rnd, expected)
                came.wait(0.3 if len(expected) > 1 else 0)
            process.kill()
        hold.set()
        for _ in range(2):
            with running_service(tmp_path, **SETTINGS) as process, connect(process.grpc) as podesta:
                for _ in range(3):
                    game = played(podesta, game, tokens, rnd, expected)
                process.kill()
        with running_service(tmp_path, **SETTINGS):
            until(lambda: len(receiver.notices) >= len(expected))
        assert receiver.briefs == expected
        assert len({each.body for each in receiver.requests}) == len(expected)


def played(podesta: Podesta, game: pb.Game, tokens: Sequence[str], rnd: Random, expected: list[Turn]) -> pb.Game:
    """The game after a move; the notices due are added to `expected`."""
    before = {each.seat for each in game.waiting}
    game = move(podesta, game, tokens, rnd)
    if new := sorted({each.seat for each in game.waiting} - before):
        expected.append(Turn("game.turn", game.revision, new))
    return game
