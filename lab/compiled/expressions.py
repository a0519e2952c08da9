"""Expressions of the plain source, rewritten for Cython: typed reads of states, and C ints in arithmetic.

Types are looked up by the positions of the original nodes, so each must be looked up before its parts are rewritten.
"""

from __future__ import annotations

import ast
from collections.abc import Collection

from mypy.types import Type

from .c_types import OBJECT, POSITION, STRUCT, c_type, elements, named_fields
from .inferred import Types
from .module import Module, Tree
from .nodes import cast, name
from .plan import StructSpec

HELPERS = dict.fromkeys(("_has", "_some", "_total", "_count", "_products"), "_ints") | dict.fromkeys(
    ("_Memo", "_recall", "_keep"), "_memo"
)
"""The shared functions of `driver`, and the file of each."""
_READ = ast.Subscript | ast.Attribute | ast.Call


class Rewriter(ast.NodeTransformer):
    """Rewrites one module; `structs` and `functions` collect what it must cimport."""

    def __init__(self, tree: Tree, module: Module) -> None:
        self.tree, self.module = tree, module
        self.types: Types = tree.types[module.name]
        self.local: dict[str, str] = {}
        self.structs: set[str] = set()
        self.functions: set[tuple[str, str]] = set()
        self.helpers: set[str] = set()
        self.function, self.wide = "", False
        self._cuts = tree.plan.cuts

    def c(self, node: ast.expr) -> str:
        """The C type of an expression of the original tree."""
        return self.kept(self.types.of(node))

    def kept(self, kind: Type | None) -> str:
        """The C type of a type; where ints may be too large for C, they stay Python ints."""
        found = self.used(c_type(kind, self._cuts))
        return OBJECT if found == "long" and self.wide else found

    def locals_of(self, names: Collection[str], node: ast.FunctionDef | ast.expr) -> dict[str, str]:
        """The C types of variables with these names within a node; objects if they have several types."""
        found: dict[str, set[str]] = {}
        for each, line, kind in self.types.variables:
            if node.lineno <= line <= (node.end_lineno or 0) and each in names:
                found.setdefault(each, set()).add(self.kept(kind))
        return {each: kinds.pop() if len(kinds) == 1 else OBJECT for each, kinds in found.items()}

    def used(self, kind: str) -> str:
        """A C type; a struct is recorded for import."""
        if kind.startswith(STRUCT):
            self.structs.add(kind.removeprefix(STRUCT))
        return kind

    def cut(self, name: str) -> StructSpec | None:
        """The C struct that a name of the module refers to; None if it is not one."""
        return None if name in self.local else self._cuts.get(self.module.whole.get(name, ""))

    # -- ints ----------------------------------------------------------------------------------------------------

    def number(self, node: ast.expr) -> ast.expr:
        """An expression, read as a C number if it is an object that holds one."""
        kept = self._is_loose(node) or (isinstance(node, _READ) and not self._is_c(node))
        kind, new = self.c(node) if kept else OBJECT, self.visit(node)
        return cast(kind, new) if kind in ("long", "double") else new

    def _is_loose(self, node: ast.expr) -> bool:
        """Whether an expression is a variable whose type is left to Cython."""
        return isinstance(node, ast.Name) and self.local.get(node.id) == OBJECT

    def _is_c(self, node: ast.expr) -> bool:
        """Whether Cython itself infers the C type of an expression."""
        if isinstance(node, ast.Attribute):
            return self.c(node.value).startswith(STRUCT)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            return self.module.whole.get(node.func.id) in self.tree.callable or node.func.id in ("min", "max", "len")
        return False

    def truth(self, node: ast.expr) -> ast.expr:
        """An expression of which only the truth value matters."""
        if not isinstance(node, ast.BoolOp):
            return self.number(node)
        node.values = [self.truth(each) for each in node.values]
        return node

    def helper(self, called: str, *given: ast.expr) -> ast.expr:
        """A call of a shared function of `driver`."""
        self.helpers.add(called)
        return ast.Call(name(called), list(given), [])

    def is_int(self, node: ast.expr) -> bool:
        """Whether an expression is an int that C can hold."""
        return self.c(node) == "long" or (isinstance(node, ast.Constant) and type(node.value) is int)

    def is_ints(self, node: ast.expr) -> bool:
        """Whether an expression is a list or a tuple of ints that C can hold."""
        return not self.wide and elements(self.types.of(node)) in ("long", "bint")

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        """Arithmetic of C ints."""
        node.left, node.right = self.number(node.left), self.number(node.right)
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        """A comparison of C ints, or a search among them."""
        sought = isinstance(node.ops[0], ast.In | ast.NotIn) and self.is_int(node.left)
        found = sought and len(node.ops) == 1 and self.is_ints(node.comparators[0])
        node.left, node.comparators = self.number(node.left), [self.number(each) for each in node.comparators]
        if not found:
            return node
        has = self.helper("_has", node.comparators[0], node.left)
        return ast.UnaryOp(ast.Not(), has) if isinstance(node.ops[0], ast.NotIn) else has

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        """A sign, or `not`."""
        node.operand = self.truth(node.operand) if isinstance(node.op, ast.Not) else self.number(node.operand)
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        """`x += …` of C ints."""
        node.value, node.target = self.number(node.value), self.visit(node.target)
        return node

    def visit_If(self, node: ast.If) -> ast.stmt:
        """A condition."""
        node.test, node.body, node.orelse = self.truth(node.test), self.all(node.body), self.all(node.orelse)
        return node

    def visit_While(self, node: ast.While) -> ast.stmt:
        """A loop as long as a condition holds."""
        node.test, node.body, node.orelse = self.truth(node.test), self.all(node.body), self.all(node.orelse)
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.comprehension:
        """The loop of a comprehension, with its conditions."""
        node.iter, node.ifs = self.visit(node.iter), [self.truth(each) for each in node.ifs]
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        """Cast tuples to objects: as C tuples, the two branches would have different types."""
        node.test = self.truth(node.test)
        node.body, node.orelse = (self._one_type(each) for each in (node.body, node.orelse))
        return node

    def _one_type(self, node: ast.expr) -> ast.expr:
        pairs = isinstance(node, ast.Tuple) or (isinstance(node, ast.Call) and ast.unparse(node.func) == "divmod")
        return cast(OBJECT, self.visit(node)) if pairs else self.visit(node)

    # -- reading -------------------------------------------------------------------------------------------------

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """A name: a C struct, a constant, or unchanged."""
        if not isinstance(node.ctx, ast.Load) or node.id in self.local:
            return node
        if self.cut(node.id) or self.module.whole.get(node.id) == POSITION:
            return ast.Name(self.used(STRUCT + node.id), node.ctx)
        value = self.module.constant(node.id)
        return node if value is None else ast.Constant(value)

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        """A field of a C struct, or of a named tuple."""
        kind, names, value = self.c(node.value), named_fields(self.types.of(node.value)), self.visit(node.value)
        if node.attr in names and isinstance(node.ctx, ast.Load):
            return ast.Subscript(cast("tuple", value), ast.Constant(names.index(node.attr)), node.ctx)
        known = isinstance(value, ast.Name) and self.local.get(value.id) == kind
        node.value = cast(kind, value) if kind.startswith(STRUCT) and not known else value
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        """An element, indexed by a C int."""
        known = isinstance(node.value, ast.Name) and self.local.get(node.value.id, OBJECT) != OBJECT
        kind, typed = self.c(node.value), known or self._is_c(node.value)
        value = self.visit(node.value)
        node.value = cast(kind, value) if kind in ("list", "tuple", "dict") and not typed else value
        node.slice = self.number(node.slice)
        return node

    # -- statements ----------------------------------------------------------------------------------------------

    def all(self, nodes: list[ast.stmt]) -> list[ast.stmt]:
        """Statements, rewritten."""
        return [self.visit(node) for node in nodes]

    def visit_Assign(self, node: ast.Assign) -> ast.stmt:
        """Cast the value of a starred assignment to an object, because Cython infers its type wrongly."""
        starred = any(isinstance(each, ast.Starred) for each in ast.walk(node.targets[0]))
        self.generic_visit(node)
        node.value = cast(OBJECT, node.value) if starred else node.value
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt:
        """Drop the annotation: the variable is declared at the head of the function."""
        if node.value is None:
            return ast.Pass()
        return ast.Assign([self.visit(node.target)], self.visit(node.value))

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.stmt:
        """A function in a function stays untyped."""
        for each in ast.walk(node.args):
            if isinstance(each, ast.arg):
                self.local[each.arg], each.annotation = OBJECT, None
        node.body, node.returns = self.all(node.body), None
        return node
