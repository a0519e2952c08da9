"""Buckets' lists on the servers, newest first; glimpses of many streams at once; counts.

All buckets are asked for a few names in one round trip. A bucket that has returned as many as requested, and may have
more names for the page, is asked for more.
"""

import re
import zlib
from collections.abc import Sequence
from functools import lru_cache
from heapq import nlargest
from typing import Any

from podesta_eventstore.bounds import check_listing, check_revision, check_topic
from podesta_eventstore.contract import Cards, Glimpse, Page, Stored
from podesta_eventstore.naming import BUCKETS
from podesta_eventstore.server.routes import Question

from . import keys, replies
from .calls import Calls

_CURSOR = re.compile(r"n(\d{1,17}):(\d{1,3}):(\d{1,10})")
_LARGEST = 1 << 53
_AFTER_NAMES = "~"
"""Sorts after all names: a cursor comes after every name with its tie break."""

Row = tuple[int, int, int, str]
"""The sort key of a stream in a page: the negative of its score, its bucket, a tie break, and its name."""


async def list_newest(calls: Calls, status: str, topic: str, cursor: str, limit: int) -> Page:
    """Return a page of streams; `cursor` is `n<score>:<bucket>:<tie break>` of the last stream returned.

    Raises:
        ValueError: the store did not issue this cursor.
        StoreUnavailable: a server does not reply.
    """
    begin = _read_cursor(cursor)
    if not (cursor or await calls.may_have(_every_list(status, topic))):
        return Page([], "")
    wanted, found = limit + 1, set[Row]()
    below = {each: str(-begin[0]) for each in range(BUCKETS)}
    share = 2 + 2 * wanted // BUCKETS
    while below:
        below = await _ask(calls, (status, topic), below, share, wanted, found, begin)
        share *= 4
    rows = sorted(found)
    last = rows[limit - 1] if len(rows) > limit else None
    return Page([row[-1] for row in rows[:limit]], f"n{-last[0]}:{last[1]}:{last[2]}" if last else "")


async def _ask(
    calls: Calls,
    which: tuple[str, str],
    below: dict[int, str],
    share: int,
    wanted: int,
    found: set[Row],
    begin: Row,
) -> dict[int, str]:
    """Add at most `share` rows of each bucket to `found`; return the buckets to ask again, and from which scores.

    Those scores are requested again, because other rows may have them, too.
    """
    replied = await calls.ask_each([_newest(each, which, below[each], share) for each in below])
    least, full = _least(replied, -begin[0], wanted), dict[int, int]()
    for bucket, reply in zip(below, replied, strict=True):
        rows = [_row(bucket, name, int(score)) for name, score in reply if score >= least]
        found.update([row for row in rows if row > begin])
        if len(reply) == share:
            full[bucket] = int(reply[-1][1])
    cut = -sorted(found)[wanted - 1][0] if len(found) >= wanted else -1
    return {bucket: str(score) for bucket, score in full.items() if score >= cut}


def _least(replied: Sequence[Any], begin: int, wanted: int) -> float:
    """Return the `wanted`-th highest score after the cursor, or -1: rows with less are not on the page."""
    scores = nlargest(wanted, [score for reply in replied for _, score in reply if score < begin])
    return scores[-1] if len(scores) == wanted else -1


def _row(bucket: int, name: bytes, score: int) -> Row:
    """Ties are broken by a checksum, not by the name: callers see the cursor, but may not see every name."""
    return -score, bucket, zlib.crc32(name), name.decode()


@lru_cache(maxsize=64)
def _every_list(status: str, topic: str) -> list[bytes]:
    """The keys of all buckets' lists. One EXISTS shows that all are empty, as lists of waiting games often are."""
    return [keys.bucket_listing(each, status, topic) for each in range(BUCKETS)]


def _newest(bucket: int, which: tuple[str, str], below: str, most: int) -> Question:
    key = keys.bucket_listing(bucket, *which)
    words = ("BYSCORE", "REV", "LIMIT", 0, most, "WITHSCORES")
    return keys.bucket_slots()[bucket], ("ZRANGE", key, below, "-inf", *words)


def _read_cursor(cursor: str) -> Row:
    """The last row of the previous page: every row of this page is greater."""
    if not cursor:
        return -_LARGEST, -1, 0, ""
    match = _CURSOR.fullmatch(cursor)
    if match is None or int(match[2]) >= BUCKETS:
        raise ValueError(f"{cursor!r} is not a cursor of this store")
    return -int(match[1]), int(match[2]), int(match[3]), _AFTER_NAMES


class RedisCards(Cards):
    """Cards, by commands that are sent at once."""

    def __init__(self, calls: Calls, lists: Sequence[str]) -> None:
        self._calls = calls
        self._lists = lists

    async def glimpses(self, streams: Sequence[str]) -> list[Glimpse | None]:
        """Ask for the hash's fields and the head of each; see the contract."""
        asked = list[Question]()
        for stream in streams:
            asked.append((keys.slot(stream), ("HMGET", keys.meta(stream), "phase", "head", "card")))
            asked.append((keys.slot(stream), ("XLEN", keys.log(stream))))
        replied = await self._calls.ask_each(asked) if asked else []
        return [replies.glimpse(fields, head) for fields, head in zip(replied[::2], replied[1::2], strict=True)]

    async def pick(self, wanted: Sequence[tuple[str, int]]) -> list[Stored | None]:
        """Ask for one entry of each; see the contract."""
        asked = [_entry(stream, revision) for stream, revision in wanted]
        replied = await self._calls.ask_each(asked) if asked else []
        found = [replies.entries_backward(reply) for reply in replied]
        return [entries[0] if entries else None for entries in found]

    async def tally(self, status: str, topics: Sequence[str]) -> dict[str, int]:
        """Ask for the length of every list; see the contract."""
        check_listing(status, 1, self._lists)
        named = ["", *(check_topic(topic) for topic in topics)]
        slots, asked = keys.bucket_slots(), list[Question]()
        for topic in named:
            asked += [(slots[each], ("ZCARD", keys.bucket_listing(each, status, topic))) for each in range(BUCKETS)]
        replied: list[Any] = await self._calls.ask_each(asked)
        sums = [sum(replied[start : start + BUCKETS]) for start in range(0, len(replied), BUCKETS)]
        return dict(zip(named, [max(0, sums[0] - sum(sums[1:])), *sums[1:]], strict=True))

    async def oldest(self, status: str, until_ms: int, limit: int) -> list[str]:
        """Ask every bucket for its share; see the contract."""
        check_listing(status, limit, self._lists)
        share, slots = 1 + limit // BUCKETS, keys.bucket_slots()
        words = (until_ms * 1000 + 999, "BYSCORE", "LIMIT", 0, share, "WITHSCORES")
        replied = await self._calls.ask_each(
            [(slots[each], ("ZRANGE", keys.bucket_listing(each, status), 0, *words)) for each in range(BUCKETS)]
        )
        rows = [(score, name) for reply in replied for name, score in reply]
        return [name.decode() for _, name in sorted(rows)[:limit]]


def _entry(stream: str, revision: int) -> Question:
    check_revision(revision)
    return keys.slot(stream), ("XRANGE", keys.log(stream), f"{revision}-0", f"{revision}-0")
