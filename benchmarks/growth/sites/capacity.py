"""The cost of a move, a game and a bot's turn: `python -m benchmarks.growth sites capacity`.

One process on one store is measured for about a minute. Run it on a machine like the one that will serve: seconds of
CPU are that machine's. docs/scaling.md has one run.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random

import httpx
from prometheus_client.parser import text_string_to_metric_families

from podesta_client import Bot, connect
from tests.eventstore.servers import Server, until
from tests.kit.ports import free_port
from tests.kit.process import UNLIMITED, ServiceProcess, running_service
from tests.service.front.proxies import opened

GAMES, MOVES, BOT_GAMES = 150, 40, 4


@dataclass(frozen=True)
class Costs:
    """The measurements: seconds of CPU, and bytes."""

    move_service: float
    """Seconds of the service's CPU for a move and the look before it."""
    move_store: float
    """Seconds of the store's CPU for the same."""
    move_log: float
    """Bytes of a move in the append-only file."""
    game_store: float
    """Bytes of the store's memory for a running game of MOVES answers."""
    game_table: float
    """Bytes of a process's memory for a cached game."""
    bot_turn: float
    """Seconds that a house bot thinks about one answer."""
    call_logged: float
    """Bytes of the service's log for a call over REST."""


def measured(folder: Path) -> Costs:
    """Measure one process on one store."""
    own = UNLIMITED | {"MASTER_KEY": "ab" * 32, "BOT_PROCESSES": "1"}
    own |= {"BOTS_METRICS_PORT": str(free_port())}
    with Server(folder / "store") as store, running_service(folder / "a", **own, STORE_URL=store.url) as service:
        return _costs(store, service, own["BOTS_METRICS_PORT"])


def _costs(store: Server, service: ServiceProcess, bots: str) -> Costs:
    with connect(service.grpc) as podesta:
        opened(podesta, 20, 10, Random(1))  # warm-up
        before = _counted(store, service)
        names = opened(podesta, GAMES, MOVES, Random(2))
        after = _counted(store, service)
        moves = GAMES * MOVES
        cpu, server, log, memory = ((after[key] - before[key]) for key in ("cpu", "server", "log", "memory"))
        table = after["cached"] / after["games"]
        lines = len(service.log)
        with httpx.Client(base_url=service.rest) as http:
            for name in names:
                http.get(f"/v1/games/{name}").raise_for_status()
        until(lambda: len(service.log) >= lines + GAMES, "calls are not logged")
        logged = sum(len(json.dumps(each, separators=(",", ":"))) + 1 for each in service.log[lines:]) / GAMES
        for _ in range(BOT_GAMES):
            podesta.create("golden-horn", seats=[Bot("greedy")] * 2)
        until(lambda: _thoughts(bots)[1] >= 200, "bots do not play")
    seconds, turns = _thoughts(bots)
    return Costs(cpu / moves, server / moves, log / moves, memory / GAMES, table, seconds / turns, logged)


def _samples(url: str) -> Iterator[tuple[str, float]]:
    for family in text_string_to_metric_families(httpx.get(f"{url}/metrics").text):
        yield from ((sample.name, sample.value) for sample in family.samples)


def _counted(store: Server, service: ServiceProcess) -> dict[str, float]:
    found = dict(_samples(service.rest))
    cpu, persistence = store.client.info("cpu"), store.client.info("persistence")
    return {
        "cpu": found["process_cpu_seconds_total"],
        "cached": found["podesta_cached_bytes"],
        "games": found["podesta_cached_games"],
        "server": cpu["used_cpu_user"] + cpu["used_cpu_sys"],
        "log": float(persistence["aof_current_size"]),
        "memory": float(store.client.info("memory")["used_memory"]),
    }


def _thoughts(port: str) -> tuple[float, float]:
    """Seconds that bots thought, and how often; zero while they have not begun."""
    try:
        found = list(_samples(f"http://127.0.0.1:{port}"))
    except httpx.TransportError:
        return 0.0, 0.0
    ends = ("sum", "count")
    seconds, turns = (sum(value for name, value in found if name == f"podesta_bot_seconds_{end}") for end in ends)
    return seconds, turns


def main() -> None:
    """Print the measurements."""
    with tempfile.TemporaryDirectory() as folder:
        costs = measured(Path(folder))
    for name, value in asdict(costs).items():
        print(f"{name:13} {value * 1e6:10.0f} µs" if value < 1 else f"{name:13} {value:10.0f} B")
