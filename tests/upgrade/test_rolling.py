"""Upgrades: an earlier version and this one share a store, forward, back, and past the point of no return."""

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

from podesta_engines import RULESETS
from podesta_engines.game.format.arrays import is_array
from podesta_engines.game.format.levels import HIGHEST, LOWEST
from podesta_engines.game.format.seals import is_sealed, plain
from podesta_eventstore import EmbeddedServer, EventStore, Member, open_store
from podesta_service.model import LISTS
from tests.kit.fixtures import MASTER_KEY
from tests.kit.games import QUICK
from tests.kit.process import BotsProcess, PodestaProcess, ServiceProcess
from tests.kit.rest import Opened, look, play

from .earlier import earlier_service, earlier_site

TIMED = {"kind": "move", "seconds": 1, "policy": "default"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The earlier version."""
    return earlier_site(tmp_path_factory.mktemp("earlier"))


@pytest.fixture
def server(tmp_path: Path) -> Iterator[EmbeddedServer]:
    """A Valkey that all versions share, and that none of them has seen."""
    valkey = EmbeddedServer(tmp_path / "valkey")
    valkey.start()
    yield valkey
    valkey.stop()


@dataclass
class Fleet:
    """Processes on one store; those that run are stopped at the end."""

    url: str
    folder: Path
    running: list[PodestaProcess] = field(default_factory=list)

    @property
    def _settings(self) -> dict[str, str]:
        return {"STORE_URL": self.url, "MASTER_KEY": MASTER_KEY.hex(), "BOT_PROCESSES": "0", "HEARTBEAT_SECONDS": "1"}

    def _data(self) -> Path:
        return self.folder / uuid4().hex[:8]

    async def earlier(self, site: Path) -> ServiceProcess:
        """One more process of the earlier version, which is in a folder."""
        return self._add(await asyncio.to_thread(earlier_service, site, self._data(), **self._settings))

    async def new(self) -> ServiceProcess:
        """One more process of this version."""
        return self._add(await asyncio.to_thread(ServiceProcess, self._data(), **self._settings))

    async def bots(self) -> BotsProcess:
        """House bots of this version."""
        return self._add(await asyncio.to_thread(BotsProcess, self._data(), ["--processes", "1"], **self._settings))

    def _add(self, process: Any) -> Any:
        self.running.append(process)
        return process

    async def stop(self, *which: PodestaProcess) -> None:
        """Let processes end as a rolling update does."""
        for process in which:
            assert await asyncio.to_thread(process.stop) == 0
            self.running.remove(process)

    def podesta(self, *words: str) -> subprocess.CompletedProcess[str]:
        """A command of this version on the same store."""
        settings = {f"PODESTA_{name}": value for name, value in self._settings.items()}
        command = [sys.executable, "-m", "podesta_service.cli", *words]
        return subprocess.run(command, env={**_environ(), **settings}, capture_output=True, text=True)


def _environ() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith("PODESTA_")}


@pytest.fixture
def fleet(server: EmbeddedServer, tmp_path: Path) -> Iterator[Fleet]:
    """An empty fleet."""
    made = Fleet(server.url, tmp_path)
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
    """Play a game on with a process: the revision then."""
    async with httpx.AsyncClient(base_url=process.rest, timeout=30) as http:
        return await play(http, game, rnd, most)


async def seen(process: ServiceProcess, game: Opened) -> dict[str, Any]:
    """A game as a process tells it."""
    async with httpx.AsyncClient(base_url=process.rest, timeout=30) as http:
        return await look(http, game)


async def followed(process: ServiceProcess, game: Opened, during: Callable[[], Awaitable[int]]) -> list[int]:
    """The revisions that a follower on a process is told, from now to what is done meanwhile."""
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


async def seals(store: EventStore, game: str) -> list[bool]:
    """Whether each entry of a game is sealed; those that are not were written at the first level, and are no arrays.

    A process that has not heard of the raise yet seals a map, where another has sealed the entry before.
    """
    found = [(is_sealed(stored.data), is_array(plain(stored.data))) for stored in await store.read(game)]
    assert (False, True) not in found
    return [sealed for sealed, _ in found]


@pytest.mark.campaign
@pytest.mark.slow
@pytest.mark.timeout(300)
async def test_versions_share_a_store(fleet: Fleet, site: Path, tmp_path: Path) -> None:
    """Forward, back before the level is raised, forward again, raised, and on: nobody notices but for the level.

    Seats, followers, clocks and house bots go on at each step, and both versions replay all that was written.
    """
    rnd = Random(7)
    async with await open_store(fleet.url, tmp_path, lists=LISTS) as store:
        old = await fleet.earlier(site)
        game, bots = await opened(old), await opened(old, seats=[{"bot": "random"}, {"bot": "greedy"}])
        timed = await opened(old, clock=TIMED)
        await played(old, game, rnd, 3)

        new, workers = await fleet.new(), await fleet.bots()  # forward
        assert (await store.standing()).level == LOWEST
        told = await followed(old, game, lambda: played(new, game, rnd, 3))
        assert told == list(range(told[0], told[0] + len(told)))
        await followed(new, game, lambda: played(old, game, rnd, 3))
        await _until(lambda: _revision(old, bots), 5)
        await _until(lambda: _revision(old, timed), 4)
        assert not any(await seals(store, game.game) + await seals(store, bots.game))
        young = await opened(new)  # with rules that the earlier version has, too
        await played(old, young, rnd, 3)

        await fleet.stop(new, workers)  # back
        before = await played(old, game, rnd, 4)
        assert (await seen(old, game))["revision"] == before

        new, workers = await fleet.new(), await fleet.bots()  # forward again, and past the point of no return
        await fleet.stop(old)
        assert fleet.podesta("level", "--raise").returncode == 0
        assert (await store.standing()).level == HIGHEST
        newest = await fleet.new()  # knows from its start on; the other learns within seconds
        await played(newest, game, rnd, 3)
        await _until(lambda: _ended(new, bots), 1)
        newer = await opened(newest)
        assert (await seen(new, newer))["rules"] == RULESETS.named("golden-horn").rules
        assert {(await seen(newest, each))["rules"] for each in (game, bots, young)} == {"golden-horn/1"}
        await played(new, newer, rnd, 3)
        end = await played(new, game, rnd, 10_000)
        await played(newest, young, rnd, 10_000)
        kinds = await seals(store, game.game)
        assert kinds[:before] == [False] * before
        assert all(kinds[before : before + 3])
        assert len(kinds) == end
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
    """Return when so much has come about by itself."""
    async with asyncio.timeout(90):
        while await ask() < least:  # noqa: ASYNC110
            await asyncio.sleep(0.2)


async def _key(process: ServiceProcess) -> str:
    """What a process signs with."""
    async with httpx.AsyncClient(base_url=process.rest, timeout=30) as http:
        (key,) = (await http.get("/v1/signing-keys")).raise_for_status().json()["keys"]
    return f"{key['key']}:{key['public_key']}"


async def _verified(process: ServiceProcess, game: Opened, folder: Path, key: str = "") -> str:
    """What is said of the record of an ended game, which holds, and was signed by a key if one is given."""
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
    """The command names who cannot follow, and changes nothing; when that process has gone, it raises."""
    async with await open_store(fleet.url, tmp_path, lists=LISTS) as store:
        await store.join(Member("an-earlier-process", LOWEST, LOWEST, "0.0"))
        refused = fleet.podesta("level", "--raise")
        assert refused.returncode == 1
        assert "an-earlier-process (0.0: 1)" in refused.stderr
        assert (await store.standing()).level == LOWEST
        await store.leave("an-earlier-process")
        assert fleet.podesta("level", "--raise").stdout.startswith(f"level {HIGHEST}: ")


async def test_no_process_starts_below_the_store(fleet: Fleet, tmp_path: Path) -> None:
    """A store of a later version is left alone: neither service nor tool begins, and each says why."""
    async with await open_store(fleet.url, tmp_path, lists=LISTS) as store:
        await store.raise_level(HIGHEST + 1)
        for words in (["serve"], ["audit"]):
            refused = fleet.podesta(*words)
            assert refused.returncode in (1, 2), words
            assert f"the store is at level {HIGHEST + 1}" in refused.stderr
        assert (await store.standing()).members == []


async def test_an_empty_store_begins_at_the_highest_level(fleet: Fleet, tmp_path: Path) -> None:
    """Where nothing was ever stored, no earlier version has anything to lose."""
    async with await open_store(fleet.url, tmp_path, lists=LISTS) as store:
        new = await fleet.new()
        standing = await store.standing()
        assert standing.level == HIGHEST
        assert [(each.lowest, each.highest) for each in standing.members] == [(LOWEST, HIGHEST)]
        await fleet.stop(new)
        assert (await store.standing()).members == []
