"""Checking records of ended games, with a hash function alone or with the rules."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from importlib import import_module
from typing import Any

_TAIL = b',"chain":"%s"}'
_TAIL_LENGTH = len(_TAIL % bytes(64))


class Tampered(Exception):
    """A record was changed after the service wrote it; `line` is where that is detected, counted from 1."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")
        self.line, self.why = line, why


@dataclass(frozen=True)
class CheckedRecord:
    """The facts in a record with an intact chain. `chain` is the value of the last line, and covers the whole record.

    In a `practice` game the host chose the deal, so the draws prove nothing.
    """

    rules: str
    seats: int
    revisions: int
    commitment: str
    seed: str
    chain: str
    practice: bool = False


def check(record: bytes | Iterable[str]) -> CheckedRecord:
    """Check every line's chain value, and the seed against the commitment; raises Tampered.

    A record is a file's bytes, or lines without their ends, as `record` returns them. Draws, answers and the result
    are not checked: see `verify`.
    """
    found = list(_entries(_split(_bytes(record))))
    first, last = found[0][0]["events"][:1], found[-1][0]["events"][-1:]
    if not first or first[0].get("event") != "created":
        raise Tampered(1, "a record begins with the game's creation")
    if not last or last[0].get("event") != "ended":
        raise Tampered(len(found), "the game does not end here")
    created, ended = first[0], last[0]
    _check_ends(found)
    if created.get("deal") and not created.get("practice"):
        raise Tampered(1, "a game with a given deal is a practice game")
    if created.get("practice") and not (created.get("deal") or created.get("forked")):
        raise Tampered(1, "a practice game has a deal, or began as a fork")
    if created.get("deal") and not re.fullmatch("[0-9a-f]{64}", str(created["deal"])):
        raise Tampered(1, "a deal is 64 hexadecimal digits")
    return CheckedRecord(
        rules=str(created.get("rules")),
        seats=int(created.get("seats", 0)),
        revisions=len(found),
        commitment=str(created["commitment"]),
        seed=str(ended["seed"]),
        chain=found[-1][1],
        practice=bool(created.get("practice")),
    )


def chains_of(record: bytes | Iterable[str]) -> list[tuple[bytes, str]]:
    """The chain value of each line, with the seed of the game there, which the next end reveals; raises Tampered."""
    check(record)
    made, seeds = list[tuple[bytes, str]](), [""]
    for entry, chain in reversed([*_entries(_split(_bytes(record)))]):
        if end := _event(entry, "ended"):
            seeds = _seeds(end)
        made.append((bytes.fromhex(seeds[-1]), chain))
        if _event(entry, "renewed"):
            seeds = seeds[:-1]
    return made[::-1]


def _check_ends(found: list[tuple[dict[str, Any], str]]) -> None:
    """Check that each end reveals the seeds committed to before it, and names the chain; raises Tampered."""
    chain, promised = "", [(1, found[0][0]["events"][0].get("commitment"))]
    for number, (entry, value) in enumerate(found, 1):
        if end := _event(entry, "ended"):
            _check_seeds(_seeds(end), promised, number)
            if end.get("chain") not in (None, chain):
                raise Tampered(number, "the end names a chain value that is not that of the line before")
            promised = []
        elif event := _event(entry, "reinstated") or _event(entry, "renewed"):
            promised.append((number, event.get("commitment")))
        chain = value


def _seeds(end: dict[str, Any]) -> list[str]:
    """The seeds that an end reveals, oldest first; several only if the game was renewed."""
    before = end.get("before") or []
    return [*map(str, before if isinstance(before, list) else [before]), str(end.get("seed"))]


def _check_seeds(seeds: list[str], promised: list[tuple[int, Any]], number: int) -> None:
    """Check the seeds that an end reveals against the commitments and their lines; raises Tampered."""
    if len(seeds) != len(promised):
        raise Tampered(number, f"the end reveals {len(seeds)} seeds of {len(promised)}")
    for seed, (line, commitment) in zip(seeds, promised, strict=True):
        if commitment is None or _commitment(seed) != commitment:
            raise Tampered(number, f"the seed is not the one that line {line} committed to")


def _event(entry: dict[str, Any], name: str) -> dict[str, Any] | None:
    """The last event of an entry, if it has this name."""
    last = entry["events"][-1] if entry["events"] else {}
    return last if last.get("event") == name else None


def verify(record: bytes | Iterable[str]) -> Any:
    """Replay the game by its rules, and check every draw, every answer and the result; raises Tampered.

    Needs the package `podesta-engines` (ImportError without it); returns its `podesta_engines.game.verify.Verified`.
    Engines without the version of the rules raise `podesta_engines.core.errors.UnknownRules`.
    """
    engines, verifying = import_module("podesta_engines"), import_module("podesta_engines.game.verify")
    try:
        return verifying.verify(_bytes(record), engines.RULESETS)
    except verifying.Tampered as error:
        raise Tampered(error.line, error.why) from None


def _bytes(record: bytes | Iterable[str]) -> bytes:
    return record if isinstance(record, bytes) else "".join(f"{line}\n" for line in record).encode()


def _split(record: bytes) -> list[bytes]:
    """The lines of a record; an editor or a mail may have changed their ends (CRLF), or added some. Raises Tampered."""
    *lines, rest = record.replace(b"\r\n", b"\n").split(b"\n")
    while lines and not rest and not lines[-1]:
        lines.pop()
    if rest or not lines:
        raise Tampered(len(lines) + 1, "the line does not end" if rest else "the record is empty")
    return lines


def _entries(lines: Iterable[bytes]) -> Iterator[tuple[dict[str, Any], str]]:
    """Each entry with its chain value: the SHA-256 of the value before it and of the line without it."""
    chain = ""
    for number, line in enumerate(lines, 1):
        text = line[:-_TAIL_LENGTH] + b"}"
        chain = sha256(chain.encode() + text).hexdigest()
        if line[-_TAIL_LENGTH:] != _TAIL % chain.encode():
            raise Tampered(number, "the text is not what its chain value was made of, or a line before it is missing")
        yield _read(number, text), chain


def _read(number: int, text: bytes) -> dict[str, Any]:
    try:
        entry = json.loads(text)
    except ValueError:
        raise Tampered(number, "this is not an entry") from None
    events = entry.get("events") if isinstance(entry, dict) else None
    if not isinstance(events, list) or not all(isinstance(event, dict) for event in events):
        raise Tampered(number, "this is not an entry")
    return dict(entry)


def _commitment(seed: object) -> str | None:
    try:
        return sha256(bytes.fromhex(str(seed))).hexdigest()
    except ValueError:
        return None
