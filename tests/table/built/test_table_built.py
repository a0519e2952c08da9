"""The table is typed, small, locked, and packed into the wheel; it imports the client's entry point alone.

The benchmark of the table runs: all its measurements exist, whatever their values.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import zipfile
from collections import Counter
from pathlib import Path

import pytest

from benchmarks.wire.table.measuring import SHORT, measure
from tests.docs.browser import CHROMIUM
from tests.table.building import HOME, TREE, run
from tests.table.built.sizes import BOARDS, LANGUAGES, Build

START, CLIENT, BOARD, DRAWING = 42_000, 10_000, 15_000, 5_000
"""Bytes, gzipped: all that is loaded before the first paint; the client in it, with its libraries; one board; all
boards.

A board counts the files of one ruleset alone; the last figure is for files that only boards share.
"""


@pytest.mark.slow
@pytest.mark.outsiders
def test_it_compiles_strictly_and_its_parts_do_what_they_say(built: Path) -> None:
    """svelte-check and biome find nothing, and the tests of narrowing, identity, wrapping and streets pass."""
    run("npm", "run", "--silent", "check")
    run("npm", "test", "--silent")


@pytest.mark.slow
def test_pages_load_little(built: Path) -> None:
    """The start, the client and each board keep within their bounds, with all dependencies."""
    build = Build(built)
    starts = {language: build.total(build.start(language)) for language in LANGUAGES}
    boards = {ruleset: build.total(build.board(ruleset) - build.drawing()) for ruleset in BOARDS}
    assert max(starts.values()) <= START, starts
    assert build.total(build.client()) <= CLIENT
    assert max(boards.values()) <= BOARD, boards
    assert build.total(build.drawing()) <= DRAWING


@pytest.mark.slow
def test_every_text_is_there_in_each_encoding(built: Path) -> None:
    """The service compresses nothing itself."""
    texts = [path for path in built.rglob("*") if path.suffix in (".js", ".css", ".html", ".svg")]
    assert texts
    assert all(Path(f"{path}{suffix}").exists() for path in texts for suffix in (".br", ".gz"))


@pytest.mark.slow
def test_nothing_is_asked_of_anybody_else(built: Path) -> None:
    """The built files name no other host, except in the names of the web's vocabularies."""
    scripts = [path.read_text("utf-8") for path in built.rglob("*.js")]
    named = {host for script in scripts for host in re.findall(r"https?://([\w.-]+)", script)}
    assert named <= {"www.w3.org", "svelte.dev"}, named


@pytest.mark.slow
def test_it_stands_on_the_entry_of_the_client() -> None:
    """No source imports the client's internals, and none calls the service by itself.

    A picture requests the page's fonts, and the page of statistics files that are no part of the API.
    """
    for path in [*HOME.glob("src/**/*.ts"), *HOME.glob("src/**/*.svelte")]:
        text = path.read_text("utf-8")
        assert "typescript/src" not in text, path
        calls = re.search(r"\bfetch\(|EventSource|XMLHttpRequest", text)
        assert not calls or path.name == "picture.ts" or path.parts[-2:] == ("statistics", "asking.ts"), path


def test_no_id_is_given_twice() -> None:
    """A lookup by id finds one element. A page has one board: boards may share those of their patterns."""
    sources = [path for path in HOME.glob("src/**/*.svelte") if "games" not in path.relative_to(HOME).parts]
    given = Counter(each for path in sources for each in re.findall(r'\bid="([^"{]+)"', path.read_text("utf-8")))
    assert len(given) > 20
    assert [each for each, times in given.items() if times > 1] == []


def test_what_the_browser_keeps_goes_one_way() -> None:
    """Storage may be blocked, or full: one module handles that, and every other one uses it."""
    for path in [*HOME.glob("src/**/*.ts"), *HOME.glob("src/**/*.svelte")]:
        used = re.search(
            r"\b(localStorage|sessionStorage|indexedDB|cookieStore|caches)\b|\.cookie\b", path.read_text("utf-8")
        )
        assert not used or path.name == "storage.svelte.ts", f"{path}: {used[0]}"


@pytest.mark.slow
def test_the_lock_file_has_hashes_and_no_addresses() -> None:
    """A lock file fixes the bytes, and leaves their source open."""
    lock = json.loads((HOME / "package-lock.json").read_text("utf-8"))
    locked = {name: entry for name, entry in lock["packages"].items() if name}
    assert locked
    assert all("integrity" in entry and "resolved" not in entry for entry in locked.values())


@pytest.mark.slow
def test_the_wheel_has_it(built: Path, tmp_path: Path) -> None:
    """Git does not know the built files; the wheel of the service has every one of them."""
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path), "service"]
    subprocess.run(command, cwd=TREE, check=True, capture_output=True, timeout=240)
    (wheel,) = tmp_path.glob("*.whl")
    packed = set(zipfile.ZipFile(wheel).namelist())
    files = {path.relative_to(TREE / "service").as_posix() for path in built.rglob("*") if path.is_file()}
    assert files <= packed, files - packed


@pytest.mark.nightly
@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine: the table is not measured")
def test_every_figure_is_measured(built: Path) -> None:
    """Speed is not asserted: `python -m benchmarks.wire table` prints it."""
    found = {figure.what.split(":")[0]: figure for figure in measure(SHORT, ["golden-horn"])}
    assert found.keys() >= {"first picture, 4 times slowed", "click to new board", "frames while bots play"}
    assert [figure.found for figure in found.values() if not figure.found] == []
