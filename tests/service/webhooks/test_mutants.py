"""Guards with a hole, and signatures that sign too little, are noticed: so the tests of the real ones can fail.

A mutant is a module's source with one thing changed.
"""

from __future__ import annotations

import inspect
import socket
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import pytest
import trustme

from podesta_service.webhooks import addresses, posting, sending
from tests.kit.receiver import Received

from .guards import faults_of_guard, faults_of_sender, staged
from .hooks import Names


class Mutant(NamedTuple):
    """A text that occurs once in the source, and its replacement."""

    was: str
    now: str

    def of(self, module: ModuleType) -> ModuleType:
        """The module with that change."""
        source = inspect.getsource(module)
        assert source.count(self.was) == 1, self.was
        made = ModuleType(module.__name__)
        made.__package__ = module.__package__
        exec(compile(source.replace(self.was, self.now), str(module.__file__), "exec"), made.__dict__)
        return made


GUARDS = [
    Mutant("found = mapped or address", "found = address"),
    Mutant("if isinstance(address, IPv6Address) and address not in _WORLD:", "if False:"),
    Mutant("if any(address in network for network in _ELSEWHERE):", "if False:"),
    Mutant("return address.is_global and not", "return not"),
    Mutant("return address.is_global and not (address.is_multicast or", "return address.is_global and not ("),
    Mutant("(secure and is_public(found))", "is_public(found)"),
    Mutant("(secure and is_public(found))", "secure"),
    Mutant("if not all(allowed(", "if not any(allowed("),
    Mutant("for address in found):", "for address in found[:1]):"),
    Mutant("for address in found):", "for address in found[-1:]):"),
    Mutant('parts.scheme == "http" and networks', 'parts.scheme == "http"'),
    Mutant('if parts.scheme != "https" and', "if False and"),
    Mutant("parts.username is not None or", ""),
    Mutant("or parts.fragment", ""),
    Mutant("and parts.port != 0", ""),
    Mutant("bool(parts.hostname) and", ""),
    Mutant("or not url.isprintable()", ""),
    Mutant("<= LONGEST_URL or", "<= 10_000 or"),
]
SENDERS = [
    Mutant('return checked(found, [*self.networks, *networks], secure=parts.scheme == "https")', "return found[0]"),
    Mutant("200 <= status < 300", "200 <= status < 400"),
]
POSTINGS = [
    Mutant("follow_redirects=False", "follow_redirects=True"),
    Mutant('host = f"[{address}]" if address.version == 6 else str(address)', "host = parts.hostname"),
    Mutant('"sni_hostname": parts.hostname, ', ""),
    Mutant("verify=authorities", "verify=False"),
    Mutant('{"Host": parts.netloc, ', "{"),
    Mutant("trust_env=False", "trust_env=True"),
]
SIGNERS = [
    Mutant("(notice.encode(), str(at).encode(), body)", "(notice.encode(), body, str(at).encode())"),
    Mutant("(notice.encode(), str(at).encode(), body)", "(str(at).encode(), body)"),
    Mutant("(notice.encode(), str(at).encode(), body)", "(notice.encode(), body)"),
    Mutant("(notice.encode(), str(at).encode(), body)", "(notice.encode(), str(at).encode())"),
    Mutant('b".".join', 'b"".join'),
    Mutant('hmac.digest(secret, said, "sha256")', 'hmac.digest(said, secret, "sha256")'),
    Mutant('hmac.digest(secret, said, "sha256")', 'hmac.digest(b"", said, "sha256")'),
    Mutant('"sha256")', '"sha1")'),
    Mutant('f"v1,{signature}"', "signature"),
]
SECRET, ID, AT, BODY = b"the secret of a test", "abc-7-def", 1_700_000_000, b'{"type":"ping"}'


def test_the_guard_has_no_hole_and_every_hole_is_noticed() -> None:
    """Each condition of the guard keeps out an address that the others would let in."""
    assert faults_of_guard(addresses) == []
    assert [mutant for mutant in GUARDS if not faults_of_guard(mutant.of(addresses))] == []


async def test_the_sender_has_no_hole_and_every_hole_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Redirects, names that change, certificates of others, a proxy of the environment: none diverts it."""
    authority, names = trustme.CA(), Names()
    authority.cert_pem.write_to_path(str(tmp_path / "authorities.pem"))
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "authorities.pem"))
    monkeypatch.setenv("HTTPS_PROXY", "http://127.0.0.1:9")
    monkeypatch.setattr(socket, "getaddrinfo", names.look_up)
    with staged(authority, names) as stage:
        assert await faults_of_sender(sending, stage) == []
        assert [mutant for mutant in SENDERS if not await faults_of_sender(mutant.of(sending), stage)] == []
        assert [mutant for mutant in POSTINGS if not await faults_of_sender(posting_by(mutant), stage)] == []


def posting_by(mutant: Mutant) -> ModuleType:
    """The sender's module with a mutant HTTP client."""
    made = Mutant("import asyncio\n", "import asyncio\n").of(sending)
    vars(made)["_posting"] = mutant.of(posting).Posting
    return made


def received(module: ModuleType, **changed: object) -> Received:
    """A notice as a receiver gets it, with one part changed on the way."""
    headers = {**module.signed(SECRET, ID, AT, BODY), **{name: str(changed[name]) for name in changed if "-" in name}}
    body = changed.get("body", BODY)
    assert isinstance(body, bytes)
    return Received("/hook", headers, body)


def test_nothing_that_is_signed_can_be_changed() -> None:
    """Another id, time, body or secret, or a signature that is truncated or of another version, is rejected."""
    secret = sending.written(SECRET)
    right = received(sending)
    signature = right.headers["webhook-signature"]
    assert right.is_signed(secret)
    forged = [
        received(sending, **{"webhook-id": "abc-8-def"}),
        received(sending, **{"webhook-timestamp": AT + 1}),
        received(sending, **{"webhook-id": f"{ID}.{AT}", "webhook-timestamp": ""}),
        received(sending, body=BODY.replace(b"ping", b"pong")),
        received(sending, body=BODY + b" "),
        received(sending, body=b""),
        received(sending, **{"webhook-signature": signature[:-2]}),
        received(sending, **{"webhook-signature": signature.replace("v1,", "v2,")}),
        received(sending, **{"webhook-signature": ""}),
    ]
    assert [each for each in forged if each.is_signed(secret)] == []
    assert not right.is_signed(sending.written(SECRET + b"!"))


def test_a_signature_that_signs_less_is_noticed() -> None:
    """Receivers reject a signature that leaves out, swaps or joins its parts, or uses another key."""
    assert [each for each in SIGNERS if received(each.of(sending)).is_signed(sending.written(SECRET))] == []
