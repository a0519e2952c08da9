"""Where webhooks may go: public addresses and allowed networks only, whatever the name or spelling."""

from __future__ import annotations

from ipaddress import ip_address

import pytest

from podesta_service.problems import BAD_WEBHOOK, Refusal
from podesta_service.webhooks.addresses import NOT_PUBLIC, Forbidden, checked, endpoint, is_public, networks_of
from podesta_service.webhooks.resolving import Resolver
from podesta_service.webhooks.sending import Sender
from tests.kit.receiver import receiving

from .guards import INSIDE, LOOPBACK, PUBLIC


@pytest.mark.parametrize("address", PUBLIC)
def test_public_addresses_are_reached_by_tls_alone(address: str) -> None:
    """A machine of the internet may be called, but only by TLS, so that no third party reads or answers."""
    found = [ip_address(address)]
    assert is_public(found[0])
    assert checked(found, [], secure=True) == found[0]
    with pytest.raises(Forbidden):
        checked(found, [], secure=False)


@pytest.mark.parametrize("address", INSIDE)
def test_no_other_address_is_reached(address: str) -> None:
    """Neither alone, nor together with a public one, nor because another network is allowed."""
    found = ip_address(address)
    for both in ([found], [ip_address(PUBLIC[0]), found], [found, ip_address(PUBLIC[0])]):
        with pytest.raises(Forbidden):
            checked(both, networks_of(["10.99.0.0/16"]), secure=True)


@pytest.mark.parametrize("address", ["127.0.0.1", "127.9.9.9", "::ffff:127.0.0.1"])
@pytest.mark.parametrize("secure", [True, False])
def test_an_allowed_network_is_reached(address: str, secure: bool) -> None:
    """With TLS or without; an IPv4 address is the same one however it is written."""
    assert checked([ip_address(address)], LOOPBACK, secure=secure) == ip_address(address)
    with pytest.raises(Forbidden):
        checked([ip_address(address), ip_address("::1")], LOOPBACK, secure=secure)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "games.example/hook",
        "ftp://games.example/hook",
        "file:///etc/passwd",
        "https:///hook",
        "https://",
        "https://ada:secret@games.example/",
        "https://games.example/#part",
        "https://games.example:0/",
        "https://games.example:99999/",
        "https://games.example:port/",
        "https://[::1/",
        "https://games.example/a b",
        "https://games.example\\@127.0.0.1/",
        "https://games.example/\r\nHost: other",
        "https://gämes.example/",
        "https://games.example/" + "x" * 1_000,
        "http://games.example/hook",
    ],
)
def test_what_is_no_address_is_refused(url: str) -> None:
    """Another scheme, a user, a fragment, no host, or a text that parsers read differently."""
    with pytest.raises(Refusal) as refused:
        endpoint(url, [])
    assert refused.value.kind is BAD_WEBHOOK


def test_plain_http_needs_a_network_that_allows_it() -> None:
    """In a network that the operator names, an address may begin with http; it is checked again when it is called."""
    assert endpoint("http://games.example/hook", LOOPBACK).hostname == "games.example"


@pytest.mark.parametrize("host", ["127.0.0.1", "2130706433", "0x7f000001", "017700000001", "127.1", "localhost"])
async def test_every_spelling_of_this_machine_is_found_out(host: str) -> None:
    """An address that the system reads as loopback is refused as loopback, and is reached where that is allowed."""
    with receiving() as receiver:
        url = f"http://{host}:{receiver.port}/hook"
        closed = Sender(5, networks_of(["10.99.0.0/16"]))
        outcome = await closed.send(url, {"webhook-id": "1"}, b"{}")
        assert (outcome.status, outcome.delivered, receiver.requests) == (0, False, [])
        assert outcome.why == NOT_PUBLIC
        await closed.close()
        found = set(await Resolver().resolve(host, receiver.port))
        opened = Sender(5, networks_of(str(address) for address in found))
        assert (await opened.send(url, {"webhook-id": "1"}, b"{}")).why in ("", "no connection, or no answer of HTTP")
        await opened.close()


async def test_a_name_that_answers_both_is_refused_whole() -> None:
    """A name with one allowed and one other address is not called at all."""
    with receiving() as receiver:
        found = [ip_address("127.0.0.1"), ip_address("10.0.0.1")]
        with pytest.raises(Forbidden):
            checked(found, LOOPBACK, secure=False)
        assert receiver.requests == []


async def test_redirects_are_not_followed() -> None:
    """A redirect means that the notice was not taken, and it is not followed."""
    with receiving() as receiver, receiving() as inner:
        receiver.answer, receiver.headers = lambda _: 307, {"Location": inner.url}
        sender = Sender(5, LOOPBACK)
        outcome = await sender.send(receiver.url, {"webhook-id": "1"}, b"{}")
        assert (outcome.status, outcome.delivered) == (307, False)
        assert inner.requests == []
        await sender.close()


async def test_the_host_that_was_named_is_asked_for() -> None:
    """The connection goes to the checked address; the receiver reads the name."""
    with receiving() as receiver:
        sender = Sender(5, networks_of(["127.0.0.0/8", "::1"]))
        outcome = await sender.send(f"http://localhost:{receiver.port}/a?b=c", {"webhook-id": "1"}, b"{}")
        if outcome.delivered:  # if localhost is ::1 first, there is no listener
            assert receiver.requests[0].headers["host"] == f"localhost:{receiver.port}"
            assert receiver.requests[0].path == "/a?b=c"
        assert (await sender.send(receiver.url, {"webhook-id": "2"}, b"{}")).status == 204
        assert receiver.requests[-1].headers["host"] == f"127.0.0.1:{receiver.port}"
        await sender.close()
