"""Recorded games that draw by lot verify: seed, salt, lots and counts keep their meaning for ever.

`PYTHONPATH=. python -m tests.golden.test_golden_draws` records those that are missing.
"""

import sys
from pathlib import Path

import pytest

from podesta_engines import RULESETS
from podesta_engines.game.verify import verify
from tests.golden.replays import folder_name

FOLDER = Path(__file__).parent / "draws"
RECORDS = sorted(FOLDER.glob("*.jsonl"))
SEED = 1


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_recorded_game_that_draws_by_lot_verifies(path: Path) -> None:
    """Draws, also those after retractions, follow from the seed."""
    found = verify(path.read_bytes(), RULESETS)
    assert folder_name(found.ruleset) == path.stem
    assert found.draws > 0


def test_every_version_is_recorded() -> None:
    """Including draws that were taken back."""
    assert {path.stem for path in RECORDS} == {folder_name(ruleset.rules) for ruleset in RULESETS.versions()}
    assert any(verify(path.read_bytes(), RULESETS).undrawn for path in RECORDS)


def record() -> None:
    """Write the records that are missing."""
    from tests.kit.sealed import record_of, sealed
    from tests.kit.walks import Table

    FOLDER.mkdir(exist_ok=True)
    for ruleset in RULESETS.all():
        path = FOLDER / f"{folder_name(ruleset.rules)}.jsonl"
        if not path.exists():
            path.write_bytes(record_of(sealed(RULESETS, Table(ruleset, ruleset.seats[0]), SEED, undo=0.02)))


if __name__ == "__main__":
    sys.exit(record())
