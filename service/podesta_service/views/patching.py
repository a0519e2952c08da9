"""Patches: the changes between two views of a game, as JSON Patch (RFC 6902), and digests to check them by.

Both views are one audience's, so a patch reveals nothing more than they do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache
from hashlib import sha256
from itertools import compress, count
from operator import ne
from typing import Any, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType, structs

from podesta_engines.core.notes import NoteText
from podesta_engines.game.events import Event
from podesta_service.model import Game, Update

DIGITS = 16
"""Hexadecimal digits of a digest: 64 bits. It guards against mistakes, not against a dishonest sender."""
_SOME = 4
"""From this many operations below one place on, replacing the whole of it is considered."""
_SHORT = 16
"""Minimum bytes of a struct's field on average: its name and its value."""
_PLAIN = frozenset((str, int, bool, float, type(None)))
"""Types of values without parts."""
_sorted = msgspec.json.Encoder(order="sorted").encode
_write = msgspec.json.Encoder().encode


class Operation(Struct, frozen=True, omit_defaults=True):
    """One step of a JSON Patch: `path` is a JSON pointer into the game; `remove` has no value."""

    op: Literal["add", "remove", "replace"]
    """The operation."""
    path: str
    """Where: a JSON pointer (RFC 6901) into the game."""
    value: Any | UnsetType = UNSET
    """The new value; absent with `remove`."""


class Patched(Struct, frozen=True):
    """An update without the game after it: the reader applies the patch to the game that the stream sent last.

    A digest is the first 16 hexadecimal digits of the SHA-256 of a game as JSON with sorted keys and without spaces.
    """

    game: str
    """The game's id."""
    revision: int
    """The revision of the update."""
    at: datetime
    """When it was stored."""
    events: list[Event]
    """What happened, as far as the viewer may see it."""
    notes: list[NoteText]
    """The same for people."""
    applies_to: str
    """The digest of the game that the patch applies to; empty: the patch contains the whole game."""
    leads_to: str
    """The digest of the game after the patch."""
    operations: list[Operation]
    """The patch: JSON Patch (RFC 6902), with the operations add, remove and replace."""


def digest(game: Game) -> str:
    """The digest of a game: the first 16 hex digits of the SHA-256 of its sorted JSON."""
    return sha256(_sorted(game)).hexdigest()[:DIGITS]


def patched(update: Update, leads_to: str, before: Game | None, applies_to: str) -> Patched:
    """An update as a patch of the previous game, or of nothing: then one operation sets the whole game."""
    changes = operations(before, update.after)
    return Patched(update.game, update.revision, update.at, update.events, update.notes, applies_to, leads_to, changes)


def operations(before: Game | None, after: Game) -> list[Operation]:
    """The operations that turn one game into another; both as JSON."""
    found: list[Operation] = []
    _compare(before, after, "", found)
    return found


def _compare(before: Any, after: Any, path: str, found: list[Operation]) -> None:
    """Add the operations that turn a value into a different one."""
    mark, kind = len(found), type(after)
    if kind not in _PLAIN and _enter(before, after, path, found):
        if len(found) >= mark + _SOME and path and _longer(found[mark:], path, after):
            found[mark:] = [Operation("replace", path, after)]
    else:
        found.append(Operation("replace", path, after))


def _enter(before: Any, after: Any, path: str, found: list[Operation]) -> bool:
    """Add the operations for the parts of two values; return False if they differ in form."""
    if isinstance(after, Struct) and type(before) is type(after):
        _compare_structs(before, after, path, found)
    elif isinstance(after, list | tuple) and isinstance(before, list | tuple):
        _compare_lists(before, after, path, found)
    elif isinstance(after, Mapping) and isinstance(before, Mapping):
        _compare_members(_members(before), _members(after), path, found)
    else:
        return False
    return True


def _longer(steps: Sequence[Operation], path: str, after: Any) -> bool:
    """Whether operations take more bytes than the value that they lead to."""
    size = len(_write(steps)) - len(path) - len('[{"op":"replace","path":"","value":}]')
    return size > _SHORT * _parts(after) and size > len(_write(after))


def _parts(value: Any) -> int:
    """How many parts a value has at least; a struct need not be encoded for that."""
    return len(value.__struct_fields__) if isinstance(value, Struct) else 0


def _compare_structs(before: Struct, after: Struct, path: str, found: list[Operation]) -> None:
    """The fields of two structs of one type; unset ones are left out, as in JSON."""
    old_parts, new_parts = structs.astuple(before), structs.astuple(after)
    changed = compress(zip(_places(type(after)), old_parts, new_parts, strict=True), map(ne, old_parts, new_parts))
    for place, old, new in changed:
        if old is UNSET:
            found.append(Operation("add", path + place, new))
        elif new is UNSET:
            found.append(Operation("remove", path + place))
        else:
            _compare(old, new, path + place, found)


@cache
def _places(kind: type[Struct]) -> tuple[str, ...]:
    """The pointers from a struct to its fields."""
    return tuple(_below("", name) for name in kind.__struct_encode_fields__)


def _members(value: Mapping[Any, Any]) -> dict[str, Any]:
    """A mapping with its keys as JSON writes them."""
    return {key if type(key) is str else _text(key): part for key, part in value.items()}


def _text(key: Any) -> str:
    return str(next(iter(msgspec.to_builtins({key: None}, str_keys=True))))


def _compare_members(before: Mapping[str, Any], after: Mapping[str, Any], path: str, found: list[Operation]) -> None:
    found += [Operation("remove", _below(path, name)) for name in before if name not in after]
    for name, part in after.items():
        if name not in before:
            found.append(Operation("add", _below(path, name), part))
        elif part != before[name]:
            _compare(before[name], part, _below(path, name), found)


def _compare_lists(before: Sequence[Any], after: Sequence[Any], path: str, found: list[Operation]) -> None:
    """Skip the common beginning and end; compare the rest item by item."""
    if len(before) == len(after):
        for place in compress(count(), map(ne, before, after)):
            _compare(before[place], after[place], f"{path}/{place}", found)
        return
    start, end = _alike(before, after)
    old, new = before[start : len(before) - end], after[start : len(after) - end]
    for place in compress(count(), map(ne, old, new)):
        _compare(old[place], new[place], f"{path}/{start + place}", found)
    places = range(start + len(new), start + len(old))
    found += [Operation("remove", f"{path}/{place}") for place in reversed(places)]
    found += [
        Operation("add", f"{path}/{start + len(old) + place}", each) for place, each in enumerate(new[len(old) :])
    ]


def _alike(before: Sequence[Any], after: Sequence[Any]) -> tuple[int, int]:
    """How many items two lists have in common at the beginning, and how many at the end of the rest."""
    most = min(len(before), len(after))
    start = next(compress(count(), map(ne, before, after)), most)
    end = next(compress(count(), map(ne, reversed(before), reversed(after))), most)
    return start, min(end, most - start)


def _below(path: str, name: str) -> str:
    """The pointer to a member."""
    return f"{path}/{name.replace('~', '~0').replace('/', '~1')}"
