"""Between the request to stop and the end: proxies are asked to route elsewhere, and late callers are still served.

The simulation of docs/scaling.md compared with queueing theory, and its results for faults.
"""

from __future__ import annotations

import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import grpc
import httpx
import numpy as np
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from benchmarks.growth.sites.checking import compared
from benchmarks.growth.sites.failing import AWAY, NOTICED, living, without_a_pod, without_a_primary
from benchmarks.growth.sites.measured import Measurement
from benchmarks.growth.sites.page import BEGIN, END, PAGE, Sizes, site, write
from benchmarks.growth.sites.queues import by_server, committed, served
from benchmarks.growth.sites.simulating import KEPT
from benchmarks.growth.sites.site import Prices
from podesta_client import connect
from tests.eventstore.servers import until
from tests.kit.process import ServiceProcess, running_service

FAR = "60"
"""Seconds; no test waits that long."""


@pytest.fixture
def leaving(tmp_path: Path) -> Iterator[ServiceProcess]:
    """A process that was asked to stop and lingers."""
    with running_service(tmp_path, LINGER_SECONDS=FAR) as service:
        assert httpx.get(f"{service.rest}/readyz").status_code == 200
        service.signal(signal.SIGTERM)
        service.wait_for("leaving")
        yield service


def health(service: ServiceProcess) -> str:
    """The status of gRPC's health service."""
    with grpc.insecure_channel(service.grpc) as channel:
        asked = health_pb2.HealthCheckRequest(service="podesta.v1.GameMaster")
        status = health_pb2_grpc.HealthStub(channel).Check(asked).status
    return str(health_pb2.HealthCheckResponse.ServingStatus.Name(status))


GOAWAY, HELLO = 7, b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes((0, 0, 0, 4, 0, 0, 0, 0, 0))
"""A kind of HTTP/2 frame, and a client's first bytes: its preface and empty settings."""


class Wire(threading.Thread):
    """A bare HTTP/2 connection that sends its preface, and keeps the kinds of frames received until it is closed."""

    def __init__(self, service: ServiceProcess) -> None:
        super().__init__(daemon=True)
        host, _, port = service.grpc.rpartition(":")
        self._socket, self.frames = socket.create_connection((host, int(port))), list[int]()
        self._socket.sendall(HELLO)
        self.start()

    def run(self) -> None:
        """Read frame after frame: three bytes of length, one of kind, five of others."""
        with self._socket, self._socket.makefile("rb") as wire, suppress(OSError):
            while len(head := wire.read(9)) == 9:
                self.frames.append(head[3])
                wire.read(int.from_bytes(head[:3], "big"))


def test_a_leaving_process_is_not_ready_and_serves_on(leaving: ServiceProcess) -> None:
    """Both probes fail, games are opened and read all the same, and a second request ends it."""
    probe = httpx.get(f"{leaving.rest}/readyz")
    assert (probe.status_code, probe.json()["type"]) == (503, "/problems/draining")
    assert health(leaving) == "NOT_SERVING"
    opened = httpx.post(f"{leaving.rest}/v1/games", json={"ruleset": "troyes", "seats": [{"claim": True}] * 2})
    assert opened.status_code == 201, opened.text
    with connect(leaving.grpc) as podesta:
        assert podesta.get(opened.json()["game"]["game"]).ruleset == "troyes"
    wire = Wire(leaving)
    until(lambda: wire.frames, "gRPC says nothing")
    assert GOAWAY not in wire.frames, "connections stay for as long as it lingers"
    assert leaving.stop() == 0, "asked again, it does not wait for the rest of the time"
    wire.join(60)
    assert GOAWAY in wire.frames, "a client is told to go elsewhere, and not merely cut off"


PRICES = Prices(0.0005, 0.001, 0.0001, 0.001, 0.001, 0.0003, 0.001, 0.5)


def test_one_loop_serves_in_order() -> None:
    """By hand: the third job waits for the second, the fourth finds the queue empty."""
    assert served(np.array([0.0, 1, 1, 9]), np.array([0.5, 3, 1, 1])).tolist() == [0.5, 4, 5, 10]
    ends = by_server(np.array([2.0, 0, 0]), np.array([1.0, 3, 1]), np.array([1, 1, 0]), 2)
    assert ends.tolist() == [4, 3, 1], "jobs may be told out of order, and others' loops do not matter"


@pytest.mark.parametrize("share", [0.3, 0.8])
def test_it_waits_as_theory_says(share: float) -> None:
    """Poisson arrivals and constant work wait share / (1 - share) / 2 of it on average (Pollaczek and Khinchine)."""
    rnd, count = np.random.default_rng(1), 400_000
    arrivals = np.cumsum(rnd.exponential(1 / share, count))
    waits = served(arrivals, np.ones(count)) - 1 - arrivals
    assert waits.mean() == pytest.approx(share / (1 - share) / 2, rel=0.05)


def test_a_sync_is_shared() -> None:
    """By hand: the first is synced alone, the two that arrived during the sync are synced together."""
    assert committed(np.array([0.0, 0.1, 0.2]), 0.1, 1.0).tolist() == pytest.approx([1.1, 2.3, 2.3])


def test_faults_hold_moves_up_and_lose_none() -> None:
    """Every move is answered; the longest wait is at least as long as the fault; a bigger site suffers less from it."""
    small, big = (site(PRICES, games, Sizes(9_000, 200, 280, 18_000)) for games in (1_000, 10_000))
    for each in (small, big):
        life = living(each, PRICES, seed=1)
        assert np.all(life.known >= life.answered)
        assert np.all(life.answered > life.sent)
        assert np.all(life.busy < 0.75)
        pod, primary = (lost(each, PRICES, life, 1) for lost in (without_a_pod, without_a_primary))
        assert pod.longest >= NOTICED * 0.95
        assert primary.longest >= AWAY * 0.95
        assert primary.held > 0.9 * AWAY * each.games / each.seconds_a_move / each.shards
    assert big.pods > small.pods


def test_it_is_held_against_moves_that_were_made() -> None:
    """A crowded machine makes the simulated moves slower by the same factor."""
    sent, took = np.arange(200) / 10, np.full(200, 0.003)
    alone = compared(Measurement(replace(PRICES, spread=0), sent, took, 0.0005, 1.0))
    crowded = compared(Measurement(replace(PRICES, spread=0), sent, took, 0.0005, 2.0))
    assert alone.simulated[0] == pytest.approx(1 + 0.3 + 1 + 0.5)
    assert crowded.simulated[0] - alone.simulated[0] == pytest.approx(1.0)
    assert alone.measured == [3.0, 3.0, 3.0]


def test_the_page_keeps_what_is_around(tmp_path: Path) -> None:
    """Only the text between the marks is replaced, each time; the page has the marks, and the costs are stored."""
    page = tmp_path / "page.md"
    page.write_text(f"before\n{BEGIN}\nold\n{END}\nafter\n")
    write("new", page)
    write("newer", page)
    assert page.read_text() == f"before\n{BEGIN}\n\nnewer\n\n{END}\nafter\n"
    assert PAGE.read_text("utf-8").count(BEGIN) == 1
    assert KEPT.exists()
