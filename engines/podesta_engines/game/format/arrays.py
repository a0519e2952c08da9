"""Entries as arrays: the same facts as in maps, in less than half the bytes.

An entry is the byte 1, its time (6 bytes, ms since 1970), its checksum (4 bytes), both big-endian, and a flat array of
its events, which are distinguished by their first item:

    seat, question, option      answered; the seat is 0 or more
    link (32 bytes)             of the preceding answer
    lot, outcome                drawn, visible to all
    -1 - seat, lot, outcome     drawn, visible to that seat alone
    {"event": …, …}             any other event, as a map: these are rare, and may grow
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from struct import Struct
from typing import Any

from msgspec import msgpack
from msgspec.structs import replace

from podesta_engines.core.moves import Answered, Drawn

_encode = msgpack.Encoder().encode
_decode = msgpack.Decoder(list[Any]).decode
_MARK = b"\x01"
_HEAD = Struct(">HII")
_BEGIN = 1 + _HEAD.size
_ANSWER = 3
"""The number of items of an answer."""
_LINK = 32
"""The number of bytes of a link."""


def pack(events: Sequence[Any], check: int, at: int) -> bytes:
    """The bytes of an entry."""
    items: list[Any] = []
    for event in events:
        if type(event) is Answered:
            items += (event.seat, event.question, event.option)
            if event.link:
                items.append(bytes.fromhex(event.link))
        elif type(event) is not Drawn:
            items.append(event)
        elif event.seen_by is None:
            items += (event.lot, event.outcome)
        else:
            items += (-1 - event.seen_by, event.lot, event.outcome)
    return _MARK + _HEAD.pack(at >> 32, at & 0xFFFFFFFF, check) + _encode(items)


def unpack(data: bytes, read: Callable[[dict[str, Any]], Any] = dict) -> tuple[list[Any], int, int]:
    """Events, checksum and time; `read` decodes a map.

    Raises ValueError or TypeError for malformed bytes.
    """
    if len(data) <= _BEGIN or data[:1] != _MARK:
        raise ValueError("the entry is cut off, or of another format")
    high, low, check = _HEAD.unpack_from(data, 1)
    items = _decode(data[_BEGIN:])
    if len(items) == _ANSWER and type(items[0]) is int and items[0] >= 0:  # most entries are one answer
        return [Answered(*items)], check, high << 32 | low
    return _events(iter(items), read), check, high << 32 | low


def _events(items: Iterator[Any], read: Callable[[dict[str, Any]], Any]) -> list[Any]:
    """The events that items encode; raises ValueError."""
    found: list[Any] = []
    try:
        for each in items:
            if type(each) is bytes:
                found[-1] = _linked(found, each)
            else:
                found.append(_event(each, items) if type(each) is not dict else read(each))
    except StopIteration:
        raise ValueError("the last event is cut off") from None
    return found


def _linked(found: Sequence[Any], link: bytes) -> Answered:
    """The preceding answer with its link; raises ValueError."""
    last = found[-1] if found else None
    if type(last) is not Answered or last.link or len(link) != _LINK:
        raise ValueError("a link follows an answer")
    return replace(last, link=link.hex())


def _event(first: Any, items: Iterator[Any]) -> Answered | Drawn:
    """The move that begins with an item; raises StopIteration if the items end too early."""
    if type(first) is str:
        return Drawn(first, next(items))
    if type(first) is int:
        return Answered(first, next(items), next(items)) if first >= 0 else Drawn(next(items), next(items), -1 - first)
    raise ValueError(f"no event begins with {first!r}")


def as_map(data: bytes) -> dict[str, Any]:
    """An entry as a map, as in records: defaults are omitted."""
    events, check, at = unpack(data)
    return {"events": events} | ({"check": check} if check else {}) | ({"at": at} if at else {})
