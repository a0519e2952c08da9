"""The C types that represent Python types."""

from __future__ import annotations

from collections.abc import Container

from mypy.types import Instance, LiteralType, NoneType, TupleType, Type, UnionType, get_proper_type

OBJECT = "object"
STRUCT = "_c_"
"""The prefix of C structs' names."""
POSITION = "podesta_engines.core.position.Position"
_SCALARS = {"builtins.int": "long", "builtins.bool": "bint", "builtins.float": "double"}
_KEPT = {f"builtins.{name}": name for name in ("list", "dict", "tuple", "str")}
_ROWS = ("builtins.list", "builtins.tuple", "typing.Sequence")
FAILED = {"long": " except? -987654321", "bint": " except? -1", "double": " except? -1"}
"""The exception clauses of functions that return a scalar."""


def c_type(kind: Type | None, structs: Container[str]) -> str:
    """The C type of a Python type, `object` if no other fits; `structs` are the full names of C structs."""
    kind = None if kind is None else get_proper_type(kind)
    if isinstance(kind, LiteralType):
        kind = kind.fallback
    if isinstance(kind, TupleType):
        return "tuple" if kind.partial_fallback.type.fullname == "builtins.tuple" else OBJECT
    if isinstance(kind, UnionType):
        return _common(kind, structs)
    return _named(kind.type.fullname, structs) if isinstance(kind, Instance) else OBJECT


def _named(name: str, structs: Container[str]) -> str:
    if name == POSITION or name in structs:
        return STRUCT + name.rsplit(".", 1)[1]
    return _SCALARS.get(name) or _KEPT.get(name) or OBJECT


def _common(union: UnionType, structs: Container[str]) -> str:
    """The type that all members share; None is a member of every C type except numbers."""
    rest = [each for each in union.items if not isinstance(get_proper_type(each), NoneType)]
    kinds = {c_type(each, structs) for each in rest}
    if len(kinds) != 1 or (len(rest) < len(union.items) and kinds & set(FAILED)):
        return OBJECT
    return kinds.pop()


def elements(kind: Type | None) -> str:
    """The C type of the elements of a list, tuple or sequence; `object` for anything else."""
    kind = None if kind is None else get_proper_type(kind)
    if isinstance(kind, TupleType):
        kind = kind.partial_fallback
    if not isinstance(kind, Instance) or kind.type.fullname not in _ROWS or not kind.args:
        return OBJECT
    return c_type(kind.args[0], ())


def named_fields(kind: Type | None) -> list[str]:
    """The fields of a named tuple in their order; empty for anything else."""
    kind = None if kind is None else get_proper_type(kind)
    described = kind.partial_fallback.type.metadata if isinstance(kind, TupleType) else {}
    fields: list[str] = described.get("namedtuple", {}).get("fields", [])
    return fields
