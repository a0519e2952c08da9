"""Upgrades: this version and a later one share a store, forward, back, and past the point of no return."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any
from uuid import uuid4

import httpx
import pytest

from podesta_engines.game.format.levels import LOWEST
from podesta_engines.game.format.seals import is_sealed
from podesta_eventstore import EmbeddedServer, EventStore, Member, open_store
from podesta_service.model import LISTS
from tests.kit.fixtures import MASTER_KEY
from tests.kit.games import QUICK
from tests.kit.process import BotsProcess, PodestaProcess, ServiceProcess
from tests.kit.rest import Opened, look, play

from .later import FIRST, RAISED, SECOND, later_site

TIMED = {"kind": "move", "seconds": 1, "policy": "default"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The later version."""
    return later_site(tmp_path_factory.mktemp("later"))


@pytest.fixture
def server(tmp_path: Path) -> Iterator[EmbeddedServer]:
    """A Valkey that all versions share, empty at first."""
    valkey = EmbeddedServer(tmp_path / "valkey")
    valkey.start()
    yield valkey
    valkey.stop()


@dataclass
class Fleet:
    """Processes on one store, of this version, and of a later one that is in a folder; they are stopped at the end."""

    url: str
    folder: Path
    site: Path
    running: list[PodestaProcess] = field(default_factory=list)

    @property
    def _settings(self) -> dict[str, str]:
        return {"STORE_URL": self.url, "MASTER_KEY": MASTER_KEY.hex(), "BOT_PROCESSES": "0", "HEARTBEAT_SECONDS": "1"}

    def _data(self) -> Path:
        return self.folder / uuid4().hex[:8]

    async def old(self) -> ServiceProcess:
        """One more process of this version."""
        return self._add(await asyncio.to_thread(ServiceProcess, self._data(), **self._settings))

    async def new(self) -> ServiceProcess:
        """One more process of the later version."""
        later = type("LaterService", (ServiceProcess,), {"site": self.site})
        return self._add(await asyncio.to_thread(later, self._data(), **self._settings))

    async def bots(self) -> BotsProcess:
        """House bots of the later version."""
        later = type("LaterBots", (BotsProcess,), {"site": self.site})
        return self._add(await asyncio.to_thread(later, self._data(), ["--processes", "1"], **self._settings))

    def _add(self, process: Any) -> Any:
        self.running.append(process)
        return process

    async def stop(self, *which: PodestaProcess) -> None:
        """Stop processes as a rolling update does."""
        for process in which:
            assert await asyncio.to_thread(process.stop) == 0
            self.running.remove(process)

    def podesta(self, *words: str, later: bool = True) -> subprocess.CompletedProcess[str]:
        """A command of the later version, or of this one, on the same store."""
        settings = {f"PODESTA_{name}": value for name, value in self._settings.items()}
        settings |= {"PYTHONPATH": str(self.site)} if later else {}
        command = [sys.executable, "-m", "podesta_service.cli", *words]
        return subprocess.run(command, env={**_environ(), **settings}, capture_output=True, text=True)


def _environ() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith("PODESTA_")}


@pytest.fixture
def fleet(server: EmbeddedServer, site: Path, tmp_path: Path) -> Iterator[Fleet]:
    """An empty fleet."""
    made = Fleet(server.url, tmp_path, site)
    yield made
    for process in made.running:
        process.kill()


async def opened(process: ServiceProcess, **more: Any) -> Opened:
    """A game with two seats of people, opened on a process."""
    plans = [{"name": f"P{seat}", "claim": True} for seat in range(2)]
    wanted = {"ruleset": "golden-horn", "options": {**QUICK, "round_limit": 5}, "seats": plans, **more}
    async with httpx.AsyncClient(base_url=process.rest, timeout=30) as http:
        found = (await http.post("/v1/games", json=wanted)).raise_for_status().json()
    return Opened(found["game"]["game"], [token["token"] for token in found["tokens"]])


async def played(process: ServiceProcess, game: Opened, rnd: Random, most: int) -> int:
    """Play a game on with a process; returns the revision then."""
    async with httpx.AsyncClient(base_url=process.rest, timeout=30) as http:
        return await play(http, game, rnd, most)


async def seen(process: ServiceProcess, game: Opened) -> dict[str, Any]:
    """A game as a process shows it."""
    async with httpx.AsyncClient(base_url=process.rest, timeout=30) as http:
        return await look(http, game)


async def followed(process: ServiceProcess, game: Opened, during: Callable[[], Awaitable[int]]) -> list[int]:
    """The revisions that a follower on a process receives, from now until the given work is done."""
    found: list[int] = []
    doing: asyncio.Task[int] | None = None
    async with (
        asyncio.timeout(60),
        httpx.AsyncClient(base_url=process.rest, timeout=30) as http,
        http.stream("GET", f"{game.path}/stream") as stream,
    ):
        async for line in stream.aiter_lines():
            found += [int(line[3:])] if line.startswith("id:") else []
            doing = doing or (asyncio.create_task(_doing(during)) if found else None)
            if doing and doing.done() and found[-1] >= doing.result():
                return found
    raise AssertionError(f"the stream ended after {found}")


async def _doing(during: Callable[[], Awaitable[int]]) -> int:
    return await during()


async def is_whole(store: EventStore, game: str, end: int) -> bool:
    """Whether a game has so many entries, each of them sealed."""
    found = await store.read(game)
    return len(found) == end and all(is_sealed(stored.data) for stored in found)


