"""Every detail of a refusal that the code can say, read off its source: literals, with `{}` for what is filled in."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[3]
SERVICE, ENGINES = ROOT / "service" / "podesta_service", ROOT / "engines" / "podesta_engines"
_PROBLEMS = ast.parse((SERVICE / "problems.py").read_text("utf-8"))
"""Where the details stand that several modules say."""
_ERRORS = {"BadSetup": 1, "Impossible": 0, "_bad": 1}


def details() -> dict[str, str]:
    """Each detail with a place where it is said."""
    found = {}
    for folder in (SERVICE, ENGINES):
        for path in sorted(folder.rglob("*.py")):
            tree = ast.parse(path.read_text("utf-8"))
            for node, said in _said(tree):
                found[said] = f"{path.relative_to(ROOT)}:{node.lineno}"
    return found


def _said(tree: ast.Module) -> Iterator[tuple[ast.Call, str]]:
    named = _assigned(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and (argument := _argument(node)) is not None:
            for each in _texts(argument, named):
                yield node, each


def _argument(call: ast.Call) -> ast.expr | None:
    """What a call says: `refuse`'s second argument, the problem of a bad setup, the text of an error of the rules."""
    name = ast.unparse(call.func).rpartition(".")[2]
    place = 1 if name == "refuse" else _ERRORS.get(name)
    if name == "__init__" and ast.unparse(call.func) == "super().__init__":
        place = 0
    return call.args[place] if place is not None and len(call.args) > place else None


def _texts(node: ast.expr, named: dict[str, list[ast.expr]]) -> Iterator[str]:
    """The literals that an expression may be."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        yield "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
    elif isinstance(node, ast.IfExp):
        yield from (*_texts(node.body, named), *_texts(node.orelse, named))
    elif isinstance(node, ast.Subscript):
        yield from _texts(node.value, named)
    elif isinstance(node, ast.Dict):
        yield from (said for value in node.values for said in _texts(value, named))
    elif isinstance(node, ast.BinOp):
        left, right = [*_texts(node.left, named)], [*_texts(node.right, named)]
        yield from (one + other for one in left for other in right)
    elif isinstance(node, ast.Name):
        for value in named.get(node.id, []):
            yield from _texts(value, named)


def _assigned(tree: ast.Module) -> dict[str, list[ast.expr]]:
    """What each name of a module is set to, anywhere in it."""
    found: dict[str, list[ast.expr]] = {}
    for node in (*ast.walk(tree), *ast.walk(_PROBLEMS)):
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            found.setdefault(node.targets[0].id, []).append(node.value)
    return found
