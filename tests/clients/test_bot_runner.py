"""The bot host: it takes open seats, plays them, takes others, and goes on after a crash."""

from __future__ import annotations

import asyncio
import json
import signal
import stat
import sys
from asyncio.subprocess import DEVNULL, Process
from collections.abc import Iterator
from pathlib import Path
from random import choice

import pytest

from podesta_client import AsyncPodesta, Bot, Turn, connect_async
from podesta_client.bot_runner import BotRunner, HeldSeats, find, main
from podesta_eventstore import EmbeddedServer
from tests.kit.ports import free_port
from tests.service.outside import FILES, check_named, lay_out, listed

SHORT = {"round_limit": 1}
MINE = "from random import choice\n\ndef choose(turn):\n    return choice(turn.question.options).word\n"


@pytest.fixture
def store_server(tmp_path: Path) -> Iterator[EmbeddedServer]:
    """A store for each test: the host takes any open seat in the lobby, including other tests'."""
    server = EmbeddedServer(tmp_path / "valkey")
    server.start()
    yield server
    server.stop()


async def anything(turn: Turn) -> str:
    """Any legal option."""
    return choice(turn.question.options).word


async def opened(podesta: AsyncPodesta, games: int, ruleset: str = "golden-horn") -> list[tuple[str, list[str]]]:
    """Games with an open seat, and the tokens of the other one."""
    new = [await podesta.create(ruleset, ["Ada", None], options=SHORT) for _ in range(games)]
    return [(each.id, each.tokens) for each in new]


async def test_it_takes_seats_and_others_when_games_end(target: str, tmp_path: Path) -> None:
    """Three games, two at a time: all are played, none of another ruleset is taken, and the ledger ends up empty."""
    ledger = HeldSeats(tmp_path / "held.json")
    async with connect_async(target) as podesta:
        games = await opened(podesta, 3)
        other = await podesta.create("notre-dame", ["Ada", None])
        host = BotRunner(podesta, anything, ledger, ["golden-horn"], "Robo", most=2, total=3)
        async with asyncio.timeout(60):
            hosting = asyncio.create_task(host.run())
            await podesta.play_many({tokens[0]: anything for _, tokens in games})
            await hosting
        for game, _ in games:
            assert [seat.name for seat in (await podesta.get(game)).seats] == ["Ada", "Robo"]
        assert (await podesta.get(other.id)).seats[1].taken is False
    assert ledger.claims == {}
    assert host.played == 3


async def started(target: str, folder: Path) -> Process:
    """The running command, in a folder with a bot."""
    (folder / "mine.py").write_text(MINE)
    command = ["-m", "podesta_client.bot_runner", "--target", target, "--choose", "mine:choose", "--total", "1"]
    return await asyncio.create_subprocess_exec(sys.executable, *command, cwd=folder, stderr=DEVNULL)


async def taken(podesta: AsyncPodesta, game: str) -> None:
    """Wait until the open seat has a holder."""
    async for update in podesta.watch(game):
        if update.after.seats[1].taken:
            return


@pytest.mark.slow
async def test_killed_it_goes_on_with_its_seat(target: str, tmp_path: Path) -> None:
    """It is killed with its seat taken; restarted, it takes no other seat, and plays to the end."""
    async with connect_async(target) as podesta, asyncio.timeout(90):
        ((game, (ada,)),) = await opened(podesta, 1)
        first = await started(target, tmp_path)
        await taken(podesta, game)
        assert list(json.loads((tmp_path / "podesta-bot.json").read_text())) == [game]
        first.send_signal(signal.SIGKILL)
        await first.wait()
        spare = await podesta.create("golden-horn", ["Ada", None], options=SHORT)
        again = await started(target, tmp_path)
        await podesta.play([ada], anything)
        assert await again.wait() == 0
        assert (await podesta.get(spare.id)).seats[1].taken is False
    assert json.loads((tmp_path / "podesta-bot.json").read_text()) == {}
    assert stat.S_IMODE((tmp_path / "podesta-bot.json").stat().st_mode) == 0o600


async def test_a_seat_that_was_not_to_be_had_is_forgotten(target: str, tmp_path: Path) -> None:
    """A game that filled up while the host was down is dropped."""
    ledger = HeldSeats(tmp_path / "held.json")
    async with connect_async(target) as podesta:
        full = await podesta.create("golden-horn", [Bot("greedy"), "Ada"], options=SHORT)
        ledger.add(full.id)
        await BotRunner(podesta, anything, ledger, total=1)._play_one(full.id)
    assert HeldSeats(tmp_path / "held.json").claims == {}


def test_what_there_is_not_is_said() -> None:
    """A module or a function that cannot be found ends the command with its name."""
    for name in ("nowhere_at_all:choose", "json:nothing", ":"):
        with pytest.raises(SystemExit, match=name):
            find(name)


@pytest.mark.parametrize(
    ("given", "named"),
    [
        (("--choose", "nowhere:choose"), "nowhere:choose"),
        (("--choose", "broken"), "broken"),
        (("--choose", "mine:NUMBER"), "mine:NUMBER"),
        (("--choose", "mine", "--held", "bin"), "bin holds no seats"),
        (("--choose", "mine", "--held", "folder"), "folder cannot be written"),
        (("--choose", "mine", "--held", "FILE/below"), "FILE/below cannot be written"),
        (("--choose", "mine", "--target", "http://127.0.0.1:1"), "localhost:50051"),
        (("--choose", "mine", "--patience", "0"), "no service answers"),
    ],
)
def test_what_it_cannot_use_is_named(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    given: tuple[str, ...],
    named: str,
) -> None:
    """A module, a function, a file of seats, an address: before a seat is taken, and nothing is written."""
    files = {"mine.py": f"{MINE}\nNUMBER = 3\n".encode(), "broken.py": b"raise SystemExit(0)"}
    before = lay_out(tmp_path, FILES | files)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "mine", raising=False)
    with pytest.raises(SystemExit) as ended:
        main(["--target", f"127.0.0.1:{free_port()}", *given])
    check_named(f"{capsys.readouterr().err}{ended.value}", ended.value.code, named)
    assert [each for each in listed(tmp_path) if "pycache" not in each] == before
