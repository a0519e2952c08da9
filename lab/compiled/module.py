"""What the names in a module refer to: functions, C structs and constants."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from importlib import import_module
from inspect import signature
from pathlib import Path
from types import ModuleType

from msgspec import Struct

from .inferred import Types
from .plan import ROOT, Plan

Function = ast.FunctionDef


class FunctionSpec(Struct, frozen=True):
    """A function that compiled code calls directly in C: its arguments, and the defaults as source ("" for none)."""

    module: str
    name: str
    given: tuple[str, ...]
    defaults: tuple[str, ...]
    takes_more: bool
    """Whether it takes further arguments, as one tuple."""


class Tree(Struct, frozen=True):
    """All facts about the compiled code: the plan, the types by module, and the callable functions, by full name."""

    plan: Plan
    types: Mapping[str, Types]
    callable: Mapping[str, FunctionSpec]
    pure: frozenset[str]
    """Functions without side effects; calls of these may be left out if no notes are wanted."""


class Module(Struct):
    """A module: its name, its compiled counterpart's, its syntax tree, and full names of imports and definitions."""

    name: str
    written: str
    tree: ast.Module
    whole: dict[str, str]
    loaded: ModuleType

    def constant(self, name: str) -> int | None:
        """The value of an upper-case int that C can hold."""
        value = getattr(self.loaded, name, None)
        return value if type(value) is int and name.lstrip("_").isupper() and abs(value) < 1 << 62 else None


def read_module(name: str) -> Module:
    """A module of the plain tree."""
    loaded = import_module(name)
    assert loaded.__file__ is not None
    found = Module(name, name, ast.parse(Path(loaded.__file__).read_text("utf-8")), {}, loaded)
    for node in found.tree.body:
        if isinstance(node, ast.ImportFrom):
            found.whole.update(_imported(node, name))
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.whole[node.name] = f"{name}.{node.name}"
    return found


def read_part(name: str, functions: frozenset[str]) -> Module:
    """Some functions of a module that stays plain; their compiled module has its name after a `_`."""
    found = read_module(name)
    wanted = [node for node in found.tree.body if found.whole.get(getattr(node, "name", "")) in functions]
    read = {each.id for node in wanted for each in ast.walk(node) if isinstance(each, ast.Name)}
    needed = sorted(each for each in read if hasattr(found.loaded, each) and found.constant(each) is None)
    package, last = name.rsplit(".", 1)
    imports: list[ast.stmt] = [ast.ImportFrom(name, [ast.alias(each) for each in needed], 0)] if needed else []
    return Module(name, f"{package}._{last}", ast.Module([*imports, *wanted], []), found.whole, found.loaded)


def _imported(node: ast.ImportFrom, module: str) -> dict[str, str]:
    base = f"{module.rsplit('.', node.level)[0]}." if node.level else ""
    source = f"{base}{node.module or ''}".rstrip(".")
    return {each.asname or each.name: f"{source}.{each.name}" for each in node.names if source.startswith(ROOT)}


def is_generator(function: Function) -> bool:
    """Whether a function yields."""
    return any(isinstance(node, ast.Yield | ast.YieldFrom) for node in own(function))


def own(function: ast.AST) -> list[ast.AST]:
    """Every node of a function, except those in nested functions and lambdas."""
    found: list[ast.AST] = []
    for child in ast.iter_child_nodes(function):
        found.append(child)
        if not isinstance(child, ast.FunctionDef | ast.Lambda | ast.ClassDef):
            found += own(child)
    return found


def is_simple(function: Function) -> bool:
    """Whether a function has only ordinary arguments, with or without `*args`."""
    given = function.args
    return not (given.kwarg or given.kwonlyargs or given.posonlyargs)


def _is_bare(function: Function) -> bool:
    """Whether a function has no decorator, or only a cache, keyed by ints."""
    given = function.args
    ints = all(each.annotation and ast.unparse(each.annotation) == "int" for each in given.args) and not given.vararg
    cached = [ast.unparse(each).startswith("lru_cache(") for each in function.decorator_list]
    return not cached or (cached == [True] and ints)


def called(module: Module) -> dict[str, FunctionSpec]:
    """The functions of a module that C can call: no generators, constant defaults, no decorator but a cache."""
    found = {}
    for node in module.tree.body:
        if isinstance(node, ast.FunctionDef) and is_simple(node) and _is_bare(node) and not is_generator(node):
            parameters = [*signature(getattr(module.loaded, node.name)).parameters.values()]
            if node.args.vararg:
                parameters.pop()
            defaults = tuple("" if each.default is each.empty else repr(each.default) for each in parameters)
            if all(type(each.default) in (type, int, bool, str, tuple, type(None)) for each in parameters):
                given = tuple(each.name for each in parameters)
                one = FunctionSpec(module.written, node.name, given, defaults, node.args.vararg is not None)
                found[f"{module.name}.{node.name}"] = one
    return found
