"""haproxy in front of services, as operators run it: Debian's package, one process, stopped when its block ends."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

import httpx
import pytest

from podesta_client import Podesta
from tests.eventstore.servers import Server, until
from tests.kit.ports import free_port
from tests.kit.process import UNLIMITED, ServiceProcess, running_service

HAPROXY = shutil.which("haproxy") or shutil.which("/usr/sbin/haproxy")
CONFIG = Path(__file__).parents[3] / "k8s" / "components" / "haproxy" / "haproxy.cfg"
NEEDED = pytest.mark.skipif(HAPROXY is None, reason="no haproxy is installed (Debian's package haproxy)")


@contextmanager
def proxying(folder: Path, config: str, ready: Callable[[], bool]) -> Iterator[None]:
    """A haproxy with a configuration, once it is ready."""
    file = folder / "haproxy.cfg"
    file.write_text(config)
    assert HAPROXY is not None
    running = subprocess.Popen([HAPROXY, "-db", "-f", str(file)], stderr=subprocess.DEVNULL)
    try:
        until(ready, "the proxy does not answer")
        yield
    finally:
        running.terminate()
        running.wait(30)


def listens(port: int) -> bool:
    """Whether a port of loopback accepts connections."""
    with socket.socket() as trying:
        return trying.connect_ex(("127.0.0.1", port)) == 0


@dataclass(frozen=True)
class Cluster:
    """Processes, and the ports of their proxy for REST and gRPC."""

    processes: Sequence[ServiceProcess]
    rest: int
    grpc: int


def settings_of_haproxy(processes: Sequence[ServiceProcess], rest: int, grpc: int) -> str:
    """The component's own settings, with servers and ports of this machine."""
    text = re.sub(r"resolvers kube\n(?:    .*\n)+", "", CONFIG.read_text()).replace(" port 8080\n", "\n")
    text = re.sub(r"frontend health\n(?:    .*\n)+", "", text)
    for port, own in ((8080, rest), (50051, grpc)):
        text = text.replace(f'bind "${{LISTEN}}:{port}" v4v6', f"bind 127.0.0.1:{own}")

    def servers(found: re.Match[str]) -> str:
        """A line for each process, in place of the cluster's names; the checks ask REST, on either wire."""
        lines = []
        for index, each in enumerate(processes):
            checked = each.rest.rpartition(":")[2]
            target = each.grpc if "50051" in found[0] else each.rest.removeprefix("http://")
            wire = " proto h2 check-proto h1" if "50051" in found[0] else ""
            lines.append(f"    server pod{index} {target}{wire} check port {checked}\n")
        return "".join(lines)

    return re.sub(r"    server-template .*\n", servers, text)


@contextmanager
def proxied(folder: Path, processes: Sequence[ServiceProcess]) -> Iterator[Cluster]:
    """The processes behind a haproxy of their own, which routes calls by game."""
    cluster = Cluster(processes, free_port(), free_port())
    config = settings_of_haproxy(processes, cluster.rest, cluster.grpc)
    with proxying(folder, config, lambda: _is_ready(cluster.rest)):
        yield cluster


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
    """Running games, each with a log of some length."""
    games = []
    for _ in range(number):
        created = podesta.create("golden-horn", seats=["Ada", "Bice"])
        games.append(created.id)
        for _ in range(moves):
            _move(podesta, created.id, created.tokens, rnd)
    return games


def _move(podesta: Podesta, game: str, tokens: Sequence[str], rnd: Random) -> None:
    """One answer of a seat that is asked."""
    for token in tokens:
        seen = podesta.get(game, token)
        for question in seen.questions:
            if question.options:
                podesta.answer_only(game, token, seen.revision, [(question.kind, rnd.choice(question.options).word)])
                return
