"""Write the proto messages of every ruleset's view, then the Python stubs of all protos (`make proto`).

The view messages come from the same structs that REST serves. Field numbers stand in views.lock.json: a number is never
given twice, and a field that goes away stays reserved. `python -m proto.generate --check` writes nothing and fails if
what is committed is not what would be written.
"""

from __future__ import annotations

import filecmp
import inspect
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import wrap

import msgspec

from podesta_engines import RULESETS
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.describing import VOCABULARY, docstrings

TREE = Path(__file__).parent.parent
PACKAGE = Path("podesta", "v1")
TOOLS = TREE / "build" / "proto-tools"
"""Where `make proto` puts protoc: the oldest release whose stubs we want, for stubs ask for no older gRPC and
protobuf than those that wrote them.
"""


@dataclass(frozen=True)
class Places:
    """Paths under a root directory."""

    root: Path

    @property
    def include(self) -> Path:
        """The directory that imports in protos start from."""
        return self.root / "proto"

    @property
    def protos(self) -> Path:
        """The directory of the proto files."""
        return self.include / PACKAGE

    @property
    def lock(self) -> Path:
        """The file of the field numbers."""
        return self.include / "views.lock.json"

    @property
    def stubs(self) -> Path:
        """The directory that the stubs are imported from."""
        return self.root / "clients" / "python"


Lock = dict[str, dict[str, int]]
SCALARS = {
    msgspec.inspect.IntType: "int32",
    msgspec.inspect.StrType: "string",
    msgspec.inspect.LiteralType: "string",
    msgspec.inspect.BoolType: "bool",
    msgspec.inspect.FloatType: "double",
}
HEAD = 'syntax = "proto3";\n\npackage podesta.v1;\n'
OPTIONS = """
option csharp_namespace = "Podesta.V1";
option go_package = "podesta/v1;podestav1";
option java_multiple_files = true;
option java_package = "podesta.v1";
"""
"""What other languages call the package."""


def camel(ruleset: str) -> str:
    """`golden-horn` as GoldenHorn."""
    return "".join(part.capitalize() for part in ruleset.split("-"))


def number(lock: Lock, message: str, field: str) -> int:
    """The field's number, a new one if it has none yet."""
    numbers = lock.setdefault(message, {})
    return numbers.setdefault(field, max(numbers.values(), default=0) + 1)


def reserved(lock: Lock, message: str, kept: Collection[str], indent: str) -> str:
    """The line that reserves the numbers of removed fields."""
    gone = sorted(number for field, number in lock.get(message, {}).items() if field not in kept)
    return f"{indent}reserved {', '.join(map(str, gone))};\n" if gone else ""


class Messages:
    """The messages of one ruleset's view, innermost last."""

    def __init__(self, prefix: str, lock: Lock) -> None:
        self.prefix, self.lock = prefix, lock
        self.done: dict[str, str] = {}

    def add(self, struct: type) -> str:
        """Write the message of a struct once; returns its name."""
        name = self.prefix + struct.__name__.removeprefix(self.prefix)
        if name not in self.done:
            self.done[name] = ""
            self.done[name] = self._message(name, struct)
        return name

    def _message(self, name: str, struct: type) -> str:
        fields = msgspec.inspect.type_info(struct).fields  # type: ignore[attr-defined]
        about = docstrings(struct)
        lines = [self._line(name, field, self._about(field, about.get(field.name, ""))) for field in fields]
        gone = reserved(self.lock, name, {field.name for field in fields}, "  ")
        return f"{comment(struct)}message {name} {{\n{gone}{''.join(lines)}}}\n"

    def _line(self, message: str, field: msgspec.inspect.Field, about: str) -> str:
        line = f"  {self._type(field.type)} {field.name} = {number(self.lock, message, field.name)};\n"
        return f"{remark(about)}{line}"

    def _type(self, info: msgspec.inspect.Type) -> str:
        if isinstance(info, msgspec.inspect.Metadata):
            return self._type(info.type)
        if isinstance(info, msgspec.inspect.UnionType):
            return self._optional(info)
        if isinstance(info, msgspec.inspect.ListType):
            return f"repeated {self._type(info.item_type)}"
        if isinstance(info, msgspec.inspect.DictType):
            return f"map<{self._type(info.key_type)}, {self._type(info.value_type)}>"
        if isinstance(info, msgspec.inspect.StructType):
            return self.add(info.cls)
        return SCALARS[type(info)]

    def _about(self, field: msgspec.inspect.Field, text: str) -> str:
        """What a field is, and the vocabularies of its words: they stay texts here."""
        text = text.replace("null", "absent")
        named = " or ".join(f"`{name}`" for name in words_of(field.type))
        return f"{text} Of the vocabulary {named}." if named else text

    def _optional(self, union: msgspec.inspect.UnionType) -> str:
        """`X | None`: absent on the wire; a list, a map or a message may be absent as it is."""
        (inner,) = [info for info in union.types if not isinstance(info, msgspec.inspect.NoneType)]
        name = self._type(inner)
        return name if name.startswith(("repeated", "map")) else f"optional {name}"


