"""The names that generators of C++ and Java make of a message's fields; two fields with one name do not compile.

After the generated-code guides of Protocol Buffers: in C++ `deck_size()` is the number of elements of the repeated
field `deck`, and also the value of the field `deck_size`; in Java `getDeckCount()` is the former and the value of
`deck_count`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from google.protobuf.descriptor import Descriptor, FieldDescriptor


def collisions(message: Descriptor) -> list[str]:
    """Each accessor that two fields of a message, or of one within it, would share."""
    found = [f"{message.name}: {name} of {' and '.join(fields)}" for name, fields in _shared(message)]
    return found + [line for inner in message.nested_types for line in collisions(inner)]


def _shared(message: Descriptor) -> Iterator[tuple[str, list[str]]]:
    owners: dict[str, list[str]] = defaultdict(list)
    for field in message.fields:
        for name in {*_cpp(field), *_java(field)}:
            owners[name].append(field.name)
    yield from ((name, fields) for name, fields in owners.items() if len(fields) > 1)


def _repeated(field: FieldDescriptor) -> bool:
    return bool(field.is_repeated)


def _cpp(field: FieldDescriptor) -> list[str]:
    name = field.name
    made = [name, f"clear_{name}", f"mutable_{name}", f"_internal_{name}"]
    if _repeated(field):
        return [*made, f"{name}_size", f"add_{name}", f"set_{name}"]
    return [*made, f"has_{name}", f"set_{name}", f"release_{name}", f"set_allocated_{name}"]


def _java(field: FieldDescriptor) -> list[str]:
    name = "".join(part[:1].upper() + part[1:] for part in field.name.split("_"))
    parts = ["", "Bytes"] if field.type == FieldDescriptor.TYPE_STRING else [""]
    if field.message_type is not None:
        parts += ["Builder", "OrBuilder"]
    if _repeated(field):
        parts += ["Count", "List", "Map", "OrBuilderList", "BuilderList", "OrDefault", "OrThrow"]
    return [f"get{name}{part}" for part in parts]
