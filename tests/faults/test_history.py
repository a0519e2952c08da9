"""The check of histories: a sound one passes, and each kind of damage is found."""

from collections.abc import Callable
from copy import deepcopy

import pytest

from podesta_eventstore import Stored
from podesta_eventstore.testing.history import Append, History, Read, Watch, chain, check, digest

Logs = dict[str, list[Stored]]


def sound() -> tuple[History, Logs]:
    """Twelve appends, two of unknown outcome (one of them stored), one failed; reads and watchers."""
    history, log = History(), []
    for number in range(1, 13):
        data = b"%d" % number
        log.append(Stored(number, bytes([number]) * 16, data))
        told = Append("writer", "s", bytes([number]) * 16, digest(data), number, number + 0.5, "ok", number)
        history.appends.append(told)
    history.appends[6].outcome, history.appends[6].revision = "unknown", 0
    history.appends.append(Append("writer", "s", b"u" * 16, digest(b"u"), 3.0))
    history.appends.append(Append("writer", "s", b"f" * 16, digest(b"f"), 3.0, 4.0, "fail"))
    digests = [digest(entry.data) for entry in log]
    history.reads = [
        Read(f"reader {count}", "s", count + 0.7, digests[:count], chain(digests[:count])) for count in (3, 5, 9)
    ]
    history.reads.append(Read("reader again", "s", 5.7, digests[:5], chain(digests[:5])))
    history.watches = [Watch("watcher", "s", 0, list(enumerate(digests, 1))), Watch("late", "s", 4, [(5, digests[4])])]
    return history, {"s": log}


def test_a_sound_history_passes() -> None:
    """A sound history has no violations."""
    assert check(*sound()) == []


def drop_last(history: History, logs: Logs) -> None:
    """An acknowledged append is lost, as by a failover."""
    logs["s"].pop()
    history.watches.clear()


def drop_middle(history: History, logs: Logs) -> None:
    """One is lost in the middle, and the rest moves up."""
    del logs["s"][4]
    logs["s"] = [Stored(number, entry.command, entry.data) for number, entry in enumerate(logs["s"], 1)]


def leave_a_gap(history: History, logs: Logs) -> None:
    """A revision is missing."""
    del logs["s"][6]


def double(history: History, logs: Logs) -> None:
    """A command is written twice."""
    logs["s"].append(Stored(13, logs["s"][0].command, logs["s"][0].data))


def invent(history: History, logs: Logs) -> None:
    """An entry that no caller sent."""
    logs["s"].append(Stored(13, b"x" * 16, b"x"))


def corrupt(history: History, logs: Logs) -> None:
    """Data changes."""
    logs["s"][6] = Stored(7, logs["s"][6].command, b"changed")


def revive(history: History, logs: Logs) -> None:
    """What had failed is there."""
    logs["s"].append(Stored(13, b"f" * 16, b"f"))


def swap(history: History, logs: Logs) -> None:
    """Two entries change places."""
    one, two = logs["s"][2], logs["s"][3]
    logs["s"][2], logs["s"][3] = Stored(3, two.command, two.data), Stored(4, one.command, one.data)


def reorder(history: History, logs: Logs) -> None:
    """A later command got the earlier revision, in log and acknowledgements alike."""
    one, two = history.appends[2], history.appends[3]
    one.revision, two.revision = two.revision, one.revision
    swap(history, logs)
    history.reads.clear()
    history.watches.clear()


def acknowledge_late(history: History, logs: Logs) -> None:
    """A caller gets a revision that was another's long before."""
    history.appends[11].began, history.appends[11].ended = 0.1, 0.2


def read_stale(history: History, logs: Logs) -> None:
    """A read misses what had been acknowledged."""
    history.reads[2].began = 11.9


def read_otherwise(history: History, logs: Logs) -> None:
    """A read returns another history."""
    history.reads[0].digests = [*history.reads[0].digests[:2], digest(b"other")]


def diverge(history: History, logs: Logs) -> None:
    """Two processes fold the same entries to different states."""
    history.reads[3].state = b"other"


def watch_twice(history: History, logs: Logs) -> None:
    """A watcher sees a revision again."""
    history.watches[0].seen.insert(5, history.watches[0].seen[4])


def watch_with_a_gap(history: History, logs: Logs) -> None:
    """A watcher misses one."""
    del history.watches[0].seen[5]


def watch_a_mirage(history: History, logs: Logs) -> None:
    """A watcher sees an entry that did not stay."""
    history.watches[1].seen.append((6, digest(b"gone")))


@pytest.mark.parametrize(
    ("mutation", "found"),
    [
        (drop_last, "lost"),
        (drop_middle, "lost"),
        (leave_a_gap, "gap"),
        (double, "doubled"),
        (invent, "foreign"),
        (corrupt, "foreign"),
        (revive, "undead"),
        (swap, "lost"),
        (reorder, "disorder"),
        (acknowledge_late, "disorder"),
        (read_stale, "stale"),
        (read_otherwise, "no prefix"),
        (diverge, "divergence"),
        (watch_twice, "skipped"),
        (watch_with_a_gap, "skipped"),
        (watch_a_mirage, "mirage"),
    ],
    ids=lambda each: getattr(each, "__name__", None),
)
def test_each_damage_is_found(mutation: Callable[[History, Logs], None], found: str) -> None:
    """One mutation of a sound history is reported, under its name."""
    history, logs = deepcopy(sound())
    mutation(history, logs)
    assert any(violation.startswith(found) for violation in check(history, logs)), check(history, logs)
