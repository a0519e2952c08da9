"""The seals of a game's log, checked with keys derived from the master keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import blake2b
from typing import NamedTuple

from podesta_engines.core.errors import Drifted
from podesta_engines.game.format.seals import BEGIN, MARK, NOTHING, is_sealed, keyed, seal, seal_of, sealed
from podesta_eventstore import Stored

SealKeys = Callable[[str], Sequence[bytes]]
"""The keys that may have sealed a game, by its id; the first seals new games."""


class LogBroken(Drifted):
    """A log was altered, from a revision on. It is not served."""


class SealKeyMissing(Drifted):
    """A log was sealed with a key of a master key that this process does not have."""


class Head(NamedTuple):
    """The newest verified entry of a log, which its next one must follow."""

    revision: int
    seal: bytes
    """The entry's seal."""
    made_with: blake2b | None = None
    """The key that made it, once known."""


BEGINNING = Head(0, NOTHING)
"""The head of a log without entries."""


def head_at(stored: Stored) -> Head:
    """An entry as a head, itself unverified: its successor shows whether its seal was right.

    Raises LogBroken for one without a seal.
    """
    _check_sealed(stored, stored.revision)
    return Head(stored.revision, seal_of(stored.data))


def checked(game: str, head: Head, entries: Sequence[Stored], keys: SealKeys) -> Head:
    """The head after some more entries of a game; raises LogBroken, and SealKeyMissing if no key fits."""
    if not entries:
        return head
    before, revision = head.seal, head.revision
    made_with = head.made_with or _made_with(game, head, entries[0], keys)
    for stored in entries:
        revision += 1
        before = seal(made_with, before, revision, stored.command, stored.data[BEGIN:])
        if stored.data[:BEGIN] != MARK + before or stored.revision != revision:
            _check_sealed(stored, revision)
            raise LogBroken("an entry is not sealed as it was written", revision)
    return Head(revision, before, made_with)


def _check_sealed(stored: Stored, revision: int) -> None:
    if not is_sealed(stored.data):
        raise LogBroken("an entry has no seal", revision)


def _made_with(game: str, head: Head, first: Stored, keys: SealKeys) -> blake2b:
    """The key that sealed the next entry, found by trying."""
    _check_sealed(first, head.revision + 1)
    for made_with in map(keyed, keys(game)):
        if seal(made_with, head.seal, head.revision + 1, first.command, first.data[BEGIN:]) == seal_of(first.data):
            return made_with
    raise SealKeyMissing("no key fits the seal", head.revision + 1)


def put(game: str, head: Head, command: bytes, entry: bytes, keys: SealKeys) -> tuple[bytes, Head]:
    """The sealed bytes of the entry after a head, and the head after it."""
    made_with = head.made_with or keyed(keys(game)[0])
    found = seal(made_with, head.seal, head.revision + 1, command, entry)
    return sealed(found, entry), Head(head.revision + 1, found, made_with)
