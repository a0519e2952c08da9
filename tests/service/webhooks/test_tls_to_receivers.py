"""Webhooks by TLS, to a real server: its certificate is for the name, of a trusted authority, and still valid."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import uuid4

import pytest
import trustme

from podesta_service.webhooks.calls import WebhookRequest
from podesta_service.webhooks.sending import Outcome, Sender
from tests.kit.fixtures import NewContext
from tests.kit.receiver import Receiver, receiving

from .guards import LOOPBACK, NAME
from .hooks import Names

HEADERS = {"webhook-id": "1"}
EXPIRED = "its certificate is not trusted: certificate has expired"


@pytest.fixture
def authority(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> trustme.CA:
    """The only authority that is trusted here, as an operator would have it; the name is that of loopback."""
    names = Names()
    names.answers[NAME] = [["127.0.0.1"]]
    monkeypatch.setattr(socket, "getaddrinfo", names.look_up)
    made, file = trustme.CA(), tmp_path / "authorities.pem"
    made.cert_pem.write_to_path(str(file))
    monkeypatch.setenv("SSL_CERT_FILE", str(file))
    return made


@contextmanager
def certified(issued: trustme.LeafCert) -> Iterator[Receiver]:
    """A receiver with a certificate."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    issued.configure_cert(context)
    with receiving(tls=context) as receiver:
        yield receiver


async def sent(url: str) -> Outcome:
    """The outcome of an attempt."""
    sender = Sender(5, LOOPBACK)
    try:
        return await sender.send(url, HEADERS, b"{}")
    finally:
        await sender.close()


async def test_the_name_is_proved_though_the_address_is_called(authority: trustme.CA) -> None:
    """The certificate is requested, and checked, by the name in the address; by the number if it has one."""
    for name in (NAME, "127.0.0.1"):
        with certified(authority.issue_cert(name)) as receiver:
            assert await sent(f"https://{name}:{receiver.port}/hook") == Outcome(204, "")
            assert receiver.requests[0].headers["host"] == f"{name}:{receiver.port}"


async def test_another_names_certificate_is_refused_and_told(authority: trustme.CA) -> None:
    """One for another name, or for the bare address that is called, proves nothing, and nothing is sent."""
    for other in ("games.example", "127.0.0.1"):
        with certified(authority.issue_cert(other)) as receiver:
            outcome = await sent(f"https://{NAME}:{receiver.port}/hook")
            assert (outcome.status, outcome.delivered, receiver.requests) == (0, False, [])
            assert outcome.why.startswith("its certificate is not trusted: Hostname mismatch")


@pytest.mark.usefixtures("authority")
async def test_an_unknown_authoritys_certificate_is_refused_and_told() -> None:
    """An attacker in between can issue certificates of their own; nothing is sent to them."""
    with certified(trustme.CA().issue_cert(NAME)) as receiver:
        outcome = await sent(f"https://{NAME}:{receiver.port}/hook")
        assert (outcome.status, receiver.requests) == (0, [])
        assert outcome.why.startswith("its certificate is not trusted: ")


async def test_an_expired_certificate_is_refused_and_told(authority: trustme.CA) -> None:
    """A day too old is too old."""
    yesterday = datetime.now(UTC) - timedelta(days=1)
    with certified(authority.issue_cert(NAME, not_after=yesterday)) as receiver:
        outcome = await sent(f"https://{NAME}:{receiver.port}/hook")
        assert (outcome, receiver.requests) == (Outcome(0, EXPIRED), [])


@pytest.mark.usefixtures("authority")
async def test_a_receiver_without_tls_is_sent_nothing() -> None:
    """An address that begins with https is called by TLS or not at all."""
    with receiving() as receiver:
        outcome = await sent(f"https://127.0.0.1:{receiver.port}/hook")
        assert (outcome, receiver.requests) == (Outcome(0, "no connection, or no answer of HTTP"), [])


async def test_whose_webhook_it_is_learns_why_it_fails(new_context: NewContext, authority: trustme.CA) -> None:
    """A ping shows that the receiver's certificate has expired, and that a renewed one is accepted."""
    site, yesterday = f"key-of-a-site-{uuid4().hex}", datetime.now(UTC) - timedelta(days=1)
    context = await new_context(operator_keys=f"create:{site}", webhook_networks="127.0.0.0/8")
    with certified(authority.issue_cert("127.0.0.1", not_after=yesterday)) as old:
        port = old.port
        webhook, _ = await context.master.webhooks.add("", site, WebhookRequest(old.url), uuid4().hex)
        tried = await context.master.webhooks.ping("", site, webhook.webhook)
        assert tried == Outcome(0, EXPIRED)
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("127.0.0.1").configure_cert(tls)
    with receiving(port, tls=tls):
        assert (await context.master.webhooks.ping("", site, webhook.webhook)).delivered
