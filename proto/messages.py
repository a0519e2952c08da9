"""Structs as messages of protos: their fields, with locked numbers, and the comments of these."""

from __future__ import annotations

import inspect
from collections.abc import Collection
from textwrap import wrap

import msgspec

from podesta_engines.describing import VOCABULARY, docstrings

Lock = dict[str, dict[str, int]]
SCALARS = {
    msgspec.inspect.IntType: "int32",
    msgspec.inspect.StrType: "string",
    msgspec.inspect.LiteralType: "string",
    msgspec.inspect.BoolType: "bool",
    msgspec.inspect.FloatType: "double",
}


def number(lock: Lock, message: str, field: str) -> int:
    """The field's number, a new one if it has none yet."""
    numbers = lock.setdefault(message, {})
    return numbers.setdefault(field, max(numbers.values(), default=0) + 1)


def reserved(lock: Lock, message: str, kept: Collection[str], indent: str) -> str:
    """The line that reserves the numbers of removed fields."""
    gone = sorted(number for field, number in lock.get(message, {}).items() if field not in kept)
    return f"{indent}reserved {', '.join(map(str, gone))};\n" if gone else ""


class Messages:
    """The messages of one ruleset's view, innermost last."""

    def __init__(self, prefix: str, lock: Lock) -> None:
        self.prefix, self.lock = prefix, lock
        self.done: dict[str, str] = {}

    def add(self, struct: type) -> str:
        """Write the message of a struct once; returns its name."""
        name = self.prefix + struct.__name__.removeprefix(self.prefix)
        if name not in self.done:
            self.done[name] = ""
            self.done[name] = self._message(name, struct)
        return name

    def _message(self, name: str, struct: type) -> str:
        fields = msgspec.inspect.type_info(struct).fields  # type: ignore[attr-defined]
        about = docstrings(struct)
        lines = [self._line(name, field, self._about(field, about.get(field.name, ""))) for field in fields]
        gone = reserved(self.lock, name, {field.name for field in fields}, "  ")
        return f"{comment(struct)}message {name} {{\n{gone}{''.join(lines)}}}\n"

    def _line(self, message: str, field: msgspec.inspect.Field, about: str) -> str:
        line = f"  {self._type(field.type)} {field.name} = {number(self.lock, message, field.name)};\n"
        return f"{remark(about)}{line}"

    def _type(self, info: msgspec.inspect.Type) -> str:
        if isinstance(info, msgspec.inspect.Metadata):
            return self._type(info.type)
        if isinstance(info, msgspec.inspect.UnionType):
            return self._optional(info)
        if isinstance(info, msgspec.inspect.ListType):
            return f"repeated {self._type(info.item_type)}"
        if isinstance(info, msgspec.inspect.DictType):
            return f"map<{self._type(info.key_type)}, {self._type(info.value_type)}>"
        if isinstance(info, msgspec.inspect.StructType):
            return self.add(info.cls)
        return SCALARS[type(info)]

    def _about(self, field: msgspec.inspect.Field, text: str) -> str:
        """What a field is, and the vocabularies of its words: they stay texts here."""
        text = text.replace("null", "absent")
        named = " or ".join(f"`{name}`" for name in words_of(field.type))
        return f"{text} Of the vocabulary {named}." if named else text

    def _optional(self, union: msgspec.inspect.UnionType) -> str:
        """`X | None`: absent on the wire; a list, a map or a message may be absent as it is."""
        (inner,) = [info for info in union.types if not isinstance(info, msgspec.inspect.NoneType)]
        name = self._type(inner)
        return name if name.startswith(("repeated", "map")) else f"optional {name}"


def words_of(info: msgspec.inspect.Type) -> list[str]:
    """The vocabularies of the words in a field, or in its keys."""
    if isinstance(info, msgspec.inspect.Metadata):
        return list((info.extra_json_schema or {}).get(VOCABULARY, ()))
    if isinstance(info, msgspec.inspect.UnionType):
        return [name for part in info.types for name in words_of(part)]
    if isinstance(info, msgspec.inspect.DictType):
        return words_of(info.key_type)
    return words_of(info.item_type) if isinstance(info, msgspec.inspect.ListType) else []


def remark(text: str) -> str:
    """A field's comment."""
    return "".join(f"  // {line}\n" for line in wrap(text, 114))


def comment(struct: type) -> str:
    """A struct's docstring as a proto comment."""
    text = inspect.cleandoc(struct.__doc__ or "")
    return "".join(f"// {line}".rstrip() + "\n" for line in text.splitlines())
