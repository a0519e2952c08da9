"""A check of recorded histories: the results that callers received, against the final log.

Revisions are unique, so each law is checked in linear time (after sorting). A `History` is filled while a load runs;
`check` returns the violations, each as a sentence; there are none if every law holds.
"""

import math
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import accumulate, pairwise
from typing import Literal

from podesta_eventstore.contract import Stored

Outcome = Literal["ok", "fail", "unknown"]


def digest(data: bytes) -> bytes:
    """Return the 8-byte hash that represents an entry's data."""
    return blake2b(data, digest_size=8).digest()


def chain(digests: Sequence[bytes]) -> bytes:
    """Return the hash of the state that entries of these digests lead to."""
    return blake2b(b"".join(digests), digest_size=8).digest()


@dataclass
class Append:
    """One command, from its first try to its final result; times are monotonic seconds.

    `fail` means certainly not written; `unknown` also covers a caller that was cancelled or killed.
    """

    process: str
    stream: str
    command: bytes
    digest: bytes
    began: float
    ended: float = math.inf
    outcome: Outcome = "unknown"
    revision: int = 0


@dataclass
class Read:
    """One read of a stream from its first entry; `state` is the `chain` of the entries read."""

    process: str
    stream: str
    began: float
    digests: list[bytes]
    state: bytes


@dataclass
class Watch:
    """The revisions and digests that one watcher saw of a stream, over all its connections."""

    process: str
    stream: str
    after: int = 0
    seen: list[tuple[int, bytes]] = field(default_factory=list)


@dataclass
class History:
    """All calls, and the results that callers received."""

    appends: list[Append] = field(default_factory=list)
    reads: list[Read] = field(default_factory=list)
    watches: list[Watch] = field(default_factory=list)

    @property
    def operations(self) -> int:
        """The number of appends, reads and watched entries."""
        return len(self.appends) + len(self.reads) + sum(len(watch.seen) for watch in self.watches)


def check(history: History, logs: Mapping[str, Sequence[Stored]]) -> list[str]:
    """Return the violations of the ten laws by the history and the final logs of its streams."""
    final = {stream: [digest(entry.data) for entry in log] for stream, log in logs.items()}
    return [
        *_acknowledged_are_there(history, logs),
        *_nothing_comes_from_nowhere(history, logs),
        *_commands_are_unique(logs),
        *_revisions_are_gapless(logs),
        *_failed_are_absent(history, logs),
        *_time_runs_forward(history),
        *_reads_are_prefixes(history, final),
        *_reads_are_fresh(history),
        *_watchers_see_all_in_order(history, final),
        *_states_agree(history),
    ]


def _acknowledged_are_there(history: History, logs: Mapping[str, Sequence[Stored]]) -> Iterator[str]:
    """1: every acknowledged append is in the final log, at its revision, with its data."""
    for each in history.appends:
        if each.outcome == "ok":
            log = logs[each.stream]
            entry = log[each.revision - 1] if 0 < each.revision <= len(log) else None
            if entry is None or (entry.command, digest(entry.data)) != (each.command, each.digest):
                yield f"lost: {each.stream} revision {each.revision} of {each.process} was acknowledged"


def _nothing_comes_from_nowhere(history: History, logs: Mapping[str, Sequence[Stored]]) -> Iterator[str]:
    """2: every entry comes from an append that was acknowledged or left unknown, with its data."""
    sent = {(each.stream, each.command): each.digest for each in history.appends if each.outcome != "fail"}
    for stream, log in logs.items():
        for entry in log:
            if sent.get((stream, entry.command)) != digest(entry.data):
                yield f"foreign: {stream} revision {entry.revision} was sent by nobody"


def _commands_are_unique(logs: Mapping[str, Sequence[Stored]]) -> Iterator[str]:
    """3: each command id is in a stream once at most."""
    for stream, log in logs.items():
        for command, times in Counter(entry.command for entry in log).items():
            if times > 1:
                yield f"doubled: {stream} holds command {command.hex()} {times} times"


def _revisions_are_gapless(logs: Mapping[str, Sequence[Stored]]) -> Iterator[str]:
    """4: revisions are 1, 2, 3, …"""
    for stream, log in logs.items():
        if [entry.revision for entry in log] != list(range(1, len(log) + 1)):
            yield f"gap: the revisions of {stream} are not 1 to {len(log)}"


def _failed_are_absent(history: History, logs: Mapping[str, Sequence[Stored]]) -> Iterator[str]:
    """5: what was certainly not written is not there."""
    there = {(stream, entry.command) for stream, log in logs.items() for entry in log}
    for each in history.appends:
        if each.outcome == "fail" and (each.stream, each.command) in there:
            yield f"undead: {each.process} was told that its append to {each.stream} had failed"


def _time_runs_forward(history: History) -> Iterator[str]:
    """6: an append that ended before another began has the lower revision."""
    for stream, acknowledged in _by_stream(history).items():
        ends = sorted(acknowledged, key=lambda each: each.ended)
        highest = list(accumulate((each.revision for each in ends), max))
        times = [each.ended for each in ends]
        for each in acknowledged:
            before = bisect_left(times, each.began)
            if before and highest[before - 1] >= each.revision:
                yield f"disorder: {stream} revision {each.revision} began after {highest[before - 1]} had ended"


def _reads_are_prefixes(history: History, final: Mapping[str, list[bytes]]) -> Iterator[str]:
    """7: every read returned a beginning of the final log."""
    for each in history.reads:
        if final[each.stream][: len(each.digests)] != each.digests:
            yield f"no prefix: {each.process} read {len(each.digests)} entries of {each.stream}"


def _reads_are_fresh(history: History) -> Iterator[str]:
    """8: no read is older than the newest append that was acknowledged before it began."""
    acknowledged = _by_stream(history)
    marks = {stream: _marks(appends) for stream, appends in acknowledged.items()}
    for each in history.reads:
        times, highest = marks.get(each.stream, ([], []))
        before = bisect_left(times, each.began)
        if before and highest[before - 1] > len(each.digests):
            yield f"stale: {each.process} read {len(each.digests)} of {highest[before - 1]} entries of {each.stream}"


def _marks(appends: list[Append]) -> tuple[list[float], list[int]]:
    ends = sorted(appends, key=lambda each: each.ended)
    return [each.ended for each in ends], list(accumulate((each.revision for each in ends), max))


def _watchers_see_all_in_order(history: History, final: Mapping[str, list[bytes]]) -> Iterator[str]:
    """9: every watcher saw each revision once, in order, as it is in the final log."""
    for each in history.watches:
        revisions = [each.after, *(revision for revision, _ in each.seen)]
        log = final[each.stream]
        if any(later != earlier + 1 for earlier, later in pairwise(revisions)):
            yield f"skipped: {each.process} saw revisions of {each.stream} out of order, twice or not at all"
        if any(revision > len(log) or log[revision - 1] != seen for revision, seen in each.seen):
            yield f"mirage: {each.process} saw what is not in {each.stream}"


def _states_agree(history: History) -> Iterator[str]:
    """10: all callers that computed the state at a revision computed the same."""
    states: dict[tuple[str, int], bytes] = {}
    for each in history.reads:
        if states.setdefault((each.stream, len(each.digests)), each.state) != each.state:
            yield f"divergence: {each.process} has another state of {each.stream} at {len(each.digests)}"


def _by_stream(history: History) -> dict[str, list[Append]]:
    found: dict[str, list[Append]] = {}
    for each in history.appends:
        if each.outcome == "ok":
            found.setdefault(each.stream, []).append(each)
    return found
