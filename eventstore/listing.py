"""Streams by state, page by page, walked slot by slot.

Each slot's list is a sorted set beside the slot's streams, changed with them by the same function, so it is exact on
one server and on a Cluster alike. The price: a walk asks 16,384 lists, most of them empty in a small house, in
batches of `BATCH` in one round trip each; measured in benchmarks/RESULTS.md.
"""

import re

from eventstore import keys
from eventstore.connection import Argument, ConnectionLost
from eventstore.contract import STATES, Page, State
from eventstore.errors import StoreUnavailable
from eventstore.routes import Route

BATCH = 1024
_CURSOR = re.compile(r"(\d{1,5}):([a-z0-9-]{0,64})")


async def list_page(route: Route, state: State, cursor: str, limit: int) -> Page:
    """Answer a page; `cursor` is `<slot>:<last name seen in it>`.

    Raises:
        ValueError: the cursor, the state or the limit is none.
        StoreUnavailable: a server does not answer.
    """
    slot, last = _read_cursor(cursor)
    if state not in STATES or limit < 1:
        raise ValueError(f"list at least 1 stream of a state of {', '.join(STATES)}, not {limit} of {state!r}")
    found: list[tuple[int, str]] = []
    while slot < keys.SLOTS:
        slots = range(slot, min(slot + BATCH, keys.SLOTS))
        found += await _names(route, slots, state, last, limit + 1 - len(found))
        if len(found) > limit:
            where, name = found[limit - 1]
            return Page([name for _, name in found[:limit]], f"{where}:{name}")
        slot, last = slots.stop, ""
    return Page([name for _, name in found], "")


async def _names(route: Route, slots: range, state: State, last: str, most: int) -> list[tuple[int, str]]:
    """Answer the names in these slots' lists, in the first of them only those after `last`."""
    try:
        lists = await route.call_each([(slot, _question(slot, state, last, slots.start, most)) for slot in slots])
    except ConnectionLost as error:
        raise StoreUnavailable(str(error)) from error
    return [(slot, name.decode()) for slot, names in zip(slots, lists, strict=True) for name in names][:most]


def _question(slot: int, state: State, last: str, first: int, most: int) -> tuple[Argument, ...]:
    after = f"({last}" if last and slot == first else "-"
    return ("ZRANGE", keys.listing(slot, state), after, "+", "BYLEX", "LIMIT", 0, most)


def _read_cursor(cursor: str) -> tuple[int, str]:
    if not cursor:
        return 0, ""
    match = _CURSOR.fullmatch(cursor)
    if match is None or int(match[1]) >= keys.SLOTS:
        raise ValueError(f"{cursor!r} is no cursor of this store")
    return int(match[1]), match[2]
