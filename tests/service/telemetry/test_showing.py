"""The metrics' port has few connections, and takes little of the processor."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from itertools import pairwise

import httpx
import pytest

from podesta_service.telemetry.metrics import Metrics
from podesta_service.telemetry.showing import MOST, REST, Paced, shown
from tests.kit.ports import free_port

MANY = 40


@pytest.fixture
def port() -> Iterator[int]:
    """A port with metrics."""
    with shown(Metrics().registry, "127.0.0.1", free_port()) as found:
        yield found


def test_silent_connections_give_way(port: int) -> None:
    """However many are silent, a scrape is answered, and no more than a few are kept."""
    address = ("127.0.0.1", port)
    kept = [socket.create_connection(address, 5) for _ in range(MANY)]
    said = httpx.get(f"http://127.0.0.1:{port}/metrics")
    assert (said.status_code, b"podesta_" in said.content) == (200, True)
    ended = 0
    for each in kept[: MANY - MOST]:
        each.settimeout(5)
        ended += each.recv(1) == b""
    assert ended == MANY - MOST
    assert sum("process_request" in each.name for each in threading.enumerate()) <= MOST
    for each in kept:
        each.close()


def test_answers_are_made_one_after_another_with_rests() -> None:
    """All of many simultaneous calls are answered, and rendering takes a quarter of the time at most."""
    spans = list[tuple[float, float]]()

    def app(*_: object) -> list[bytes]:
        began = time.monotonic()
        time.sleep(0.01)
        spans.append((began, time.monotonic()))
        return [b""]

    paced = Paced(app)
    callers = [threading.Thread(target=paced) for _ in range(5)]
    for each in callers:
        each.start()
    for each in callers:
        each.join(10)
    assert len(spans) == 5
    for (began, ended), (later, _) in pairwise(spans):
        assert later - ended >= REST * (ended - began) - 0.001


def test_a_flood_of_scrapes_is_bounded(port: int) -> None:
    """Connections beyond the bound are closed at once; threads stay few, and the next scrape is answered."""
    address = ("127.0.0.1", port)
    before = most = threading.active_count()
    for _ in range(5):
        every = [socket.create_connection(address, 5) for _ in range(MANY)]
        for each in every:
            each.sendall(b"GET /metrics HTTP/1.0\r\n\r\n")
        most = max(most, threading.active_count())
        for each in every:
            each.close()
    assert most <= before + 2 * MOST
    assert _answered(port)


def _answered(port: int) -> bool:
    """Whether a scrape is answered within some tries."""
    for _ in range(50):
        try:
            return httpx.get(f"http://127.0.0.1:{port}/metrics", timeout=5).status_code == 200
        except httpx.TransportError:
            time.sleep(0.1)
    return False
