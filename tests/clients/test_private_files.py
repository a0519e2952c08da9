"""Tokens and transcripts are readable by their owner only, even if the file had a wider mode."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from podesta_client.agents.seats import Seat, Seats
from podesta_client.agents.transcripts import Result, Transcript
from podesta_client.bot_runner import HeldSeats

WRITERS: dict[str, Callable[[Path], object]] = {
    "transcript": lambda path: Transcript(path).add("look", {}, Result("")),
    "seats of an agent": lambda path: Seats(path).add(Seat("game", 0, "token")),
    "seats of a bot": lambda path: HeldSeats(path).add("game"),
}


@pytest.mark.parametrize("umask", [0o022, 0o000])
@pytest.mark.parametrize("named", WRITERS)
def test_a_file_is_its_owners_alone(named: str, umask: int, tmp_path: Path) -> None:
    """Newly created, or over a leftover draft and over a file that all may read."""
    before = os.umask(umask)
    try:
        WRITERS[named](tmp_path / "new")
        for name in ("old", "old.new"):
            (tmp_path / name).write_text("" if named == "transcript" else "[]" if "agent" in named else "{}")
            (tmp_path / name).chmod(0o644)
        WRITERS[named](tmp_path / "old")
    finally:
        os.umask(before)
    assert {path.stat().st_mode & 0o777 for path in (tmp_path / "new", tmp_path / "old")} == {0o600}
