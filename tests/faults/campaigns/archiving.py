"""`podesta archive` is killed (-9) at any point, with bundles in a directory and in S3: no game is lost or doubled.

Each round has an empty archive and the same ended games in the store. Runs that archive are killed, then one is not;
runs that erase a game are killed, then one is not. After each kill a newly started reader finds every game as it was
and listed once; in the end each is in one bundle, the store has none, and they are recorded and forked.
"""

import logging
import os
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random

import boto3
import msgspec
from moto.server import ThreadedMotoServer

from podesta_eventstore import Archive, ArchivedStore, EventStore, Record, open_store
from podesta_eventstore.testing.card_laws import every_page
from podesta_eventstore.testing.history import Append, History, digest
from podesta_service.master import Master
from podesta_service.model import LISTS
from podesta_service.problems import Refusal
from podesta_service.settings import Settings
from podesta_service.table.clock import Clock
from podesta_service.telemetry.metrics import Metrics
from podesta_service.views.summaries import LobbyFilter
from tests.eventstore.bundle_files import bundled
from tests.eventstore.servers import Server
from tests.faults.campaigns.archiver import Runs, runs
from tests.faults.harness import Plan
from tests.faults.load import Report
from tests.kit.fixtures import MASTER_KEY
from tests.kit.games import open_game, play_on

GAMES = 12
KILLS = 3
"""Kills of archiving runs in a round, and of erasing runs."""
_S3 = {
    "AWS_ACCESS_KEY_ID": "test",
    "AWS_SECRET_ACCESS_KEY": "test",
    "AWS_REGION": "us-east-1",
    "AWS_ALLOW_HTTP": "true",
}
_BUCKET = "games"


async def kill_the_archive(plan: Plan) -> Report:
    """Bundles in a directory."""
    return await _campaign("kill -9 of `podesta archive`", plan, str(plan.folder / "records"))


async def kill_the_archive_on_s3(plan: Plan) -> Report:
    """Bundles in object storage."""
    with _object_storage():
        return await _campaign("the same, archive in S3", plan, f"s3://{_BUCKET}/records")


@contextmanager
def _object_storage() -> Iterator[None]:
    """An S3 server on loopback with a bucket, which the environment names."""
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    before = dict(os.environ)
    os.environ.update(_S3 | {"AWS_ENDPOINT_URL": f"http://{host}:{port}"})
    try:
        boto3.client("s3", endpoint_url=f"http://{host}:{port}", region_name="us-east-1").create_bucket(Bucket=_BUCKET)
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)
        server.stop()


@dataclass
class Round:
    """The games of a campaign, one of its archives, and the violations found there."""

    settings: Settings
    inner: EventStore
    games: list[Record]
    found: list[str]
    erased: str = ""

    @property
    def url(self) -> str:
        """The URL of the archive."""
        return str(self.settings.archive_url)

    def store(self) -> ArchivedStore:
        """Store and archive, as a newly started process opens them."""
        return ArchivedStore(self.inner, Archive(self.url))

    def say(self, what: str) -> None:
        """Record a violation."""
        self.found.append(f"{self.url}: {what}")

    @property
    def left(self) -> list[Record]:
        """The games that must not be erased."""
        return [each for each in self.games if each.stream != self.erased]


async def _campaign(name: str, plan: Plan, url: str) -> Report:
    folder, faults, seed = plan
    history, rnd = History(), Random(seed)
    with Server(folder / "server") as server:
        settings = Settings(store_url=server.url, data_dir=str(folder), master_key=MASTER_KEY.hex())
        environ = {"PODESTA_STORE_URL": server.url, "PODESTA_MASTER_KEY": settings.master_key}
        async with await open_store(server.url, folder, lists=LISTS) as store, runs(environ, rnd) as doing:
            games = await _played(store, settings)
            report = Report(name, history, 0, [], streams=[each.stream for each in games])
            history.appends = [append for each in games for append in _acknowledged(each)]
            rounds = 0
            while report.faults < faults:
                rounds += 1
                own = msgspec.structs.replace(settings, archive_url=f"{url}-{rounds}")
                report.faults += await _round(doing, Round(own, store, games, report.violations), rnd)
    return report


