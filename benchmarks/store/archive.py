"""Archiving games, and what a large archive costs: `python -m benchmarks.store.archive [GAMES] [BUNDLES]`.

Whole games of all rulesets, sealed, are archived from a Valkey of its own into a directory. Then so many bundles of
10,000 small streams are added by the archive's own writer, and what must not depend on them is timed before and after:
opening the store, one game read, a page of ended games, a run of the job with nothing to do, and one that archives.
In the end a game is erased.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

import msgspec

from benchmarks.helping import offer_help
from benchmarks.rules.engines import record
from podesta_engines import RULESETS
from podesta_engines.game.events import decode_entry, encode_entry
from podesta_engines.game.format.levels import LOTS
from podesta_eventstore import Archive, ArchivedStore, Card, EmbeddedServer, EventStore, Record, Stored, open_store
from podesta_eventstore.naming import dated
from podesta_service.master import Master
from podesta_service.model import LISTS
from podesta_service.names import new_game
from podesta_service.randomness import Keys
from podesta_service.run.archive import BUNDLE, archive_ended, open_games
from podesta_service.settings import Settings
from podesta_service.table import cards
from podesta_service.table.cards import Face
from podesta_service.table.sealed_store import SealedStore
from podesta_service.table.seals import beginning, put
from podesta_service.telemetry.metrics import Metrics
from podesta_service.views.summaries import Wanted

KEY = bytes(32)
_LAST_WEEK = time.time() - 7 * 86_400
_SEEDS = 4
_FEW = 100
_ROUNDS = 15


def game_of(keys: Keys, log: list[bytes], number: int) -> Record:
    """A whole game under a new id, sealed."""
    game, entries = dated(_LAST_WEEK + 40 * number, new_game()), list[Stored]()
    head = beginning(game)
    for revision, data in enumerate(log, 1):
        command = os.urandom(16)
        sealed, head = put(game, head, command, data, keys.sealing)
        entries.append(Stored(revision, command, sealed))
    return Record(game, "ended", {"owner": "a" * 32}, entries, card_of(keys, game, len(entries)))


def card_of(keys: Keys, game: str, head: int) -> Card:
    """The card of a game that has ended."""
    seats: list[tuple[str, str] | None] = [("Ada", ""), ("Bice", ""), ("Carla", "random")]
    terms = "troyes", "troyes/1", "pearl_2010", {}, None, None, 1_780_000_000_000
    face = Face(*terms, seats, {}, {}, listed=True, ended=True, revision=head, at=1_780_000_000_000)
    return Card(face.ruleset, cards.sealed(keys.sealing(game)[0], msgspec.msgpack.encode(face)))


def logs() -> list[list[bytes]]:
    """Whole games of all rulesets, as arrays."""
    found = [record(ruleset, max(ruleset.seats), seed)[0] for ruleset in RULESETS.all() for seed in range(_SEEDS)]
    return [[encode_entry(decode_entry(data), LOTS) for data in log] for log in found]


async def measure(folder: Path, games: int, bundles: int) -> None:
    """Everything, on one server."""
    server = EmbeddedServer(folder / "store")
    server.start()
    url = str(folder / "records")
    settings = Settings(store_url=server.url, archive_url=url, data_dir=str(folder), master_key=KEY.hex())
    keys, known = Keys(KEY), logs()
    try:
        async with await open_store(server.url, folder, lists=LISTS) as bare:
            store = ArchivedStore(SealedStore(bare, keys), Archive(url))
            await _joined(settings, store)
            print(f"{games:,} games of {statistics.mean(map(len, known)):.0f} entries")
            world = World(settings, store, keys, known)
            names = await _archived(world, games)
            await _unmoved(world, names, "beside them alone")
            for number in range(bundles):
                await store.shelf.put([_small(keys, number) for _ in range(BUNDLE)])
            await _unmoved(world, names, f"beside {bundles * BUNDLE:,} more")
            await _erased(store, names[0])
    finally:
        server.stop()


@dataclass
class World:
    """What is measured on."""

    settings: Settings
    store: ArchivedStore
    keys: Keys
    logs: list[list[bytes]]

    async def ended(self, count: int) -> list[str]:
        """Put so many ended games into the store."""
        games = [game_of(self.keys, self.logs[n % len(self.logs)], n) for n in range(count)]
        for game in games:
            await self.store.inner.restore(game.stream, game.entries, game.status, game.labels, game.card)
        return [game.stream for game in games]


def _small(keys: Keys, number: int) -> Record:
    game, entries = dated(_LAST_WEEK - 3600 * number, new_game()), [Stored(1, os.urandom(16), os.urandom(40))]
    return Record(game, "ended", {}, entries, card_of(keys, game, 1))


async def _archived(world: World, games: int) -> list[str]:
    names = await world.ended(games)
    start, busy = time.perf_counter(), time.process_time()
    await _run(world.store, games)
    took, own = time.perf_counter() - start, time.process_time() - busy
    size = _bytes(Path(str(world.settings.archive_url)))
    print(f"  archived                {games / took:8,.0f} games/s ({games / own:,.0f} a second of own computing)")
    print(f"  B a game                {size / games:8,.0f}")
    return names


def _bytes(folder: Path) -> int:
    return sum(each.stat().st_size for each in folder.rglob("*") if each.is_file())


async def _run(store: ArchivedStore, expected: int) -> None:
    done = [moved async for moved in archive_ended(store, 1 << 50)]
    assert len(done) == expected, (len(done), expected)


async def _read(world: World, names: list[str]) -> None:
    """As a process does that has not read this one before."""
    store = ArchivedStore(world.store.inner, Archive(str(world.settings.archive_url)))
    assert await store.read(Random().choice(names))


async def _unmoved(world: World, names: list[str], title: str) -> None:
    """What must not depend on the archive."""
    settings, store = world.settings, world.store

    async def opened() -> None:
        async with await open_games(settings) as games:
            await _joined(settings, games)

    fresh = [ArchivedStore(store.inner, Archive(str(settings.archive_url))) for _ in range(_ROUNDS)]
    readers = [Master(each, settings, KEY, metrics=Metrics()) for each in fresh]

    async def listed() -> None:
        page, _ = await readers.pop().lobby.games(Wanted(status="ended"), "", 50)
        assert len(page) == 50, len(page)

    print(title)
    timed: dict[str, Callable[[], Awaitable[None]]] = {
        "opening a store": opened,
        "one game read": lambda: _read(world, names),
        "a page of ended games": listed,
        "an idle run": lambda: _run(store, 0),
    }
    for name, what in timed.items():
        _tell(name, await _median(what))
    await world.ended(_FEW)
    _tell(f"a run of {_FEW} games", await _once(lambda: _run(store, _FEW)))


async def _erased(store: ArchivedStore, name: str) -> None:
    _tell("one of them erased", await _once(lambda: store.shelf.erase(name)))


async def _joined(settings: Settings, store: EventStore) -> None:
    await Master(store, settings, KEY, metrics=Metrics()).level.join()


async def _median(what: Callable[[], Awaitable[None]], rounds: int = _ROUNDS) -> tuple[float, float]:
    """Of what it takes, and of this process's own share: the second is the same on a busy machine."""
    taken = [await _once(what) for _ in range(rounds)]
    return statistics.median(each[0] for each in taken), statistics.median(each[1] for each in taken)


async def _once(what: Callable[[], Awaitable[None]]) -> tuple[float, float]:
    """Milliseconds that it takes, and those of this process's own computing."""
    start, busy = time.perf_counter(), time.process_time()
    await what()
    return 1000 * (time.perf_counter() - start), 1000 * (time.process_time() - busy)


def _tell(name: str, taken: tuple[float, float]) -> None:
    print(f"  {name:23} {taken[0]:8.2f} ms, computing {taken[1]:8.2f} ms", flush=True)


def main() -> None:
    """Measure with as many games and bundles as the command says."""
    games, bundles = ([int(word) for word in sys.argv[1:]] + [1000, 100][len(sys.argv) - 1 :])[:2]
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measure(Path(folder), games, bundles))


if __name__ == "__main__":
    offer_help(__doc__)
    main()
