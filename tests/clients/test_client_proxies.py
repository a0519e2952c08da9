"""A client that cannot reach its service: because of a proxy, as in schools and companies, or because it is down."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator

import pytest

from podesta_client import BadToken, Problem, connect
from podesta_client.aio import connect_async
from podesta_client.channels import SPARED, VARIABLES
from tests.kit.ports import free_port
from tests.service.outside import SECRET, check_named

NOBODY = "http://127.0.0.1:{port}"


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """No proxy but that of the test."""
    for name in (*VARIABLES, *SPARED):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def refusing() -> Iterator[int]:
    """The port of a proxy that refuses every connection."""
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
    """Whichever variable names it, and before any call; a host that bypasses the proxy needs none."""
    monkeypatch.setenv(variable, NOBODY.format(port=free_port()))
    with pytest.raises(Problem, match=rf"{variable} names, 127.0.0.1:\d+") as told:
        make("games.example:50051")  # type: ignore[operator]
    assert not told.value.mending
    monkeypatch.setenv("no_proxy", ".example")
    connect("games.example:50051").close()


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
async def test_this_machine_is_reached_without_a_proxy(monkeypatch: pytest.MonkeyPatch, target: str, host: str) -> None:
    """A service on loopback answers, whatever proxy the environment names."""
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


@pytest.mark.parametrize("address", ["", "x", "localhost", "http://127.0.0.1:1", "127.0.0.1:99999", "::1:1", "a b:1"])
async def test_what_is_no_address_is_refused_before_any_call(address: str) -> None:
    """The error shows the right form; gRPC would try to resolve it until the client's patience ends."""
    for make in (connect, connect_async):
        with pytest.raises(ValueError, match="write host:port, as in localhost:50051"):
            make(address)
    for right in ("[::1]:1", "games.example:1", "ipv4:127.0.0.1:1", "unix:/run/x.sock", "dns:///games.example"):
        connect(right).close()


@pytest.mark.parametrize(
    ("target", "said"),
    [
        ("127.0.0.1:{port}", "is it running"),
        ("no-such-host.invalid:{port}", "not known"),
        ("unix:/none", "is it running"),
    ],
)
def test_where_no_service_answers_the_client_says_so_in_its_own_words(target: str, said: str) -> None:
    """The message names the address, without terms of gRPC."""
    at = target.format(port=free_port())
    with connect(at, patience=0.1) as podesta, pytest.raises(Problem, match=said) as told:
        podesta.rulesets()
    assert told.value.mending
    check_named(str(told.value), 1, f"unavailable: no service answers at {at.removeprefix('unix:')}")


@pytest.mark.parametrize("token", [f"{SECRET}\n", f"è{SECRET}", f"{SECRET}\x00"])
def test_what_cannot_be_a_token_is_refused_before_any_call(token: str) -> None:
    """With the problem of a wrong token, which does not repeat it; an invalid language falls back to English."""
    with connect(f"127.0.0.1:{free_port()}", language="françai\n", patience=0) as podesta:
        for call in (
            lambda: podesta.get("a" * 21, token=token),
            lambda: podesta.create("troyes", ["Ada", "Bice"], operator_key=token),
        ):
            with pytest.raises(BadToken) as told:
                call()
            check_named(str(told.value), 1, "ASCII letters")
        with pytest.raises(Problem, match="no service answers"):
            podesta.rulesets()
