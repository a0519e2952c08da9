"""Signatures: heads that the service has signed, kept to be shown to others, and held against its keys."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from importlib import import_module

from .heads import heads_of

_GAMES = 256
"""Games whose signed heads are kept; those heard of longest ago are forgotten."""


class BadSignature(Exception):
    """What is said to be signed by a key of the service is not: the head, the game or the key is another."""

    def __init__(self, game: str, revision: int, key: str) -> None:
        super().__init__(f"game {game}, revision {revision}: the head is not what key {key} has signed")
        self.game, self.revision, self.key = game, revision, key


class KeyChanged(Exception):
    """The service tells another public key under an id than it did before."""

    def __init__(self, key: str) -> None:
        super().__init__(f"the signing key {key} was another before")
        self.key = key


@dataclass(frozen=True)
class Signed:
    """A head of a game that the service has signed; `public_key` (hex) is empty where it does not tell that key.

    `checked`: whether the signature was held against that key, which takes the extra `sign` of this package.
    """

    game: str
    revision: int
    head: str
    key: str
    signature: str
    public_key: str = ""
    checked: bool = False


def signed_bytes(game: str, revision: int, head: str) -> bytes:
    """What is signed of a head."""
    parts = (b"podesta head 1", game.encode(), revision.to_bytes(8, "big"), bytes.fromhex(head))
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def checked(signed: Signed, public_key: str) -> Signed:
    """Hold a signed head against a public key (hex); raises BadSignature, ImportError without the extra `sign`."""
    keys = import_module("cryptography.hazmat.primitives.asymmetric.ed25519")
    errors = import_module("cryptography.exceptions")
    try:
        public = keys.Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_key))
        public.verify(bytes.fromhex(signed.signature), signed_bytes(signed.game, signed.revision, signed.head))
    except (errors.InvalidSignature, ValueError):
        raise BadSignature(signed.game, signed.revision, signed.key) from None
    return replace(signed, public_key=public_key, checked=True)


def signed_end(game: str, record: bytes | Iterable[str]) -> Signed | None:
    """What the end of a record says is signed, the head before the last; None: nothing; raises Tampered."""
    file = record if isinstance(record, bytes) else "".join(f"{line}\n" for line in record).encode()
    ended = json.loads(file.splitlines()[-1])["events"][-1]
    if not ended.get("signature"):
        return None
    heads = heads_of(game, file)
    revision = len(heads) - 1
    return Signed(game, revision, heads[revision], str(ended.get("key")), str(ended["signature"]))


class Signatures:
    """The keys that the service has told, and the heads that it has signed."""

    def __init__(self) -> None:
        self.keys: dict[str, str] = {}
        """Public keys in hex, by their ids: set some before, and no others are believed under these."""
        self._signed: OrderedDict[str, list[Signed]] = OrderedDict()

    def tell(self, key: str, public_key: str) -> None:
        """Keep a public key that the service has told; raises KeyChanged."""
        if self.keys.setdefault(key, public_key) != public_key:
            raise KeyChanged(key)

    def keep(self, signed: Signed) -> Signed:
        """Keep a signed head, held against its key where that is known and can be; raises BadSignature."""
        public_key = self.keys.get(signed.key, "")
        if public_key:
            with suppress(ImportError):  # it says so: it is not `checked`
                signed = checked(signed, public_key)
        known = self._signed.setdefault(signed.game, [])
        if signed not in known:
            known.append(signed)
        self._signed.move_to_end(signed.game)
        if len(self._signed) > _GAMES:
            self._signed.popitem(last=False)
        return signed

    def of(self, game: str) -> Sequence[Signed]:
        """The heads of a game that were signed: two of one revision prove that the service has told two games."""
        return tuple(self._signed.get(game, ()))
