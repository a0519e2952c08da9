"""`podesta reinstate`, as operators run it: by name and by a span of time, with a dry run first."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import msgspec
import pytest

from podesta_engines.game.events import Reinstated
from podesta_engines.game.format.terms import Clock
from podesta_service.context import Context
from podesta_service.run.archive import open_archived
from podesta_service.settings import Settings
from tests.eventstore.fixtures import private_valkey
from tests.kit.clocks import opened
from tests.kit.games import log_of, of, play_on

store_server = private_valkey
"""A Valkey for each test, since these read every game in the store."""
SOON = Clock("bank", 1, policy="forfeit")
WHO = ("--by", "Lia", "--why", "the clock was wrong")


@pytest.fixture
def archiving(settings: Settings, tmp_path: Path) -> Settings:
    """Settings with an archive."""
    return msgspec.structs.replace(settings, archive_url=str(tmp_path / "records"))


def podesta(settings: Settings, *words: str) -> tuple[int, str]:
    """Run the command; returns its exit code and its output."""
    own = {"STORE_URL": settings.store_url, "MASTER_KEY": settings.master_key, "ARCHIVE_URL": settings.archive_url}
    environ = os.environ | {f"PODESTA_{name}": value for name, value in own.items()}
    program = [str(Path(sys.executable).parent / "podesta"), *words]
    done = subprocess.run(program, capture_output=True, text=True, timeout=110, env=environ)
    return done.returncode, done.stdout + done.stderr


async def late(context: Context, rules: str, answers: int) -> str:
    """A game that its clock ended."""
    game = (await opened(context.master, rules, SOON))[0].game
    await play_on(context.master, game, Random(2), answers)
    while not (await context.master.table(game)).ended:
        await asyncio.sleep(0.1)
        await context.master.steward.tend(game)
    return game


async def test_a_span_names_the_games_that_a_clock_ended_in_it(context: Context, archiving: Settings) -> None:
    """It is shown first and changes nothing; then done, once; games outside the span stay as they are."""
    before = await late(context, "golden-horn", 0)
    await asyncio.sleep(1)
    since = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    game = await late(context, "golden-horn", 0)
    span = ("reinstate", "--since", since, "--until", "2100-01-01", *WHO)
    for words in (span, (*span[:-4], "--by", "Ugo", "--why", "to look")):
        code, said = podesta(archiving, *words)
        assert (code, said.splitlines()[1:]) == (0, ["1 games"])
        assert said.startswith(f"{game} 2 would go on: as after revision 1, decisions of a clock undone: 1, from ")
    code, said = podesta(archiving, *span, "--yes")
    assert (code, said.splitlines()[1:]) == (0, ["1 games"])
    assert said.startswith(f"{game} 3 goes on: as after revision 1")
    assert podesta(archiving, *span, "--yes") == (0, "0 games\n")
    assert of(Reinstated, await log_of(context.master, game))[0].by == "Lia"
    assert (await context.master.table(game)).status == "running"
    assert (await context.master.table(before)).ended
    code, said = podesta(archiving, "audit")
    assert (code, said.splitlines()[-1]) == (0, "2 games, 5 entries, 0 drifted, 0 broken, 0 without a key"), said


async def test_what_was_hidden_and_told_has_to_be_accepted(context: Context, archiving: Settings) -> None:
    """The end revealed cards in hand: by default the game is left alone, and the exit code shows it."""
    game = await late(context, "notre-dame", 0)
    head = (await context.master.table(game)).revision
    code, said = podesta(archiving, "reinstate", game, *WHO, "--yes")
    assert code == 1
    assert "what was hidden has been told: not without --disclosed" in said
    assert (await context.master.table(game)).revision == head
    assert podesta(archiving, "reinstate", game, *WHO, "--yes", "--disclosed")[0] == 0
    assert (await context.master.table(game)).status == "running"


async def test_an_archived_game_is_brought_back_first(context: Context, archiving: Settings) -> None:
    """The output says so for its name; restored, it goes on."""
    game = await late(context, "golden-horn", 0)
    async with await open_archived(archiving) as store:
        await store.archive_stream(game)
    code, said = podesta(archiving, "reinstate", game, *WHO, "--yes")
    assert (code, said.splitlines()[0]) == (1, f"{game} 2 is in the archive: `podesta restore` brings it back first")
    assert podesta(archiving, "restore", game)[0] == 0
    assert podesta(archiving, "reinstate", game, *WHO, "--yes")[0] == 0
    assert (await context.master.table(game)).status == "running"


def test_it_needs_a_name_a_reason_and_either_games_or_a_span(settings: Settings) -> None:
    """Refused before the store is read."""
    assert podesta(settings, "reinstate", "somegame")[0] == 2
    assert podesta(settings, "reinstate", *WHO)[0] == 2
    assert podesta(settings, "reinstate", "--since", "2026-01-01", *WHO)[0] == 2
    assert podesta(settings, "reinstate", "somegame", "--by", " ", "--why", "a")[0] == 2
