"""Two processes behind haproxy: no caller notices when one stops, and a lost store is reported as a problem of ours."""

from __future__ import annotations

import signal
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests.eventstore.servers import Server, until
from tests.kit.ports import free_port
from tests.kit.process import ServiceProcess, running_service

from .proxies import NEEDED, proxying

KEY = "ab" * 32
CONFIG = """
defaults
    mode http
    timeout connect 5s
    timeout client 60s
    timeout server 60s
    timeout check 20s
    option redispatch
    retries 3
frontend front
    bind 127.0.0.1:{port}
    default_backend podesta
backend podesta
    option httpchk GET /readyz
    http-check expect status 200
    default-server check inter 100ms fall 2 rise 1
    server a {a}
    server b {b}
"""

pytestmark = [pytest.mark.campaign, pytest.mark.slow, NEEDED]


@contextmanager
def proxy(folder: Path, a: ServiceProcess, b: ServiceProcess) -> Iterator[str]:
    """A haproxy that sends calls to two processes; its address."""
    port = free_port()
    config = CONFIG.format(port=port, a=a.rest.removeprefix("http://"), b=b.rest.removeprefix("http://"))
    url = f"http://127.0.0.1:{port}"
    with proxying(folder, config, lambda: ready(url)):
        yield url


def ready(url: str) -> bool:
    """Whether a process behind the proxy is ready."""
    try:
        return httpx.get(f"{url}/readyz").status_code == 200
    except httpx.TransportError:
        return False


class Caller(threading.Thread):
    """Opens games through the proxy without a pause, on connections of its own."""

    def __init__(self, url: str) -> None:
        super().__init__(daemon=True)
        self._url, self._enough = url, threading.Event()
        self.calls: Counter[str] = Counter()
        self.start()

    def run(self) -> None:
        """Count the results of the calls."""
        plan = {"ruleset": "golden-horn", "seats": [{"claim": True}, {"claim": True}]}
        with httpx.Client(base_url=self._url, timeout=60) as http:
            while not self._enough.is_set():
                self.calls[self._call(http, plan)] += 1

    def _call(self, http: httpx.Client, plan: dict[str, object]) -> str:
        try:
            response = http.post("/v1/games", json=plan)
        except httpx.TransportError as error:
            return type(error).__name__
        return str(response.status_code)

    def stop(self) -> Counter[str]:
        """Stop, and return the counts."""
        self._enough.set()
        self.join(60)
        return self.calls


def test_one_of_two_stops_and_the_store_goes_away(tmp_path: Path) -> None:
    """No call fails when a process that lingers stops; without the store, every call has a problem of ours."""
    own = {"MASTER_KEY": KEY, "LINGER_SECONDS": "3", "ADDRESS_GAMES_HOUR": "0", "ADDRESS_GAMES_DAY": "0"}
    with (
        Server(tmp_path / "store") as store,
        running_service(tmp_path / "a", STORE_URL=store.url, **own) as a,
        running_service(tmp_path / "b", STORE_URL=store.url, **own) as b,
        proxy(tmp_path, a, b) as url,
    ):
        caller = Caller(url)
        until(lambda: caller.calls["201"] >= 5, "no game was opened")
        a.signal(signal.SIGTERM)
        until(lambda: not a.running, "it does not stop")
        opened = caller.calls["201"]
        until(lambda: caller.calls["201"] >= opened + 5, "no game was opened by the other")
        assert set(caller.stop()) == {"201"}
        store.kill()
        until(lambda: httpx.get(f"{url}/readyz").json().get("store") == "away", "the store is not missed")
        time.sleep(1)  # ten of the proxy's probes
        refused = httpx.get(f"{url}/v1/games")
        assert (refused.status_code, refused.headers["content-type"]) == (503, "application/problem+json")
        assert refused.json()["type"] == "/problems/store-unavailable"
        assert refused.headers["retry-after"]
        assert sum(line.get("event") == "what is due cannot be learned" for line in b.log) <= 2
        store.start()
        until(lambda: httpx.get(f"{url}/v1/games").status_code == 200, "the store is not found again")
