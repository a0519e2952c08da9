"""The plan of the compilation, from `plan.toml`: packages with their modules, and the classes that become C structs."""

from __future__ import annotations

import tomllib
from importlib import import_module
from pathlib import Path
from typing import Any

from msgspec import NODEFAULT, Struct, structs
from msgspec.structs import replace

HERE = Path(__file__).parent
ENGINES = HERE.parents[1] / "engines"
ROOT = "podesta_engines"


class Field(Struct, frozen=True):
    """A field of a C struct: its name, and its default as source (None: it has none)."""

    name: str
    default: str | None


class StructSpec(Struct, frozen=True):
    """A class that becomes a C struct; `module` and `package` are full names."""

    package: str
    module: str
    name: str
    fields: tuple[Field, ...]
    collected: bool
    """Whether the garbage collector tracks it, as it does the plain class."""
    decoded: bool = False
    """Whether its module decodes files into the plain class; the C struct is then made from that."""


class Plan(Struct, frozen=True):
    """The modules to compile, in the order of the file, and the classes that become structs, by full names."""

    modules: tuple[str, ...]
    cuts: dict[str, StructSpec]
    wide: frozenset[str]
    """Functions and classes whose ints may be too large for C, by full names."""
    functions: frozenset[str]
    """Functions of plain modules that are also compiled, by full names."""

    def of(self, package: str) -> list[StructSpec]:
        """The C structs of a package."""
        return [cut for cut in self.cuts.values() if cut.package == package]

    @property
    def packages(self) -> list[str]:
        """The packages that have C structs, the core first."""
        return list(dict.fromkeys(cut.package for cut in self.cuts.values()))

    @property
    def sources(self) -> list[str]:
        """Every module for which types are needed."""
        return list(dict.fromkeys([*self.modules, *self.partly, *(cut.module for cut in self.cuts.values())]))

    @property
    def partly(self) -> list[str]:
        """The plain modules with some compiled functions."""
        return sorted({each.rsplit(".", 1)[0] for each in self.functions})


def read_plan(path: Path = HERE / "plan.toml") -> Plan:
    """The plan of a file; raises ImportError or AttributeError for a name that does not exist."""
    parts: dict[str, dict[str, list[str]]] = tomllib.loads(path.read_text("utf-8"))
    modules = tuple(f"{ROOT}.{package}.{module}" for package, part in parts.items() for module in part["modules"])
    cuts = [cut for package, part in parts.items() for cut in _cuts(f"{ROOT}.{package}", part)]
    wide, functions = (_whole(parts, key) for key in ("wide", "functions"))
    return Plan(modules, {f"{cut.module}.{cut.name}": cut for cut in cuts}, wide, functions)


def _whole(parts: dict[str, dict[str, list[str]]], key: str) -> frozenset[str]:
    return frozenset(f"{ROOT}.{package}.{name}" for package, part in parts.items() for name in part.get(key, []))


def _cuts(package: str, part: dict[str, list[str]]) -> list[StructSpec]:
    """The classes listed in the plan, and every array struct in the package's `state`."""
    decoded = [replace(_cut(package, *each.rsplit(".", 1)), decoded=True) for each in part.get("decoded", [])]
    found = decoded + [_cut(package, *each.rsplit(".", 1)) for each in part.get("structs", [])]
    if package.rsplit(".", 1)[1] in ("core", "play"):
        return found
    state = import_module(f"{package}.state")
    arrays = [each.__name__ for each in vars(state).values() if _is_array(each, state.__name__)]
    return [*(_cut(package, "state", name) for name in arrays), *found]


def _is_array(each: object, module: str) -> bool:
    return (
        isinstance(each, type) and issubclass(each, Struct) and each.__module__ == module and _config(each).array_like
    )


def _config(struct: type[Struct]) -> Any:
    return struct.__struct_config__


def _cut(package: str, module: str, name: str) -> StructSpec:
    struct = getattr(import_module(f"{package}.{module}"), name)
    fields = tuple(Field(each.name, _default(each)) for each in structs.fields(struct))
    return StructSpec(package, f"{package}.{module}", name, fields, _config(struct).gc)


def _default(field: structs.FieldInfo) -> str | None:
    if field.default_factory is not NODEFAULT:
        return repr(field.default_factory())
    return None if field.default is NODEFAULT else repr(field.default)
