"""A cut link: packets of a port vanish in both directions, without notice."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

_IPTABLES = shutil.which("iptables", path=f"{os.environ['PATH']}:/usr/sbin")


@contextmanager
def cut(*ports: int) -> Iterator[None]:
    """Drop all packets to or from these ports of loopback, for the duration of a block."""
    with ExitStack() as stack:
        for port in ports:
            for end in ("--dport", "--sport"):
                rule = ["INPUT", "-i", "lo", "-p", "tcp", end, str(port), "-j", "DROP"]
                _iptables("-I", *rule)
                stack.callback(_iptables, "-D", *rule)
        yield


def may_cut() -> bool:
    """Whether this user can do so on this machine."""
    asked = [_IPTABLES or "false", "-w", "-S", "INPUT"]
    return subprocess.run(asked, capture_output=True, check=False).returncode == 0


def _iptables(*words: str) -> None:
    subprocess.run([_IPTABLES or "iptables", "-w", *words], check=True)
