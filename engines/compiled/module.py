"""What the names of a module stand for: functions, C structs and constants of the tree."""

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


class Called(Struct, frozen=True):
    """A function that compiled code calls as C does: its arguments, and the defaults as source ("" where none is)."""

    module: str
    name: str
    given: tuple[str, ...]
    defaults: tuple[str, ...]


class Tree(Struct, frozen=True):
    """All that is known of what is compiled: the plan, the types by module, and what can be called, by whole name."""

    plan: Plan
    types: Mapping[str, Types]
    callable: Mapping[str, Called]


class Module(Struct):
    """One module: its name, its tree, and the whole names of what it imports or defines."""

    name: str
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
    found = Module(name, ast.parse(Path(loaded.__file__).read_text("utf-8")), {}, loaded)
    for node in found.tree.body:
        if isinstance(node, ast.ImportFrom):
            found.whole.update(_imported(node, name))
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.whole[node.name] = f"{name}.{node.name}"
    return found


def _imported(node: ast.ImportFrom, module: str) -> dict[str, str]:
    base = f"{module.rsplit('.', node.level)[0]}." if node.level else ""
    source = f"{base}{node.module or ''}".rstrip(".")
    return {each.asname or each.name: f"{source}.{each.name}" for each in node.names if source.startswith(ROOT)}


def is_generator(function: Function) -> bool:
    """Whether a function yields."""
    return any(isinstance(node, ast.Yield | ast.YieldFrom) for node in own(function))


def own(function: ast.AST) -> list[ast.AST]:
    """Every node of a function, but for what belongs to functions and lambdas in it."""
    found: list[ast.AST] = []
    for child in ast.iter_child_nodes(function):
        found.append(child)
        if not isinstance(child, ast.FunctionDef | ast.Lambda | ast.ClassDef):
            found += own(child)
    return found


def is_simple(function: Function) -> bool:
    """Whether a function has nothing but ordinary arguments."""
    given = function.args
    return not (given.vararg or given.kwarg or given.kwonlyargs or given.posonlyargs)


def called(module: Module) -> dict[str, Called]:
    """The functions of a module that C can call: no generators, nothing decorated, defaults that are constants."""
    found = {}
    for node in module.tree.body:
        if isinstance(node, ast.FunctionDef) and is_simple(node) and not node.decorator_list and not is_generator(node):
            parameters = signature(getattr(module.loaded, node.name)).parameters.values()
            defaults = tuple("" if each.default is each.empty else repr(each.default) for each in parameters)
            if all(type(each.default) in (type, int, bool, str, tuple, type(None)) for each in parameters):
                found[f"{module.name}.{node.name}"] = Called(
                    module.name, node.name, tuple(each.name for each in parameters), defaults
                )
    return found
