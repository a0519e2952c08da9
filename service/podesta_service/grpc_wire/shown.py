"""Games and updates as the bytes of their messages.

A move leaves most parts of a view as they were, such as a space or a ship: each part is encoded once, whatever the game
and the audience, as its bytes follow from its values alone.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

import msgspec
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from msgspec import Struct, structs

from podesta.v1 import game_master_pb2 as pb
from podesta_service.model import Game, Update

from .convert import game_fields, plain, update_fields

_PARTS = 4096
"""Encoded parts that are cached; one takes less than 2 KB."""
_VIEW = GetMessageClass(pb.Game.DESCRIPTOR.fields_by_name["view"].message_type)
_write = msgspec.json.Encoder().encode


def game_bytes(game: Game) -> bytes:
    """A game as the bytes of its message."""
    rest = pb.Game(**game_fields(structs.replace(game, view=None))).SerializeToString()
    return rest if game.view is None else rest + within(pb.Game, "view", _view(game.ruleset, game.view))


def update_bytes(update: Update, after: bytes = b"") -> bytes:
    """An update as the bytes of its message; `after` is the game after it, if already encoded."""
    rest = pb.Update(**update_fields(structs.replace(update, after=None))).SerializeToString()
    return rest + within(pb.Update, "after", after or game_bytes(update.after))


def within(kind: type[Message], field: str, raw: bytes) -> bytes:
    """The bytes of a message as a field of one that contains it."""
    return _tag(kind, field) + _varint(len(raw)) + raw


@cache
def _tag(kind: type[Message], field: str) -> bytes:
    return _varint(kind.DESCRIPTOR.fields_by_name[field].number << 3 | 2)


def _varint(number: int) -> bytes:
    """A number in groups of seven bits, the lowest first, as protobuf writes lengths."""
    found = bytearray()
    while number > 127:
        found.append(number & 127 | 128)
        number >>= 7
    found.append(number)
    return bytes(found)


def _view(ruleset: str, view: Struct) -> bytes:
    """A view as the bytes of the message that has one for each ruleset."""
    name, rest, found = ruleset.replace("-", "_"), dict[str, Any](), list[bytes]()
    kind = _kind(name)
    for field, value in zip(view.__struct_fields__, structs.astuple(view), strict=True):
        if type(value) is list and value and isinstance(value[0], Struct):
            found += [_part(kind, field, _write(part)) for part in value]
        else:
            rest[field] = value
    return within(_VIEW, name, kind(**plain(rest)).SerializeToString() + b"".join(found))


@cache
def _kind(name: str) -> type[Message]:
    return GetMessageClass(_VIEW.DESCRIPTOR.fields_by_name[name].message_type)


@lru_cache(_PARTS)
def _part(kind: type[Message], field: str, part: bytes) -> bytes:
    """One item of a list in a view, given as JSON, as the bytes of a view that has no other."""
    return kind(**{field: [msgspec.json.decode(part)]}).SerializeToString()
