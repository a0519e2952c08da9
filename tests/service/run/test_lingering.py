"""Between the request to stop and the end: proxies are told to look elsewhere, and whoever has not yet is served."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import grpc
import httpx
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from podesta_client import connect
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


def test_a_leaving_process_is_not_ready_and_serves_on(leaving: ServiceProcess) -> None:
    """Both probes say no, games are opened and read all the same, and a second request ends it."""
    probe = httpx.get(f"{leaving.rest}/readyz")
    assert (probe.status_code, probe.json()["type"]) == (503, "/problems/draining")
    assert health(leaving) == "NOT_SERVING"
    opened = httpx.post(f"{leaving.rest}/v1/games", json={"ruleset": "troyes", "seats": [{"claim": True}] * 2})
    assert opened.status_code == 201, opened.text
    with connect(leaving.grpc) as podesta:
        assert podesta.get(opened.json()["game"]["game"]).ruleset == "troyes"
    assert leaving.stop() == 0, "asked again, it does not wait for the rest of the time"
