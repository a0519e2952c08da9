"""Small pieces of syntax that are used often."""

from __future__ import annotations

import ast


def name(called: str) -> ast.Name:
    """A name, read."""
    return ast.Name(called, ast.Load())


def cast(kind: str, value: ast.expr) -> ast.expr:
    """A value, cast to a C type."""
    return ast.Call(ast.Attribute(name("cython"), "cast", ast.Load()), [name(kind), value], [])


def parsed(source: str) -> ast.expr:
    """The expression of a source text."""
    return ast.parse(source, mode="eval").body


def targets(node: ast.AST) -> list[str]:
    """The variables of a comprehension."""
    generators: list[ast.comprehension] = getattr(node, "generators", [])
    return [each.id for part in generators for each in ast.walk(part.target) if isinstance(each, ast.Name)]
