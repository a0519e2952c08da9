"""Structs of the service as messages of the contract, and back.

Field names are the same on both sides, so the conversion is generic; the exceptions are a game's status and view, the
words of notes, and events, which are tagged structs here and a oneof in the contract.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, TypeVar

import msgspec
from google.protobuf.message import Message
from google.protobuf.struct_pb2 import NULL_VALUE, Struct, Value
from google.protobuf.timestamp_pb2 import Timestamp

from podesta.v1 import game_master_pb2 as pb
from podesta_service.model import Game, Preview, Update
from podesta_service.orders.language import StandingOrders
from podesta_service.views.my_games import MyGame
from podesta_service.views.summaries import GameSummary

M = TypeVar("M", bound=Message)


def message(kind: type[M], struct: Any) -> M:
    """A struct as the message with the same field names."""
    return kind(**plain(struct))


def game_fields(game: Game) -> Any:
    """A game as the fields of its message, for the message that contains it; a message would be copied into that."""
    return _game(plain(game))


def summary_message(summary: GameSummary) -> pb.GameSummary:
    """A game in a listing as its message."""
    fields = plain(summary)
    return pb.GameSummary(**{**fields, "status": f"STATUS_{fields['status'].upper()}"})


def my_game_message(game: MyGame) -> pb.MyGame:
    """One of the caller's games as its message."""
    deadline = timestamp(game.deadline) if game.deadline else None
    return pb.MyGame(game=summary_message(game.game), seat=game.seat, your_turn=game.your_turn, deadline=deadline)


def update_fields(update: Update) -> Any:
    """An update as the fields of its message, for the message that contains it."""
    fields = plain(update)
    fields["at"] = stamp(update.at)
    fields["events"] = events_of(fields["events"])
    return _with_notes(fields)


def preview_fields(preview: Preview) -> Any:
    """A preview as the fields of its message."""
    return _with_notes(plain(preview))


def _with_notes(fields: dict[str, Any]) -> dict[str, Any]:
    """Fields with notes and the game after them, as their messages have them."""
    fields["notes"] = notes_of(fields["notes"])
    fields["after"] = fields["after"] and _game(fields["after"])
    return fields


def notes_of(notes: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Notes as the fields of their messages: words always in a list."""
    return [
        note | {"args": {name: {"words": _listed(words)} for name, words in note["args"].items()}} for note in notes
    ]


def _listed(words: str | list[str]) -> list[str]:
    return [words] if isinstance(words, str) else words


def events_of(events: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Events as the fields of their messages."""
    return [{event.pop("event"): event} for event in events]


def stamp(at: datetime) -> dict[str, int]:
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
    fields["view"] = fields["view"] and {fields["ruleset"].replace("-", "_"): fields["view"]}
    if clocks := fields["clocks"]:
        _stamp(clocks, "at", "deadline", "abandoned")
        for seat in clocks["seats"]:
            _stamp(seat, "deadline")
    return fields


def _stamp(fields: dict[str, Any], *names: str) -> None:
    """Turn times into the fields of their messages: protobuf takes five times as long for a datetime."""
    for name in names:
        if at := fields.get(name):
            fields[name] = stamp(at)


def options_of(struct: Struct) -> dict[str, Any]:
    """Options from the wire. Struct has only one kind of number, so whole ones become ints."""
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


def standing_fields(found: StandingOrders) -> Any:
    """The state of orders as the fields of its message."""
    return _valued(plain(found))


def _valued(value: Any) -> Any:
    """Orders in which the `equals` of each condition is a `Value`."""
    if isinstance(value, list):
        return [_valued(each) for each in value]
    if not isinstance(value, dict):
        return value
    return {name: _value(each) if name == "equals" else _valued(each) for name, each in value.items()}


def _value(value: Any) -> Value:
    if value is None:
        return Value(null_value=NULL_VALUE)
    if isinstance(value, bool):
        return Value(bool_value=value)
    return Value(string_value=value) if isinstance(value, str) else Value(number_value=value)
