"""The package is fit for publication: typed strictly, small, complete, and generated from the committed sources."""

from __future__ import annotations

import gzip
import json
import re
import runpy
from pathlib import Path

import pytest

from tests.clients.languages.toolchains import HOME, run, tool

pytestmark = pytest.mark.slow

LARGEST = 15_000
"""Bytes, gzipped, of the whole core; the library that hashes without WebCrypto comes only if needed."""
OF_SHA_256 = b"1779033703"
"""The first of SHA-256's initial values: it is in the library, which pages without a secure context load later."""
LARGEST_OF_A_TABLE = 10_000
"""The same for the parts that a page needs to play, built with a bundler; it verifies no records, or loads that
later."""
TABLE = 'export { connect, labels, named, newCommand, Problem, Unreachable } from "../dist/index.js";'


@pytest.mark.campaign
def test_it_compiles_strictly_also_without_the_types_of_node(package: Path) -> None:
    """`tsc --strict` finds no error in the client, as a page sees it, or in its tests."""
    run([tool("tsc"), "-p", "tsconfig.browser.json"])
    run([tool("tsc"), "-p", "tests", "--noEmit"])
    run([tool("biome"), "ci", "--error-on-warnings", "src", "tests"])


@pytest.mark.outsiders
def test_what_npm_would_publish_is_sound(package: Path, tmp_path: Path) -> None:
    """publint and arethetypeswrong find nothing, and no test, stamp or source of another language is included."""
    (packed,) = json.loads(run(["npm", "pack", "--silent", "--json", "--pack-destination", str(tmp_path)]))
    (archive,) = map(str, tmp_path.glob("*.tgz"))
    run([tool("publint"), "--strict", archive])
    run([tool("attw"), archive, "--profile", "esm-only"])
    names = {file["path"] for file in packed["files"]}
    assert {"README.md", "LICENSE", "dist/index.js", "dist/index.d.ts", "dist/grpc/index.js"} <= names
    assert not [name for name in names if name.startswith("tests") or name.endswith((".py", ".built"))]


def started(folder: Path, name: str) -> dict[str, bytes]:
    """A module of a folder and its static imports, before it runs."""
    found, waiting = {}, [name]
    while waiting:
        each = waiting.pop()
        found[each] = (folder / each).read_bytes()
        named = re.findall(r'(?:from|import)"\./([^"]+)"', found[each].decode())
        waiting += [other for other in named if other not in found]
    return found


def test_a_page_loads_little(package: Path) -> None:
    """The core, minified and gzipped, keeps within its bound, and does not load the library at its start."""
    folder = package / "dist" / "browser"
    core, later = started(folder, "index.js"), {path.name: path.read_bytes() for path in folder.glob("*.js")}
    assert sum(len(gzip.compress(each, 9)) for each in core.values()) <= LARGEST
    assert [name for name in core if OF_SHA_256 in core[name]] == []
    assert [name for name in later if OF_SHA_256 in later[name]] != []


def test_a_table_loads_less(package: Path, tmp_path: Path) -> None:
    """A bundler leaves out what a page does not import."""
    entry = package / "build" / "table.mjs"
    entry.write_text(TABLE, "utf-8")
    flags = ["--bundle", "--minify", "--splitting", "--format=esm", "--target=es2022", f"--outdir={tmp_path}"]
    run([tool("esbuild"), str(entry), *flags, "--log-level=error"])
    table = (tmp_path / "table.js").read_bytes()
    assert len(gzip.compress(table, 9)) <= LARGEST_OF_A_TABLE


def test_the_generated_sources_are_current(package: Path) -> None:
    """`make typescript-sources` would write the committed files."""
    assert runpy.run_path(str(HOME / "generate.py"))["differing"]() == []


@pytest.mark.outsiders
def test_the_documentation_is_made_without_a_warning(package: Path, tmp_path: Path) -> None:
    """Everything that is exported is documented so that typedoc has no warning."""
    run([tool("typedoc"), "--out", str(tmp_path)])
    assert (tmp_path / "README.md").exists()


@pytest.mark.parametrize("folder", [HOME, HOME / "tests" / "runtimes"], ids=["package", "runtimes"])
def test_lock_files_have_hashes_and_no_addresses(folder: Path) -> None:
    """A lock file fixes the bytes, and leaves their source open."""
    lock = json.loads((folder / "package-lock.json").read_text("utf-8"))
    locked = {name: entry for name, entry in lock["packages"].items() if name}
    assert locked
    assert all("integrity" in entry and "resolved" not in entry for entry in locked.values())
