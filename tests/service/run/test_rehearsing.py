"""The rehearsal of a process before it serves."""

import subprocess
import sys
from pathlib import Path

import pytest

from podesta_engines import RULESETS
from podesta_engines.core.moves import Answered
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.game.events import decode_entry
from podesta_service.run import serve
from podesta_service.run.rehearsing import ANSWERS, log_of
from podesta_service.settings import Settings
from podesta_service.table.table import fold_table

REHEARSED = """
from podesta_engines import RULESETS
from podesta_service.run.rehearsing import rehearse
assert not any("texts" in vars(each) or "unpack" in vars(each) for each in RULESETS.all())
rehearse()
assert all("texts" in vars(each) and "pack" in vars(each) for each in RULESETS.all())
"""


@pytest.mark.parametrize("ruleset", RULESETS.all(), ids=lambda each: each.id)
def test_the_beginning_of_each_game_is_rehearsed(ruleset: Ruleset) -> None:
    """It is a running game with all its seats, always the same, with some questions answered."""
    log = log_of(ruleset, ANSWERS)
    assert log == log_of(ruleset, ANSWERS)
    entries = [decode_entry(data) for data in log]
    assert [type(entry.events[0]) for entry in entries[1:]] == [Answered] * ANSWERS
    table = fold_table("", entries)
    assert (table.status, len(table.holders)) == ("running", max(ruleset.seats))


def test_what_is_made_once_is_there_after_it() -> None:
    """After it, the texts of every ruleset are loaded, and so are the encoders of its positions."""
    subprocess.run([sys.executable, "-c", REHEARSED], check=True)


async def test_a_process_rehearses_before_it_serves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process starts to listen after it."""
    said: list[str] = []
    monkeypatch.setattr(serve, "rehearse", lambda: said.append("rehearsed"))
    listen = serve._listen

    async def listening(*given: object) -> object:
        said.append("listens")
        return await listen(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(serve, "_listen", listening)
    service = await serve.start_service(Settings(data_dir=str(tmp_path), rest_port=0, grpc_port=0))
    await service.stop()
    assert said == ["rehearsed", "listens"]
