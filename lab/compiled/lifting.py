"""`any`, `all` and `next` of a generator expression, as loops in functions of their own, without a generator."""

from __future__ import annotations

import ast

from .c_types import FAILED, OBJECT
from .calls import CallRewriter
from .nodes import name, targets

_UNLIFTED = ast.NamedExpr | ast.Lambda | ast.Yield | ast.YieldFrom
_ENDS = {"any": ("True", "False"), "all": ("False", "True")}
"""The result of such a call as soon as an element decides it, and the result if none does."""


class GeneratorLifter(CallRewriter):
    """Rewrites `any`, `all` and `next` calls."""

    def __init__(self, *given: object) -> None:
        super().__init__(*given)  # type: ignore[arg-type]
        self.lifted: list[str] = []
        self._within = 0

    def visit_Lambda(self, node: ast.Lambda) -> ast.expr:
        """Do not lift within a lambda: its arguments are not variables of the function around it."""
        return self._inner(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.stmt:
        """Do not lift within a nested function either."""
        self._within += 1
        found = super().visit_FunctionDef(node)
        self._within -= 1
        return found

    def _inner(self, node: ast.Lambda) -> ast.expr:
        self._within += 1
        self.generic_visit(node)
        self._within -= 1
        return node

    def _named(self, node: ast.Call, called: str) -> ast.expr:
        given = node.args[0] if node.args and not node.keywords else None
        if called not in ("any", "all", "next") or not isinstance(given, ast.GeneratorExp) or not self._may(node):
            return super()._named(node, called)
        return self._lift(node, called, given)

    def _may(self, node: ast.Call) -> bool:
        return not self._within and not any(isinstance(each, _UNLIFTED) for each in ast.walk(node))

    def _lift(self, node: ast.Call, called: str, given: ast.GeneratorExp) -> ast.expr:
        """Write the function; returns its call."""
        outer, own = self.local, self.locals_of(targets(given), given)
        read = {each.id for each in ast.walk(given) if isinstance(each, ast.Name)} - set(own)
        free = {each: kind for each, kind in outer.items() if each in read}
        default = [self.visit(each) for each in node.args[1:]]
        returned = "bint" if called in _ENDS else OBJECT if default else self.c(given.elt)
        self.local = {**free, **own}
        body = self._body_of(called, given, bool(default))
        self.local = outer
        written = f"_{called}_{len(self.lifted)}_{self.function}"
        arguments = ", ".join([*(f"{kind} {each}" for each, kind in free.items()), *["object _default"] * len(default)])
        declared = "".join(f"    cdef {self.used(kind)} {each}\n" for each, kind in own.items() if kind != OBJECT)
        head = f"cdef {returned} {written}({arguments}){FAILED.get(returned, '')}"
        self.lifted.append(f"{head}:\n{declared}{body}\n")
        return ast.Call(name(written), [*map(name, free), *default], [])

    def _body_of(self, called: str, given: ast.GeneratorExp, default: bool) -> str:
        """The nested loops, with the returns within and after them."""
        decided, otherwise = _ENDS.get(called, ("", "_default"))
        test = self.truth(given.elt) if called in _ENDS else given.elt
        inner: ast.stmt = ast.Return(name(decided)) if called in _ENDS else ast.Return(self.visit(test))
        if called in _ENDS:
            inner = ast.If(ast.UnaryOp(ast.Not(), test) if called == "all" else test, [inner], [])
        for loop in reversed([self.visit_comprehension(each) for each in given.generators]):
            for condition in reversed(loop.ifs):
                inner = ast.If(condition, [inner], [])
            inner = ast.For(loop.target, loop.iter, [inner], [])
        text = ast.unparse(ast.fix_missing_locations(ast.Module([inner], [])))
        end = "raise StopIteration" if called == "next" and not default else f"return {otherwise}"
        return "".join(f"    {line}\n" for line in [*text.split("\n"), end])
