"""The protos of a release: stubs can be generated from them alone."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from release.distributions import build_protos

TOOLS = Path(__file__).parents[2] / "build" / "proto-tools"
USE = "from podesta.v1 import game_master_pb2 as pb; print(pb.SayPhraseRequest.__module__)"


@pytest.mark.skipif(not TOOLS.exists(), reason="`make proto` brings protoc")
def test_stubs_are_made_of_the_archive_alone(tmp_path: Path) -> None:
    """The output of `protoc` in an empty folder can be imported; two archives are the same to the byte."""
    archive = build_protos(tmp_path, "0.1.0", 1_767_225_600)
    before = archive.read_bytes()
    assert build_protos(tmp_path, "0.1.0", 1_767_225_600).read_bytes() == before
    subprocess.run(["tar", "-xzf", archive], cwd=tmp_path, check=True)
    protos = tmp_path / "podesta-protos-0.1.0"
    files = [str(path.relative_to(protos)) for path in protos.rglob("*.proto")]
    tools = [sys.executable, "-m", "grpc_tools.protoc", "-I.", "--python_out=out", "--grpc_python_out=out"]
    (protos / "out").mkdir()
    subprocess.run([*tools, *files], cwd=protos, check=True, env={**os.environ, "PYTHONPATH": str(TOOLS)})
    told = subprocess.run([sys.executable, "-c", USE], cwd=protos / "out", check=True, capture_output=True, text=True)
    assert told.stdout == "podesta.v1.game_master_pb2\n"
