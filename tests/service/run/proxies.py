"""haproxy in front of services, as operators run it: Debian's package, one process, stopped when its block ends."""

from __future__ import annotations

import shutil
import socket
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.eventstore.servers import until

HAPROXY = shutil.which("haproxy") or shutil.which("/usr/sbin/haproxy")
NEEDED = pytest.mark.skipif(HAPROXY is None, reason="no haproxy is installed (Debian's package haproxy)")


@contextmanager
def proxying(folder: Path, config: str, ready: Callable[[], bool]) -> Iterator[None]:
    """A haproxy with a configuration, from when it is ready."""
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
    """Whether anybody takes connections on a port of loopback."""
    with socket.socket() as trying:
        return trying.connect_ex(("127.0.0.1", port)) == 0
