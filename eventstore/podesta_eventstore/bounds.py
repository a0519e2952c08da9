"""Size limits, and checks of callers' arguments: every implementation refuses the same."""

import re
from collections.abc import Sequence

from .contract import LANES, Card, Expected, Member
from .errors import EntryTooLarge

WINDOW = 8
"""Number of entries up to the expected revision that are searched for the command id.

Each entry searched costs the server about 1 µs: 32 callers append 43k/s with none, 34k/s with 4, 30k/s with 8, 25k/s
with 16, 21k/s with 32. Only a retry by a caller that has read on in the meantime needs it, so it must span what others
append between two tries; entries after `expected` are always searched.
"""

MAX_UNSEEN = 256
"""Maximum number of entries in a `Conflict`."""

MAX_ENTRY = 64 * 1024
"""Maximum bytes of an entry's data, and of an item of work."""

MAX_ENTRIES = 100_000
"""Maximum number of entries of one stream."""

MAX_WORK = 100_000
"""Maximum number of items of work, waiting or taken."""

LARGEST_LEVEL = 1_000_000
"""The highest possible level."""

LONGEST_OWNER = 64
"""Maximum characters of an owner of work."""

MAX_UNPACKED = 32 << 20
"""Maximum bytes of a stream packed for an archive; a longer one stays in the store."""

MAX_INDEX = 12 << 20
"""Maximum bytes of a block of an index, a directory or an hour list: 128 lines with the largest cards are 8 MiB."""

MAX_FETCHED = 2 * MAX_UNPACKED
"""Maximum bytes of an archive's file that are read at once."""

COMMAND_BYTES = 16
_STREAM = re.compile(r"[a-z0-9-]{1,64}")
_LIST = re.compile(r"[a-z0-9-]{1,32}")


def check_name(stream: str) -> str:
    """Return the name of a stream; any other text could leave its key's hash tag, and raises `ValueError`."""
    if not _STREAM.fullmatch(stream):
        raise ValueError(f"a stream's name is 1 to 64 of a-z, 0-9 and '-', not {stream!r}")
    return stream


def check_lists(lists: Sequence[str]) -> tuple[str, ...]:
    """Return the names of a store's lists: distinct ones, each 1 to 32 of a-z, 0-9 and '-'; raises `ValueError`."""
    if not lists or len(set(lists)) < len(lists) or not all(map(_LIST.fullmatch, lists)):
        raise ValueError(f"a store's lists have different names, 1 to 32 of a-z, 0-9 and '-', not {list(lists)}")
    return tuple(lists)


def check_status(status: str, lists: Sequence[str]) -> str:
    """Return the status; raises `ValueError` unless the store has a list of that name."""
    if status not in lists:
        raise ValueError(f"a stream's status names a list ({', '.join(lists)}), not {status!r}")
    return status


def check_topic(topic: str) -> str:
    """Return the topic of a card; raises `ValueError` if it is malformed."""
    if not _LIST.fullmatch(topic):
        raise ValueError(f"a topic is 1 to 32 of a-z, 0-9 and '-', not {topic!r}")
    return topic


def check_card(card: Card | None, most: int) -> tuple[str, bytes]:
    """Return topic and bytes, both empty without a card; raises `ValueError` and `EntryTooLarge`."""
    if card is None:
        return "", b""
    check_size(card.data, most)
    return check_topic(card.topic), card.data


def check_append(expected: int | Expected, data: bytes, command: bytes, max_entry: int) -> int:
    """Return the expected revision as a number, -1 for any.

    Raises:
        ValueError: it is negative, or the command id does not have 16 bytes.
        EntryTooLarge: the data has more than `max_entry` bytes.
    """
    if isinstance(expected, int) and expected < 0:
        raise ValueError(f"the expected revision is 0 or more, not {expected}")
    if len(command) != COMMAND_BYTES:
        raise ValueError(f"a command id has {COMMAND_BYTES} bytes, not {len(command)}")
    check_size(data, max_entry)
    return expected.value if isinstance(expected, Expected) else expected


