"""States as C structs: a package's `_structs` module, and how its sources use it.

The plain classes stay in place, for msgspec to pack: packed, a state has the same bytes in both builds, and unpacking
is equally strict.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from mypy.types import Instance, NoneType, Type, UnionType, get_proper_type

from .c_types import STRUCT, c_type
from .inferred import Types
from .plan import ROOT, Field, Plan, StructSpec

_TABLE = """
@cython.no_gc
cdef class Table:
    cdef Table deep(self):
        raise NotImplementedError
"""
_TABLE_DECLARED = """
cdef class Table:
    cdef public list agenda
    cdef public object journal
    cdef Table deep(self)
"""
_STATE = """
    cdef Table deep(self):
        return _deep_State(self)

    @staticmethod
    def pack(g):
        return _encode(_plain_State(g))

    @staticmethod
    def unpack(raw):
        return _typed_State(_decode(raw))
"""
_EQUAL = """
    def __eq__(self, other):
        return type(other) is {name} and _plain_{name}(self) == _plain_{name}(other)
"""
_CODEC = """
from {module} import _DECODE as _decode
_encode = msgpack.Encoder().encode
"""
_REPLACED = """
{plain}
try:
    from {package}._structs import {names}
except ImportError:
    pass
"""
_KEPT = """
from msgspec.msgpack import Decoder as _Decoder
_PLAIN, _DECODE = ({names},), _Decoder(State).decode"""
_SHARED = ("agenda", "journal")
"""The fields that every table already declares."""


class Writer:
    """Writes the C structs of one package."""

    def __init__(self, plan: Plan, types: Mapping[str, Types], package: str) -> None:
        self._cuts = plan.of(package)
        self._names = {f"{cut.module}.{cut.name}" for cut in self._cuts}
        self._decoded = {cut.name for cut in self._cuts if cut.decoded}
        self._types = types
        self._core = package == f"{ROOT}.core"

    def _kind(self, cut: StructSpec, field: Field) -> Type | None:
        return self._types[cut.module].field(cut.name, field.name)

    def _c(self, cut: StructSpec, field: Field) -> str:
        return c_type(self._kind(cut, field), self._names).removeprefix(STRUCT)

    def both(self) -> tuple[str, str]:
        """The .pyx and the .pxd of the package's `_structs`."""
        return self.written(), self.declared()

    def declared(self) -> str:
        """The .pxd: every struct with its fields and its constructor."""
        head = _TABLE_DECLARED if self._core else f"from {ROOT}.core._structs cimport Table\n"
        return head + "\n".join(self._declaration(cut) for cut in self._cuts)

    def _declaration(self, cut: StructSpec) -> str:
        own = [field for field in cut.fields if not (_is_state(cut) and field.name in _SHARED)]
        lines = [f"    cdef public {self._c(cut, field)} {field.name}" for field in own]
        return "\n".join([f"cdef class {_class(cut)}:", *lines, f"cdef {cut.name} _new_{cut.name}({self._given(cut)})"])

    def _given(self, cut: StructSpec) -> str:
        return ", ".join(f"{self._c(cut, field)} {field.name}" for field in cut.fields)

    def written(self) -> str:
        """The .pyx: constructors and copies, and conversions between a state's structs and msgspec's."""
        head = ["# cython: language_level=3, auto_pickle=False", "import cython", "cimport cython"]
        head += ["from msgspec import msgpack", f"from {ROOT}.core._lists cimport _copied, _each, _way"]
        head += [_plain(cut.module, self._cuts) for cut in self._cuts if _is_state(cut)]
        body = [part for cut in self._cuts for part in (self._class(cut), self._maker(cut), *self._ways(cut))]
        codec = [_CODEC.format(module=cut.module) for cut in self._cuts if _is_state(cut)]
        return "\n".join([*head, *([_TABLE] if self._core else []), *body, *codec])

    def _class(self, cut: StructSpec) -> str:
        recycled = [] if _is_state(cut) else ["@cython.freelist(32)"]
        decorators = ["@cython.final", *recycled, *([] if cut.collected else ["@cython.no_gc"])]
        given = ", ".join(self._parameter(cut, field) for field in cut.fields)
        sets = [f"        self.{field.name} = {self._set(cut, field)}" for field in cut.fields]
        fields = ", ".join(f"self.{field.name}" for field in cut.fields)
        copied = ["    def __copy__(self):", f"        return _new_{cut.name}({fields})"]
        copied += [f"    __struct_fields__ = {tuple(field.name for field in cut.fields)}"]
        copied += [_EQUAL.format(name=cut.name)] if cut.module.endswith(".state") else []
        lines = [*decorators, f"cdef class {_class(cut)}:", f"    def __init__(self, {given}):", *sets, *copied]
        return "\n".join([*lines, *([_STATE] if _is_state(cut) else [])])

    def _set(self, cut: StructSpec, field: Field) -> str:
        kind = self._c(cut, field)
        return f"_typed_{kind}({field.name})" if kind in self._decoded else _value(field)

    def _parameter(self, cut: StructSpec, field: Field) -> str:
        default = "None" if _is_fresh(field) else field.default
        kind = "object" if self._c(cut, field) in self._decoded else self._c(cut, field)
        return f"{kind} {field.name}" + ("" if default is None else f"={default}")

    def _maker(self, cut: StructSpec) -> str:
        head = f"cdef {cut.name} _new_{cut.name}({self._given(cut)}):"
        sets = [f"    made.{field.name} = {field.name}" for field in cut.fields]
        return "\n".join([head, f"    cdef {cut.name} made = {cut.name}.__new__({cut.name})", *sets, "    return made"])

    def _ways(self, cut: StructSpec) -> list[str]:
        if not cut.module.endswith(".state"):
            return [self._way(cut, "_typed_")] if cut.decoded else []
        return [self._way(cut, "_deep_"), self._way(cut, "_plain_"), self._way(cut, "_typed_")]

    def _way(self, cut: StructSpec, way: str) -> str:
        """A function that copies a struct deeply, or converts it to the plain one, or back."""
        given, made = ("object", cut.name) if way == "_typed_" else (cut.name, cut.name)
        returned, maker = ("object", f"_P_{cut.name}") if way == "_plain_" else (made, f"_new_{cut.name}")
        parts = [self._part(cut, field, way) for field in cut.fields]
        head = f"cdef {returned} {way}{cut.name}({given} g):"
        return "\n".join([head, "    if g is None:", "        return None", f"    return {maker}({', '.join(parts)})"])

    def _part(self, cut: StructSpec, field: Field, way: str) -> str:
        if field.name == "journal":
            return "None"  # notes are reported once, not again by every clone
        return self._mapped(self._kind(cut, field), f"g.{field.name}", way)

    def _mapped(self, kind: Type | None, value: str, way: str) -> str:
        """The expression that maps a value of a type."""
        kind, optional = _needed(kind)
        if not isinstance(kind, Instance):
            return value
        if kind.type.fullname in self._names:
            name = kind.type.name
            return f"{way}{name}({value if way == '_typed_' else f'<{name}>{value}'})"
        found = self._container(kind, value, way)
        return f"(None if {value} is None else {found})" if optional and found != value else found

    def _container(self, kind: Instance, value: str, way: str) -> str:
        copy: Callable[[str], str] | None = _COPIES.get(kind.type.fullname)
        if copy is None:
            return value
        if kind.type.fullname == "builtins.list":
            inner = "e" if value.startswith("g.") else f"{value}e"
            part = self._mapped(kind.args[0], inner, way)
            if part.startswith("_deep_"):
                return f"_each({value}, <_way>{part.partition('(')[0]})"
            if part != inner:
                return f"[{part} for {inner} in {value}]"
        return copy(value) if way == "_deep_" else value


