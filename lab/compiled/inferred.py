"""The types inferred by mypy: of every expression, local variable, function and field."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct
from mypy import build
from mypy.errors import CompileError
from mypy.modulefinder import BuildSource
from mypy.nodes import LDEF, CallExpr, Expression, FuncDef, NameExpr, Node, Statement, TypeInfo, Var
from mypy.options import Options
from mypy.types import CallableType, Overloaded, Type, get_proper_type

Place = tuple[str, int, int, int | None, int | None]
"""A kind of node, its first line and column, and its last."""
_KINDS = {
    ast.Name: "NameExpr",
    ast.Attribute: "MemberExpr",
    ast.Subscript: "IndexExpr",
    ast.Call: "CallExpr",
    ast.BinOp: "OpExpr",
}

_ELSEWHERE = ("node", "original_def")
"""Attributes of a node that lead out of its module."""


class Types(Struct):
    """The types of one module: of expressions by place, of local variables as (name, line), of functions by line."""

    expressions: dict[Place, Type]
    variables: list[tuple[str, int, Type]]
    functions: dict[int, CallableType]
    classes: dict[str, TypeInfo]

    def of(self, node: ast.expr) -> Type | None:
        """The type of an expression of the original tree; None if mypy has none."""
        if type(node) not in _KINDS or not hasattr(node, "lineno"):
            return None
        place = (_KINDS[type(node)], node.lineno, node.col_offset, node.end_lineno, node.end_col_offset)
        return self.expressions.get(place)

    def field(self, struct: str, name: str) -> Type | None:
        """The type of a field of a class of this module, including inherited ones."""
        found = self.classes[struct].get(name)
        return found.node.type if found and isinstance(found.node, Var) else None


def _walked(root: Node) -> Iterator[Node]:
    """Every expression and statement below a node. mypy's own visitors are compiled, and cannot be extended."""
    seen, left = set(), [root]
    while left:
        node = left.pop()
        if id(node) not in seen:
            seen.add(id(node))
            yield node
            left += _below(node)


def _below(node: Node) -> list[Node]:
    found: list[Node] = []
    values = [getattr(node, name, None) for name in dir(node) if name not in _ELSEWHERE and name[0] != "_"]
    while values:
        value = values.pop()
        if isinstance(value, Expression | Statement):
            found.append(value)
        elif isinstance(value, list | tuple):
            values += value
    return found


def infer(modules: list[str], folder: Path) -> dict[str, Types]:
    """The types of modules of a folder, by full names; raises CompileError if mypy reports errors."""
    options = Options()
    options.export_types = options.preserve_asts = True
    options.incremental, options.mypy_path = False, [str(folder)]
    options.python_version, options.python_executable = sys.version_info[:2], sys.executable
    paths = {module: str(folder / f"{module.replace('.', '/')}.py") for module in modules}
    found = build.build([BuildSource(path, module) for module, path in paths.items()], options)
    if found.errors:
        raise CompileError(found.errors)
    return {module: _types(found, module) for module in modules}


def _types(found: build.BuildResult, module: str) -> Types:
    tree, types = found.files[module], Types({}, [], {}, {})
    for node in _walked(tree):
        _note(types, node, found.types)
    types.classes = {name: each.node for name, each in tree.names.items() if isinstance(each.node, TypeInfo)}
    return types


def _is_overloaded(node: Expression, known: dict[Expression, Type]) -> bool:
    """Whether a function with several signatures is called: for these, mypy keeps the result of the first one."""
    callee = known.get(node.callee) if isinstance(node, CallExpr) else None
    return callee is not None and isinstance(get_proper_type(callee), Overloaded)


def _note(types: Types, node: Node, known: dict[Expression, Type]) -> None:
    """Record the type of a node."""
    if isinstance(node, Expression) and node in known and not _is_overloaded(node, known):
        place = (type(node).__name__, node.line, node.column, node.end_line, node.end_column)
        types.expressions[place] = known[node]
    if isinstance(node, NameExpr) and node.kind == LDEF and isinstance(node.node, Var) and node.node.type:
        types.variables.append((node.name, node.line, node.node.type))
    if isinstance(node, FuncDef) and isinstance(signature := get_proper_type(node.type), CallableType):
        types.functions[node.line] = signature
