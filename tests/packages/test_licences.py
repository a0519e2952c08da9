"""Whoever gets a distribution of the tree gets its licence with it."""

from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.packages.building import MEMBERS, TREE, wheel

LICENCE = (TREE / "LICENSE").read_bytes()


@pytest.mark.outsiders
@pytest.mark.slow
@pytest.mark.parametrize("member", [*MEMBERS, "."])
def test_every_wheel_brings_the_licence(member: str, tmp_path: Path) -> None:
    """Each built wheel holds the tree's LICENSE, and its metadata names licence and file."""
    with ZipFile(wheel(member, tmp_path)) as files:
        (name,) = [each for each in files.namelist() if each.endswith(".dist-info/licenses/LICENSE")]
        assert files.read(name) == LICENCE
        metadata = files.read(name.replace("licenses/LICENSE", "METADATA")).decode()
    assert "License-Expression: MIT\n" in metadata
    assert "License-File: LICENSE\n" in metadata
