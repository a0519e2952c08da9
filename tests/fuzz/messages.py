"""Messages of any type, drawn by Hypothesis from their descriptors and meaningful words; spoilt bytes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from google.protobuf.descriptor import Descriptor, FieldDescriptor, OneofDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from hypothesis import strategies as st

Words = Mapping[str, Sequence[Any]]
"""Meaningful values of fields, by name: games, tokens, revisions, kinds of questions."""

_DEPTH = 4
_INTS = st.integers(-2, 40) | st.sampled_from([2**31 - 1, -(2**31), 1_000, 65_536])
_LONGS = _INTS | st.sampled_from([2**63 - 1, -(2**63), 2**53, 2**32])
_TEXT = st.text(max_size=24) | st.sampled_from(
    ["", "\x00", "{}", "a:b", "../..", "%2f", "\u202e", "x" * 5_000, "\n\x1b[31m", "ü" * 40]
)
_PLAIN: dict[int, st.SearchStrategy[Any]] = {
    FieldDescriptor.CPPTYPE_INT32: _INTS,
    FieldDescriptor.CPPTYPE_INT64: _LONGS,
    FieldDescriptor.CPPTYPE_UINT32: st.integers(0, 40) | st.sampled_from([2**32 - 1]),
    FieldDescriptor.CPPTYPE_UINT64: st.integers(0, 40) | st.sampled_from([2**64 - 1, 2**63]),
    FieldDescriptor.CPPTYPE_DOUBLE: st.floats() | st.integers(-3, 20).map(float),
    FieldDescriptor.CPPTYPE_FLOAT: st.floats(width=32),
    FieldDescriptor.CPPTYPE_BOOL: st.booleans(),
}


def messages(kind: Descriptor, words: Words, depth: int = _DEPTH) -> st.SearchStrategy[Message]:
    """Messages of a type: half of them have every field, of a oneof any; the others have some."""
    fields = {field.name: _field(field, words, depth) for field in kind.fields if _fits(field, depth)}
    if not fields:
        return st.builds(GetMessageClass(kind))
    chosen = [st.just(field.name) for field in kind.fields if field.name in fields and not _rivals(field)]
    chosen += [st.sampled_from([each.name for each in one.fields if each.name in fields]) for one in _oneofs(kind)]
    whole = st.tuples(*chosen).flatmap(lambda names: st.fixed_dictionaries({name: fields[name] for name in names}))
    some = st.fixed_dictionaries({}, optional=fields)
    return _mostly(whole, some, 3).map(lambda values: _built(kind, values))


def _mostly(often: st.SearchStrategy[Any], seldom: st.SearchStrategy[Any], share: int) -> st.SearchStrategy[Any]:
    """One of two, the first so many times as often as the second."""
    return st.integers(0, share).flatmap(lambda number: often if number else seldom)


def _oneofs(kind: Descriptor) -> list[OneofDescriptor]:
    """The oneofs of a type that are not just an optional field."""
    return [one for one in kind.oneofs if not one.name.startswith("_")]


def _rivals(field: FieldDescriptor) -> bool:
    return field.containing_oneof in _oneofs(field.containing_type)


def _fits(field: FieldDescriptor, depth: int) -> bool:
    return depth > 0 or field.message_type is None


def _field(field: FieldDescriptor, words: Words, depth: int) -> st.SearchStrategy[Any]:
    """The possible values of a field."""
    if field.message_type is not None and field.message_type.GetOptions().map_entry:
        value = field.message_type.fields_by_name["value"]
        return st.dictionaries(st.text(max_size=8), _one(value, words, depth - 1), max_size=2)
    one = _one(field, words, depth)
    if not field.is_repeated:
        return one
    return st.lists(one, max_size=3) | st.lists(one, min_size=1, max_size=1).map(lambda few: few * 40)


def _one(field: FieldDescriptor, words: Words, depth: int) -> st.SearchStrategy[Any]:
    """One value of a field."""
    if field.message_type is not None:
        return st.deferred(lambda: messages(field.message_type, words, depth - 1))
    if field.enum_type is not None:
        return st.sampled_from([value.number for value in field.enum_type.values]) | st.sampled_from([-1, 99])
    known = words.get(field.name)
    plain = st.binary(max_size=40) if field.type == field.TYPE_BYTES else _PLAIN.get(field.cpp_type, _TEXT)
    return _mostly(st.sampled_from(known), plain, 7) if known else plain


def _built(kind: Descriptor, values: Mapping[str, Any]) -> Message:
    """The message with these values; of a oneof, the last one counts."""
    message: Any = GetMessageClass(kind)()
    for name, value in values.items():
        field, held = kind.fields_by_name[name], getattr(message, name)
        if isinstance(value, dict):
            for key, each in value.items():
                _put(held, key, each)
        elif isinstance(value, list):
            held.extend(value)
        elif field.message_type is not None:
            held.SetInParent()
            held.MergeFrom(value)
        else:
            setattr(message, name, value)
    return message  # type: ignore[no-any-return]


def _put(held: Any, key: str, value: Any) -> None:
    if isinstance(value, Message):
        held[key].MergeFrom(value)
    else:
        held[key] = value


@st.composite
def spoilt(draw: st.DrawFn, whole: st.SearchStrategy[bytes]) -> bytes:
    """Bytes of a message in which some are changed, left out, repeated or put in."""
    body = bytearray(draw(whole))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(body)))
        match draw(st.sampled_from(["change", "cut", "repeat", "insert", "drop"])):
            case "change" if at < len(body):
                body[at] = draw(st.integers(0, 255))
            case "cut":
                del body[at:]
            case "repeat":
                body += body[at : at + 64]
            case "insert":
                body[at:at] = draw(st.binary(max_size=12))
            case "drop":
                del body[at : at + 1]
    return bytes(body)


def bodies(kind: Descriptor, words: Words) -> st.SearchStrategy[bytes]:
    """The bodies to send: mostly messages, some spoilt, some no messages at all."""
    whole = messages(kind, words).map(lambda message: message.SerializeToString())
    return _mostly(whole, spoilt(whole) | st.binary(max_size=200), 4)
