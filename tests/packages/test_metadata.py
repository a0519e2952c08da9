"""The metadata of every distribution: one version everywhere, and every field that a package page shows.

Each distribution of the tree contains its licence.
"""

import json
import re
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement

from requirements.pythons import LEAST, VERSIONS
from tests.packages.building import MEMBERS as DISTRIBUTIONS
from tests.packages.building import TREE, wheel


def project(folder: Path) -> dict[str, object]:
    """The metadata in a folder's pyproject.toml."""
    found: dict[str, object] = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]
    return found


ROOT = tomllib.loads((TREE / "pyproject.toml").read_text("utf-8"))
MEMBERS = [*ROOT["tool"]["uv"]["workspace"]["members"], "."]
VERSION = ROOT["project"]["version"]
PYTHON = "Programming Language :: Python :: 3."


@pytest.mark.parametrize("member", MEMBERS)
def test_metadata_are_complete(member: str) -> None:
    """Licence, authors, description, readme: a page that shows the package has no empty field."""
    found = project(TREE / member)
    assert found["version"] == VERSION
    assert found["license"] == "MIT"
    assert found["authors"] == [{"name": "the Podestà developers"}]
    assert found["readme"] == "README.md"
    assert found["description"]


@pytest.mark.parametrize("member", MEMBERS)
def test_the_pythons_claimed_are_those_tested(member: str) -> None:
    """The classifiers are the versions that `.ci/run` tests if available, and the oldest of these is the minimum."""
    found = project(TREE / member)
    claimed = [each.removeprefix(PYTHON[:-2]) for each in found["classifiers"] if each.startswith(PYTHON)]  # type: ignore[attr-defined]
    assert (claimed, found["requires-python"]) == (list(VERSIONS), f">={LEAST}")


@pytest.mark.parametrize("member", MEMBERS)
def test_sister_packages_are_asked_for_by_the_same_version(member: str) -> None:
    """They are built and tested together, so pip installs them together."""
    found = project(TREE / member)
    extras: dict[str, list[str]] = found.get("optional-dependencies", {})  # type: ignore[assignment]
    needed = [*found.get("dependencies", []), *(each for extra in extras.values() for each in extra)]  # type: ignore[misc]
    sisters = [Requirement(each) for each in needed if each.startswith("podesta")]
    assert [str(each.specifier) for each in sisters] == [f"=={VERSION}"] * len(sisters)


@pytest.mark.parametrize("folder", ["clients/typescript", "clients/table"])
def test_npm_packages_have_the_version(folder: str) -> None:
    """They are released with the others."""
    assert json.loads((TREE / folder / "package.json").read_text("utf-8"))["version"] == VERSION


def test_image_and_chart_have_the_version() -> None:
    """Wherever they name it."""
    containerfile = (TREE / "k8s" / "Containerfile").read_text("utf-8")
    assert re.findall(r"^ARG VERSION=(.*)$", containerfile, re.MULTILINE) == [VERSION]
    assert f"podesta:{VERSION}" in (TREE / "k8s" / "chart" / "generate.py").read_text("utf-8")


LICENCE = (TREE / "LICENSE").read_bytes()


@pytest.mark.outsiders
@pytest.mark.slow
@pytest.mark.parametrize("member", [*DISTRIBUTIONS, "."])
def test_every_wheel_brings_the_licence(member: str, tmp_path: Path) -> None:
    """Each built wheel holds the tree's LICENSE, and its metadata names licence and file."""
    with ZipFile(wheel(member, tmp_path)) as files:
        (name,) = [each for each in files.namelist() if each.endswith(".dist-info/licenses/LICENSE")]
        assert files.read(name) == LICENCE
        metadata = files.read(name.replace("licenses/LICENSE", "METADATA")).decode()
    assert "License-Expression: MIT\n" in metadata
    assert "License-File: LICENSE\n" in metadata
