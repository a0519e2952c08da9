"""The source of draws: the master keys, and the seeds of games. `podesta_engines.game.lottery` draws from a seed."""

from __future__ import annotations

import hmac
import os
import secrets
from base64 import b32encode
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar

from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePrivateKey, derive_private_key
from msgspec import UnsetType
from msgspec.structs import replace

from podesta_engines.game import heads
from podesta_engines.game.events import Created, Reinstated, Renewed
from podesta_engines.game.lottery import commitment_of, reseeded, seed_of
from podesta_eventstore.backup import Trust
from podesta_eventstore.private import make_folder, opener

from .names import letters_of_command, new_letters
from .problems import KEY_MISSING, Refusal, refuse
from .settings import BadSetting, Settings, read_key
from .signing import Signer

E = TypeVar("E", Reinstated, Renewed)
_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""The order of the curve P-256."""
_REMEMBERED = 20_000
"""Number of games with a cached seed, instead of deriving and checking it at every move: as many as tables."""


class Keys:
    """The master keys of a service: the one in use, and others for games and tokens that remain valid.

    `seals` belong to retired master keys, and still verify the seals of their games; see `seal_key`. `signed` has the
    public halves of their signing keys, if known, by the master keys' ids.
    """

    def __init__(
        self,
        current: bytes,
        others: Sequence[bytes] = (),
        seals: Sequence[bytes] = (),
        signed: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self._keys = {key_id(key): key for key in (current, *others)}
        self._seals = [*map(seal_key, self._keys.values()), *seals]
        self.current = key_id(current)
        self.signer = Signer({key: signing_key(master) for key, master in self._keys.items()}, signed)
        self._found = lru_cache(maxsize=_REMEMBERED)(self._find)

    def seed(self, game: str, created: Created) -> bytes:
        """The seed of a game, from the key that its log names; raises Refusal if this process does not have it."""
        return self._found(game, created.key, created.commitment, created.salt)[1]

    def blinding(self, game: str, created: Created) -> bytes:
        """The key of a game's heads; empty if this process does not have the master key."""
        try:
            return heads.blinding(self.seed(game, created))
        except Refusal:
            return b""

    def invitation(self, game: str, created: Created, seat: int | None, number: int) -> str:
        """The secret of an invitation for a seat of a game, or for the game (None): 120 bits; raises Refusal."""
        key = self._master_of(game, created)
        said = f"podesta invitation {game} {'game' if seat is None else seat} {number}"
        return b32encode(hmac.digest(key, said.encode(), "sha256")[:15]).decode().lower()

    def webhook(self, key: str, webhook: str) -> bytes:
        """The secret of a webhook, 32 bytes, from the master key of an id; raises Refusal."""
        if key not in self._keys:
            raise refuse(KEY_MISSING, "rotate-keys")
        return hmac.digest(self._keys[key], b"podesta webhook " + webhook.encode(), "sha256")

    def push(self, key: str = "") -> EllipticCurvePrivateKey:
        """The key that identifies this service to push services (P-256), from a master key by id or the one in use.

        Raises Refusal.
        """
        if (master := self._keys.get(key or self.current)) is None:
            raise refuse(KEY_MISSING, "rotate-keys")
        drawn = int.from_bytes(hmac.digest(master, b"podesta push 1", "sha384"), "big")
        return derive_private_key(drawn % (_ORDER - 1) + 1, SECP256R1())

    @property
    def erasures(self) -> dict[str, bytes]:
        """The keys of the ids of erased games, by the master keys' ids, the one in use first."""
        return {key: hmac.digest(master, b"podesta erasures 1", "sha256") for key, master in self._keys.items()}

    def sealing(self, game: str) -> list[bytes]:
        """The keys that a game's entries may be sealed with, 32 bytes each; the first is of the master key in use."""
        return [hmac.digest(key, game.encode(), "sha256") for key in self._seals]

    def knows(self, named: str | UnsetType) -> bool:
        """Whether this process has the master key named in a log."""
        return named in self._keys

    def _master_of(self, game: str, created: Created) -> bytes:
        """The master key of a game; raises Refusal."""
        return self._found(game, created.key, created.commitment, created.salt)[0]

    def _find(self, game: str, named: str | UnsetType, commitment: str, salt: str | UnsetType) -> tuple[bytes, bytes]:
        """The master key that a game's seed comes from, and that seed."""
        key = self._keys.get(named or "")
        if key is not None:
            seed = seed_of(key, game, bytes.fromhex(salt or ""))
            if commitment_of(seed) == commitment:
                return key, seed
        raise refuse(KEY_MISSING, "rotate-keys")

    def letters(self, purpose: str, owner: str | None, command_id: str) -> str:
        """The part after the hour in the id of the game that an owner's command opens; random without a command id."""
        return letters_of_command(self._keys[self.current], purpose, owner, command_id) if command_id else new_letters()

    def committed(self, game: str, created: Created, event: E, revision: int) -> E:
        """An event that gives a game another seed, with the commitment to that seed; raises Refusal."""
        key, after = self._master_of(game, created), reseeded(created, event, revision)
        return replace(event, commitment=commitment_of(seed_of(key, game, bytes.fromhex(after.salt or ""))))

    def fresh_seed(self, game: str, created: Created) -> bytes:
        """The seed of a new game, from the key in use."""
        return seed_of(self._keys[self.current], game, bytes.fromhex(created.salt or ""))


