"""Functions and modules as Cython: typed arguments and locals, and for each function a second one for calls from C."""

from __future__ import annotations

import ast
from textwrap import indent

from mypy.types import CallableType

from .c_types import FAILED, OBJECT, STRUCT
from .expressions import HELPERS
from .lifting import GeneratorLifter
from .module import Function, Module, Tree, is_generator, is_simple, own
from .nodes import targets
from .plan import ROOT

_HEAD = "# cython: language_level=3, binding=True, annotation_typing=False, auto_pickle=False"
_REMEMBERING = """
cdef _Memo _memo_{name}
_memo_{name}.width, _memo_{name}.bits = {width}, 13
cdef {returned} _i_{name}{signature}:
    cdef long keys[{width}]
    {keys}
    found = _recall(&_memo_{name}, keys)
    return _keep(&_memo_{name}, keys, _m_{name}({passed})) if found is None else found
"""
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


class ModuleWriter(GeneratorLifter):
    """Writes one module."""

    def __init__(self, tree: Tree, module: Module) -> None:
        super().__init__(tree, module)
        self._declared: list[str] = []

    def written(self) -> tuple[str, str]:
        """The .pyx and the .pxd of the module."""
        body = [self._statement(node) for node in self.module.tree.body]
        imports = self._imports()
        functions = [f"from {module} cimport {name}" for module, name in sorted(self.functions)]
        own_ones = [line for line in functions if not line.startswith(f"from {self.module.written} ")]
        helpers = [f"from {ROOT}.core.{HELPERS[each]} cimport {each}" for each in sorted(self.helpers)]
        text = [_HEAD, "import cython", "cimport cython", *helpers, *imports, *own_ones, *body, *self.lifted]
        return "\n".join(text) + "\n", "\n".join([*imports, *self._declared]) + "\n"

    def _imports(self) -> list[str]:
        lines = []
        for name in sorted(self.structs):
            cuts = [cut for cut in self.tree.plan.cuts.values() if cut.name == name and self._sees(cut.package)]
            home = f"{cuts[0].package}._structs" if cuts else f"{ROOT}.core.position"
            lines.append(f"from {home} cimport {name} as {STRUCT}{name}")
        return lines

    def _sees(self, package: str) -> bool:
        return package == f"{ROOT}.core" or self.module.name.startswith(f"{package}.")

    def _statement(self, node: ast.stmt) -> str:
        self.local = {}
        if isinstance(node, ast.FunctionDef):
            return self._function(node, f"{self.module.name}.{node.name}")
        if isinstance(node, ast.ClassDef) and (cut := self.cut(node.name)):
            return f"from {cut.package}._structs import {node.name}"
        if isinstance(node, ast.ClassDef):
            return self._class(node)
        if isinstance(node, ast.AnnAssign) and node.value is not None:
            node = ast.copy_location(ast.Assign([node.target], node.value), node)
        return "" if isinstance(node, ast.ImportFrom) and node.module == "__future__" else ast.unparse(node)

    def _class(self, node: ast.ClassDef) -> str:
        """A class, unchanged except for its methods, which are typed like functions."""
        body = [self._member(each, f"{self.module.name}.{node.name}") for each in node.body]
        node.body = [ast.Pass()]
        head = ast.unparse(node).removesuffix("    pass")
        return head + "\n".join(indent(each, "    ") for each in body)

    def _member(self, node: ast.stmt, whole: str) -> str:
        self.local = {}
        if isinstance(node, ast.FunctionDef) and not node.decorator_list:
            return self._function(node, whole)
        return ast.unparse(node)

    # -- functions -----------------------------------------------------------------------------------------------

    def _function(self, node: Function, whole: str) -> str:
        """A function; `whole` is its full name, for a method that of its class."""
        self.function, self.wide = node.name, whole in self.tree.plan.wide
        if is_generator(node) and any(isinstance(each, ast.Try | ast.With) for each in own(node)):
            raise SyntaxError(f"{node.name} of {self.module.name} would have to be closed")  # see driver/position.pyx
        kinds = self._kinds(node)
        self.local = dict(kinds)
        declared = self._locals(node, kinds) if is_simple(node) else {}
        body = self._body(node, declared)
        if whole in self.tree.callable:
            return self._both(node, kinds, body)
        above = "".join(f"@{ast.unparse(each)}\n" for each in node.decorator_list)
        given = self._given(node, kinds) if is_simple(node) else _untyped(node)
        return f"{above}def {node.name}({given}):\n{body}"

    def _both(self, node: Function, kinds: dict[str, str], body: str) -> str:
        """A function for calls from C, and one for calls from Python."""
        returned = self.kept(self.types.functions[node.lineno].ret_type)
        given = ", ".join(f"{kind} {name}" for name, kind in kinds.items())
        signature, passed = f"({given}){FAILED.get(returned, '')}", ", ".join(kinds)
        self._declared.append(f"cdef {returned} _i_{node.name}{signature}")
        above = "".join(f"@{ast.unparse(each)}\n" for each in node.decorator_list)
        called = f"_m_{node.name}" if above else f"_i_{node.name}"
        found = f"cdef {returned} {called}{signature}:\n{body}\n"
        found += f"{above}def {node.name}({self._given(node, kinds)}):\n    return {called}({passed})\n"
        return found + (self._remembering(node.name, returned, signature, list(kinds)) if above else "")

    def _remembering(self, name: str, returned: str, signature: str, given: list[str]) -> str:
        """The C entry of a function with a cache: it has its own cache."""
        self.helpers |= {"_Memo", "_recall", "_keep"}
        keys = "; ".join(f"keys[{at}] = {each}" for at, each in enumerate(given))
        return _REMEMBERING.format(
            name=name, returned=returned, signature=signature, width=len(given), keys=keys, passed=", ".join(given)
        )

    def _kinds(self, node: Function) -> dict[str, str]:
        """The C types of the arguments."""
        every = [each.arg for each in ast.walk(node.args) if isinstance(each, ast.arg)]
        signature = self.types.functions.get(node.lineno)
        if not is_simple(node) or signature is None:
            return dict.fromkeys(every, OBJECT)
        more = {node.args.vararg.arg: "tuple"} if node.args.vararg else {}
        return {name: more.get(name) or self._argument(signature, name) for name in every}

    def _argument(self, signature: CallableType, name: str) -> str:
        at = signature.arg_names.index(name)
        return self.kept(signature.arg_types[at])

    def _given(self, node: Function, kinds: dict[str, str]) -> str:
        more = node.args.vararg.arg if node.args.vararg else None
        named = [f"{kind} {name}" for name, kind in kinds.items() if name != more]
        first = len(named) - len(node.args.defaults)
        defaults = [f"={ast.unparse(self.visit(each))}" for each in node.args.defaults]
        with_default = [f"{each}{default}" for each, default in zip(named[first:], defaults, strict=True)]
        return ", ".join([*named[:first], *with_default, *([f"*{more}"] if more else [])])

    # -- bodies --------------------------------------------------------------------------------------------------

    def _locals(self, node: Function, kinds: dict[str, str]) -> dict[str, str]:
        """The C types of local variables; one that is also used in a comprehension is left to Cython."""
        looped = {name for each in own(node) if isinstance(each, _COMPREHENSIONS) for name in targets(each)}
        stored = {each.id for each in own(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
        declared = self.locals_of(stored - set(kinds), node)
        self.local.update({**declared, **dict.fromkeys(looped, OBJECT)})
        return {name: kind for name, kind in declared.items() if kind != OBJECT and name not in looped}

    def _body(self, node: Function, declared: dict[str, str]) -> str:
        lines = [f"cdef {self.used(kind)} {name}" for name, kind in declared.items()]
        body = node.body[1:] if ast.get_docstring(node) is not None else node.body
        text = ast.unparse(ast.fix_missing_locations(ast.Module(self.all(body) or [ast.Pass()], [])))
        return "".join(f"    {line}\n" for line in [*lines, *text.split("\n")])


def _untyped(node: Function) -> str:
    for each in ast.walk(node.args):
        if isinstance(each, ast.arg):
            each.annotation = None
    return ast.unparse(node.args)
