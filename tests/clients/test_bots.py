"""The example bots play whole games with the public client alone, and the greedy one wins."""

from __future__ import annotations

import asyncio
import importlib
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from podesta.v1.golden_horn_pb2 import GoldenHornShipView, GoldenHornSpaceView, GoldenHornView
from podesta_client import AsyncPodesta, Turn, connect_async

BOTS = Path(__file__).parents[2] / "clients" / "bots"
GAMES = 12


@pytest.fixture
def greedy(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The greedy bot as a module."""
    monkeypatch.syspath_prepend(str(BOTS))
    return importlib.import_module("greedy_bot")


def script(name: str, *arguments: str, **environ: str) -> subprocess.Popen[str]:
    """A bot as its author would start it."""
    command = [sys.executable, str(BOTS / f"{name}.py"), *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environ or None)


async def output(process: subprocess.Popen[str]) -> str:
    """The output of a bot, which must exit with 0."""
    try:
        printed, errors = await asyncio.to_thread(process.communicate, timeout=240)
    finally:
        process.kill()
    assert (process.returncode, errors) == (0, "")
    return printed


@pytest.mark.parametrize("name", ["random_bot", "greedy_bot"])
async def test_a_bot_opens_a_game_and_plays_all_of_its_seats(name: str, target: str) -> None:
    """With --create, one process plays a whole game and prints the standings."""
    printed = await output(script(name, "--target", target, "--create", "golden-horn", "--seats", "3"))
    first, ending, *standings = printed.splitlines()
    assert first.startswith("game ")
    assert ending.split(" ")[0] in ("port_empty", "declared", "round_limit")
    assert standings[0].startswith("1. seat ")
    assert len(standings) == 3


async def test_bots_meet_over_a_token_and_an_open_seat(target: str) -> None:
    """One bot is handed its token in the environment, the other claims the free seat."""
    async with connect_async(target) as podesta:
        game = await podesta.create("golden-horn", ["Ada", None])
        one = script("greedy_bot", "--target", target, PODESTA_TOKEN=game.tokens[0])
        other = script("random_bot", "--target", target, "--claim", game.id, "--name", "Bice")
        printed = await asyncio.gather(output(one), output(other))
        assert printed[0] == printed[1]
        assert [seat.name for seat in (await podesta.get(game.id)).seats] == ["Ada", "Bice"]


async def match(podesta: AsyncPodesta, greedy: Any, seat: int) -> bool:
    """Whether the greedy bot, on that seat, wins a game against random play."""
    rnd = importlib.import_module("random_bot")
    game = await podesta.create("golden-horn", ["Ada", "Bice"])

    def choose(turn: Turn) -> str:
        word: str = (greedy if turn.seat == seat else rnd).choose(turn)
        return word

    result = await podesta.play(game.tokens, choose)
    return result.standings[seat].score > result.standings[1 - seat].score


async def test_greed_beats_chance(greedy: Any, target: str) -> None:
    """Of a dozen games it wins at least ten; by chance alone that happens in 2 of 100 tries."""
    async with connect_async(target) as podesta:
        won = await asyncio.gather(*(match(podesta, greedy, number % 2) for number in range(GAMES)))
    assert sum(won) >= GAMES - 2


def test_points_are_those_of_the_rules(greedy: Any) -> None:
    """G-44: one a good, 1, 2 and 4 more for sets of four, five and six colours."""
    colours = ["red", "yellow", "blue", "orange", "pink", "green"]
    assert [greedy.points(dict.fromkeys(colours[:size], 1)) for size in range(7)] == [0, 1, 2, 3, 5, 7, 10]
    assert greedy.points(dict.fromkeys(colours, 2)) == 20


def test_reach_follows_sails_cards_and_ports(greedy: Any) -> None:
    """A ship passes spaces of its sails and taken ones, pays cards for others, and stops in ports."""
    colours = ["red", "blue", "pink"]
    sea = [GoldenHornSpaceView(id=f"sea_{i}", kind="sea", colour=colour) for i, colour in enumerate(colours)]
    ends = [GoldenHornSpaceView(id=name, kind=name) for name in ("venice", "constantinople")]
    view = GoldenHornView(route=[ends[0], *sea, ends[1]])
    ship = GoldenHornShipView(id="s", space="venice", heading="constantinople", sails=["red"])
    assert greedy.reach(view, ship, {}) == (2, False)
    assert greedy.reach(view, ship, {"blue": 1}) == (3, False)
    assert greedy.reach(view, ship, {"blue": 1, "pink": 1}) == (4, True)
