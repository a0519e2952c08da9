"""Structs of the service as messages of the contract, and back.

Field names are the same on both sides, so one generic step does it; the exceptions are a game's status and view, and
the events, which are tagged structs here and a oneof there.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, TypeVar

import msgspec
from google.protobuf.message import Message
from google.protobuf.struct_pb2 import Struct, Value
from google.protobuf.timestamp_pb2 import Timestamp

from podesta.v1 import game_master_pb2 as pb
from podesta_service.model import Game, Update
from podesta_service.views.lobby import GameSummary

M = TypeVar("M", bound=Message)


def message(kind: type[M], struct: Any) -> M:
    """A struct as the message whose fields have the same names."""
    return kind(**plain(struct))


def game_fields(game: Game) -> Any:
    """A game as the fields of its message, for the message that carries it; a message would be copied into that."""
    return _game(plain(game))


def summary_message(summary: GameSummary) -> pb.GameSummary:
    """A game in a listing as its message."""
    fields = plain(summary)
    return pb.GameSummary(**{**fields, "status": f"STATUS_{fields['status'].upper()}"})


def update_fields(update: Update) -> Any:
    """An update as the fields of its message, for the message that carries it."""
    fields = plain(update)
    fields["at"] = _timestamp(update.at)
    fields["events"] = [{event.pop("event"): event} for event in fields["events"]]
    fields["after"] = _game(fields["after"])
    return fields


def _timestamp(at: datetime) -> dict[str, int]:
    """A time as the fields of its message."""
    return {"seconds": int(at.timestamp()), "nanos": at.microsecond * 1000}


def timestamp(at: datetime) -> Timestamp:
    """A time as a message."""
    found = Timestamp()
    found.FromDatetime(at)
    return found


def plain(struct: Any) -> dict[str, Any]:
    """A struct as dicts and lists; map keys as text."""
    fields: dict[str, Any] = msgspec.to_builtins(struct, builtin_types=(datetime,), str_keys=True)
    return fields


def _game(fields: dict[str, Any]) -> dict[str, Any]:
    fields["status"] = f"STATUS_{fields['status'].upper()}"
    fields["view"] = {fields["ruleset"].replace("-", "_"): fields["view"]}
    if clocks := fields["clocks"]:
        _stamp(clocks, "at", "deadline", "abandoned")
        for seat in clocks["seats"]:
            _stamp(seat, "deadline")
    return fields


def _stamp(fields: dict[str, Any], *names: str) -> None:
    """Turn times into fields of their messages: protobuf itself takes five times as long for a datetime."""
    for name in names:
        if at := fields.get(name):
            fields[name] = _timestamp(at)


def options_of(struct: Struct) -> dict[str, Any]:
    """Options from the wire. JSON has one kind of number there, so whole ones become ints."""
    return {name: value_of(value) for name, value in struct.fields.items()}


def value_of(value: Value) -> Any:
    """A value from the wire; whole numbers become ints."""
    match value.WhichOneof("kind"):
        case "number_value":
            return int(value.number_value) if value.number_value.is_integer() else value.number_value
        case "struct_value":
            return options_of(value.struct_value)
        case "list_value":
            return [value_of(item) for item in value.list_value.values]
        case "string_value":
            return value.string_value
        case "bool_value":
            return value.bool_value
    return None
