"""The seals of a game's log, held against what whoever has the master key would have written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import blake2b
from typing import NamedTuple

from podesta_engines.core.errors import Drifted
from podesta_engines.game.format.seals import (
    BEGIN,
    MARK,
    NOTHING,
    add_plain,
    adoption,
    is_sealed,
    keyed,
    seal,
    seal_of,
    sealed,
    unsealed,
)
from podesta_eventstore import Stored
from podesta_service.names import is_born_sealed

SealKeys = Callable[[str], Sequence[bytes]]
"""The keys that may have sealed a game, by its id; the one that new games are sealed with is the first."""


class LogBroken(Drifted):
    """A log is not what was written, from a revision on. Nobody is served what it says."""


class SealKeyMissing(Drifted):
    """A log was sealed with a key of a master key that this process does not have."""


class PrefixUnknown(Exception):
    """A log goes over from plain entries to sealed ones, and the plain ones are not at hand."""


class Head(NamedTuple):
    """The newest entry of a log that has been looked at, and what its next one follows on."""

    revision: int
    seal: bytes
    """Its own; empty where it is plain."""
    made_with: blake2b | None = None
    """What it was made with, once that is known."""
    prefix: blake2b | None = None
    """Where it is plain: it and all before it, if they are known."""


def beginning(game: str) -> Head:
    """The head of a log without entries: games with longer ids are sealed from the first entry on."""
    return Head(0, NOTHING) if is_born_sealed(game) else Head(0, b"", prefix=unsealed())


def head_at(stored: Stored) -> Head:
    """An entry as a head, itself not looked at: what follows on it shows whether its seal was the right one."""
    return Head(stored.revision, seal_of(stored.data) if is_sealed(stored.data) else b"")


def checked(game: str, head: Head, entries: Sequence[Stored], keys: SealKeys) -> Head:
    """The head after some more entries of a game; raises LogBroken, SealKeyMissing where no key fits, PrefixUnknown."""
    if not head.seal:
        head, entries = _through_plain(head, entries)
    if not entries:
        return head
    before, made_with = (head.seal, head.made_with) if head.made_with else _begun(game, head, entries[0], keys)
    revision = head.revision
    for stored in entries:
        revision += 1
        before = seal(made_with, before, revision, stored.command, stored.data[BEGIN:])
        if stored.data[:BEGIN] != MARK + before or stored.revision != revision:
            raise LogBroken("an entry is not sealed as it was written" + _missing(stored), revision)
    return Head(revision, before, made_with)


def _missing(stored: Stored) -> str:
    return "" if is_sealed(stored.data) else ": it has no seal"


def _through_plain(head: Head, entries: Sequence[Stored]) -> tuple[Head, Sequence[Stored]]:
    """The head after the plain entries at the beginning, and the entries that follow them; raises LogBroken."""
    prefix = head.prefix.copy() if head.prefix else None
    revision = head.revision
    for number, stored in enumerate(entries):
        if is_sealed(stored.data):
            return Head(revision, b"", prefix=prefix), entries[number:]
        revision += 1
        if stored.revision != revision:
            raise LogBroken("an entry is missing", revision)
        if prefix:
            add_plain(prefix, stored.command, stored.data)
    return Head(revision, b"", prefix=prefix), []


def _begun(game: str, head: Head, first: Stored, keys: SealKeys) -> tuple[bytes, blake2b]:
    """What the next entry follows on, and the key that it was sealed with, which is found by trying."""
    for key in keys(game):
        before, made_with = following(head, key)
        if seal(made_with, before, head.revision + 1, first.command, first.data[BEGIN:]) == seal_of(first.data):
            return before, made_with
    raise SealKeyMissing("no key fits the seal", head.revision + 1)


def following(head: Head, key: bytes) -> tuple[bytes, blake2b]:
    """The seal that the next entry follows on, and what its own is made with, by a key; raises PrefixUnknown."""
    made_with = head.made_with or keyed(key)
    if head.seal:
        return head.seal, made_with
    if head.prefix is None:
        raise PrefixUnknown
    return adoption(key, head.revision, head.prefix), made_with


def put(game: str, head: Head, command: bytes, entry: bytes, keys: SealKeys) -> tuple[bytes, Head]:
    """The sealed bytes of the entry after a head, and the head after it; raises PrefixUnknown."""
    before, made_with = (head.seal, head.made_with) if head.made_with else following(head, keys(game)[0])
    found = seal(made_with, before, head.revision + 1, command, entry)
    return sealed(found, entry), Head(head.revision + 1, found, made_with)


def after_plain(head: Head, command: bytes, entry: bytes) -> Head:
    """The head after a plain entry."""
    prefix = head.prefix.copy() if head.prefix else None
    if prefix:
        add_plain(prefix, command, entry)
    return Head(head.revision + 1, b"", prefix=prefix)