def check_size(data: bytes, most: int) -> None:
    """Raise `EntryTooLarge` for more than `most` bytes."""
    if len(data) > most:
        raise EntryTooLarge(len(data), most)


def check_read(after: int, limit: int | None) -> None:
    """Raise `ValueError` for a read after a negative revision or of less than one entry."""
    if after < 0:
        raise ValueError(f"read after revision 0 or later, not {after}")
    _check_count(limit)


def check_read_backward(before: int | None, limit: int | None) -> None:
    """Raise `ValueError` for a read before revision 0 or of less than one entry."""
    if before is not None and before < 1:
        raise ValueError(f"read before revision 1 or later, not {before}")
    _check_count(limit)


def check_revision(revision: int) -> int:
    """Return the revision of an entry; raises `ValueError` unless it is 1 or more."""
    if revision < 1:
        raise ValueError(f"an entry's revision is 1 or more, not {revision}")
    return revision


def _check_count(limit: int | None) -> None:
    if limit is not None and limit < 1:
        raise ValueError(f"read at least 1 entry, not {limit}")


def check_listing(status: str, limit: int, lists: Sequence[str], topic: str = "") -> None:
    """Raise `ValueError` for an unknown list, a page of less than one name, or a malformed topic."""
    if topic:
        check_topic(topic)
    if status not in lists or limit < 1:
        raise ValueError(f"list at least 1 stream from one of the lists {', '.join(lists)}, not {limit} of {status!r}")


def check_time(at_ms: int) -> int:
    """Return the time, in milliseconds; raises `ValueError` if it is out of range."""
    if not 0 <= at_ms < 1 << 53:
        raise ValueError(f"a time is 0 or more milliseconds, below 2 to the 53rd, not {at_ms}")
    return at_ms


def check_seconds(seconds: int) -> int:
    """Return a time to remember something for; raise ValueError if it is not at least 1 s."""
    if seconds < 1:
        raise ValueError(f"seconds must be at least 1, not {seconds}")
    return seconds


def check_due(now_ms: int, limit: int, lease_ms: int) -> None:
    """Raise `ValueError` unless at least one reminder is requested, and leased for at least 1 ms."""
    check_time(now_ms + lease_ms)
    if limit < 1 or lease_ms < 1:
        raise ValueError(f"ask for at least 1 reminder for at least 1 ms, not {limit} for {lease_ms}")


def check_put(lane: int, owner: str) -> None:
    """Raise `ValueError` for an unknown lane, or an owner with a name that is too long."""
    if not 0 <= lane < LANES or len(owner) > LONGEST_OWNER:
        raise ValueError(f"a lane is 0 to {LANES - 1}, an owner has at most {LONGEST_OWNER} characters")


def check_take(worker: str, limit: int, lanes: int = LANES) -> None:
    """Raise `ValueError` for a worker without a name, or less than one item or lane."""
    if not worker or limit < 1:
        raise ValueError(f"a worker with a name takes at least 1 item, not {limit} of {worker!r}")
    if not 1 <= lanes <= LANES:
        raise ValueError(f"a worker takes of at least 1 lane and at most {LANES}, not of {lanes}")


def check_level(level: int, least: int = 1) -> int:
    """Return the level; raises `ValueError` unless it is from `least` to `LARGEST_LEVEL`."""
    if not least <= level <= LARGEST_LEVEL:
        raise ValueError(f"a level is {least} to {LARGEST_LEVEL}, not {level}")
    return level


def check_member(member: Member) -> None:
    """Raise `ValueError` for a member without a name, or with an empty range of levels."""
    if not member.name or check_level(member.lowest) > check_level(member.highest):
        raise ValueError(f"a member has a name and a lowest level that is not above its highest, not {member}")
