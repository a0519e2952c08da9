"""Functions without side effects: their calls for a note may be left out if no notes are wanted."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import Protocol

_BUILTINS = "abs all any bool dict divmod enumerate int len list max min next range set sorted sum tuple zip"
_METHODS = ".count .get .index .items .values"
_TELLING = frozenset((*_BUILTINS.split(), *_METHODS.split()))
_DOING = ast.Yield | ast.YieldFrom | ast.Global | ast.Nonlocal | ast.Delete | ast.Raise


class HasNames(Protocol):
    """A module: the full names of its imports and definitions."""

    whole: dict[str, str]
    tree: ast.Module


def is_pure(call: ast.Call, module: HasNames, pure: frozenset[str]) -> bool:
    """Whether the arguments of a call have no side effects."""
    parts = [part for argument in call.args for part in ast.walk(argument)]
    return not any(isinstance(part, _DOING | ast.NamedExpr) for part in parts) and _calls(parts, module) <= pure


def pure_functions(modules: Iterable[HasNames]) -> frozenset[str]:
    """The functions of modules without side effects, by full names, with the builtins and methods they may call."""
    found, before = _TELLING, frozenset[str]()
    left = {whole: calls for module in modules for whole, calls in _telling(module)}
    while found != before:
        before, found = found, found | {whole for whole, calls in left.items() if calls <= found}
    return found


def _telling(module: HasNames) -> Iterable[tuple[str, set[str]]]:
    """The functions of a module without direct side effects, with the names they call."""
    for node in module.tree.body:
        if isinstance(node, ast.FunctionDef) and not any(_does(part, node) for part in ast.walk(node)):
            yield module.whole[node.name], _calls([*ast.walk(node)], module)


def _does(part: ast.AST, function: ast.FunctionDef) -> bool:
    """Whether a part of a function changes anything outside it."""
    if isinstance(part, ast.Attribute | ast.Subscript):
        return not isinstance(part.ctx, ast.Load)
    if isinstance(part, ast.AugAssign) and isinstance(part.target, ast.Name):
        return part.target.id in {each.arg for each in function.args.args}
    return isinstance(part, _DOING)


def _calls(parts: Iterable[ast.AST], module: HasNames) -> set[str]:
    """The full names of called functions; for a method, its name after a dot."""
    functions = [part.func for part in parts if isinstance(part, ast.Call)]
    return {f".{each.attr}" if isinstance(each, ast.Attribute) else _whole(each, module) for each in functions}


def _whole(function: ast.expr, module: HasNames) -> str:
    called = ast.unparse(function)
    return module.whole.get(called, called)
