"""The laws of any guard of addresses, and of any sender, and which of them a module breaks."""

from __future__ import annotations

import ssl
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any

import trustme

from podesta_service.problems import Refusal
from podesta_service.webhooks.addresses import networks_of
from tests.kit.receiver import Receiver

from .hooks import Names

PUBLIC = ["1.1.1.1", "93.184.215.14", "2606:4700:4700::1111", "2a00:1450:4001:830::200e"]
INSIDE = [
    "0.0.0.0",
    "10.1.2.3",
    "100.64.0.1",
    "127.0.0.1",
    "127.255.255.254",
    "169.254.169.254",
    "172.16.0.1",
    "192.0.0.8",
    "192.0.2.1",
    "192.168.1.1",
    "198.18.0.1",
    "198.51.100.7",
    "203.0.113.9",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::7f00:1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:169.254.169.254",
    "64:ff9b::7f00:1",
    "64:ff9b:1::1",
    "100::1",
    "2001::1",
    "2001:20::1",
    "2001:db8::1",
    "3fff::1",
    "2002:7f00:1::1",
    "2002:a9fe:a9fe::1",
    "fc00::1",
    "fd00:ec2::254",
    "fe80::1",
    "fec0::1",
    "ff02::1",
]
"""Loopback, private networks, the metadata of clouds, addresses that map to others, and invalid ones."""

LOOPBACK = networks_of(["127.0.0.0/8"])
ELSEWHERE = networks_of(["10.99.0.0/16"])
WRONG_URLS = [
    "ftp://games.example/hook",
    "http://games.example/hook",
    "https:///hook",
    "https://ada:secret@games.example/",
    "https://games.example/#part",
    "https://games.example:0/",
    "https://games.example/\r\nHost:other",
    "https://games.example/" + "x" * 1_000,
]
Module = Any
"""A module with the interface of `addresses`, or of `sending`."""


# -- addresses -----------------------------------------------------------------------------------------------------


def passes(guard: Module, addresses: list[str], networks: Any, secure: bool) -> bool:
    """Whether a guard lets a name with these addresses be called."""
    try:
        guard.checked([ip_address(each) for each in addresses], networks, secure=secure)
    except guard.Forbidden:
        return False
    return True


def takes(guard: Module, url: str) -> bool:
    """Whether a guard accepts an address if only public networks are allowed."""
    try:
        guard.endpoint(url, [])
    except Refusal:
        return False
    return True


def faults_of_guard(guard: Module) -> list[str]:
    """The laws of a guard of addresses that it breaks, by the input that breaks them."""
    let_in = [each for each in INSIDE if passes(guard, [each], ELSEWHERE, True)]
    both = [pair for each in INSIDE for pair in ([PUBLIC[0], each], [each, PUBLIC[0]])]
    beside = [" ".join(pair) for pair in both if passes(guard, pair, ELSEWHERE, True)]
    plain = [f"{each} without TLS" for each in PUBLIC if passes(guard, [each], ELSEWHERE, False)]
    kept_out = [each for each in PUBLIC if not passes(guard, [each], [], True)]
    mapped = [each for each in ("127.0.0.1", "::ffff:127.0.0.1") if not passes(guard, [each], LOOPBACK, False)]
    taken = [url for url in WRONG_URLS if takes(guard, url)]
    return [*let_in, *beside, *plain, *kept_out, *mapped, *taken]


# -- senders -------------------------------------------------------------------------------------------------------

NAME = "hook.example"
Law = Callable[["Stage"], Awaitable[bool]]


@dataclass
class Stage:
    """A sender that may call 127.0.0.1; a receiver there, with a certificate; another one that must never be called."""

    sender: Any
    names: Names
    receiver: Receiver
    inner: Receiver

    def begin(self) -> None:
        """Reset both receivers."""
        self.names.answers = {NAME: [["127.0.0.1"]]}
        self.receiver.answer, self.receiver.headers = lambda _: 204, {}
        self.receiver.requests.clear()
        self.inner.requests.clear()

    async def send(self, name: str = NAME) -> Any:
        """The outcome of a notice to a name at the receiver's port."""
        return await self.sender.send(f"https://{name}:{self.receiver.port}/a?b=c", {"webhook-id": "1"}, b"{}")


async def _is_taken(stage: Stage) -> bool:
    """The receiver gets the whole notice, under the name in its address."""
    outcome = await stage.send()
    paths = [(each.path, each.headers["host"], each.body) for each in stage.receiver.requests]
    return outcome == (204, "", 0) and paths == [("/a?b=c", f"{NAME}:{stage.receiver.port}", b"{}")]


async def _goes_where_it_looked(stage: Stage) -> bool:
    """A name that resolves differently the next moment changes nothing."""
    stage.names.answers[NAME] = [["127.0.0.1"], ["127.0.0.2"]]
    return bool((await stage.send()).delivered)


async def _looks_at_all(stage: Stage) -> bool:
    """A name with a forbidden second address is not called."""
    stage.names.answers[NAME] = [["127.0.0.1", "127.0.0.2"]]
    return not (await stage.send()).delivered and not stage.receiver.requests


async def _is_not_led_on(stage: Stage) -> bool:
    """A redirect counts as not delivered."""
    stage.receiver.answer, stage.receiver.headers = lambda _: 307, {"Location": stage.inner.url}
    outcome = await stage.send()
    return outcome.status == 307 and not outcome.delivered


async def _asks_for_proof(stage: Stage) -> bool:
    """A name that is not in the certificate is sent nothing."""
    stage.names.answers["other.example"] = [["127.0.0.1"]]
    return not (await stage.send("other.example")).delivered and not stage.receiver.requests


LAWS: list[Law] = [_is_taken, _goes_where_it_looked, _looks_at_all, _is_not_led_on, _asks_for_proof]


async def faults_of_sender(sending: Module, stage: Stage) -> list[str]:
    """The laws that a sender breaks, by name; each of them forbids to call the inner receiver."""
    found = []
    for law in LAWS:
        stage.sender = sending.Sender(5, networks_of(["127.0.0.1"]))
        stage.begin()
        if not await law(stage) or stage.inner.requests:
            found.append(law.__name__)
        await stage.sender.close()
    return found


@contextmanager
def staged(authority: trustme.CA, names: Names) -> Iterator[Stage]:
    """Two receivers with certificates, on the same port of two addresses."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(NAME, "127.0.0.2").configure_cert(context)
    receiver, inner = _on_one_port(context)
    try:
        yield Stage(None, names, receiver, inner)
    finally:
        receiver.close()
        inner.close()


def _on_one_port(context: ssl.SSLContext) -> tuple[Receiver, Receiver]:
    """Receivers on a port that is free at both addresses; raises OSError if none is found."""
    for _ in range(50):
        receiver = Receiver(tls=context)
        try:
            return receiver, Receiver(receiver.port, "127.0.0.2", context)
        except OSError:
            receiver.close()
    raise OSError("no port is free at both addresses")
