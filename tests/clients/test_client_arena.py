"""The arena on a service: practice games on its deals, played by the clients that claim the reserved seats."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from random import choice

import pytest
from click.testing import CliRunner, Result

from podesta_client import AsyncPodesta, Turn, connect_async
from podesta_client.bot_runner import BotRunner, HeldSeats
from podesta_engines import RULESETS
from podesta_engines.game.verify import Verified, verify
from podesta_lab.arena.match import Task
from podesta_lab.arena.players import NoSuchPlayer
from podesta_lab.cli.arena import command
from podesta_lab.cli.on_service import NotPlayed, RemoteService, check
from tests.kit.process import running_service

HORN = RULESETS.named("golden-horn")


async def anything(turn: Turn) -> str:
    """Any legal option."""
    return choice(turn.question.options).word


def arena(target: str, out: Path) -> Result:
    """The command: a block of two clients, with its records."""
    players = ["--players", "seat:Ada seat:Bice", "--games", "2", "--records"]
    return CliRunner().invoke(command, ["golden-horn", *players, "--service", target, "--out", str(out)])


def records(out: Path) -> list[Verified]:
    """The contents of a match's records."""
    return [verify(path.read_bytes(), RULESETS) for path in sorted((out / "records").iterdir())]


def deals(out: Path) -> list[str]:
    """The deals named in the records of a match."""
    created = [json.loads(path.read_text().splitlines()[0])["events"][0] for path in (out / "records").iterdir()]
    return [each["deal"] for each in created]


async def hosted(podesta: AsyncPodesta, name: str, folder: Path) -> None:
    """A bot host, for two games."""
    await BotRunner(podesta, anything, HeldSeats(folder / f"{name}.json"), ["golden-horn"], name, total=2).run()


@pytest.fixture
def lone(tmp_path: Path) -> Iterator[str]:
    """A separate service: bots that take any open seat would join the tables of other tests."""
    with running_service(tmp_path / "data") as service:
        yield service.grpc


async def test_clients_play_a_match(lone: str, tmp_path: Path) -> None:
    """Each takes the seat that is kept under its name; both games are of one deal, marked, and counted as a block."""
    target, out = lone, tmp_path / "results"
    async with connect_async(target) as podesta, asyncio.timeout(120):
        bots = [asyncio.create_task(hosted(podesta, name, tmp_path)) for name in ("Ada", "Bice")]
        ran = await asyncio.to_thread(arena, target, out)
        assert ran.exit_code == 0, ran.output
        await asyncio.gather(*bots)
    one, other = records(out)
    assert (one.seats, other.seats) == (["Ada", "Bice"], ["Bice", "Ada"])
    assert one.practice
    assert one.commitment != other.commitment
    assert len(set(deals(out))) == 1
    assert len((out / "blocks.jsonl").read_text().splitlines()) == 1
    assert f'service = "{target}"' in (out / "arena.toml").read_text()


async def test_a_game_that_nobody_joins_is_closed(target: str) -> None:
    """The error names the missing players; no game is left open."""
    task = Task("golden-horn", ["seat:Nobody", "seat:Noone"], 2, 0, (0, 1))

    def play() -> None:
        list(RemoteService(target, limit=0.1).play([task], 1))

    with pytest.raises(NotPlayed, match=r"has not ended within .*; free: Nobody, Noone"):
        await asyncio.to_thread(play)
    async with connect_async(target) as podesta:
        assert [each async for each in podesta.games("golden-horn", "open") if each.practice] == []


@pytest.mark.parametrize("players", [["greedy", "mine.py:choose"], ["greedy", "seat:"], ["greedy", "genius"]])
def test_players_that_cannot_come_are_refused(players: list[str]) -> None:
    """Players that are functions in files play in the arena's own process only."""
    with pytest.raises(NoSuchPlayer, match="cannot play on a service"):
        check(HORN, players, [2])


def test_a_client_has_one_seat_at_a_table() -> None:
    """If a client would have to play against itself, more players are required."""
    check(HORN, ["greedy", "seat:Ada"], [2])
    with pytest.raises(NoSuchPlayer, match="one seat at a table"):
        check(HORN, ["greedy", "seat:Ada"], [3])