def key_id(master_key: bytes) -> str:
    """The id of a master key in tokens and logs; it reveals nothing about the key."""
    return hmac.digest(token_key(master_key), b"kid", "sha256").hex()[:8]


def token_key(master_key: bytes) -> bytes:
    """The key that seat tokens are signed with."""
    return hmac.digest(master_key, b"podesta seat tokens", "sha256")


def find_keys(settings: Settings) -> Keys:
    """The operator's keys, or one generated once; raises BadSetting."""
    return keys_with(find_master_key(settings), settings)


def keys_with(master_key: bytes, settings: Settings) -> Keys:
    """A master key, together with the others in the settings."""
    return Keys(master_key, settings.old_keys, settings.seals, settings.signed)


def seal_key(master_key: bytes) -> bytes:
    """The key for the seals of logs under a master key, 32 bytes; it gives neither seeds nor tokens."""
    return hmac.digest(master_key, b"podesta log seals 1", "sha256")


def backup_key(master_key: bytes) -> bytes:
    """The key that authenticates backups under a master key, 32 bytes; it serves no other purpose."""
    return hmac.digest(master_key, b"podesta backups 1", "sha256")


def backup_trust(settings: Settings, *, blind: bool = False) -> Trust:
    """The available keys of backups: of the master key (or a private store's), of old master keys, and given ones."""
    own = Path(settings.data_dir) / "master.key"
    here = settings.master_key or (not settings.store_url and own.exists())
    masters = [find_master_key(settings)] if here else []
    return Trust((*map(backup_key, [*masters, *settings.old_keys]), *settings.backups), blind)


def signing_key(master_key: bytes) -> bytes:
    """The key that signs heads under a master key (Ed25519), 32 bytes."""
    return hmac.digest(master_key, b"podesta signing 1", "sha256")


def find_master_key(settings: Settings) -> bytes:
    """The operator's key, or one generated once and kept in the data directory (readable by its owner only)."""
    if settings.master_key:
        return read_key(settings.master_key)
    path = settings.data_path / "master.key"
    make_folder(path.parent)
    _generate(path)
    _check_private(path)
    try:
        return read_key(path.read_bytes().decode("latin-1"))
    except BadSetting:
        why = "is no master key: bring it back from a backup, as its games cannot go on without it"
        raise BadSetting(f"{path} {why}") from None


def _check_private(path: Path) -> None:
    """Refuse a key that other users of the machine can read; raises BadSetting."""
    if path.stat().st_mode & 0o077:
        raise BadSetting(f"other users of this machine can read the master key {path}; run: chmod go= {path}")


def _generate(path: Path) -> None:
    """Write a new key atomically; the first process wins."""
    if path.exists():
        return
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    with open(draft, "w", encoding="utf-8", opener=opener) as file:
        file.write(secrets.token_hex(32) + "\n")
        file.flush()
        os.fsync(file.fileno())
    try:
        path.hardlink_to(draft)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
