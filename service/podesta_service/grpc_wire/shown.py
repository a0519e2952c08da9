"""Games and updates as the bytes of their messages.

A move leaves most parts of a view as they were, such as a space or a ship: each part is encoded once, whatever the game
and the audience, as its bytes follow from its values alone.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

import msgspec
from google.protobuf.descriptor import Descriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from msgspec import Struct, structs

from podesta.v1 import game_master_pb2 as pb
from podesta.v1.views_pb2 import View
from podesta_service.model import Game, Update

from .convert import game_fields, plain, update_fields

_PARTS = 4096
"""Encoded parts that are cached; one takes less than 2 KB."""
_write = msgspec.json.Encoder().encode


def game_bytes(game: Game) -> bytes:
    """A game as the bytes of its message."""
    rest = pb.Game(**game_fields(structs.replace(game, view=None))).SerializeToString()
    return rest if game.view is None else rest + within(pb.Game, "view", _view(game.ruleset, game.view))


def update_bytes(update: Update, after: bytes) -> bytes:
    """An update as the bytes of its message, given those of the game after it."""
    rest = pb.Update(**update_fields(structs.replace(update, after=None))).SerializeToString()
    return rest + within(pb.Update, "after", after)


def within(kind: type[Message], field: str, raw: bytes) -> bytes:
    """The bytes of a message as a field of one that contains it."""
    return _tag(kind.DESCRIPTOR, field) + _varint(len(raw)) + raw


@cache
def _tag(kind: Descriptor, field: str) -> bytes:
    return _varint(kind.fields_by_name[field].number << 3 | 2)


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
    name, rest, parts = ruleset.replace("-", "_"), dict[str, Any](), list[bytes]()
    for field, value in zip(view.__struct_fields__, structs.astuple(view), strict=True):
        if type(value) is list and value and isinstance(value[0], Struct):
            parts += [_part(name, field, _write(part)) for part in value]
        else:
            rest[field] = value
    return within(View, name, _kind(name)(**plain(rest)).SerializeToString() + b"".join(parts))


@cache
def _kind(name: str) -> type[Message]:
    """The kind of message that a ruleset's views are."""
    kind: Any = View.DESCRIPTOR.fields_by_name[name].message_type
    return GetMessageClass(kind)


@lru_cache(_PARTS)
def _part(name: str, field: str, part: bytes) -> bytes:
    """One item of a list in a view, given as JSON, as the bytes of a view that has no other."""
    return _kind(name)(**{field: [msgspec.json.decode(part)]}).SerializeToString()
