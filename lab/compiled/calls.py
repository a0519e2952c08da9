"""Calls, rewritten for Cython: structs are made, functions called and ints summed in C."""

from __future__ import annotations

import ast
import sys

from .c_types import OBJECT, STRUCT, elements
from .expressions import Rewriter
from .module import FunctionSpec
from .nodes import cast, name, parsed
from .purity import is_pure

_POSITION = STRUCT + "Position"
_NOTE = "podesta_engines.core.notes.note"
_EAGER = ("list", "max", "min", "set", "sorted", "sum", "tuple")
"""Functions that take every element: for these, a list is faster than a generator."""
_SUMMED = {"sum": "_total", "any": "_some"}


class CallRewriter(Rewriter):
    """Rewrites calls."""

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        """Build a note only if notes are wanted, unless its arguments may have side effects."""
        call = node.value
        noted = isinstance(call, ast.Call) and self.module.whole.get(ast.unparse(call.func)) == _NOTE
        quiet = isinstance(call, ast.Call) and noted and is_pure(call, self.module, self.tree.pure)
        node.value = self.visit(call)
        if isinstance(call, ast.Call) and quiet:
            return ast.If(parsed(f"{ast.unparse(call.args[0])}.journal is not None"), [node], [])
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """Rewrite a call: a struct's constructor, a C function or driver, C operations on ints, or any other call."""
        if isinstance(node.func, ast.Subscript) and ast.unparse(node.func.value) in ("list", "dict", "set"):
            node.func = node.func.value  # `list[int]()` makes a list, slowly
        known = None if ast.unparse(node.func) in self.local else self._known(node.func)
        if known and known.takes_more and not node.keywords:
            _pack(node.args, len(known.given))
        plain = not _starred(node.args) and all(each.arg for each in node.keywords)
        if known and plain:
            return self._of_c(node, known)
        if isinstance(node.func, ast.Name) and node.func.id not in self.local and plain:
            return self._named(node, node.func.id)
        if isinstance(node.func, ast.Attribute) and plain:
            return self._method(node, node.func)
        return self._visited(node)

    def _known(self, called: ast.expr) -> FunctionSpec | None:
        return self.tree.callable.get(self.module.whole.get(ast.unparse(called), ""))

    def _of_c(self, node: ast.Call, known: FunctionSpec) -> ast.expr:
        self.functions.add((known.module, f"_i_{known.name}"))
        given = list(zip(known.given, known.defaults, strict=True))
        more = [("", "()")] if known.takes_more else []
        return ast.Call(name(f"_i_{known.name}"), self._in_order(node, [*given, *more]), [])

    def _visited(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        return node

    def _named(self, node: ast.Call, called: str) -> ast.expr:
        if cut := self.cut(called):
            self.functions.add((f"{cut.package}._structs", f"_new_{cut.name}"))
            given = [(field.name, field.default or "") for field in cut.fields]
            return ast.Call(name(f"_new_{cut.name}"), self._in_order(node, given), [])
        if called == "copy" and len(node.args) == 1 and self.c(node.args[0]).startswith(STRUCT):
            return ast.Call(ast.Attribute(self.visit(node.args[0]), "__copy__", ast.Load()), [], [])
        if len(node.args) == 1 and not node.keywords:
            return self._of_one(node, called, node.args[0])
        return self._visited(node)

    def _of_one(self, node: ast.Call, called: str, given: ast.expr) -> ast.expr:
        """Rewrite a call with one argument: sums of ints are computed in C, and a random index becomes a C int."""
        if called in _EAGER and isinstance(given, ast.GeneratorExp):
            given = node.args[0] = ast.ListComp(given.elt, given.generators)
        if called in _SUMMED and (self.is_ints(given) or self._makes_ints(given)):
            return self.helper(_SUMMED[called], self.visit(given))
        if called == "sum" and isinstance(given, ast.Call) and self._multiplies(given):
            return self.helper("_products", *map(self.visit, given.args[1:]))
        if called in ("min", "max") and any(isinstance(each, ast.Starred) for each in ast.walk(given)):
            given = node.args[0] = cast(OBJECT, given)  # Cython unrolls a list, and cannot if it is starred
        if called == "int" and isinstance(given, ast.BinOp) and self.c(given) == "double":
            return cast("long", self.visit(given))
        return self._visited(node)

    def _multiplies(self, node: ast.Call) -> bool:
        """Whether a call is `map(mul, …)` of two lists of floats, on a Python where `sum` adds as C does."""
        if sys.version_info >= (3, 12):  # it compensates for rounding errors
            return False
        floats = all(elements(self.types.of(each)) == "double" for each in node.args[1:])
        return floats and len(node.args) == 3 and ast.unparse(node).startswith("map(mul, ")

    def _makes_ints(self, node: ast.expr) -> bool:
        """Whether a comprehension makes ints or bools."""
        if not isinstance(node, ast.ListComp) or self.wide:
            return False
        return isinstance(node.elt, ast.Compare) or self.c(node.elt) in ("long", "bint")

    def _in_order(self, node: ast.Call, given: list[tuple[str, str]]) -> list[ast.expr]:
        """The arguments of a call in the order of the parameters, including the defaults of omitted ones."""
        named = {each.arg: each.value for each in node.keywords}
        rest = given[len(node.args) :]
        missing = [self.visit(named[each]) if each in named else parsed(default) for each, default in rest]
        return [*map(self.visit, node.args), *missing]

    def _method(self, node: ast.Call, func: ast.Attribute) -> ast.expr:
        """Rewrite `answer` of a position to its C method, and `count` of an int among ints."""
        if func.attr == "answer" and self.c(func.value) == _POSITION:
            seat = [] if len(node.args) > 1 else [ast.Constant(-1)]
            taken = ast.Attribute(cast(_POSITION, self.visit(func.value)), "take", ast.Load())
            self.used(_POSITION)
            return ast.Call(taken, [*map(self.visit, node.args), *seat], [])
        if func.attr == "count" and self.is_ints(func.value) and self.is_int(node.args[0]):
            return self.helper("_count", self.visit(func.value), self.number(node.args[0]))
        return self._visited(node)


def _starred(nodes: list[ast.expr]) -> bool:
    return any(isinstance(each, ast.Starred) for each in nodes)


def _pack(given: list[ast.expr], count: int) -> None:
    """Pack all arguments after the first `count` into one tuple, if there are that many."""
    if len(given) >= count and not _starred(given[:count]):
        given[count:] = [ast.Tuple(given[count:], ast.Load())]
