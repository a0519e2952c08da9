"""The commands, run as people run them."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner, Result

from podesta_engines import RULESETS
from podesta_service.cli.main import COMMANDS, main
from tests.kit.evidence import level
from tests.kit.process import running_service

PODESTA = str(Path(sys.executable).parent / "podesta")
FULLEST = [(ruleset.id, ruleset.seats[-1]) for ruleset in RULESETS.all()]
"""Each ruleset once: a command is a process, and a process takes seconds."""


def podesta(*words: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a wide terminal."""
    return subprocess.run(
        [PODESTA, *words], capture_output=True, text=True, timeout=110, env=os.environ | {"COLUMNS": "160"}
    )


def within(*words: str) -> Result:
    """Run the command within this process, if that tests as much."""
    return CliRunner().invoke(main, words)


def test_help_names_every_command() -> None:
    """The help lists the commands, and each has a help of its own."""
    run = podesta("--help")
    for name in COMMANDS:
        assert name in run.stdout
        assert within(name, "--help").exit_code == 0


def test_rulesets_are_listed() -> None:
    """Every ruleset of the tree is listed, for people and for programs."""
    listed = json.loads(podesta("rulesets", "--json").stdout)
    assert [each["ruleset"] for each in listed] == [ruleset.id for ruleset in RULESETS.all()]
    people = podesta("rulesets").stdout
    assert all(ruleset.id in people for ruleset in RULESETS.all())


ODD = {
    "ASCII": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii", "PYTHONCOERCECLOCALE": "0"},
    "Latin-1": {"PYTHONIOENCODING": "latin-1"},
}
"""Environments in which Python can print few characters."""


SAYING = ("rulesets", "rulesets --json", "play troyes --seed 5", "arena troyes --games 2")


@pytest.mark.parametrize(("odd", "words"), [("Latin-1", "rulesets"), *(("ASCII", words) for words in SAYING)])
def test_no_letter_is_too_much_for_a_terminal(tmp_path: Path, odd: str, words: str) -> None:
    """Names, labels and signs are printed, unchanged or replaced; JSON is always UTF-8."""
    own = ["--players", "greedy", "random", "--out", str(tmp_path)] if "arena" in words else []
    narrow = os.environ | ODD[odd] | {"COLUMNS": "60"}
    run = subprocess.run([PODESTA, *words.split(), *own], capture_output=True, timeout=110, env=narrow)
    assert run.returncode == 0, run.stderr
    assert run.stdout.decode("latin-1" if odd == "Latin-1" else "utf-8").strip()


@pytest.mark.parametrize(("ruleset", "seats"), [("golden-horn", 2), *(FULLEST if level() == "long" else [])])
def test_play_plays_a_whole_game_over_the_wire(ruleset: str, seats: int) -> None:
    """A service of its own, a game between bots, the standings of every player."""
    run = podesta("play", ruleset, "--seats", str(seats), "--seed", "5")
    assert run.returncode == 0, run.stderr
    assert "the game is over" in run.stdout
    for name in ("Ada", "Bice", "Ciro", "Dina", "Elio", "Fosca")[:seats]:
        assert f"│ {name} " in run.stdout


def test_play_seats_house_bots() -> None:
    """With a bot on each seat, the service that is started for the game plays them."""
    run = podesta("play", "golden-horn", "--bot", "greedy", "--bot", "search:2")
    assert run.returncode == 0, run.stderr
    assert "the game is over" in run.stdout


def test_the_arena_plays_and_goes_on(tmp_path: Path) -> None:
    """A match with a test, at two numbers of seats; the same command again plays no more games, another is refused."""
    out = ("--games", "6", "--seats", "2,3", "--out", str(tmp_path / "out"))
    words = ("arena", "golden-horn", "--players", "greedy", "random", "--sprt", "0,70", *out)
    first = within(*words)
    assert first.exit_code == 0, first.output
    assert "golden-horn, 3 seats" in first.output
    blocks = (tmp_path / "out" / "blocks.jsonl").read_text()
    assert len(blocks.splitlines()) == 3 + 2
    assert within(*words).exit_code == 0
    assert (tmp_path / "out" / "blocks.jsonl").read_text() == blocks
    other = within("arena", "golden-horn", "--players", "random greedy", *out)
    assert other.exit_code == 1
    assert "differs in: players" in other.output
    assert "no bot 'oracle'" in within("arena", "golden-horn", "--players", "oracle greedy", *out).output


