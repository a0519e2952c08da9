"""The search bot plays with the public client and the Simulator alone."""

from __future__ import annotations

import asyncio
import importlib
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from podesta_client import Podesta, Turn, connect
from podesta_engines import RULESETS
from podesta_engines.core.ruleset import Ruleset

BOTS = Path(__file__).parents[2] / "clients" / "bots"


@pytest.fixture
def bot(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The search bot as a module."""
    monkeypatch.syspath_prepend(str(BOTS))
    return importlib.import_module("search_bot")


def play_some(target: str, ruleset: Ruleset, think: Callable[[Podesta, str, Turn], str], turns: int) -> int:
    """Think for the first turns of a game, then answer at random; return the number of turns."""
    rnd, seen = Random(4), 0
    with connect(target) as podesta:
        game = podesta.create(ruleset.id, [f"Bot {seat}" for seat in range(ruleset.seats[0])])

        def choose(turn: Turn) -> str:
            nonlocal seen
            seen += 1
            words = [option.word for option in turn.question.options]
            chosen = think(podesta, game.tokens[turn.seat], turn) if seen <= turns else rnd.choice(words)
            assert chosen in words
            return chosen

        podesta.play(game.tokens, choose)
    return seen


@pytest.mark.parametrize("ruleset", RULESETS.all(), ids=lambda ruleset: ruleset.id)
async def test_it_answers_legally_in_every_ruleset(bot: Any, target: str, ruleset: Ruleset) -> None:
    """For every question, simultaneous and secret ones included, a search answers with one of the options."""

    def think(podesta: Podesta, token: str, turn: Turn) -> str:
        word: str = bot.Search(podesta, token, turn, Random(1), horizon=4).think(8)
        return word

    assert await asyncio.to_thread(play_some, target, ruleset, think, 12) > 12


async def test_its_answer_repeats_with_its_chance(bot: Any, target: str) -> None:
    """On the same turn, two searches with the same random generator agree."""

    def think(podesta: Podesta, token: str, turn: Turn) -> str:
        searches = [bot.Search(podesta, token, turn, Random(5)) for _ in range(2)]
        words: list[str] = [search.think(12) for search in searches]
        values = [{branch: node.value for branch, node in search._root.branches.items()} for search in searches]
        assert words[0] == words[1]
        assert values[0] == values[1]
        return words[0]

    await asyncio.to_thread(play_some, target, RULESETS.named("golden-horn"), think, 10)


async def test_it_plays_from_the_command_line(bot: Any, target: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Its runner opens a game, plays every seat and prints the standings."""
    runner = importlib.import_module("runner")

    def prepare(podesta: Podesta, tokens: list[str]) -> Callable[[Turn], str]:
        chosen: Callable[[Turn], str] = bot.searching(podesta, tokens, 2)
        return chosen

    await asyncio.to_thread(runner.run_with, prepare, ["--target", target, "--create", "golden-horn"])
    printed = capsys.readouterr().out
    for line in ("game ", "1. seat "):
        assert f"\n{line}" in f"\n{printed}"
