"""Datasets: rows that agree with the records, no names, no running games, and a stopped run that resumes."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner, Result
from msgspec import structs
from pyarrow import parquet

from podesta_engines import RULESETS
from podesta_engines.game.events import Listed
from podesta_engines.game.verify import verify
from podesta_engines.game.verify.frame import framed
from podesta_lab.cli.dataset import command
from podesta_lab.dataset import rows, writing
from podesta_lab.dataset.rows import encoder_of, rows_of

RECORDS = Path(__file__).parents[2] / "golden" / "draws"
"""A record of each ruleset, by people with names, with answers that were taken back."""


def made(*words: Path | str) -> Result:
    """The result of the command."""
    return CliRunner().invoke(command, [str(word) for word in words])


def table(folder: Path, kind: str) -> list[dict[str, Any]]:
    """The rows of a kind."""
    return parquet.read_table(folder / kind).to_pylist()  # type: ignore[no-any-return]


def test_every_row_is_as_the_record_says(tmp_path: Path) -> None:
    """Each move with its options, in the order of the log, and the result; retracted moves are left out."""
    assert made(tmp_path / "out", RECORDS).exit_code == 0
    for path in RECORDS.glob("*.jsonl"):
        proved, folder = verify(path.read_bytes(), RULESETS), tmp_path / "out" / path.stem
        (game,), decisions = table(folder, "games"), table(folder, "decisions")
        assert game["ranks"] == [standing.rank for standing in proved.result.standings]
        assert game["revisions"] == proved.revisions
        assert 0 < len(decisions) < proved.answers, "some were taken back"
        assert [each["revision"] for each in decisions] == sorted(each["revision"] for each in decisions)
        assert [each["round"] for each in decisions] == sorted(each["round"] for each in decisions)
        assert decisions[-1]["round"] == game["rounds"]
        for each in decisions:
            assert each["answer"] in each["options"]
            assert (each["rank"], each["score"]) == (game["ranks"][each["seat"]], game["scores"][each["seat"]])
            assert len(each["observation"]) == len(encoder_of(proved.ruleset, game["seats"]).names)


def test_nobody_is_named() -> None:
    """No row has a player's name, or the seed of a game."""
    named = [path.read_bytes() for path in RECORDS.glob("*.jsonl")]
    assert all(b'"name":"P0"' in record for record in named)
    for record in named:
        found = rows_of(record)
        said = [repr(found.game), *(repr(structs.replace(each, observation=b"")) for each in found.decisions)]
        assert not [each for each in said if re.search(r"\bP\d\b", each) or framed(record).ended.seed in each]


def test_ids_are_of_games_that_the_lobby_named(tmp_path: Path) -> None:
    """They are the names of records, and kept on request only; the card says so."""
    whole = (RECORDS / "golden-horn-1.jsonl").read_bytes()
    assert rows_of(whole).game.id == ""
    assert rows_of(whole, "g-1").game.id == "g-1"
    found, reading = framed(whole), rows._Reading(framed(whole))
    assert reading.listed
    reading.add(structs.replace(found.log[0], events=[*found.log[0].events, Listed(False)]))
    assert not reading.listed
    assert made(tmp_path / "out", RECORDS, "--ids").exit_code == 0
    assert table(tmp_path / "out" / "troyes-1", "games")[0]["id"] == "", "a name that is no id"
    (tmp_path / f"{'a' * 21}.jsonl").write_bytes(whole)
    assert made(tmp_path / "named", tmp_path / f"{'a' * 21}.jsonl", "--ids").exit_code == 0
    assert table(tmp_path / "named" / "golden-horn-1", "games")[0]["id"] == "a" * 21
    assert "`id` is the id of a game" in (tmp_path / "out" / "README.md").read_text("utf-8")
    assert "other records" in made(tmp_path / "out", RECORDS).output


def test_the_card_names_what_can_be_loaded(tmp_path: Path) -> None:
    """Two configurations per version of rules: every file is in one of them, and those of one have the same columns."""
    assert made(tmp_path / "out", RECORDS, "--licence", "a: b #c").exit_code == 0
    _, head, _ = (tmp_path / "out" / "README.md").read_text("utf-8").split("---\n", 2)
    card = yaml.safe_load(head)
    assert card["license"] == "a: b #c"
    found = {each["config_name"]: [*(tmp_path / "out").glob(each["data_files"])] for each in card["configs"]}
    assert len(found) == 2 * len(RULESETS.all())
    assert sorted(path for paths in found.values() for path in paths) == sorted((tmp_path / "out").rglob("*.parquet"))
    for paths in found.values():
        assert len({str(parquet.read_schema(path)) for path in paths}) == 1


def test_what_has_not_ended_or_is_broken_is_left_out_and_told(tmp_path: Path) -> None:
    """The other records are still read."""
    whole = (RECORDS / "golden-horn-1.jsonl").read_bytes()
    (tmp_path / "a.jsonl").write_bytes(whole)
    (tmp_path / "b.jsonl").write_bytes(b"".join(whole.splitlines(keepends=True)[:-1]))
    (tmp_path / "c.jsonl").write_bytes(whole.replace(b'"option":"stop"', b'"option":"continue"', 1))
    said = made(tmp_path / "out", tmp_path)
    assert said.exit_code == 0
    assert "1 of 3 games" in said.output
    assert "b.jsonl: line" in said.output
    assert "the game does not end here" in said.output
    assert "c.jsonl: line" in said.output
    assert "1 ended games" in (tmp_path / "out" / "README.md").read_text("utf-8")


def test_it_goes_on_where_it_was_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Existing parts are not written again; a folder is for the same records only."""
    monkeypatch.setattr(writing, "PART", 2)
    records, out = writing.records_in([RECORDS]), tmp_path / "out"
    assert len(records) == 5

    def stop(_: writing.Part) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        writing.write(records, out, writing.Wanted(), stop)
    first = {path: path.stat().st_mtime_ns for path in out.rglob("*.parquet")}
    assert len(first) == 4, "two games"
    writing.write(records, out, writing.Wanted(), lambda _: None)
    assert {path: path.stat().st_mtime_ns for path in first} == first
    assert len([*out.rglob("*.parquet")]) == 10
    said = made(out, RECORDS / "golden-horn-1.jsonl")
    assert said.exit_code == 1
    assert "other records" in said.output


@pytest.mark.parametrize(
    "spread",
    [
        ["--jobs", "2"],
        pytest.param(
            ["--ray"],
            marks=[
                pytest.mark.nightly,
                pytest.mark.skipif(find_spec("ray") is None, reason="Ray is an extra of 240 MB"),
            ],
        ),
    ],
)
def test_several_processes_write_the_same_dataset(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spread: list[str]
) -> None:
    """File by file to the byte, whichever part is written first."""
    monkeypatch.setattr(writing, "PART", 2)
    for out, words in (("one", []), ("two", spread)):
        assert made(tmp_path / out, RECORDS, *words).exit_code == 0
    files = sorted(path.relative_to(tmp_path / "one") for path in (tmp_path / "one").rglob("*.parquet"))
    assert len(files) > 4
    for each in files:
        assert (tmp_path / "one" / each).read_bytes() == (tmp_path / "two" / each).read_bytes()
