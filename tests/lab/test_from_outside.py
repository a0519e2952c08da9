"""Input from outside that cannot be used is named at once: no traceback, no words of libraries, no exit with 0."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from podesta_lab.cli import arena, dataset, fit, statistics
from tests.service.outside import check_named, lay_out, listed

RECORDS = Path(__file__).parents[1] / "golden" / "draws"
PLAY, MEET = "golden-horn greedy random --games 2", "golden-horn random --games 2 --out out --players"
CASES: list[tuple[Any, str, str]] = [
    (arena.command, f"{PLAY} --out FILE/below", "FILE/below"),
    (arena.command, f"{PLAY} --out blocks", "blocks.jsonl"),
    (arena.command, f"{PLAY} --out plan", "arena.toml differs in"),
    *((arena.command, f"{PLAY} --out out --seats {each}", "such as 2,4") for each in ("x", "2,,", "-1", "1e1", "²")),
    *((arena.command, f"{PLAY} --out out --ms {each}", "--ms") for each in ("nan", "x", "-1", "inf")),
    *(
        (arena.command, f"{PLAY} --out out --service {each}", "localhost:50051")
        for each in ("''", "x", "http://127.0.0.1:1", "127.0.0.1:99999999", "127.0.0.1:0", "':::'", "'a b:1'")
    ),
    (arena.command, f"{PLAY} --out out --service 127.0.0.1:1", "no service answers at 127.0.0.1:1"),
    (arena.command, f"{MEET} syntax.py:choose", "syntax.py, line 1"),
    (arena.command, f"{MEET} leaves.py:choose", "leaves.py"),
    (arena.command, f"{MEET} none.py:choose", "none.py"),
    (arena.command, f"{MEET} garbage.npz", "garbage.npz is no network"),
    (arena.command, f"{MEET} none.npz", "none.npz"),
    (dataset.command, f"FILE/below {RECORDS}", "FILE/below"),
    (dataset.command, "out empty", "empty"),
    (dataset.command, f"begun {RECORDS}", "begun"),
    (statistics.command, "empty out", "empty"),
    (fit.command, "golden-horn --minutes 0.01 --out FILE/below", "FILE/below"),
    (fit.command, "golden-horn --minutes nan --out out", "--minutes"),
]
LATE: list[tuple[Any, str, str]] = [
    (arena.command, f"{MEET} breaks.py:choose", "breaks.py, line 2: RuntimeError: it is broken"),
    (arena.command, f"{MEET} breaks.py:nothing", "breaks.py:nothing: it returned None"),
    (arena.command, f"{MEET} breaks.py:nonsense", "breaks.py:nonsense: answer 1: 'nonsense'"),
    (dataset.command, "out damaged.jsonl", "damaged.jsonl"),
    (statistics.command, "parquet out", "parquet"),
]
"""Faults that appear only once the input is used."""
FILES = {
    "FILE": b"no folder",
    "blocks/blocks.jsonl": b"nonsense\n",
    "plan/arena.toml": b"\xff\x00\n",
    "syntax.py": b"def (\n",
    "leaves.py": b"raise SystemExit(0)\n",
    "breaks.py": b"def choose(*_):\n    raise RuntimeError('it is broken')\nnothing = print\n"
    b"def nonsense(*_):\n    return 'nonsense'\n",
    "garbage.npz": b"nonsense",
    "empty/README": b"",
    "damaged.jsonl": b"{}",
    "begun/progress.json": b"nonsense",
    "parquet/golden-horn-1/games/00000.parquet": b"nonsense",
    "parquet/golden-horn-1/decisions/00000.parquet": b"nonsense",
}


@pytest.mark.parametrize(
    ("command", "words", "named"), [*CASES, *LATE], ids=[words[-60:] for _, words, _ in [*CASES, *LATE]]
)
def test_what_cannot_be_used_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: Any, words: str, named: str
) -> None:
    """A file in place of a folder, a damaged file, an empty folder, an address, a number, a bot; no file is created."""
    monkeypatch.chdir(tmp_path)
    before = lay_out(tmp_path, FILES)
    said = CliRunner().invoke(command, words)
    check_named(said.output, said.exit_code if isinstance(said.exception, SystemExit) else None, named)
    if (command, words, named) in CASES:
        assert [each for each in listed(tmp_path) if "pycache" not in each] == before
