"""Parquet files for analysts: their contents, and their removal with their bundles."""

import io
import os
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

import click
import msgspec
import pytest
from pyarrow import parquet

from podesta_engines import RULESETS
from podesta_engines.game.events import Ended, decode_entry
from podesta_engines.game.verify import verify
from podesta_eventstore import ArchivedStore, StoreRefused
from podesta_service.cli import main
from podesta_service.master import Master
from podesta_service.run.archive import archive_ended, open_archived
from podesta_service.run.parquet import Row, write_parquet, write_records
from podesta_service.settings import Settings
from tests.eventstore.fixtures import private_valkey
from tests.kit.games import QUICK, of, open_game, play_on
from tests.packages.building import TREE

store_server = private_valkey
"""A Valkey for each test: bundles take every game that has ended there."""
TWO_DAYS = 2 * 86_400


@pytest.fixture
def archiving(settings: Settings, tmp_path: Path) -> Settings:
    """Settings with an archive."""
    return msgspec.structs.replace(settings, archive_url=str(tmp_path / "records"))


async def archived(master: Master, store: ArchivedStore, count: int) -> list[str]:
    """Games that were played two days ago, and are in one bundle."""
    games = [(await open_game(master))[0] for _ in range(count)]
    for number, game in enumerate(games):
        await play_on(master, game, Random(number))
    assert sorted([moved.game async for moved in archive_ended(store, 1 << 50)]) == sorted(games)
    return games


def rows(folder: Path) -> dict[str, dict[str, Any]]:
    """The rows of all files, by game."""
    files = [parquet.read_table(io.BytesIO(file.read_bytes())) for file in folder.glob("parquet/ended/**/*.parquet")]
    return {row["game"]: row for file in files for row in file.to_pylist()}


async def test_what_is_told_of_games(new_context: Callable[..., Any], archiving: Settings, tmp_path: Path) -> None:
    """A row for each archived game has its result and its circumstances; the file has no player's name."""
    past = await new_context(now=lambda: time.time() - TWO_DAYS)
    async with await open_archived(archiving) as store:
        games = await archived(past.master, store, 3)
        assert [written.games async for written in write_parquet(store)] == [3]
        assert [written async for written in write_parquet(store)] == []
        found = rows(tmp_path / "records")
        assert sorted(found) == sorted(games)
        for game in games:
            row, log = found[game], [decode_entry(each.data) for each in await store.read(game)]
            (end,) = of(Ended, log)
            assert list(row) == list(Row.__struct_fields__)
            assert (row["ruleset"], row["seats"], row["revisions"]) == ("golden-horn", 2, len(log))
            assert (row["bots"], row["clock"], row["forked_from"]) == (["", ""], "none", None)
            assert msgspec.json.decode(row["options"]) == QUICK
            assert row["ranks"] == [each.rank for each in end.result.standings]
            assert row["scores"] == [each.score for each in end.result.standings]
            assert (row["reason"], row["rounds"]) == (end.result.reason, end.result.rounds)
            assert row["ended"] == datetime.fromtimestamp(log[-1].at / 1000, UTC)
            assert abs((row["opened"] - datetime.now(UTC)).total_seconds() + TWO_DAYS) < 600
    (file,) = (tmp_path / "records/parquet/ended").glob("*/*.parquet")
    assert file.stem == next((tmp_path / "records/bundles/ended").glob("*/*")).name


async def test_what_is_erased_is_told_no_more(
    new_context: Callable[..., Any], archiving: Settings, tmp_path: Path
) -> None:
    """At once: the file is removed with the bundle, and the next one has the others."""
    past = await new_context(now=lambda: time.time() - TWO_DAYS)
    async with await open_archived(archiving) as store:
        games = await archived(past.master, store, 3)
        assert [written.games async for written in write_parquet(store)] == [3]
        await store.erase(games[1])
        assert rows(tmp_path / "records") == {}
        assert [written.games async for written in write_parquet(store)] == [2]
        assert sorted(rows(tmp_path / "records")) == sorted({*games} - {games[1]})


def run(script: str, settings: Settings, *words: str) -> subprocess.CompletedProcess[str]:
    """Run `podesta` after a line of Python."""
    code = f"{script}; import sys; from podesta_service.cli import main; main({[*words]})"
    own = {"STORE_URL": settings.store_url, "MASTER_KEY": settings.master_key, "ARCHIVE_URL": settings.archive_url}
    environ = os.environ | {f"PODESTA_{name}": value for name, value in own.items()}
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=110, env=environ)


def test_without_pyarrow_the_command_says_what_to_install(archiving: Settings) -> None:
    """With it, it writes the files."""
    found = run("import sys; sys.modules['pyarrow'] = None", archiving, "archive", "--parquet")
    assert (found.returncode, found.stderr) == (
        1,
        "podesta: pyarrow is missing: pip install 'podesta-service[parquet]'\n",
    )
    assert run("import pyarrow", archiving, "archive", "--parquet").stderr == "0 files\n"


def test_starting_imports_no_pyarrow() -> None:
    """Neither the service nor the commands for the store."""
    script = "import podesta_service.run.serve, podesta_service.cli.store.archive, sys; print('pyarrow' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=110)
    assert found.stdout == "False\n"


@pytest.mark.parametrize("words", [["--parquet", "a"], ["--parquet", "--erase", "a"]])
def test_what_does_not_go_together_is_refused(words: list[str]) -> None:
    """Before the archive is opened."""
    with pytest.raises(click.UsageError, match="without names"):
        main(["archive", *words], standalone_mode=False)


def test_every_column_is_documented() -> None:
    """In their order, on the page for operators."""
    page = (TREE / "docs/operating-the-store.md").read_text("utf-8")
    table = page.partition("| column |")[2].partition("\n\n")[0]
    assert [line.split("`")[1] for line in table.splitlines()[2:]] == list(Row.__struct_fields__)


async def test_records_of_all_archived_games_are_written_once(
    new_context: Callable[..., Any], archiving: Settings, tmp_path: Path
) -> None:
    """Each as `podesta verify` takes it; a second run adds the new ones, and changes no other file."""
    past = await new_context(now=lambda: time.time() - TWO_DAYS)
    async with await open_archived(archiving) as store:
        games = await archived(past.master, store, 3)
        assert [written.games async for written in write_records(store, tmp_path / "out")] == [3]
        files = {file.stem: file for file in (tmp_path / "out").rglob("*.jsonl")}
        assert sorted(files) == sorted(games)
        for game, file in files.items():
            assert verify(file.read_bytes(), RULESETS).revisions == len(await store.read(game))
        assert [each for each in (tmp_path / "out").rglob("*") if each.stat().st_mode & 0o077] == []
        assert [written.games async for written in write_records(store, tmp_path / "out")] == [0]
        (tmp_path / "out").chmod(0o755)
        with pytest.raises(StoreRefused, match=r"can reach the folder of records .*chmod -R go="):
            await anext(write_records(store, tmp_path / "out"))
