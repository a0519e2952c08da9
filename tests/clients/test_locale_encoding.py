"""With cp1252 as the locale's encoding, as on Windows, names in all scripts are kept and read again."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.kit.process import running_service

ZOE, LODZ = "Zoë", "Łódź"
NAMES = f"NAMES = {[ZOE, LODZ]!a}"
SEATS = f"""
import sys
from pathlib import Path
from podesta_client.agents.seats import Seat, Seats
from podesta_client.agents.transcripts import Replay, Result, Transcript
from podesta_client.bot_runner import HeldSeats
{NAMES}
kept, bot, transcript = Seats(Path("seats.json")), HeldSeats(Path("bot.json")), Transcript(Path("calls.jsonl"))
if sys.argv[1] == "write":
    for name in NAMES:
        kept.add(Seat(name, 0, name))
        bot.add(name)
        transcript.add("say", {{"text": name}}, Result(name))
else:
    assert [each.game for each in kept.all()] == NAMES == [*HeldSeats(Path("bot.json")).claims]
    replay = Replay(Path("calls.jsonl"))
    assert [replay.say("say", {{"text": name}}).said for name in NAMES] == NAMES
"""
GAME = f"""
import sys
from podesta_client import connect
{NAMES}
with connect(sys.argv[1]) as podesta:
    game = podesta.create("golden-horn", NAMES, options={{"start_seat": 0, "round_limit": 2}})
    podesta.play(game.tokens, lambda turn: turn.question.options[0].word)
    print(game.id)
"""


@pytest.fixture
def cp1252(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for programs with this encoding in their locale."""
    made = ["localedef", "-f", "CP1252", "-i", "en_US", str(tmp_path / "en_US.CP1252")]
    if not Path("/usr/share/i18n/charmaps/CP1252.gz").exists():
        pytest.skip("the charmap CP1252 is not installed; on Debian: apt-get install locales")
    subprocess.run(made, check=True, capture_output=True)
    wanted = {"LOCPATH": str(tmp_path), "LC_ALL": "en_US.CP1252", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    for name, value in wanted.items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("PYTHONIOENCODING", raising=False)
    return tmp_path


def run(folder: Path, *command: str) -> str:
    """The output of a program in this environment, as it encodes it."""
    environ = os.environ | {"COLUMNS": "99"}
    done = subprocess.run([sys.executable, *command], cwd=folder, env=environ, capture_output=True, encoding="cp1252")
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_files_would_be_opened_in_that_encoding(cp1252: Path) -> None:
    """Otherwise the law could not fail: a file opened without an encoding uses cp1252, which lacks letters."""
    asked = "import sys; print(open('file', 'w').encoding, sys.stdout.encoding)"
    assert run(cp1252, "-c", asked).lower().split() == ["cp1252", "cp1252"]


def test_kept_seats_and_transcripts_are_read_again(cp1252: Path) -> None:
    """A file of one program of an agent or a bot can be read by another, whatever the names."""
    for step in ("write", "read"):
        run(cp1252, "-c", SEATS, step)
    written = b"".join(path.read_bytes() for path in cp1252.glob("*.json*"))
    assert written.decode("utf-8")


def test_records_and_tables_have_all_names(cp1252: Path) -> None:
    """A game is played, fetched, verified and replayed; characters missing in the encoding are printed as `?`."""
    podesta = str(Path(sys.executable).parent / "podesta")
    with running_service(cp1252 / "data") as process:
        game = run(cp1252, "-c", GAME, process.grpc).strip()
        run(cp1252, podesta, "record", game, "--rest", process.rest, "--out", "game.jsonl")
        for language in ("en", "it"):
            wires = ["--rest", process.rest, "--grpc", process.grpc]
            assert "Ada" in run(cp1252, podesta, "play", "notre-dame", "--language", language, *wires)
    assert all(name in (cp1252 / "game.jsonl").read_text("utf-8") for name in (ZOE, LODZ))
    assert "The record holds" in run(cp1252, podesta, "verify", "game.jsonl")
    arena = ["arena", "golden-horn", "--players", "greedy random", "--games", "4", "--records", "--out", "match"]
    assert "greedy" in run(cp1252, podesta, *arena)
