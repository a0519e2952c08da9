"""Clocks of real processes: the one that opened the games is killed, the others handle each deadline once."""

from __future__ import annotations

import time
from pathlib import Path

from podesta_client import Clock, Podesta, check, connect
from podesta_engines import RULESETS
from tests.kit.process import PATIENCE, running_service

NAMES = ["Ada", "Bice"]


def events_of(podesta: Podesta, game: str) -> list[list[str]]:
    """The first event of each update of a game after the first one."""
    return [[event.WhichOneof("event") for event in update.events] for update in podesta.history(game, after=1)]


def ended(podesta: Podesta, game: str) -> bool:
    """Whether a game is over, once it is or the time limit has passed."""
    deadline = time.monotonic() + PATIENCE
    while (found := not podesta.get(game).waiting) is False and time.monotonic() < deadline:
        time.sleep(0.1)
    return found


def test_clocks_outlive_the_process_that_opened_their_games(tmp_path: Path) -> None:
    """Three processes, one killed: every game is played to its end by default answers, one entry a deadline."""
    rules = [ruleset.id for ruleset in RULESETS.all() if 2 in ruleset.seats]
    with (
        running_service(tmp_path) as one,
        running_service(tmp_path) as two,
        running_service(tmp_path) as three,
        connect(two.grpc) as podesta,
    ):
        with connect(one.grpc) as first:
            clock = Clock(kind="bank", seconds=1, policy="default")
            games = [first.create(ruleset, NAMES, clock=clock).id for ruleset in rules]
            lost = first.create("golden-horn", NAMES, clock=Clock(kind="move", seconds=2, policy="forfeit")).id
        one.kill()
        assert all(ended(podesta, game) for game in [*games, lost])
        assert all(kinds[:2] == ["timed_out", "answered"] for game in games for kinds in events_of(podesta, game))
        assert events_of(podesta, lost) == [["timed_out", "resigned", "ended"]]
        with connect(three.grpc) as other:
            assert check(other.record(lost)).chain == check(podesta.record(lost)).chain
