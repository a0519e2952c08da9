"""What comes from outside and cannot be used is named at once: no traceback, no words of libraries, no exit with 0."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from podesta_lab.cli import arena, dataset, fit, statistics

RECORDS = Path(__file__).parents[1] / "golden" / "draws"
PLAY = ("golden-horn", "greedy", "random", "--games", "2", "--out")
CASES: list[tuple[Any, tuple[str, ...], str]] = [
    (arena.command, (*PLAY, "FILE/below"), "FILE/below"),
    (arena.command, (*PLAY, "blocks"), "blocks.jsonl"),
    (arena.command, ("golden-horn", "syntax.py:choose", "random", "--out", "out"), "syntax.py, line 1"),
    (arena.command, ("golden-horn", "leaves.py:choose", "random", "--out", "out"), "leaves.py"),
    (dataset.command, ("FILE/below", str(RECORDS)), "FILE/below"),
    (dataset.command, ("out", "empty"), "empty"),
    (dataset.command, ("out", "damaged.jsonl"), "damaged.jsonl"),
    (dataset.command, ("begun", str(RECORDS)), "begun"),
    (statistics.command, ("empty", "out"), "empty"),
    (statistics.command, ("parquet", "out"), "parquet"),
    (fit.command, ("golden-horn", "--minutes", "0.01", "--out", "FILE/below"), "FILE/below"),
]
FILES = {
    "FILE": "no folder",
    "blocks/blocks.jsonl": "nonsense\n",
    "syntax.py": "def (\n",
    "leaves.py": "raise SystemExit(0)\n",
    "empty/README": "",
    "damaged.jsonl": "{}",
    "begun/progress.json": "nonsense",
    "parquet/golden-horn-1/games/00000.parquet": "nonsense",
    "parquet/golden-horn-1/decisions/00000.parquet": "nonsense",
}


@pytest.mark.parametrize(
    ("command", "words", "named"), CASES, ids=[" ".join(words[-2:])[-40:] for _, words, _ in CASES]
)
def test_what_cannot_be_used_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: Any, words: tuple[str, ...], named: str
) -> None:
    """A file in place of a folder, a damaged file, an empty folder, a bot that cannot be imported."""
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    said = CliRunner().invoke(command, words)
    assert isinstance(said.exception, SystemExit), said.output
    assert said.exit_code != 0
    assert named in said.output
    assert not [
        each for each in ("Errno", "Traceback", "msgspec", "Error:") if each in said.output.replace("SyntaxError:", "")
    ]