def words_of(info: msgspec.inspect.Type) -> list[str]:
    """The vocabularies of the words in a field, or in its keys."""
    if isinstance(info, msgspec.inspect.Metadata):
        return list((info.extra_json_schema or {}).get(VOCABULARY, ()))
    if isinstance(info, msgspec.inspect.UnionType):
        return [name for part in info.types for name in words_of(part)]
    if isinstance(info, msgspec.inspect.DictType):
        return words_of(info.key_type)
    return words_of(info.item_type) if isinstance(info, msgspec.inspect.ListType) else []


def remark(text: str) -> str:
    """A field's comment."""
    return "".join(f"  // {line}\n" for line in wrap(text, 114))


def comment(struct: type) -> str:
    """A struct's docstring as a proto comment."""
    text = inspect.cleandoc(struct.__doc__ or "")
    return "".join(f"// {line}".rstrip() + "\n" for line in text.splitlines())


def view_file(ruleset: Ruleset, lock: Lock) -> tuple[str, str]:
    """One ruleset's proto file and the name of its view message."""
    messages = Messages(camel(ruleset.id), lock)
    view = messages.add(ruleset.view)
    top = f"// The views of {ruleset.name()}. Generated by `make proto`.\n"
    return top + HEAD + OPTIONS + "".join(f"\n{text}" for text in messages.done.values()), view


def views_file(views: Mapping[str, str], lock: Lock) -> str:
    """The message that holds one ruleset's view; `views` are message names by field name."""
    imports = "".join(f'import "podesta/v1/{field}.proto";\n' for field in views)
    lines = "".join(f"    {view} {field} = {number(lock, 'View', field)};\n" for field, view in views.items())
    body = f"{reserved(lock, 'View', views, '  ')}  oneof view {{\n{lines}  }}\n"
    top = "// What a seat may see, by ruleset. Generated by `make proto`.\n"
    return f"{top}{HEAD}\n{imports}{OPTIONS}\n// What a seat may see, by ruleset.\nmessage View {{\n{body}}}\n"


def write_views(places: Places, rulesets: Sequence[Ruleset]) -> None:
    """Write every ruleset's proto file, the message that holds one of them, and the lock."""
    lock: Lock = json.loads(places.lock.read_text()) if places.lock.exists() else {}
    views = {}
    for ruleset in rulesets:
        field = ruleset.id.replace("-", "_")
        text, views[field] = view_file(ruleset, lock)
        (places.protos / f"{field}.proto").write_text(text)
    (places.protos / "views.proto").write_text(views_file(views, lock))
    places.lock.write_text(json.dumps(lock, indent=2) + "\n")


def write_stubs(places: Places) -> None:
    """Write the Python stubs with their types; the services only through protoc's own plugin."""
    protos = sorted(str(PACKAGE / path.name) for path in places.protos.glob("*.proto"))
    out = [f"--{kind}_out={places.stubs}" for kind in ("python", "mypy", "grpc_python", "mypy_grpc")]
    plugins = [
        f"--plugin=protoc-gen-{name}={Path(sys.executable).parent / f'protoc-gen-{name}'}"
        for name in ("mypy", "mypy_grpc")
    ]
    command = [sys.executable, "-m", "grpc_tools.protoc", f"-I{places.include}", *plugins, *out, *protos]
    subprocess.run(command, check=True, capture_output=True, env={**os.environ, "PYTHONPATH": str(TOOLS)})
    for package in PACKAGE.parents[0], PACKAGE:
        (places.stubs / package / "__init__.py").touch()
    for path in (places.stubs / PACKAGE).glob("*_pb2_grpc.py"):
        if "class " not in path.read_text("utf-8"):  # of a proto without a service
            path.unlink()
            path.with_suffix(".pyi").unlink()


def write(places: Places) -> None:
    """Write everything."""
    write_views(places, RULESETS.all())
    write_stubs(places)


def stale(tree: Places) -> list[str]:
    """The generated files that are stale."""
    with TemporaryDirectory() as directory:
        fresh = Places(Path(directory))
        shutil.copytree(tree.include, fresh.include)
        (fresh.stubs / PACKAGE).mkdir(parents=True)
        write(fresh)
        found = [places.root for places in (tree, fresh)]
        return sorted(name for name in _generated(tree) | _generated(fresh) if _differ(name, *found))


def _generated(places: Places) -> set[str]:
    files = [*places.protos.glob("*.proto"), places.lock, *(places.stubs / PACKAGE).glob("*.py*")]
    return {str(path.relative_to(places.root)) for path in files if path.is_file()}


def _differ(name: str, one: Path, other: Path) -> bool:
    both = (one / name, other / name)
    return not all(path.exists() for path in both) or not filecmp.cmp(*both, shallow=False)


def main(arguments: Sequence[str]) -> str | None:
    """Write, or with --check report what is stale."""
    if "--check" not in arguments:
        write(Places(TREE))
        return None
    names = stale(Places(TREE))
    return f"not as `make proto` would write them: {', '.join(names)}" if names else None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
