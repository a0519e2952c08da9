"""How long a start takes, from `podesta serve` to the first 200 of /readyz: `python -m benchmarks.service.starting`.

`FOLDER …` names other trees, such as one of an earlier commit, which start in turn with this one; `--dry` writes
nothing. A private Valkey is started by it, or is there already. The first start of each, which may have to compile
modules, is not counted.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from pathlib import Path
from statistics import median

from benchmarks.helping import offer_help
from benchmarks.peers.tables import RESULTS, written
from benchmarks.wire.calls import cpu_seconds
from podesta_eventstore import EmbeddedServer
from tests.kit.ports import free_port

BEGIN = "<!-- written by python -m benchmarks.service.starting -->"
HERE = Path(__file__).parents[2]
PACKAGES = ("engines", "eventstore", "service", "clients/python")
ROUNDS = 7
PATIENCE = 60.0
_ASK = b"GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"


@dataclass
class Starts:
    """The starts of one tree on one kind of store: seconds by the clock, and of CPU."""

    name: str
    tree: Path
    private: bool
    seconds: list[float] = field(default_factory=list)
    computing: list[float] = field(default_factory=list)


def is_ready(port: int) -> bool:
    """Whether somebody on a port answers 200."""
    try:
        with socket.create_connection(("127.0.0.1", port), 1.0) as asking:
            asking.sendall(_ASK)
            return asking.recv(64).startswith(b"HTTP/1.1 200")
    except OSError:
        return False


@contextmanager
def begun(tree: Path, folder: Path, url: str, port: int) -> Iterator[int]:
    """The process id of a service that has just been begun, stopped at the end of the block."""
    own = {"DATA_DIR": str(folder), "REST_PORT": str(port), "GRPC_PORT": "0", "STORE_URL": url, "MASTER_KEY": "ab" * 32}
    environ = {name: value for name, value in os.environ.items() if not name.startswith("PODESTA_")}
    environ |= {f"PODESTA_{name}": value for name, value in own.items()}
    environ |= {"PYTHONPATH": os.pathsep.join(str(tree / each) for each in PACKAGES), "PYTHONDONTWRITEBYTECODE": ""}
    command = [sys.executable, "-m", "podesta_service.cli", "serve"]
    process = subprocess.Popen(command, env=environ, cwd=tree, stderr=subprocess.DEVNULL)
    try:
        yield process.pid
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE)


def started(tree: Path, url: str) -> tuple[float, float]:
    """Seconds until a new service is ready, and those that its process computed; raises TimeoutError."""
    port = free_port()
    with tempfile.TemporaryDirectory() as name:
        began = time.perf_counter()
        with begun(tree, Path(name), url, port) as pid:
            while not is_ready(port):
                if time.perf_counter() - began > PATIENCE:
                    raise TimeoutError("the service does not get ready")
                time.sleep(0.005)
            return time.perf_counter() - began, cpu_seconds(pid)


def measured(trees: Sequence[Path], rounds: int = ROUNDS) -> list[Starts]:
    """The starts of some trees, each on a store that is there and on one of its own, in turn."""
    names = ["this tree", *(f"another, {number}" for number in range(1, len(trees)))]
    every = [Starts(name, tree, private) for private in (False, True) for name, tree in zip(names, trees, strict=True)]
    with tempfile.TemporaryDirectory() as folder:
        store = EmbeddedServer(Path(folder))
        store.start()
        try:
            for number in range(rounds + 1):
                for each in every:
                    seconds, computing = started(each.tree, "" if each.private else store.url)
                    each.seconds += [seconds] if number else []
                    each.computing += [computing] if number else []
        finally:
            store.stop()
    return every


def table(found: Sequence[Starts], today: date, load: float) -> str:
    """The figures beside the goal."""
    lines = [
        f"{today}, {len(os.sched_getaffinity(0))} cores, load {load:.1f}; {len(found[0].seconds)} starts in turn.",
        "",
        "| what starts | its store | until it is ready: median | least | most | computed | goal |",
        "|---|---|---|---|---|---|---|",
    ]
    for each in found:
        times = (median(each.seconds), min(each.seconds), max(each.seconds), median(each.computing))
        cells = [each.name, "its own" if each.private else "is there", *(f"{seconds:.2f} s" for seconds in times)]
        lines.append(f"| {' | '.join([*cells, '1 s'])} |")
    return "\n".join(lines)


def main(given: Sequence[str] = ()) -> None:
    """Measure, print, write."""
    trees = [HERE, *(Path(word).resolve() for word in given if word != "--dry")]
    found = measured(trees)
    shown = table(found, datetime.now(UTC).date(), os.getloadavg()[0])
    print(shown)
    if "--dry" not in given:
        RESULTS.write_text(written(RESULTS.read_text(), shown, BEGIN))


if __name__ == "__main__":
    offer_help(__doc__)
    main(sys.argv[1:])
