"""The frame of a record: its chain of lines, what the first promised and the last keeps, and the heads told between."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from msgspec import UNSET

from podesta_engines.game.events import Created, Ended, Entry
from podesta_engines.game.heads import blinding, head
from podesta_engines.game.lottery import commitment_of
from podesta_engines.game.record import Tampered, read_entry, split, unchain

_DEAL = re.compile("[0-9a-f]{64}")


class Framed(NamedTuple):
    """A record whose chain holds, and whose end keeps what its beginning promised."""

    log: list[Entry]
    chains: list[str]
    """The chain value of each line."""
    ended: Ended
    seed: bytes
    """The seed that the end reveals."""


def framed(record: bytes) -> Framed:
    """The entries of a record; raises Tampered, naming the line. Whether the rules allow them is not checked here."""
    texts = list(unchain(split(record)))
    log = [read_entry(number, text) for number, (text, _) in enumerate(texts, 1)]
    chains = [chain for _, chain in texts]
    return _kept(log, chains)


def heads_of(record: bytes, game: str) -> list[str]:
    """The public head of each revision of an ended game, from its record; raises Tampered."""
    found = framed(record)
    key = blinding(found.seed)
    return [head(key, game, revision, chain) for revision, chain in enumerate(found.chains, 1)]


def _kept(log: list[Entry], chains: list[str]) -> Framed:
    """The log in its frame: the last event must keep what the first one promised; raises Tampered."""
    created, ended = _begun(log), _over(log)
    seed = _seed(ended, len(log))
    if commitment_of(seed) != created.commitment:
        raise Tampered(len(log), "the seed is not the one that line 1 committed to")
    if created.deal and not created.practice:
        raise Tampered(1, "a game with a given deal is a practice game")
    if created.practice and not (created.deal or created.forked):
        raise Tampered(1, "a practice game has a deal, or began as a fork")
    if created.deal and not _DEAL.fullmatch(created.deal):
        raise Tampered(1, "a deal is 64 hexadecimal digits")
    if ended.chain is not UNSET and ended.chain != ["", *chains][-2]:
        raise Tampered(len(log), "the end names a chain value that is not that of the line before")
    return Framed(log, chains, ended, seed)


def _begun(log: Sequence[Entry]) -> Created:
    created = log[0].events[0] if log[0].events else None
    if type(created) is not Created:
        raise Tampered(1, "a record begins with the game's creation")
    return created


def _over(log: Sequence[Entry]) -> Ended:
    ended = log[-1].events[-1] if log[-1].events else None
    if type(ended) is not Ended:
        raise Tampered(len(log), "the game does not end here")
    return ended


def _seed(ended: Ended, line: int) -> bytes:
    try:
        return bytes.fromhex(ended.seed)
    except ValueError:
        raise Tampered(line, "the seed is not hexadecimal") from None