_COPIES: dict[str, Callable[[str], str]] = {
    "builtins.list": lambda value: f"_copied(<list>{value})",
    "builtins.dict": lambda value: f"dict({value})",
    "builtins.bytearray": lambda value: f"bytearray({value})",
}


def _needed(kind: Type | None) -> tuple[Type | None, bool]:
    """A type without None, and whether None was a member of it."""
    kind = None if kind is None else get_proper_type(kind)
    if not isinstance(kind, UnionType):
        return kind, False
    rest = [each for each in kind.items if not isinstance(get_proper_type(each), NoneType)]
    return (get_proper_type(rest[0]) if len(rest) == 1 else None), True


def _is_state(cut: StructSpec) -> bool:
    return cut.name == "State" and cut.module.endswith(".state")


def _class(cut: StructSpec) -> str:
    return f"{cut.name}(Table)" if _is_state(cut) else cut.name


def _is_fresh(field: Field) -> bool:
    return field.default in ("[]", "{}")


def _value(field: Field) -> str:
    return f"{field.default} if {field.name} is None else {field.name}" if _is_fresh(field) else field.name


def _plain(module: str, cuts: list[StructSpec]) -> str:
    """Aliases of a module's plain classes."""
    names = "".join(f"_P_{cut.name}, " for cut in cuts if cut.module == module)
    return f"from {module} import _PLAIN\n{names} = _PLAIN"


def replaced(source: str, cuts: list[StructSpec], lines: Mapping[str, int]) -> str:
    """A module's source that uses the C structs after defining the plain classes; `lines` are the last lines of these.

    On any other Python than the one it was built for, there are no C structs, and the plain classes stay.
    """
    text, last = source.split("\n"), max(lines[cut.name] for cut in cuts)
    names = ", ".join(cut.name for cut in cuts)
    plain = _KEPT.format(names=names) if any(map(_is_state, cuts)) else ""
    text.insert(last, _REPLACED.format(names=names, package=cuts[0].package, plain=plain))
    return "\n".join(text)
