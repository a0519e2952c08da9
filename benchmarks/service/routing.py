"""What it is worth to send all calls about a game to one process: `python -m benchmarks.service.routing`.

It takes about two minutes. Several processes on one store, before them haproxy with the settings of
k8s/components/haproxy. Their memories together hold all games, and each alone a part, as with many pods and tens of
thousands of games. Every game is asked for over REST and over gRPC, in an order by chance: first with calls to any
process in turn, then by game.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import perf_counter

import httpx
from prometheus_client.parser import text_string_to_metric_families

from benchmarks.helping import offer_help
from podesta_client import Podesta, connect
from tests.eventstore.servers import Server, until
from tests.kit.ports import free_port
from tests.kit.process import UNLIMITED, ServiceProcess, running_service

HAPROXY = shutil.which("haproxy") or shutil.which("/usr/sbin/haproxy")
CONFIG = Path(__file__).parents[2] / "k8s" / "components" / "haproxy" / "haproxy.cfg"
MOVES = 40
"""Answers in each game's log."""


@dataclass(frozen=True)
class Seen:
    """What all processes together did while the games were asked for."""

    calls: int
    seconds: float
    hits: float
    misses: float
    folding: float
    """Seconds of folding logs."""
    computing: float
    """Seconds of CPU."""

    @property
    def rate(self) -> float:
        """The share of look-ups that found a table in memory."""
        return self.hits / (self.hits + self.misses)


@dataclass(frozen=True)
class Cluster:
    """Processes, their proxy's ports of REST and gRPC."""

    processes: Sequence[ServiceProcess]
    rest: int
    grpc: int

    def counted(self) -> dict[str, float]:
        """What is measured, added up over the processes."""
        found = dict.fromkeys(("hit", "miss", "fold", "cpu"), 0.0)
        for process in self.processes:
            for family in text_string_to_metric_families(httpx.get(f"{process.rest}/metrics").text):
                for sample in family.samples:
                    if sample.name == "podesta_table_lookups_total":
                        found[sample.labels["result"]] += sample.value
                    found["fold"] += sample.value if sample.name == "podesta_fold_seconds_sum" else 0
                    found["cpu"] += sample.value if sample.name == "process_cpu_seconds_total" else 0
        return found


def settings_of_haproxy(processes: Sequence[ServiceProcess], rest: int, grpc: int, by_game: bool) -> str:
    """The component's own settings, with servers and ports of this machine; or with calls to any server in turn."""
    text = re.sub(r"resolvers kube\n(?:    .*\n)+", "", CONFIG.read_text()).replace(" port 8080\n", "\n")
    text = re.sub(r"frontend health\n(?:    .*\n)+", "", text)
    text = text.replace("bind :8080", f"bind 127.0.0.1:{rest}").replace("bind :50051", f"bind 127.0.0.1:{grpc}")
    if not by_game:
        text = re.sub(r"    balance .*\n|    hash-.*\n", "", text)

    def servers(found: re.Match[str]) -> str:
        """A line for each process, where the cluster's names stood; the checks ask REST, whichever wire it is."""
        lines = []
        for index, each in enumerate(processes):
            checked = each.rest.rpartition(":")[2]
            target = each.grpc if "50051" in found[0] else each.rest.removeprefix("http://")
            wire = " proto h2 check-proto h1" if "50051" in found[0] else ""
            lines.append(f"    server pod{index} {target}{wire} check port {checked}\n")
        return "".join(lines)

    return re.sub(r"    server-template .*\n", servers, text)


