"""Calls as methods of gRPC: messages become what is asked, answers become messages.

In proto3, a field without presence that is zero or empty is absent: then the default of the struct holds. Names are the
same on both sides, unless the Meta of a field has another one.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable, Iterator
from datetime import datetime
from functools import cache, partial
from operator import attrgetter
from typing import Any, get_args, get_origin

import msgspec
from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from msgspec import NODEFAULT, UNSET, Struct

from podesta_service.api.call import ApiCall
from podesta_service.api.fields import fields_of
from podesta_service.api.reading import unfit
from podesta_service.model import Game, Update
from podesta_service.orders.language import StandingOrders
from podesta_service.views.my_games import MyGame
from podesta_service.views.summaries import GameSummary

from .answers import checked
from .calls import SERVICE, Call
from .convert import (
    game_fields,
    my_game_message,
    options_of,
    plain,
    standing_fields,
    summary_message,
    timestamp,
    update_fields,
    value_of,
)

Made = Callable[[Any], Any]
_TOLD: dict[Any, Made] = {
    Game: game_fields,
    Update: update_fields,
    GameSummary: summary_message,
    MyGame: my_game_message,
    datetime: timestamp,
    StandingOrders: standing_fields,
}
"""The parts of answers that become part of a message in their own way."""
_KNOWN: dict[str, Made] = {"google.protobuf.Value": value_of, "google.protobuf.Struct": options_of}
"""The messages that are read in their own way."""


def bind_grpc(calls: Iterable[ApiCall[Any]]) -> dict[str, Callable[..., Awaitable[Any]]]:
    """The methods of calls by name."""
    return {each.name: _method(each) for each in calls}


def _method(api: ApiCall[Any]) -> Callable[..., Awaitable[Any]]:
    rpc = SERVICE.methods_by_name[api.name]
    asks, response = Asked(rpc.input_type, api.asked), GetMessageClass(rpc.output_type)
    parts, named = [*_parts(api, rpc.output_type)], api.named

    async def method(call: Call, request: Message) -> Message:
        asked = asks.read(request)
        who = await api.who.find(call, *[getattr(asked, name) for name in named])
        checked(getattr(asked, "head", ""))
        answer = await api.run(call, asked, who)
        given = [(name, get(answer), made) for name, get, made in parts]
        return response(**{name: made(part) for name, part, made in given if part is not UNSET})

    return method


# -- messages as structs ----------------------------------------------------------------------------------------------


class Asked:
    """Reads messages of one kind as the struct that a call asks."""

    def __init__(self, message: Descriptor, kind: type[Struct]) -> None:
        fields, empty = fields_of(kind).values(), GetMessageClass(message)()
        cut: dict[str, Made] = {each.on_grpc: partial(min, each.meta.le) for each in fields if each.extra.get("cut")}
        self._kind, self._made = kind, _reads(message) | cut
        self._theirs = {field.name: field.on_grpc for field in fields}
        self._ours = {field.on_grpc: field.name for field in fields}
        required = [field for field in fields if field.default is NODEFAULT]
        self._zeros = {each.name: self._made[each.on_grpc](getattr(empty, each.on_grpc)) for each in required}

    def read(self, message: Message) -> Any:
        """A message as the struct, within its bounds; raises Refusal."""
        found = dict(self._zeros)
        for field, value in message.ListFields():
            found[self._ours[field.name]] = self._made[field.name](value)
        try:
            return msgspec.convert(found, self._kind)
        except msgspec.ValidationError as error:
            refusal = unfit(str(error), self._kind)
            field = refusal.more.get("field", "")
            refusal.more["field"] = self._theirs.get(field, field)
            raise refusal from None


@cache
def _reads(message: Descriptor) -> dict[str, Made]:
    """How each field of a message becomes plain."""
    return {field.name: _read(field) for field in message.fields}


def _read(field: FieldDescriptor) -> Made:
    one: Made = _as_it_is
    if field.enum_type:
        one = partial(_word, field.enum_type)
    elif field.message_type:
        if field.message_type.GetOptions().map_entry:
            return dict
        one = _KNOWN.get(field.message_type.full_name, _plain)
    return partial(_each, one) if field.is_repeated else one


def _as_it_is(value: Any) -> Any:
    return value


def _plain(message: Message) -> dict[str, Any]:
    """The fields that are set in a message, and its lists, which may be empty."""
    given: dict[str, Any] = {each.name: [] for each in message.DESCRIPTOR.fields if each.is_repeated}
    given |= {field.name: value for field, value in message.ListFields()}
    made = _reads(message.DESCRIPTOR)
    return {name: made[name](value) for name, value in given.items()}


def _word(kind: EnumDescriptor, number: int) -> str:
    """`STATUS_OPEN` as `open`; an unknown number as text, which is then refused like any other unknown word."""
    if number not in kind.values_by_number:
        return str(number)
    return str(kind.values_by_number[number].name.removeprefix(_prefix(kind)).lower())


def _prefix(kind: EnumDescriptor) -> str:
    """`HOST_ACTION_`"""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind.name).upper() + "_"


# -- structs as fields of messages ------------------------------------------------------------------------------------


def _parts(api: ApiCall[Any], message: Descriptor) -> Iterator[tuple[str, Made, Made]]:
    """The fields of a response, how each is found in the answer, and how that becomes part of the message."""
    if api.within:
        yield api.within, _as_it_is, _told(api.answer)
        return
    for field in fields_of(api.answer).values():
        enum = message.fields_by_name[field.on_grpc].enum_type
        yield field.on_grpc, attrgetter(field.name), partial(_number, enum) if enum else _told(field.type)


def _number(kind: EnumDescriptor, word: str) -> str:
    return _prefix(kind) + word.upper()


def _told(kind: Any) -> Made:
    """How a part of an answer becomes part of a message."""
    if isinstance(kind, type) and issubclass(kind, Struct | datetime):
        return _TOLD.get(kind) or plain
    one = next((made for part in get_args(kind) if (made := _told(part)) is not _as_it_is), _as_it_is)
    return partial(_each, one) if get_origin(kind) is list else one


def _each(made: Made, parts: Iterable[Any]) -> list[Any]:
    return [*map(made, parts)]
