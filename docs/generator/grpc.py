"""The page of gRPC, from the descriptors of the protos with their comments."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from google.protobuf.descriptor_pb2 import (
    DescriptorProto,
    EnumDescriptorProto,
    FieldDescriptorProto,
    FileDescriptorProto,
    FileDescriptorSet,
    ServiceDescriptorProto,
)

from .markdown import anchor, code, page, table

PROTOS = Path(__file__).parents[2] / "proto"
_PACKAGE = ".podesta.v1."
_ABOUT = """The protos are in [`proto/podesta/v1`](../../proto/podesta/v1/game_master.proto). The server also speaks
`grpc.health.v1` (the names `""`, `podesta.v1.GameMaster` and `podesta.v1.Simulator`) and server reflection. Metadata
that go with a call: `authorization: Bearer <token>`, `accept-language` (`en`, `it`), `x-request-id` (comes back in
the trailers). What is refused: [problems](problems.md)."""
Comments = dict[tuple[int, ...], str]


def descriptors() -> list[FileDescriptorProto]:
    """Every proto with its comments."""
    with TemporaryDirectory() as folder:
        out = Path(folder, "protos.binpb")
        command = [str(Path(sys.executable).with_name("buf")), "build", "--exclude-imports", "-o", str(out)]
        subprocess.run(command, check=True, cwd=PROTOS.parent)
        files = FileDescriptorSet.FromString(out.read_bytes()).file
    order = ["game_master", "simulator", "words", "views"]
    return sorted(files, key=lambda file: [*order, _stem(file)].index(_stem(file)))


def _stem(file: FileDescriptorProto) -> str:
    return Path(file.name).stem


def grpc_page() -> str:
    """The page: services first, then the messages of each file."""
    files = descriptors()
    services = [_service(one, (6, i), _comments(file)) for file in files for i, one in enumerate(file.service)]
    return page("gRPC", _ABOUT, *services, *(_file(file) for file in files if file.message_type))


def _comments(file: FileDescriptorProto) -> Comments:
    """The comment above each declaration, by its path in the file."""
    return {tuple(place.path): _joined(place.leading_comments) for place in file.source_code_info.location}


def _joined(comment: str) -> str:
    return " ".join(line.strip() for line in comment.strip().splitlines())


def _service(service: ServiceDescriptorProto, path: tuple[int, ...], said: Comments) -> str:
    rows = [
        (
            code(one.name),
            _side(one.input_type, one.client_streaming),
            _side(one.output_type, one.server_streaming),
            text,
        )
        for i, one in enumerate(service.method)
        for text in [said.get((*path, 2, i), "")]
    ]
    return "\n\n".join([f"## {service.name}", said.get(path, ""), table(["call", "takes", "answers", ""], rows)])


def _side(name: str, streaming: bool) -> str:
    return ("stream of " if streaming else "") + _named(name)


def _named(name: str) -> str:
    """A message's name with a link to it; Google's own names are left unchanged."""
    short = name.removeprefix(_PACKAGE)
    return f"[{short}](#{anchor(short)})" if name.startswith(_PACKAGE) else code(name.strip("."))


def _file(file: FileDescriptorProto) -> str:
    """The messages and enumerations of a file."""
    said = _comments(file)
    parts = [_enum(one, (5, i), said) for i, one in enumerate(file.enum_type)]
    parts += [_message(one, (4, i), said) for i, one in enumerate(file.message_type)]
    return "\n\n".join([f"## {Path(file.name).name}", *parts])


def _enum(enum: EnumDescriptorProto, path: tuple[int, ...], said: Comments) -> str:
    rows = [(code(one.name), str(one.number), said.get((*path, 2, i), "")) for i, one in enumerate(enum.value)]
    return "\n\n".join(
        part for part in [f"### {enum.name}", said.get(path, ""), table(["value", "no.", ""], rows)] if part
    )


def _message(message: DescriptorProto, path: tuple[int, ...], said: Comments) -> str:
    rows = list(_fields(message, path, said))
    shown = table(["field", "no.", "type", "meaning"], rows) or "No fields."
    return "\n\n".join(part for part in [f"### {message.name}", said.get(path, ""), shown] if part)


def _fields(message: DescriptorProto, path: tuple[int, ...], said: Comments) -> Iterator[tuple[str, str, str, str]]:
    for i, field in enumerate(message.field):
        choice = (
            ""
            if field.proto3_optional or not field.HasField("oneof_index")
            else f"one of `{message.oneof_decl[field.oneof_index].name}`. "
        )
        yield code(field.name), str(field.number), _type(field, message), choice + said.get((*path, 2, i), "")


def _type(field: FieldDescriptorProto, message: DescriptorProto) -> str:
    for nested in message.nested_type:
        if nested.options.map_entry and field.type_name.endswith(f".{message.name}.{nested.name}"):
            return f"map of {_scalar(nested.field[0])} to {_scalar(nested.field[1])}"
    if field.label == FieldDescriptorProto.LABEL_REPEATED:
        return f"repeated {_scalar(field)}"
    return f"optional {_scalar(field)}" if field.proto3_optional else _scalar(field)


def _scalar(field: FieldDescriptorProto) -> str:
    if field.type_name:
        return _named(field.type_name)
    return FieldDescriptorProto.Type.Name(field.type).removeprefix("TYPE_").lower()
