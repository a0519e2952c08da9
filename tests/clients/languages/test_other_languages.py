"""Bots in other languages: built by their Makefiles as readers build them, and run by the conformance kit."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from podesta_conformance.checks import CHECKS
from tests.clients.languages.toolchains import EXAMPLES, HERE, LANGUAGES, Language


@pytest.mark.nightly
@pytest.mark.slow
@pytest.mark.parametrize("language", HERE, ids=lambda each: each.folder)
def test_a_bot_compiles_and_passes_every_check(language: Language, tmp_path: Path) -> None:
    """From the protos, or from the description of REST alone."""
    if language.missing:
        pytest.skip(f"{language.folder}: missing is {', '.join(language.missing)}: EVIDENCE=long make debian")
    folder = EXAMPLES / language.folder
    flags = ["CXXFLAGS=-std=c++17 -O0 -w", "-j2", "-C", str(folder), f"BUILD={tmp_path}"]
    made = subprocess.run(
        ["make", *flags], env=os.environ | {"GOCACHE": str(tmp_path / "cache")}, capture_output=True, text=True
    )
    assert made.returncode == 0, made.stdout + made.stderr
    given = ["--command", str(tmp_path / "bot"), "--wire", language.wire, "--seconds", "0.3"]
    told = subprocess.run(
        [sys.executable, "-m", "podesta_service.cli", "conformance", *given], capture_output=True, text=True
    )
    assert f"{len(CHECKS)} of {len(CHECKS)} checks passed" in told.stdout, told.stdout + told.stderr


def test_every_makefile_is_known() -> None:
    """No bot is left untested."""
    assert {path.parent.name for path in EXAMPLES.glob("*/Makefile")} == {each.folder for each in LANGUAGES}
