"""The service as a process of its own, as operators run it."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

PATIENCE = 60.0
UNLIMITED = dict.fromkeys(
    (
        "TOKEN_CALLS",
        "ADDRESS_CALLS",
        "TOKEN_COMPUTING",
        "ADDRESS_COMPUTING",
        "ADDRESS_GUESSES",
        "ADDRESS_GAMES_HOUR",
        "ADDRESS_GAMES_DAY",
        "ADDRESS_FORKS_HOUR",
        "ADDRESS_BOT_GAMES",
        "SEAT_REISSUES_MINUTE",
        "ADDRESS_REISSUES_MINUTE",
    ),
    "0",
)
"""Settings without limits and quotas, for an address that uses a machine to its full."""


class PodestaProcess:
    """A command of `podesta` that runs until it is stopped, its data in a folder; `ready` is its first event."""

    command = ""
    ready = ""
    site: Path | None = None
    """Where another version's packages are; None: this one's."""

    def __init__(self, data_dir: Path, arguments: Sequence[str] = (), **settings: str) -> None:
        own = {"DATA_DIR": str(data_dir), **dict.fromkeys(("REST_PORT", "GRPC_PORT", "METRICS_PORT"), "0")}
        own |= {"LOG_FORMAT": "json", **settings}
        environ = {name: value for name, value in os.environ.items() if not name.startswith("PODESTA_")}
        environ |= {f"PODESTA_{name}": value for name, value in own.items()}
        environ |= {"PYTHONPATH": str(self.site)} if self.site else {}
        command = [sys.executable, "-m", "podesta_service.cli", self.command, *arguments]
        self._process = subprocess.Popen(command, env=environ, stderr=subprocess.PIPE, text=True, bufsize=1)
        self.log: list[dict[str, Any]] = []
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._ready = threading.Event()
        self._reader.start()
        if not self._ready.wait(PATIENCE) or not any(line.get("event") == self.ready for line in self.log):
            self.kill()
            raise RuntimeError(f"the service did not start: {self.log}")

    def _read(self) -> None:
        """Keep the log, a JSON object per line; other lines are kept as text."""
        assert self._process.stderr is not None
        for line in self._process.stderr:
            self.log.append(_parse(line))
            if self.log[-1].get("event") == self.ready:
                self._ready.set()
        self._ready.set()

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._process.pid

    def _said(self, event: str) -> dict[str, Any]:
        return next(line for line in self.log if line.get("event") == event)

    def wait_for(self, event: str, times: int = 1, **fields: Any) -> None:
        """Return when the log has an event with these fields, `times` times."""
        deadline, wanted = time.monotonic() + PATIENCE, {"event": event, **fields}
        while sum(wanted.items() <= line.items() for line in self.log) < times:
            if time.monotonic() > deadline:
                raise TimeoutError(f"{event!r} was not logged: {self.log}")
            time.sleep(0.05)

    @property
    def children(self) -> list[int]:
        """The process ids of its workers and bots: the children that run the same program, unlike its store."""
        tasks = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()
        return [int(child) for child in tasks if "podesta_service" in Path(f"/proc/{child}/cmdline").read_text()]

    @property
    def running(self) -> bool:
        """Whether it has not ended."""
        return self._process.poll() is None

    @property
    def memory(self) -> int:
        """Its resident memory in bytes."""
        return int(Path(f"/proc/{self.pid}/statm").read_text().split()[1]) * resource.getpagesize()

    def signal(self, number: int) -> None:
        """Send it a signal."""
        self._process.send_signal(number)

    def kill(self) -> None:
        """Kill it as a crash does: SIGKILL, without shutdown."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait(PATIENCE)

    def stop(self) -> int:
        """Ask it to stop; returns its exit code."""
        self._process.send_signal(signal.SIGTERM)
        code = self._process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        return code


class ServiceProcess(PodestaProcess):
    """`podesta serve` on free ports."""

    command, ready = "serve", "serving"

    @property
    def rest(self) -> str:
        """The address of REST."""
        return str(self._said("serving")["rest"])

    @property
    def grpc(self) -> str:
        """The target of gRPC."""
        return str(self._said("serving")["grpc"])


class BotsProcess(PodestaProcess):
    """`podesta bots`."""

    command, ready = "bots", "working"


def _parse(line: str) -> dict[str, Any]:
    try:
        parsed = json.loads(line)
    except ValueError:
        parsed = None
    return parsed if isinstance(parsed, dict) else {"text": line}


@contextmanager
def running_service(data_dir: Path, arguments: Sequence[str] = (), **settings: str) -> Iterator[ServiceProcess]:
    """A service for the time of a block, stopped at the end if it still runs."""
    process = ServiceProcess(data_dir, arguments, **settings)
    try:
        yield process
    finally:
        if process.running:
            process.stop()
