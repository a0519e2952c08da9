"""A client where the environment names a proxy, as in schools and companies: it says so at once, or needs none."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator

import pytest

from podesta_client import Problem, connect
from podesta_client.aio import connect_async
from podesta_client.channels import SPARED, VARIABLES
from tests.kit.ports import free_port

NOBODY = "http://127.0.0.1:{port}"


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """No proxy but that of the test."""
    for name in (*VARIABLES, *SPARED):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def refusing() -> Iterator[int]:
    """The port of a proxy that lets nobody through."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            while True:
                try:
                    taken, _ = listening.accept()
                except OSError:
                    return
                with taken:
                    if taken.recv(4096):
                        taken.sendall(b"HTTP/1.1 403 Forbidden\r\n\r\n")

        threading.Thread(target=serve, daemon=True).start()
        yield listening.getsockname()[1]
        listening.shutdown(socket.SHUT_RDWR)


@pytest.mark.parametrize("variable", VARIABLES)
@pytest.mark.parametrize("make", [connect, connect_async])
async def test_a_proxy_that_is_not_there_is_named_at_once(
    monkeypatch: pytest.MonkeyPatch, variable: str, make: object
) -> None:
    """Whichever variable names it, and before any call; a host that is to be spared needs none."""
    monkeypatch.setenv(variable, NOBODY.format(port=free_port()))
    with pytest.raises(Problem, match=rf"{variable} names, 127.0.0.1:\d+") as told:
        make("games.example:50051")  # type: ignore[operator]
    assert not told.value.mending
    monkeypatch.setenv("no_proxy", ".example")
    connect("games.example:50051").close()


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
async def test_this_machine_is_reached_without_a_proxy(monkeypatch: pytest.MonkeyPatch, target: str, host: str) -> None:
    """A service on loopback answers, whatever the environment names."""
    monkeypatch.setenv("http_proxy", NOBODY.format(port=free_port()))
    async with connect_async(target.replace("127.0.0.1", host), patience=20) as podesta:
        assert await podesta.rulesets()


def test_a_proxy_that_refuses_is_not_asked_again(monkeypatch: pytest.MonkeyPatch, refusing: int) -> None:
    """The problem names the variables, and comes long before the client's patience ends."""
    monkeypatch.setenv("https_proxy", f"http://127.0.0.1:{refusing}")
    began = time.monotonic()
    with connect("games.example:50051", patience=60) as podesta, pytest.raises(Problem, match="https_proxy"):
        podesta.rulesets()
    assert time.monotonic() - began < 40
