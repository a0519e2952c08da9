"""The declared calls in game_master.proto: their methods, requests and responses, in the places where they were.

The rest of the file is by hand: `buf breaking` wants a message to stay in its file.
"""

from __future__ import annotations

import re
from inspect import getdoc
from typing import Any

from msgspec import defstruct, inspect

from podesta_service.api.call import ApiCall
from podesta_service.api.calls import CALLS
from podesta_service.api.fields import LATEST, Field, fields_of
from podesta_service.rest.description.names import named_literal

from .messages import Lock, Messages, number, remark, reserved


def spliced(proto: str, lock: Lock) -> str:
    """The proto with every declared call written anew."""
    for call in CALLS:
        messages = _CallMessages(call, lock)
        whole = defstruct("Within", [(call.within, call.answer)]) if call.within else call.answer
        proto = _replaced(proto, rf"  rpc {call.name}\(.*\n", messages.rpc(), "  ")
        for name, struct in ((f"{call.name}Request", call.asked), (f"{call.name}Response", whole)):
            proto = _replaced(proto, rf"message {name} {{(?:\n(?:  .*\n)*)?}}\n", messages.message(name, struct), "")
    return proto


def _replaced(proto: str, what: str, by: str, indent: str) -> str:
    """The proto with a method or a message replaced; a new one comes at the end of the service or of the file."""
    if found := re.search(rf"(?:^{indent}//.*\n)*^{what}", proto, re.MULTILINE):
        return proto[: found.start()] + by + proto[found.end() :]
    end = proto.index("\n}\n") + 1 if indent else len(proto)
    return f"{proto[:end]}{'' if indent else chr(10)}{by}{proto[end:]}"


class _CallMessages(Messages):
    """The request and the response of a call; the structs in their fields are messages that exist."""

    def __init__(self, call: ApiCall[Any], lock: Lock) -> None:
        super().__init__("", lock)
        fields = [*fields_of(call.asked).values(), *fields_of(call.answer).values()]
        self._call, self._names = call, {each.name: each.on_grpc for each in fields}

    def rpc(self) -> str:
        """The method, described as in the OpenAPI document."""
        text = getdoc(self._call.run) or ""
        about = "  //\n".join(remark(self._renamed(part.replace("\n", " "))) for part in text.split("\n\n"))
        return f"{about}  rpc {self._call.name}({self._call.name}Request) returns ({self._call.name}Response);\n"

    def message(self, name: str, struct: type[Any]) -> str:
        """One of the two messages, its fields by number."""
        lines: dict[int, str] = {}
        for field in fields_of(struct).values():
            known, presence = number(self.lock, name, field.on_grpc), "optional " if field.default is True else ""
            line = f"  {presence}{self._type(inspect.type_info(field.type))} {field.on_grpc} = {known};\n"
            lines[known] = remark(self._commented(field)) + line
        gone = reserved(self.lock, name, [field.on_grpc for field in fields_of(struct).values()], "  ")
        body = gone + "".join(lines[each] for each in sorted(lines))
        return f"message {name} {{{body and chr(10)}{body}}}\n"

    def add(self, struct: type) -> str:
        """The name of a message that exists."""
        return struct.__name__

    def _type(self, info: inspect.Type) -> str:
        if isinstance(info, inspect.Metadata):
            return (info.extra or {}).get("kind") or self._type(info.type)
        if isinstance(info, inspect.DateTimeType):
            return "google.protobuf.Timestamp"
        if isinstance(info, inspect.DictType) and isinstance(info.value_type, inspect.AnyType):
            return "google.protobuf.Struct"
        return named_literal(info.values) or "string" if isinstance(info, inspect.LiteralType) else super()._type(info)

    def _optional(self, union: inspect.UnionType) -> str:
        """Messages and enumerations may be absent as they are."""
        plain = (inspect.StructType, inspect.LiteralType, inspect.DateTimeType)
        (inner,) = [each for each in union.types if not isinstance(each, inspect.NoneType)]
        return self._type(inner) if isinstance(inner, plain) else super()._optional(union)

    def _commented(self, field: Field) -> str:
        """A field's description in the names of gRPC, and its bounds."""
        text = self._renamed(f"{field.about.rstrip('.')}." if field.about else "").replace("Null:", "Unspecified:")
        return " ".join(filter(None, (text, _bounds(field))))

    def _renamed(self, text: str) -> str:
        return re.sub(r"`(\w+)`", lambda found: f"`{self._names.get(found[1], found[1])}`", text)


def _bounds(field: Field) -> str:
    """`At most 1440; 0: 15.`"""
    default, most = field.default, field.meta.le if field.meta.le != LATEST else None
    given = str(default).upper() if default and isinstance(default, str | int) else ""
    zero = "absent" if default is True else "0" if isinstance(default, int) else "unspecified"
    if given and most and field.extra.get("cut"):
        return f"{zero} and more than {most}: {given}."
    empty = "may be empty" if default == "" and "place" in field.extra else ""
    found = "; ".join(filter(None, (empty, f"at most {most}" if most else "", f"{zero}: {given}" if given else "")))
    return f"{found[0].upper()}{found[1:]}." if found else ""
