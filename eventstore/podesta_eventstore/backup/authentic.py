"""Authentic backups: the list of files has a code that only holders of a key can make (HMAC-SHA-256).

The list has the size and the SHA-256 of each file. The code covers the list and the backup's name, so that no other
backup, older or of another server, passes for it. A deleted backup leaves no trace.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import file_digest
from pathlib import Path
from typing import TypeVar

import msgspec

from podesta_eventstore.errors import StoreRefused
from podesta_eventstore.private import whole, write

_FILE = "contents.json"
_LARGEST = 1 << 20


class Listed(msgspec.Struct, frozen=True, kw_only=True):
    """A list of a backup's files, and its code."""

    mac: str = ""


T = TypeVar("T", bound=Listed)


class Contents(Listed, frozen=True):
    """The files of a backup in a folder, by their names: sizes and digests."""

    files: dict[str, tuple[int, str]]


@dataclass(frozen=True)
class Trust:
    """The keys of backups: the first makes codes, all of them verify. `blind` accepts backups without a code."""

    keys: tuple[bytes, ...] = ()
    blind: bool = False

    def signed(self, listed: T, name: str) -> T:
        """A list of files with its code; unchanged if there is no key."""
        return _with(listed, _mac(self.keys[0], listed, name)) if self.keys else listed

    def check(self, listed: Listed | None, name: str) -> bool:
        """Whether the list of a backup is authentic; False if that cannot be checked.

        Raises:
            StoreRefused: it is not, or has no code although there is a key.
        """
        if not self.keys:
            return False
        if listed is None or not listed.mac:
            if self.blind:
                return False
            raise StoreRefused(
                f"the backup {name} was made without a key, so nothing shows that it is as it was made; if you know "
                "where it comes from, say --unauthenticated"
            )
        if not any(hmac.compare_digest(_mac(key, listed, name), listed.mac) for key in self.keys):
            raise StoreRefused(f"the backup {name} is not as it was made, or was made with a key that is not here")
        return True


UNKEYED = Trust()
"""No key: codes are neither made nor checked."""


def list_files(folder: Path, files: Iterable[Path], name: str, trust: Trust) -> None:
    """Write the list of a backup's files into a folder, if there is a key."""
    if trust.keys:
        listed = Contents({each.name: (each.stat().st_size, _digest(each)) for each in files})
        write(folder / _FILE, msgspec.json.encode(trust.signed(listed, name)))


def list_file(file: Path, name: str, trust: Trust) -> None:
    """Write the list of a single-file backup next to it, under its final name, if there is a key."""
    if trust.keys:
        listed = Contents({name: (file.stat().st_size, _digest(file))})
        with whole(beside(file.with_name(name))) as draft:
            draft.write_bytes(msgspec.json.encode(trust.signed(listed, name)))


def beside(file: Path) -> Path:
    """The path of the list of a single-file backup."""
    return file.with_name(f"{file.name}.json")


def contents_of(source: Path, trust: Trust) -> Contents | None:
    """The list of a backup in a folder or a file, None if there is none that can be checked; raises StoreRefused."""
    path = source / _FILE if source.is_dir() else beside(source)
    try:
        listed = msgspec.json.decode(_beginning(path), type=Contents) if path.exists() else None
    except msgspec.MsgspecError:
        raise StoreRefused(f"{path} is no list of a backup's files, or is damaged") from None
    return listed if trust.check(listed, source.name) else None


def _beginning(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(_LARGEST)


def check_file(file: Path, name: str, listed: Contents | None) -> None:
    """Raise StoreRefused unless a copy of a backup's file matches the list; without a list, every file does."""
    if listed and listed.files.get(name) != (file.stat().st_size, _digest(file)):
        raise StoreRefused(f"{name} is not the file that was put into the backup")


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def _mac(key: bytes, listed: Listed, name: str) -> str:
    return hmac.digest(key, name.encode() + b"\0" + msgspec.json.encode(_with(listed, "")), "sha256").hex()


def _with(listed: T, mac: str) -> T:
    return msgspec.structs.replace(listed, mac=mac)
