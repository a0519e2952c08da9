"""Archiving games, and what a large archive costs: `python -m benchmarks.archive [GAMES] [BUNDLES]`.

Whole games of all rulesets, sealed, are archived from a Valkey of its own into a directory, and one by one read from
there. Then so many bundles of 10,000 small streams are added, and what does not depend on them is timed before and
after: opening the store, a page of the lobby, a run of the job with nothing to do.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random

import msgspec

from benchmarks.engines import record
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
            names = [await _stored(store, game_of(keys, known[n % len(known)], n)) for n in range(games)]
            await _archived(store, names, folder)
            print(f"  one game read           {await _median(lambda: _read(url, bare, names)):8.2f} ms")
            await _unmoved(settings, store, "beside them alone")
            for number in range(bundles):
                await store.shelf.put([_small(keys, number) for _ in range(BUNDLE)])
            await _unmoved(settings, store, f"beside {bundles * BUNDLE:,} more")
    finally:
        server.stop()


async def _stored(store: ArchivedStore, game: Record) -> str:
    await store.inner.restore(game.stream, game.entries, game.status, game.labels, game.card)
    return game.stream


def _small(keys: Keys, number: int) -> Record:
    game, entries = dated(_LAST_WEEK - 3600 * number, new_game()), [Stored(1, os.urandom(16), os.urandom(40))]
    return Record(game, "ended", {}, entries, card_of(keys, game, 1))


async def _archived(store: ArchivedStore, names: list[str], folder: Path) -> None:
    start, busy = time.perf_counter(), time.process_time()
    done = [moved async for moved in archive_ended(store, 1 << 50)]
    took, own = time.perf_counter() - start, time.process_time() - busy
    assert len(done) == len(names), (len(done), len(names))
    size = sum(each.stat().st_size for each in (folder / "records").rglob("*") if each.is_file())
    print(
        f"  archived                {len(done) / took:8,.0f} games/s ({len(done) / own:,.0f} a second of own computing)"
    )
    print(f"  B a game                {size / len(done):8,.0f}")


async def _read(url: str, bare: EventStore, names: list[str]) -> None:
    """As a process does that has not read this one before."""
    store = ArchivedStore(bare, Archive(url))
    assert await store.read(Random().choice(names))


async def _unmoved(settings: Settings, store: ArchivedStore, title: str) -> None:
    """What must not depend on the archive."""

    async def opened() -> None:
        async with await open_games(settings) as games:
            await _joined(settings, games)

    async def listed() -> None:
        lobby = Master(
            ArchivedStore(store.inner, Archive(str(settings.archive_url))), settings, KEY, metrics=Metrics()
        ).lobby
        page, _ = await lobby.games(Wanted(status="ended"), "", 50)
        assert len(page) == 50, len(page)

    async def idle() -> None:
        assert [moved async for moved in archive_ended(store, 1 << 50)] == []

    print(title)
    for name, what in {"opening a store": opened, "a page of ended games": listed, "an idle run": idle}.items():
        print(f"  {name:23} {await _median(what):8.2f} ms", flush=True)


async def _joined(settings: Settings, store: EventStore) -> None:
    await Master(store, settings, KEY, metrics=Metrics()).level.join()


async def _median(what: Callable[[], Awaitable[None]], rounds: int = 15) -> float:
    took = []
    for _ in range(rounds):
        start = time.perf_counter()
        await what()
        took.append(1000 * (time.perf_counter() - start))
    return statistics.median(took)


def main() -> None:
    """Measure with as many games and bundles as the command says."""
    games, bundles = ([int(word) for word in sys.argv[1:]] + [2000, 100][len(sys.argv) - 1 :])[:2]
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measure(Path(folder), games, bundles))


if __name__ == "__main__":
    main()