async def _played(store: EventStore, settings: Settings) -> list[Record]:
    """Games that were opened and played two days ago; the store forgets them, so that each round begins alike."""
    master = Master(store, settings, MASTER_KEY, metrics=Metrics(), clock=Clock(lambda: time.time() - 2 * 86_400))
    await master.level.join()
    found = list[Record]()
    for number in range(GAMES):
        game, _ = await open_game(master)
        await play_on(master, game, Random(number))
        known = await store.metadata(game)
        found.append(Record(game, known.status, known.labels, await store.read(game), known.card))
        await store.forget(game, await store.seal(game))
    await master.feeds.close()
    return found


def _acknowledged(game: Record) -> list[Append]:
    of = "opened and played", game.stream
    return [Append(*of, e.command, digest(e.data), 0, 0, "ok", e.revision) for e in game.entries]


async def _round(doing: Runs, now: Round, rnd: Random) -> int:
    """Archive and erase, killed and again; returns the number of kills that hit a running process."""
    archive = "archive", "--days", "0"
    for game in now.games:
        await now.inner.restore(game.stream, game.entries, game.status, game.labels, game.card)
    kills = await _killed(doing, now, archive)
    if await doing.whole(now.url, *archive):
        now.say("the run after the kills failed")
    await _check(now)
    await _check_alone(now)
    now.erased = rnd.choice(now.games).stream
    erase = "archive", "--erase", now.erased
    kills += await _killed(doing, now, erase)
    await doing.whole(now.url, *erase)  # it fails if a killed run had already finished
    await _check(now)
    await _check_alone(now)
    return kills


async def _killed(doing: Runs, now: Round, words: Sequence[str]) -> int:
    kills = 0
    for _ in range(KILLS):
        kills += await doing.killed(now.url, *words)
        await _check(now)
    return kills


async def _check(now: Round) -> None:
    """Check that every game is read as before, and listed once."""
    store = now.store()
    listed = await every_page(store, "ended", "", 3)
    for game in now.left:
        if await store.read(game.stream) != game.entries:
            now.say(f"{game.stream} is read as something else")
        if listed.count(game.stream) != 1:
            now.say(f"{game.stream} is listed {listed.count(game.stream)} times")


async def _check_alone(now: Round) -> None:
    """After a whole run: each game in one bundle and not in the store, shown, recorded and forked by the service."""
    store = now.store()
    found = sorted(await bundled(store.archive))
    if found != sorted(each.stream for each in now.left):
        now.say(f"the bundles have {found}")
    for game in now.games:
        if await now.inner.head(game.stream):
            now.say(f"{game.stream} is still in the store")
    await _check_service(now, Master(store, now.settings, MASTER_KEY, metrics=Metrics()))


async def _check_service(now: Round, master: Master) -> None:
    await master.level.join()
    shown, _ = await master.lobby.games(LobbyFilter(status="ended"), "", 50)
    if sorted(each.game for each in shown) != sorted(each.stream for each in now.left):
        now.say(f"the lobby shows {len(shown)} games")
    for game in now.left:
        if len(await master.record(game.stream)) != len(game.entries):
            now.say(f"the record of {game.stream} is not whole")
    table, _ = await master.forking.fork(now.left[0].stream, 5, [])
    if table.revision < 1:
        now.say(f"{now.left[0].stream} cannot be forked")
    if now.erased:
        await _check_gone(now, master)
    await master.level.leave()
    await master.feeds.close()


async def _check_gone(now: Round, master: Master) -> None:
    try:
        await master.record(now.erased)
    except Refusal:
        return
    now.say(f"{now.erased} was erased, and is still there")
