"""Streams by status, page by page, walked slot by slot.

Each slot's list is a sorted set beside the slot's streams, changed with them by the same function, so it is exact on
one server and on a Cluster alike. The directory knows which to ask. Where the server has many keys, or its user may not
look through them, a process's first walk asks 16,384 lists, in batches of at most `BATCH`, each in one round trip.
Measured in benchmarks/RESULTS.md.
"""

import re
from collections.abc import Iterator

from podesta_eventstore.contract import Page
from podesta_eventstore.server.connection import Argument
from podesta_eventstore.server.routes import SLOTS

from . import keys
from .calls import Calls
from .directory import Directory

BATCH = 1024
FIRST_SLOT = "0:"
"""The cursor of the first page."""
_CURSOR = re.compile(r"(\d{1,5}):([a-z0-9-]{0,64})")


async def list_page(calls: Calls, directory: Directory, status: str, cursor: str, limit: int) -> Page:
    """Return a page; `cursor` is `<slot>:<last name seen in it>`.

    Raises:
        ValueError: the store did not issue this cursor.
        StoreUnavailable: a server does not reply.
    """
    slot, last = _read_cursor(cursor)
    await directory.catch_up()
    found: list[tuple[int, str]] = []
    for slots in _batches(directory.candidates(status, slot), limit):
        asked = directory.ask(slots)
        lists = await _lists(calls, slots, status, (slot, last), limit + 1 - len(found))
        whole = (each for each in lists if each != slot or not last)
        asked.learn((each for each in whole if not lists[each]), status)
        found += [(each, name.decode()) for each, names in lists.items() for name in names]
        if len(found) > limit:
            where, name = found[limit - 1]
            return Page([name for _, name in found[:limit]], f"{where}:{name}")
    return Page([name for _, name in found], "")


def _batches(slots: list[int], limit: int) -> Iterator[list[int]]:
    """Cut the slots into batches: the first may hold a whole page, since few lists are empty; then ever larger ones."""
    start, size = 0, max(16, limit + 1)
    while start < len(slots):
        size = min(size, BATCH)
        yield slots[start : start + size]
        start, size = start + size, 2 * size


async def _lists(
    calls: Calls, slots: list[int], status: str, place: tuple[int, str], most: int
) -> dict[int, list[bytes]]:
    """Return at most so many names from each slot's list; in the slot of the place, only those after it."""
    lists = await calls.ask_each([(slot, _question(slot, status, place, most)) for slot in slots])
    return dict(zip(slots, lists, strict=True))


def _question(slot: int, status: str, place: tuple[int, str], most: int) -> tuple[Argument, ...]:
    after = f"({place[1]}" if place[1] and slot == place[0] else "-"
    return ("ZRANGE", keys.listing(slot, status), after, "+", "BYLEX", "LIMIT", 0, most)


def _read_cursor(cursor: str) -> tuple[int, str]:
    if not cursor:
        return 0, ""
    match = _CURSOR.fullmatch(cursor)
    if match is None or int(match[1]) >= SLOTS:
        raise ValueError(f"{cursor!r} is not a cursor of this store")
    return int(match[1]), match[2]
