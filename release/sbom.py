"""The bill of materials: every Python, npm and base component of a release with its licence, as CycloneDX 1.6.

What Python packages there are is read off an environment with the locked versions, npm's off its lock files.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

from .smoke import environment, pip
from .tree import DIST, TREE, WORK, Release

Bill = dict[str, Any]
NPM = ("clients/typescript", "clients/table")
_UNSAID = {"protobuf": "BSD-3-Clause", "rich-click": "MIT"}
"""Licences that a package's metadata does not name, from its licence file."""
_BASE = re.compile(r"^ARG BASE=(?P<purl>\S+?/(?P<name>[^:/]+):(?P<version>\S+))$", re.MULTILINE)


def write(release: Release) -> None:
    """Write the bill, which is checked against the schema of CycloneDX."""
    parts = {"python": _python(), **{Path(folder).name: _npm(folder) for folder in NPM}}
    bill = _whole(release, parts)
    text = json.dumps(bill, indent=1, sort_keys=True, ensure_ascii=False) + "\n"
    if fault := JsonStrictValidator(SchemaVersion.V1_6).validate_str(text):
        sys.exit(f"the bill of materials is not one: {fault}")
    (DIST / f"podesta-{release.version}.cdx.json").write_text(text, "utf-8")


def _python() -> Bill:
    """The packages of an environment with the locked versions and the release's wheels."""
    python = environment(WORK / "locked", Path(sys.executable))
    pip(python, "install", "--require-hashes", "-r", str(TREE / "requirements" / "run.txt"))
    pip(python, "install", "--no-deps", "--no-index", *map(str, DIST.glob("*.whl")))
    command = [sys.executable, "-m", "cyclonedx_py", "environment", "--output-reproducible", "--sv", "1.6", python]
    return _read(command, TREE)


def _npm(folder: str) -> Bill:
    command = ["npm", "sbom", "--omit", "dev", "--omit", "peer", "--package-lock-only", "--sbom-format", "cyclonedx"]
    return _read(command, TREE / folder)


def _read(command: list[Any], folder: Path) -> Bill:
    found: Bill = json.loads(subprocess.run(command, check=True, capture_output=True, cwd=folder).stdout)
    return found


def _whole(release: Release, parts: Mapping[str, Bill]) -> Bill:
    """Merge several bills, without times and serial numbers, which differ from run to run."""
    root = {"type": "application", "name": "podesta", "version": release.version, "bom-ref": "podesta"}
    root |= {"licenses": [{"license": {"id": "MIT"}}]}
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": root, "properties": [{"name": "podesta:commit", "value": release.commit}]},
        "components": [*_base(), *(each for name, bill in parts.items() for each in _components(name, bill))],
    }


def _components(part: str, bill: Bill) -> Iterator[Bill]:
    """The components of a part; a package that is in several parts is listed in each."""
    for each in bill["components"]:
        kept = {key: each[key] for key in ("type", "name", "version", "purl", "licenses", "hashes") if key in each}
        unsaid = [{"license": {"id": _UNSAID[each["name"]]}}] if each["name"] in _UNSAID else []
        kept["licenses"] = [_licence(licence) for licence in kept.get("licenses", unsaid)]
        yield kept | {"bom-ref": f"{part}/{each['name']}@{each['version']}", "group": part}


def _licence(found: Bill) -> Bill:
    """A licence by its id, name or expression, without its whole text."""
    if "license" not in found:
        return found
    return {"license": {key: value for key, value in found["license"].items() if key in ("id", "name")}}


def _base() -> Iterator[Bill]:
    """The base image; what is in it, its own bill says."""
    found = _BASE.search((TREE / "k8s" / "Containerfile").read_text("utf-8"))
    assert found
    yield {"type": "container", "name": found["name"], "version": found["version"], "bom-ref": "base"}
