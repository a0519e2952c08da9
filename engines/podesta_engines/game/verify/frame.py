"""The frame of a record: its chain of lines, its commitments and the seeds revealed, and the heads between."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from msgspec import UNSET

from podesta_engines.game.events import Created, Ended, Entry, Reinstated
from podesta_engines.game.heads import blinding, head
from podesta_engines.game.lottery import commitment_of, reseeds
from podesta_engines.game.record import Tampered, read_entry, split, unchain

_DEAL = re.compile("[0-9a-f]{64}")


class Framed(NamedTuple):
    """A record with an intact chain, and with ends that match its commitments."""

    log: list[Entry]
    chains: list[str]
    """The chain value of each line."""
    ended: Ended
    seeds: list[bytes]
    """The seeds that each end reveals; several only in a game that was reinstated or renewed."""


def framed(record: bytes) -> Framed:
    """The entries of a record; raises Tampered, naming the line. Whether the rules allow them is not checked here."""
    texts = list(unchain(split(record)))
    log = [read_entry(number, text) for number, (text, _) in enumerate(texts, 1)]
    chains = [chain for _, chain in texts]
    return _kept(log, chains)


def heads_of(record: bytes, game: str) -> list[str]:
    """The public head of each revision of an ended game, from its record; raises Tampered."""
    found, key, made = framed(record), b"", list[str]()
    seeds = iter(found.seeds)
    for revision, (entry, chain) in enumerate(zip(found.log, found.chains, strict=True), 1):
        if revision == 1 or reseeds(entry):
            key = blinding(next(seeds, b""))
        made.append(head(key, game, revision, chain))
    return made


def _kept(log: list[Entry], chains: list[str]) -> Framed:
    """The log in its frame; raises Tampered if an end does not match the commitment before it."""
    created, ended = _begun(log), _over(log)
    if created.deal and not created.practice:
        raise Tampered(1, "a game with a given deal is a practice game")
    if created.practice and not (created.deal or created.forked):
        raise Tampered(1, "a practice game has a deal, or began as a fork")
    if created.deal and not _DEAL.fullmatch(created.deal):
        raise Tampered(1, "a deal is 64 hexadecimal digits")
    _check_chains(log, chains)
    return Framed(log, chains, ended, _seeds(log, created.commitment))


def _check_chains(log: Sequence[Entry], chains: Sequence[str]) -> None:
    """Check the chain value in each end; raises Tampered."""
    for number, (entry, chain) in enumerate(zip(log, ["", *chains], strict=False), 1):
        last = entry.events[-1] if entry.events else None
        if type(last) is Ended and last.chain is not UNSET and last.chain != chain:
            raise Tampered(number, "the end names a chain value that is not that of the line before")


def _seeds(log: Sequence[Entry], commitment: str) -> list[bytes]:
    """The seeds that each end reveals; raises Tampered if they do not match the commitments."""
    found, promised = list[bytes](), [(1, commitment)]
    for number, entry in enumerate(log, 1):
        last = entry.events[-1] if entry.events else None
        if event := reseeds(entry):
            promised = [*([] if type(event) is Reinstated else promised), (number, event.commitment)]
        elif type(last) is Ended:
            found += _revealed(last, number, promised)
    return found


def _revealed(ended: Ended, number: int, promised: Sequence[tuple[int, str]]) -> list[bytes]:
    """The seeds that an end reveals, given the lines that committed to them; raises Tampered."""
    seeds = [_seed(each, number) for each in (*(ended.before or ()), ended.seed)]
    if len(seeds) != len(promised):
        raise Tampered(number, f"the end reveals {len(seeds)} seeds of {len(promised)}")
    for seed, (line, commitment) in zip(seeds, promised, strict=True):
        if commitment_of(seed) != commitment:
            raise Tampered(number, f"the seed is not the one that line {line} committed to")
    return seeds


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


def _seed(seed: str, line: int) -> bytes:
    try:
        return bytes.fromhex(seed)
    except ValueError:
        raise Tampered(line, "the seed is not hexadecimal") from None