@pytest.mark.campaign
@pytest.mark.slow
async def test_versions_share_a_store(fleet: Fleet, tmp_path: Path) -> None:
    """Forward, back before the level is raised, forward again, raised, and on: only the level differs for callers.

    Seats, followers, clocks and house bots go on at each step, and both versions replay all that was written.
    """
    rnd = Random(7)
    async with await open_store(fleet.url, tmp_path, lists=LISTS) as store:
        old = await fleet.old()
        game, bots = await opened(old), await opened(old, seats=[{"bot": "random"}, {"bot": "greedy"}])
        timed = await opened(old, clock=TIMED)
        await played(old, game, rnd, 3)

        new, workers = await fleet.new(), await fleet.bots()  # forward
        assert (await store.level_status()).level == LOWEST
        told = await followed(old, game, lambda: played(new, game, rnd, 3))
        assert told == list(range(told[0], told[0] + len(told)))
        await followed(new, game, lambda: played(old, game, rnd, 3))
        await _until(lambda: _revision(old, bots), 5)
        await _until(lambda: _revision(old, timed), 4)
        young = await opened(new)  # with rules that the version before has, too
        await played(old, young, rnd, 3)

        await fleet.stop(new, workers)  # back
        before = await played(old, game, rnd, 4)
        assert (await seen(old, game))["revision"] == before

        new, workers = await fleet.new(), await fleet.bots()  # forward again, and past the point of no return
        await fleet.stop(old)
        assert fleet.podesta("level", "--raise").returncode == 0
        assert (await store.level_status()).level == RAISED
        newest = await fleet.new()  # reads the level at its start; the other within seconds
        await played(newest, game, rnd, 3)
        await _until(lambda: _ended(new, bots), 1)
        newer = await opened(newest)
        assert (await seen(new, newer))["rules"] == SECOND
        assert {(await seen(newest, each))["rules"] for each in (game, bots, young)} == {FIRST}
        await played(new, newer, rnd, 3)
        end = await played(new, game, rnd, 10_000)
        await played(newest, young, rnd, 10_000)
        assert await is_whole(store, game.game, end)
        for each in (game, bots, young):
            await _verified(newest, each, tmp_path)
        assert f"told this game as {young.game}" in await _verified(newest, young, tmp_path, await _key(newest))
        found = fleet.podesta("audit", "--json")
        told = json.loads(found.stdout)
        assert (told["drifted"], told["broken"], told["unproved"]) == ([], [], []), found


async def _revision(process: ServiceProcess, game: Opened) -> int:
    return int((await seen(process, game))["revision"])


async def _ended(process: ServiceProcess, game: Opened) -> int:
    return int((await seen(process, game))["status"] == "ended")


async def _until(ask: Callable[[], Awaitable[int]], least: int) -> None:
    """Return when a condition holds."""
    async with asyncio.timeout(90):
        while await ask() < least:  # noqa: ASYNC110
            await asyncio.sleep(0.2)


async def _key(process: ServiceProcess) -> str:
    """The key that a process signs with."""
    async with httpx.AsyncClient(base_url=process.rest, timeout=30) as http:
        (key,) = (await http.get("/v1/signing-keys")).raise_for_status().json()["keys"]
    return f"{key['key']}:{key['public_key']}"


async def _verified(process: ServiceProcess, game: Opened, folder: Path, key: str = "") -> str:
    """The output of `podesta verify` for an ended game's record, which holds, and was signed by a key if one is
    given."""
    async with httpx.AsyncClient(base_url=process.rest, timeout=30) as http:
        record = (await http.get(f"{game.path}/record")).raise_for_status().content
    (folder / game.game).write_bytes(record)
    verify = [
        sys.executable,
        "-m",
        "podesta_service.cli",
        "verify",
        str(folder / game.game),
        *["--key", key] * bool(key),
    ]
    found = await asyncio.to_thread(subprocess.run, verify, capture_output=True, text=True)
    assert found.returncode == 0, found.stderr
    return found.stdout


async def test_the_level_is_not_raised_above_a_living_process(fleet: Fleet, tmp_path: Path) -> None:
    """The command names the processes that cannot follow, and changes nothing; once these are gone, it raises."""
    async with await open_store(fleet.url, tmp_path, lists=LISTS) as store:
        await store.join(Member("an-earlier-process", LOWEST, LOWEST, "0.0"))
        refused = fleet.podesta("level", "--raise")
        assert refused.returncode == 1
        assert "an-earlier-process (0.0: 1)" in refused.stderr
        assert (await store.level_status()).level == LOWEST
        await store.leave("an-earlier-process")
        assert fleet.podesta("level", "--raise").stdout.startswith(f"level {RAISED}: ")


async def test_no_process_starts_below_the_store(fleet: Fleet, tmp_path: Path) -> None:
    """A store of a later version is left alone: neither service nor tool starts, and each gives the reason."""
    async with await open_store(fleet.url, tmp_path, lists=LISTS) as store:
        await store.raise_level(RAISED)
        for words in (["serve"], ["audit"]):
            refused = fleet.podesta(*words, later=False)
            assert refused.returncode in (1, 2), words
            assert f"the store is at level {RAISED}" in refused.stderr
        assert (await store.level_status()).members == []


async def test_a_new_store_begins_at_the_highest_level(fleet: Fleet, tmp_path: Path) -> None:
    """In an empty store, no earlier version has anything to lose."""
    async with await open_store(fleet.url, tmp_path, lists=LISTS) as store:
        new = await fleet.new()
        status = await store.level_status()
        assert status.level == RAISED
        assert [(each.lowest, each.highest) for each in status.members] == [(LOWEST, RAISED)]
        await fleet.stop(new)
        assert (await store.level_status()).members == []
