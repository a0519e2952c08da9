"""Between the request to stop and the end: proxies are told to look elsewhere, and whoever has not yet is served."""

from __future__ import annotations

import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import grpc
import httpx
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from podesta_client import connect
from tests.eventstore.servers import until
from tests.kit.process import ServiceProcess, running_service

FAR = "60"
"""Seconds; no test waits for them."""


@pytest.fixture
def leaving(tmp_path: Path) -> Iterator[ServiceProcess]:
    """A process that was asked to stop and lingers."""
    with running_service(tmp_path, LINGER_SECONDS=FAR) as service:
        assert httpx.get(f"{service.rest}/readyz").status_code == 200
        service.signal(signal.SIGTERM)
        service.wait_for("leaving")
        yield service


def health(service: ServiceProcess) -> str:
    """What gRPC's health service says."""
    with grpc.insecure_channel(service.grpc) as channel:
        asked = health_pb2.HealthCheckRequest(service="podesta.v1.GameMaster")
        status = health_pb2_grpc.HealthStub(channel).Check(asked).status
    return str(health_pb2.HealthCheckResponse.ServingStatus.Name(status))


GOAWAY, HELLO = 7, b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes((0, 0, 0, 4, 0, 0, 0, 0, 0))
"""A kind of HTTP/2's frames, and what a client says first: its preface and settings of no content."""


class Wire(threading.Thread):
    """A bare HTTP/2 connection that says hello, and keeps the kinds of frames that it is sent until it is closed."""

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
    """Both probes say no, games are opened and read all the same, and a second request ends it."""
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
