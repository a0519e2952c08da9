"""Schemas of structs: in requests, where fields with defaults are optional, and in responses, where they are present.

Fields are described by the strings below them. Defaults are mentioned in the descriptions, as some type generators
take a field with the keyword `default` for one that is always given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from inspect import cleandoc
from typing import Any

import msgspec
from msgspec import UNSET, Struct, inspect, structs

from podesta_engines.describing import docstrings

Schema = dict[str, Any]
Schemas = dict[str, Schema]
Structs = dict[str, type[Struct]]
Named = Callable[[str], str]
"""The name of a struct's schema."""
SCHEMAS = "#/components/schemas/"
_MOMENT = {"type": "string", "format": "date-time"}


def ref(name: str) -> Schema:
    """A reference to a schema by its name."""
    return {"$ref": f"{SCHEMAS}{name}"}


def as_it_is(name: str) -> str:
    """A struct's schema under the struct's own name."""
    return name


def reached(types: Iterable[Any]) -> Structs:
    """Every struct that the types consist of, by name; raises ValueError if two have the same name."""
    found: Structs = {}
    waiting = list(inspect.multi_type_info(types))
    while waiting:
        info = waiting.pop()
        if isinstance(info, inspect.StructType):
            if info.cls.__name__ in found:
                _check_same(found, info.cls)
                continue
            found[info.cls.__name__] = info.cls
        waiting += _inner(info)
    return found


def _check_same(found: Structs, struct: type[Struct]) -> None:
    if found[struct.__name__] is not struct:
        raise ValueError(f"two structs are called {struct.__name__}")


def _inner(info: inspect.Type) -> Iterator[inspect.Type]:
    """The types that a type consists of."""
    if isinstance(info, inspect.StructType):
        yield from (field.type for field in info.fields)
    for name in ("type", "item_type", "key_type", "value_type"):
        if inner := getattr(info, name, None):
            yield inner
    for name in ("types", "item_types"):
        yield from getattr(info, name, ())


def taken(types: Iterable[Any], named: Named = as_it_is) -> Schemas:
    """The schemas of structs in requests: fields with defaults are optional."""
    return _schemas(types, named, _sparse)


def answered(types: Iterable[Any], named: Named = as_it_is) -> Schemas:
    """The schemas of structs in responses: every field is required, except those that are left out while unset."""
    return _schemas(types, named, _complete)


def _schemas(types: Iterable[Any], named: Named, finished: Callable[..., Schema]) -> Schemas:
    there = reached(types)
    _, found = msgspec.json.schema_components(there.values(), ref_template=f"{SCHEMAS}{{name}}")
    names = {f"{SCHEMAS}{name}": f"{SCHEMAS}{named(name)}" for name in there}
    return {named(name): _renamed(_even(finished(found[name], struct)), names) for name, struct in there.items()}


def _renamed(schema: Any, names: Mapping[str, str]) -> Any:
    """A schema with renamed references."""
    if isinstance(schema, dict):
        return {key: names.get(part, part) if key == "$ref" else _renamed(part, names) for key, part in schema.items()}
    return [_renamed(part, names) for part in schema] if isinstance(schema, list) else schema


def _even(schema: Any) -> Any:
    """A schema with tuples as lists of fixed length: every tuple here has items of one type."""
    if isinstance(schema, list):
        return [_even(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    found = {key: _even(part) for key, part in schema.items()}
    if "prefixItems" not in found:
        return found
    (kind,) = {str(part): part for part in found.pop("prefixItems")}.values()
    return {**found, "items": kind}


def _described(schema: Schema, struct: type[Struct]) -> Schema:
    """The schema with a description of each field, and the format of times."""
    about, config = docstrings(struct), struct.__struct_config__
    for field in inspect.type_info(struct).fields:  # type: ignore[attr-defined]
        part = _timed(schema["properties"][field.encode_name], field.type)
        if text := about.get(field.name, part.get("description")):
            part["description"] = text
        schema["properties"][field.encode_name] = part
    schema["description"] = cleandoc(schema["description"])
    del schema["title"]
    if config.tag_field:
        tag = {"type": "string", "const": config.tag, "description": f"Always `{config.tag}`: {_first(schema)}"}
        schema["properties"][config.tag_field] = tag
    return schema


def _first(schema: Schema) -> str:
    """The first sentence of a description, to be put behind a colon."""
    text = schema["description"].partition(".")[0]
    return f"{text[0].lower()}{text[1:]}."


def _timed(schema: Schema, info: inspect.Type) -> Schema:
    """A schema with the format of times, which msgspec omits as a datetime may lack a time zone: here none does."""
    if isinstance(info, inspect.DateTimeType):
        return dict(_MOMENT)
    if isinstance(info, inspect.UnionType) and any(isinstance(part, inspect.DateTimeType) for part in info.types):
        return {"anyOf": [_MOMENT, {"type": "null"}]}
    return schema


def _sparse(schema: Schema, struct: type[Struct]) -> Schema:
    """The schema with defaults in the descriptions, except for empty ones and structs."""
    schema = _described(schema, struct)
    for part in schema["properties"].values():
        if isinstance(default := part.pop("default", None), bool | int) or (isinstance(default, str) and default):
            part["description"] += f" Default: `{msgspec.json.encode(default).decode()}`."
    return schema


def _complete(schema: Schema, struct: type[Struct]) -> Schema:
    """The schema with its required fields, without defaults, and open to fields of later versions."""
    schema = _described(schema, struct)
    schema.pop("additionalProperties", None)
    for part in schema["properties"].values():
        part.pop("default", None)
    config = struct.__struct_config__
    always = [field.encode_name for field in structs.fields(struct) if _is_there(field, config.omit_defaults)]
    return {**schema, "required": [*([config.tag_field] if config.tag_field else []), *always]}


def _is_there(field: structs.FieldInfo, omits_defaults: bool) -> bool:
    """Whether a field is always present in responses."""
    return field.required or not (omits_defaults or field.default is UNSET)