def test_play_uses_a_running_service(tmp_path: Path) -> None:
    """With addresses given, the game is played there, in Italian on request, and stays there."""
    with running_service(tmp_path) as process:
        run = podesta("play", "golden-horn", "--rest", process.rest, "--grpc", process.grpc, "--language", "it")
        (game,) = re.findall(r"game ([a-z2-7]{21})", run.stdout)
        there = httpx.get(f"{process.rest}/v1/games/{game}").json()
    assert run.returncode == 0, run.stderr
    assert there["status"] == "ended"
    assert "Ada: " in run.stdout
    assert " PV (" in run.stdout


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("play", "chess"), "chess"),
        (("play", "golden-horn", "--seats", "7"), "2 to 4 players"),
        (("play", "golden-horn", "--rest", "http://127.0.0.1:1"), "--rest and --grpc go together"),
        (("arena", "golden-horn", "--out", "out"), "one player or several"),
        (("arena", "golden-horn", "--players", "greedy greedy", "--out", "out"), "all different"),
        (("arena", "golden-horn", "--players", "greedy", "--sprt", "0,70", "--out", "out"), "nothing to test"),
        (("arena", "golden-horn", "--players", "greedy random", "--seats", "9", "--out", "out"), "2 to 4 players"),
        (("arena", "golden-horn", "--players", "greedy random", "--sprt", "70,0", "--out", "out"), "such as 0,70"),
        (("dance",), "dance"),
    ],
)
def test_what_cannot_be_done_is_said(words: tuple[str, ...], problem: str) -> None:
    """Wrong arguments end with the usage, exit code 2 and the error."""
    run = podesta(*words)
    assert run.returncode == 2
    assert problem in run.stderr
    assert "Traceback" not in run.stderr


def test_a_record_is_fetched_and_verified(tmp_path: Path) -> None:
    """From a service into a file; it verifies; with a changed byte it does not, and the line is named."""
    with running_service(tmp_path / "data") as process:
        played = podesta("play", "golden-horn", "--rest", process.rest, "--grpc", process.grpc)
        (game,) = re.findall(r"game ([a-z2-7]{21})", played.stdout)
        file = tmp_path / "game.jsonl"
        file.touch(0o644)
        assert podesta("record", game, "--rest", process.rest, "--out", str(file)).returncode == 0
        unknown = podesta("record", "a" * 21, "--rest", process.rest, "--out", str(file))
        assert (unknown.returncode, unknown.stderr.startswith("podesta: no game")) == (1, True)
        assert file.stat().st_mode & 0o777 == 0o600
    found = podesta("verify", str(file))
    assert found.returncode == 0, found.stderr
    assert "The record holds" in found.stdout
    told = json.loads(podesta("verify", str(file), "--json").stdout)
    assert podesta("verify", str(file), "--chain", told["chain"]).returncode == 0
    assert podesta("verify", str(file), "--chain", "0" * 64).returncode == 1
    lots = [json.loads(line) for line in podesta("verify", str(file), "--lots").stdout.splitlines()]
    assert len(lots) == told["draws"]
    assert all(lot["outcomes"] for lot in lots)
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join([*lines[:6], lines[6].replace(b"1", b"2", 1), *lines[7:]]))
    broken = podesta("verify", str(file))
    assert broken.returncode == 1
    assert "line 7: " in broken.stderr


def test_a_service_that_is_not_there_is_said() -> None:
    """A target without a service ends with exit code 1 and a sentence."""
    run = podesta("play", "golden-horn", "--rest", "http://127.0.0.1:1", "--grpc", "127.0.0.1:1")
    assert run.returncode == 1
    assert run.stderr.startswith("podesta: ")
    assert "Traceback" not in run.stderr
