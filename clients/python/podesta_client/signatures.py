"""Signatures: heads that the service has signed, stored as proofs and checked against its keys."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from importlib import import_module

from .heads import heads_of

_GAMES = 256
"""Maximum number of games with stored signed heads; the least recently used are dropped."""


class BadSignature(Exception):
    """A signature does not match its head, game or key."""

    def __init__(self, game: str, revision: int, key: str) -> None:
        super().__init__(f"game {game}, revision {revision}: the head is not what key {key} has signed")
        self.game, self.revision, self.key = game, revision, key


class KeyChanged(Exception):
    """The service has published two different public keys under one id."""

    def __init__(self, key: str) -> None:
        super().__init__(f"the signing key {key} was another before")
        self.key = key


@dataclass(frozen=True)
class SignedHead:
    """A head of a game signed by the service; `public_key` (hex) is empty if the service does not publish it.

    `checked` is whether the signature was verified, which requires the extra `sign` of this package.
    """

    game: str
    revision: int
    head: str
    key: str
    signature: str
    public_key: str = ""
    checked: bool = False


def signed_bytes(game: str, revision: int, head: str) -> bytes:
    """The bytes that are signed for a head."""
    parts = (b"podesta head 1", game.encode(), revision.to_bytes(8, "big"), bytes.fromhex(head))
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def checked(signed: SignedHead, public_key: str) -> SignedHead:
    """Verify a signed head by a public key (hex); raises BadSignature, and ImportError without the extra `sign`."""
    keys = import_module("cryptography.hazmat.primitives.asymmetric.ed25519")
    errors = import_module("cryptography.exceptions")
    try:
        public = keys.Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_key))
        public.verify(bytes.fromhex(signed.signature), signed_bytes(signed.game, signed.revision, signed.head))
    except (errors.InvalidSignature, ValueError):
        raise BadSignature(signed.game, signed.revision, signed.key) from None
    return replace(signed, public_key=public_key, checked=True)


def signed_end(game: str, record: bytes | Iterable[str]) -> SignedHead | None:
    """The signed head at the end of a record, that of the revision before the last, or None; raises Tampered."""
    file = record if isinstance(record, bytes) else "".join(f"{line}\n" for line in record).encode()
    ended = json.loads(file.splitlines()[-1])["events"][-1]
    if not ended.get("signature"):
        return None
    heads = heads_of(game, file)
    revision = len(heads) - 1
    return SignedHead(game, revision, heads[revision], str(ended.get("key")), str(ended["signature"]))


class Signatures:
    """The keys of the service, and the heads that it has signed."""

    def __init__(self) -> None:
        self.keys: dict[str, str] = {}
        """Public keys in hex, by id. Keys that are set in advance are pinned: another one raises KeyChanged."""
        self._signed: OrderedDict[str, list[SignedHead]] = OrderedDict()

    def tell(self, key: str, public_key: str) -> None:
        """Store a public key published by the service; raises KeyChanged."""
        if self.keys.setdefault(key, public_key) != public_key:
            raise KeyChanged(key)

    def keep(self, signed: SignedHead) -> SignedHead:
        """Store a signed head, verified if its key is known and the extra `sign` is installed; raises BadSignature."""
        public_key = self.keys.get(signed.key, "")
        if public_key:
            with suppress(ImportError):  # otherwise it stays unchecked
                signed = checked(signed, public_key)
        known = self._signed.setdefault(signed.game, [])
        if signed not in known:
            known.append(signed)
        self._signed.move_to_end(signed.game)
        if len(self._signed) > _GAMES:
            self._signed.popitem(last=False)
        return signed

    def of(self, game: str) -> Sequence[SignedHead]:
        """The signed heads of a game. Two different ones of a revision prove that the service has shown two games."""
        return tuple(self._signed.get(game, ()))