@contextmanager
def proxied(folder: Path, processes: Sequence[ServiceProcess], by_game: bool) -> Iterator[Cluster]:
    """The processes behind a haproxy of their own."""
    assert HAPROXY is not None, "Debian's package haproxy is needed"
    cluster = Cluster(processes, free_port(), free_port())
    file = folder / f"haproxy-{by_game}.cfg"
    file.write_text(settings_of_haproxy(processes, cluster.rest, cluster.grpc, by_game))
    running = subprocess.Popen([HAPROXY, "-db", "-f", str(file)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        until(lambda: _is_ready(cluster.rest), "the proxy does not answer")
        yield cluster
    finally:
        running.terminate()
        running.wait(30)


def _is_ready(port: int) -> bool:
    try:
        return httpx.get(f"http://127.0.0.1:{port}/readyz").status_code == 200
    except httpx.TransportError:
        return False


@contextmanager
def started(folder: Path, number: int, **settings: str) -> Iterator[list[ServiceProcess]]:
    """Processes on one store."""
    own = UNLIMITED | {"MASTER_KEY": "ab" * 32} | settings
    with ExitStack() as stack:
        store = stack.enter_context(Server(folder / "store"))
        own["STORE_URL"] = store.url
        yield [stack.enter_context(running_service(folder / str(each), **own)) for each in range(number)]


def opened(podesta: Podesta, number: int, moves: int, rnd: Random) -> list[str]:
    """Games that have begun, each with a log of some length."""
    games = []
    for _ in range(number):
        created = podesta.create("golden-horn", seats=["Ada", "Bice"])
        games.append(created.id)
        for _ in range(moves):
            _move(podesta, created.id, created.tokens, rnd)
    return games


def _move(podesta: Podesta, game: str, tokens: Sequence[str], rnd: Random) -> None:
    """One answer of whoever is asked."""
    for token in tokens:
        seen = podesta.get(game, token)
        for question in seen.questions:
            if question.options:
                podesta.answer_only(game, token, seen.revision, [(question.kind, rnd.choice(question.options).word)])
                return


def asked(cluster: Cluster, games: Sequence[str], rounds: int, rnd: Random) -> Seen:
    """Ask for every game over both wires, in an order by chance, again and again."""
    before, began, calls = cluster.counted(), perf_counter(), 0
    with httpx.Client(base_url=f"http://127.0.0.1:{cluster.rest}") as http, connect(f"127.0.0.1:{cluster.grpc}") as rpc:
        for game in (each for _ in range(rounds) for each in rnd.sample(games, len(games))):
            http.get(f"/v1/games/{game}").raise_for_status()
            rpc.get(game)
            calls += 2
    seconds, after = perf_counter() - began, cluster.counted()
    hit, miss, fold, cpu = (after[key] - before[key] for key in ("hit", "miss", "fold", "cpu"))
    return Seen(calls, seconds, hit, miss, fold, cpu)


def compared(folder: Path, number: int, games: int, rounds: int, room: int, moves: int = MOVES) -> tuple[Seen, Seen]:
    """What is seen with calls to any process, and by game; every process remembers `room` games."""
    rnd = Random(7)
    with started(folder, number, CACHED_GAMES=str(room)) as processes:
        with connect(processes[0].grpc) as podesta:
            names = opened(podesta, games, moves, rnd)
        seen = []
        for by_game in (False, True):
            with proxied(folder, processes, by_game) as cluster:
                asked(cluster, names, 1, rnd)
                seen.append(asked(cluster, names, rounds, rnd))
    return seen[0], seen[1]


def main() -> None:
    """Print the table."""
    number, games, room = 3, 300, 120
    with tempfile.TemporaryDirectory() as folder:
        found = compared(Path(folder), number, games, 5, room)
    print(f"{number} processes, {games} games of {MOVES} answers, each process remembers {room}")
    print("calls to      | calls/s | found in memory | folding, µs a call | CPU, µs a call")
    for said, seen in zip(("any process", "one by game"), found, strict=True):
        folding, computing = (1e6 * each / seen.calls for each in (seen.folding, seen.computing))
        print(f"{said:13} | {seen.calls / seen.seconds:7.0f} | {seen.rate:15.1%} | {folding:18.0f} | {computing:14.0f}")


if __name__ == "__main__":
    offer_help(__doc__)
    sys.exit(main())
