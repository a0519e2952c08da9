"""The protos in other languages: no two accessors collide, and C++ compiles them and reads a view."""

from __future__ import annotations

import re
import shutil
import subprocess
from importlib import import_module
from pathlib import Path

import pytest
from google.protobuf import descriptor_pb2, descriptor_pool
from google.protobuf.descriptor import Descriptor

from podesta.v1.golden_horn_pb2 import GoldenHornPlayerView, GoldenHornView
from tests.contract.accessors import collisions

PROTO = Path(__file__).parents[2] / "proto"
NAMES = sorted(path.stem for path in (PROTO / "podesta" / "v1").glob("*.proto"))
OPTIONS = ("csharp_namespace", "go_package", "java_multiple_files", "java_package")


def messages(name: str) -> list[Descriptor]:
    """The messages of a file."""
    return list(import_module(f"podesta.v1.{name}_pb2").DESCRIPTOR.message_types_by_name.values())


@pytest.mark.parametrize("name", NAMES)
def test_no_accessors_collide(name: str) -> None:
    """In C++ and Java, each field's accessors are its own."""
    assert [line for message in messages(name) for line in collisions(message)] == []


@pytest.mark.parametrize(
    ("fields", "accessor"),
    [
        (("deck", True, "deck_size"), "deck_size"),
        (("deck", True, "deck_count"), "getDeckCount"),
        (("deck", True, "deck_list"), "getDeckList"),
        (("name", False, "has_name"), "has_name"),
    ],
)
def test_a_collision_is_seen(fields: tuple[str, bool, str], accessor: str) -> None:
    """The names that broke C++ before, and their equivalents in Java."""
    first, repeated, second = fields
    file = descriptor_pb2.FileDescriptorProto(name="made.proto", package="made", syntax="proto3")
    message = file.message_type.add(name="Made")
    kinds = descriptor_pb2.FieldDescriptorProto
    message.field.add(name=first, number=1, type=kinds.TYPE_INT32, label=3 if repeated else 1)
    message.field.add(name=second, number=2, type=kinds.TYPE_INT32, label=1)
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    assert any(accessor in line for line in collisions(pool.FindMessageTypeByName("made.Made")))


@pytest.mark.parametrize("name", NAMES)
def test_every_file_says_what_other_languages_call_it(name: str) -> None:
    """The same in every file, so that they form one package."""
    text = (PROTO / "podesta" / "v1" / f"{name}.proto").read_text("utf-8")
    assert [len(re.findall(rf"^option {option} = ", text, re.MULTILINE)) for option in OPTIONS] == [1] * len(OPTIONS)


PROGRAM = """
#include <iostream>
#include "podesta/v1/game_master.pb.h"
#include "podesta/v1/simulator.pb.h"

int main() {
  podesta::v1::GoldenHornView view;
  if (!view.ParseFromIstream(&std::cin)) return 1;
  for (const auto& player : view.players()) {
    std::cout << player.seat() << " " << player.cards() << " " << player.hand_size() << "\\n";
  }
  podesta::v1::NotreDamePlayerView other;
  other.add_deck("park");
  other.set_deck_left(6);
  std::cout << other.deck_size() << " " << other.deck_left() << "\\n";
}
"""


@pytest.mark.outsiders
@pytest.mark.slow
@pytest.mark.skipif(
    not (shutil.which("protoc") and shutil.which("g++") and Path("/usr/include/google/protobuf/message.h").exists()),
    reason="needs protoc, g++ and libprotobuf-dev",
)
def test_cpp_compiles_and_reads_a_view(tmp_path: Path) -> None:
    """Every header compiles, with the machine's protoc; the code made from two of the protos reads a view from
    Python."""
    protos = [f"podesta/v1/{name}.proto" for name in NAMES]
    subprocess.run(["protoc", f"-I{PROTO}", f"--cpp_out={tmp_path}", *protos], check=True)
    (tmp_path / "main.cpp").write_text(PROGRAM)
    sources = [tmp_path / "podesta" / "v1" / f"{name}.pb.cc" for name in ("golden_horn", "notre_dame")]
    command = ["g++", "-std=c++17", "-O0", "-w", f"-I{tmp_path}", tmp_path / "main.cpp", *sources]
    subprocess.run([*command, "-lprotobuf", "-o", tmp_path / "program"], check=True)
    players = [GoldenHornPlayerView(seat=0, cards=5, hand={"red": 2, "blue": 3}), GoldenHornPlayerView(seat=1, cards=4)]
    view = GoldenHornView(players=players).SerializeToString()
    done = subprocess.run([tmp_path / "program"], input=view, capture_output=True, check=True)
    assert done.stdout.decode().split("\n")[:3] == ["0 5 2", "1 4 0", "1 6"]
