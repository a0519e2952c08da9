"""Expressions of the plain source, rewritten for Cython: typed reads of states, C ints in arithmetic, calls as C does.

Types are looked up by the places of the original nodes; so each is asked for before its parts are rewritten.
"""

from __future__ import annotations

import ast

from mypy.types import Type

from .c_types import OBJECT, POSITION, STRUCT, c_type
from .inferred import Types
from .module import Module, Tree
from .plan import Cut

_PURE = frozenset(("abs", "bool", "int", "len", "max", "min", "range", "sorted", "sum", "tuple"))
_NOTE = "podesta_engines.core.notes.note"


class Rewriter(ast.NodeTransformer):
    """Rewrites one module; `structs` and `functions` collect what it must cimport."""

    def __init__(self, tree: Tree, module: Module) -> None:
        self.tree, self.module = tree, module
        self.types: Types = tree.types[module.name]
        self.local: dict[str, str] = {}
        self.structs: set[str] = set()
        self.functions: set[tuple[str, str]] = set()
        self.wide = False
        self._cuts = tree.plan.cuts

    def c(self, node: ast.expr) -> str:
        """The C type of an expression of the original tree."""
        return self.kept(self.types.of(node))

    def kept(self, kind: Type | None) -> str:
        """The C type of a type; where ints may be too large for C, they stay Python's."""
        found = self.used(c_type(kind, self._cuts))
        return OBJECT if found == "long" and self.wide else found

    def used(self, kind: str) -> str:
        """A C type, which is then imported if it is a struct."""
        if kind.startswith(STRUCT):
            self.structs.add(kind.removeprefix(STRUCT))
        return kind

    def cut(self, name: str) -> Cut | None:
        """The C struct that a name of the module stands for."""
        return None if name in self.local else self._cuts.get(self.module.whole.get(name, ""))

    # -- ints ----------------------------------------------------------------------------------------------------

    def number(self, node: ast.expr) -> ast.expr:
        """An expression, read as a C int where it is an int that Python keeps."""
        kept = isinstance(node, ast.Subscript | ast.Attribute | ast.Call) and not self._is_c(node)
        wanted = kept and self.c(node) == "long"
        new = self.visit(node)
        return _cast("long", new) if wanted else new

    def _is_c(self, node: ast.expr) -> bool:
        """Whether Cython knows by itself what C type an expression has."""
        if isinstance(node, ast.Attribute):
            return self.c(node.value).startswith(STRUCT)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            return self.module.whole.get(node.func.id) in self.tree.callable or node.func.id in ("min", "max", "len")
        return False

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        """Arithmetic of C ints."""
        node.left, node.right = self.number(node.left), self.number(node.right)
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        """A comparison of C ints."""
        node.left, node.comparators = self.number(node.left), [self.number(each) for each in node.comparators]
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        """A sign, or `not`."""
        node.operand = self.number(node.operand)
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        """`x += …` of C ints."""
        node.value, node.target = self.number(node.value), self.visit(node.target)
        return node

    def visit_If(self, node: ast.If) -> ast.stmt:
        """A condition."""
        node.test, node.body, node.orelse = self.number(node.test), self.all(node.body), self.all(node.orelse)
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        """Tuples of C ints have a type each; as objects they have one."""
        node.test = self.number(node.test)
        node.body, node.orelse = (self._one_type(each) for each in (node.body, node.orelse))
        return node

    def _one_type(self, node: ast.expr) -> ast.expr:
        pairs = isinstance(node, ast.Tuple) or (isinstance(node, ast.Call) and ast.unparse(node.func) == "divmod")
        return _cast(OBJECT, self.visit(node)) if pairs else self.visit(node)

    # -- reading -------------------------------------------------------------------------------------------------

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """A C struct, a constant, or what it was."""
        if not isinstance(node.ctx, ast.Load) or node.id in self.local:
            return node
        if self.cut(node.id) or self.module.whole.get(node.id) == POSITION:
            return ast.Name(self.used(STRUCT + node.id), node.ctx)
        value = self.module.constant(node.id)
        return node if value is None else ast.Constant(value)

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        """A field of a C struct."""
        kind, value = self.c(node.value), self.visit(node.value)
        known = isinstance(value, ast.Name) and self.local.get(value.id) == kind
        node.value = _cast(kind, value) if kind.startswith(STRUCT) and not known else value
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        """An element, by a C int."""
        kind, typed = self.c(node.value), self._is_c(node.value) or isinstance(node.value, ast.Name)
        value = self.visit(node.value)
        node.value = _cast(kind, value) if kind in ("list", "tuple", "dict") and not typed else value
        node.slice = self.number(node.slice)
        return node

    # -- statements ----------------------------------------------------------------------------------------------

    def all(self, nodes: list[ast.stmt]) -> list[ast.stmt]:
        """Statements, rewritten."""
        return [self.visit(node) for node in nodes]

    def visit_Assign(self, node: ast.Assign) -> ast.stmt:
        """Cython guesses wrongly where a target is starred and the value is anything but an object."""
        starred = any(isinstance(each, ast.Starred) for each in ast.walk(node.targets[0]))
        self.generic_visit(node)
        node.value = _cast(OBJECT, node.value) if starred else node.value
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt:
        """What is annotated is declared at the function's head."""
        if node.value is None:
            return ast.Pass()
        return ast.Assign([self.visit(node.target)], self.visit(node.value))

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        """A note is not even put together where nobody listens, unless its arguments may do more than tell."""
        call, pure = node.value, _is_pure(node.value)
        node.value = self.visit(call)
        noted = isinstance(call, ast.Call) and self.module.whole.get(ast.unparse(call.func)) == _NOTE
        if isinstance(call, ast.Call) and noted and pure:
            return ast.If(_parsed(f"{ast.unparse(call.args[0])}.journal is not None"), [node], [])
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.stmt:
        """A function in a function stays untyped."""
        for each in ast.walk(node.args):
            if isinstance(each, ast.arg):
                self.local[each.arg], each.annotation = OBJECT, None
        node.body, node.returns = self.all(node.body), None
        return node

    # -- calls ---------------------------------------------------------------------------------------------------

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """A struct that is made, a function or a driver that C calls, or any call."""
        if isinstance(node.func, ast.Subscript) and ast.unparse(node.func.value) in ("list", "dict", "set"):
            node.func = node.func.value  # `list[int]()` makes a list, slowly
        plain = not any(isinstance(each, ast.Starred) for each in node.args) and all(each.arg for each in node.keywords)
        if isinstance(node.func, ast.Name) and node.func.id not in self.local and plain:
            return self._named(node, node.func.id)
        if isinstance(node.func, ast.Attribute) and node.func.attr == "answer" and self.c(node.func.value) == _POSITION:
            return self._taken(node, node.func)
        return self._visited(node)

    def _visited(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        return node

    def _named(self, node: ast.Call, name: str) -> ast.expr:
        if name in ("min", "max") and any(isinstance(each, ast.Starred) for each in ast.walk(node)):
            self.generic_visit(node)
            node.args[0] = _cast(OBJECT, node.args[0])  # Cython unrolls a list, and cannot where it is starred
            return node
        cut, known = self.cut(name), self.tree.callable.get(self.module.whole.get(name, ""))
        if cut:
            self.functions.add((f"{cut.package}._structs", f"_new_{cut.name}"))
            given = [(field.name, field.default or "") for field in cut.fields]
            return ast.Call(_name(f"_new_{cut.name}"), self._in_order(node, given), [])
        if known:
            self.functions.add((known.module, f"_i_{known.name}"))
            given = list(zip(known.given, known.defaults, strict=True))
            return ast.Call(_name(f"_i_{known.name}"), self._in_order(node, given), [])
        if name == "copy" and len(node.args) == 1 and self.c(node.args[0]).startswith(STRUCT):
            return ast.Call(ast.Attribute(self.visit(node.args[0]), "__copy__", ast.Load()), [], [])
        return self._visited(node)

    def _in_order(self, node: ast.Call, given: list[tuple[str, str]]) -> list[ast.expr]:
        """The arguments of a call in the order of the parameters, the defaults of those that are left out included."""
        named = {each.arg: each.value for each in node.keywords}
        rest = given[len(node.args) :]
        missing = [self.visit(named[name]) if name in named else _parsed(default) for name, default in rest]
        return [*map(self.visit, node.args), *missing]

    def _taken(self, node: ast.Call, func: ast.Attribute) -> ast.expr:
        """`answer` of a position, as C calls it."""
        seat = [] if len(node.args) > 1 else [ast.Constant(-1)]
        taken = ast.Attribute(_cast(self.c(func.value), self.visit(func.value)), "take", ast.Load())
        return ast.Call(taken, [*map(self.visit, node.args), *seat], [])


_POSITION = STRUCT + "Position"


def _is_pure(call: ast.expr) -> bool:
    """Whether the arguments of a call change nothing."""
    parts = [part for argument in getattr(call, "args", []) for part in ast.walk(argument)]
    calls = [ast.unparse(part.func) for part in parts if isinstance(part, ast.Call)]
    return set(calls) <= _PURE and not any(isinstance(part, ast.Yield | ast.NamedExpr) for part in parts)


def _name(name: str) -> ast.Name:
    return ast.Name(name, ast.Load())


def _cast(kind: str, value: ast.expr) -> ast.expr:
    return ast.Call(ast.Attribute(_name("cython"), "cast", ast.Load()), [_name(kind), value], [])


def _parsed(source: str) -> ast.expr:
    return ast.parse(source, mode="eval").body
