"""Recorded games with clocks verify: the effects of time-outs and resignations on an old game never change.

`PYTHONPATH=.:tests/laws python tests/golden/test_golden_clocks.py` records them again.
"""

import sys
from pathlib import Path

import pytest

from podesta_engines import RULESETS
from podesta_engines.game.events import Ended, Resigned, Retracted, TimedOut
from podesta_engines.game.record import read_entry, split, unchain
from podesta_engines.game.verify import verify
from tests.golden.replays import folder_name, records, write

FOLDER = Path(__file__).parent / "clocks"
RECORDS = {
    f"{path.stem}-{name}": lines for path in sorted(FOLDER.glob("*.jsonl")) for name, lines in records(path).items()
}
LONGEST = 55_000
"""Records up to this many bytes are kept."""


@pytest.mark.parametrize("name", RECORDS)
def test_a_recorded_game_with_a_clock_verifies(name: str) -> None:
    """Deadlines, default answers, house bots' seats, ranks and draws are those of the record."""
    found = verify(RECORDS[name], RULESETS)
    assert folder_name(found.ruleset) == name.rpartition("-")[0]


def test_the_records_have_what_can_happen() -> None:
    """Every version of every ruleset is there, and among them every policy, every way to leave, and taking back."""
    texts = [unchain(split(lines)) for lines in RECORDS.values()]
    logs = [[read_entry(number, text) for number, (text, _) in enumerate(each, 1)] for each in texts]
    events = [event for log in logs for entry in log for event in entry.events]
    assert {log[0].events[0].rules for log in logs} == {ruleset.rules for ruleset in RULESETS.versions()}
    assert {event.policy for event in events if type(event) is TimedOut} == {"default", "bot", "forfeit"}
    assert {event.why for event in events if type(event) is Resigned} == {"asked", "time", "idle"}
    reasons = {event.result.reason for event in events if type(event) is Ended}
    assert {"resignation", "time", "abandoned"} <= reasons
    assert any(type(event) is Retracted for event in events)


def record() -> None:
    """Record all games again."""
    from tests.kit.sealed import record_of
    from tests.kit.timed import CLOCKS, timed
    from tests.kit.walks import Table

    for ruleset in RULESETS.all():
        tables = [Table(ruleset, ruleset.seats[seed % len(ruleset.seats)]) for seed in range(len(CLOCKS))]
        found = [record_of(timed(RULESETS, table, seed, 0.15, 0.01, 0.05)) for seed, table in enumerate(tables)]
        kept = {str(seed): lines for seed, lines in enumerate(found) if len(lines) < LONGEST}
        write(FOLDER / f"{folder_name(ruleset.rules)}.jsonl", kept)


if __name__ == "__main__":
    sys.exit(record())
