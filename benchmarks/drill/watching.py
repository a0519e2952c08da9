"""A Prometheus with the tree's alerts, queried while a fault lasts."""

from __future__ import annotations

import shutil
import subprocess
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

import httpx
import yaml

from tests.eventstore.servers import until
from tests.kit.ports import free_port

PROMETHEUS = shutil.which("prometheus")
RULES = Path(__file__).parents[2] / "k8s" / "components" / "monitoring" / "rules.yaml"


class Watch(threading.Thread):
    """Records when each alert is first pending or firing, and when a process is first seen to be down."""

    def __init__(self, url: str) -> None:
        super().__init__(daemon=True)
        self._url, self._enough = url, threading.Event()
        self.seen: list[tuple[float, str]] = []
        self.now: set[str] = set()

    def run(self) -> None:
        """Ask twice a second until stopped."""
        before: set[str] = set()
        while not self._enough.wait(0.5):
            now = self.known()
            self.now = now
            self.seen += [(monotonic(), each) for each in sorted(now - before)]
            before = now

    def told(self, began: float, within: float = 60.0) -> list[str]:
        """The first observation within the window after `began`, or the last one before it."""
        new = {name: at for at, name in reversed(self.seen) if began <= at <= began + within}
        first = [f"{name} after {at - began:.0f} s" for name, at in sorted(new.items(), key=lambda each: each[1])]
        return first or [f"{name}, still" for name in sorted(self.now)]

    def has_news(self, began: float) -> bool:
        """Whether an alert first appeared after a moment."""
        return any(at >= began for at, _ in self.seen)

    def known(self) -> set[str]:
        """The alerts that are pending or firing, and `up` is 0 if a process does not answer."""
        with httpx.Client(base_url=self._url) as http:
            alerts = http.get("/api/v1/alerts").json()["data"]["alerts"]
            down = http.get("/api/v1/query", params={"query": "up == 0"}).json()["data"]["result"]
        return {each["labels"]["alertname"] for each in alerts} | ({"up is 0"} if down else set())

    def stop(self) -> None:
        """Stop asking."""
        self._enough.set()
        self.join(30)


@contextmanager
def watching(folder: Path, addresses: Sequence[str]) -> Iterator[Watch | None]:
    """A Prometheus that scrapes these addresses each second; None if Prometheus is not installed."""
    if PROMETHEUS is None:
        yield None
        return
    folder.mkdir()
    rules = yaml.safe_load(RULES.read_text())
    for group in rules["groups"]:
        group["interval"] = "1s"
    (folder / "rules.yaml").write_text(yaml.safe_dump(rules))
    targets = [{"targets": [each.removeprefix("http://") for each in addresses], "labels": {"namespace": "drill"}}]
    config = {
        "global": {"scrape_interval": "1s", "scrape_timeout": "1s"},
        "rule_files": [str(folder / "rules.yaml")],
        "scrape_configs": [{"job_name": "podesta", "static_configs": targets}],
    }
    (folder / "prometheus.yml").write_text(yaml.safe_dump(config))
    port = free_port()
    places = [f"--config.file={folder / 'prometheus.yml'}", f"--storage.tsdb.path={folder / 'data'}"]
    command = [PROMETHEUS, *places, f"--web.listen-address=127.0.0.1:{port}", "--log.level=error"]
    running = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    watch = Watch(f"http://127.0.0.1:{port}")
    try:
        until(lambda: _is_ready(port), "Prometheus does not answer")
        sleep(3)
        watch.start()
        yield watch
    finally:
        if watch.is_alive():
            watch.stop()
        running.terminate()
        running.wait(30)


def _is_ready(port: int) -> bool:
    try:
        return httpx.get(f"http://127.0.0.1:{port}/-/ready").status_code == 200
    except httpx.TransportError:
        return False
