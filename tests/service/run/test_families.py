"""A service on `::` serves callers of both families, on both wires and for its metrics; without IPv6, of IPv4."""

from __future__ import annotations

import ctypes
import errno
import platform
import socket
import struct
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from podesta_client import connect
from tests.kit.ports import free_port
from tests.kit.process import ServiceProcess

_SOCKET = {"x86_64": 41, "aarch64": 198}
_LOAD, _EQUAL, _RETURN, _ALLOW, _ERROR = 0x20, 0x15, 0x06, 0x7FFF0000, 0x00050000


def without_ipv6() -> None:
    """Make the kernel refuse IPv6 sockets to this thread and its children, as a kernel without IPv6 does."""
    steps = (
        (_LOAD, 0, 0, 0),  # the call's number
        (_EQUAL, 0, 3, _SOCKET[platform.machine()]),
        (_LOAD, 0, 0, 16),  # its first argument
        (_EQUAL, 0, 1, int(socket.AF_INET6)),
        (_RETURN, 0, 0, _ERROR | errno.EAFNOSUPPORT),
        (_RETURN, 0, 0, _ALLOW),
    )
    code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *step) for step in steps))
    program = ctypes.create_string_buffer(struct.pack("HxxxxxxQ", len(steps), ctypes.addressof(code)))
    libc = ctypes.CDLL(None, use_errno=True)
    assert libc.prctl(38, 1, 0, 0, 0) == 0  # PR_SET_NO_NEW_PRIVS
    assert libc.prctl(22, 2, ctypes.c_void_p(ctypes.addressof(program)), 0, 0) == 0  # PR_SET_SECCOMP, a filter


@pytest.fixture(params=["both", pytest.param("none", marks=pytest.mark.nightly)])
def families(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[ServiceProcess, list[str], int]]:
    """A service on `::`, the addresses of loopback that reach it, and its metrics' port."""
    if request.param == "both" and not _has_ipv6():
        pytest.skip("this machine has no address of IPv6")
    if request.param == "none" and platform.machine() not in _SOCKET:
        pytest.skip("the number of the call is not known here")
    metrics = free_port()
    own = {"REST_HOST": "::", "GRPC_HOST": "::", "GRPC_EXPOSED": "warn", "METRICS_PORT": str(metrics)}
    with ThreadPoolExecutor(1) as thread:
        if request.param == "none":
            thread.submit(without_ipv6).result()
        process = thread.submit(ServiceProcess, tmp_path, **own).result()
    try:
        yield process, ["127.0.0.1", *(["[::1]"] if request.param == "both" else [])], metrics
    finally:
        process.stop()


def _has_ipv6() -> bool:
    try:
        with socket.socket(socket.AF_INET6) as trying:
            trying.bind(("::1", 0))
    except OSError:
        return False
    return True


def test_both_wires_and_the_metrics_are_reached_by_every_family(
    families: tuple[ServiceProcess, list[str], int],
) -> None:
    """A call over REST, one over gRPC, and a scrape, from each address of loopback."""
    process, addresses, metrics = families
    for address in addresses:
        assert httpx.get(f"http://{address}:{process.rest.rpartition(':')[2]}/readyz").status_code == 200
        assert "podesta_build" in httpx.get(f"http://{address}:{metrics}/metrics").text
        with connect(f"{address}:{process.grpc.rpartition(':')[2]}") as podesta:
            assert podesta.create("golden-horn", seats=["Ada", "Bice"]).tokens
    if len(addresses) == 1:
        with pytest.raises(httpx.ConnectError):
            httpx.get(f"http://[::1]:{metrics}/metrics")
