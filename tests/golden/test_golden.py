"""Recorded games replay exactly: the rules of a version, frozen ones included, never change an old game."""

import json

import pytest

from podesta_engines import RULESETS, fold, result
from podesta_engines.core.script import NOBODY
from podesta_engines.core.words import LANGUAGES
from podesta_engines.game.events import Ended, encode_entry
from tests.golden.replays import (
    GAMES,
    HERE,
    SCENARIOS,
    count,
    entries,
    folder,
    games,
    lines_of,
    records,
    steps,
    tell_game,
)

RECORDS = {
    f"{path.parent.name}-{name}": lines
    for path in sorted(HERE.glob(f"*/{GAMES}"))
    for name, lines in records(path).items()
}
EACH = pytest.mark.parametrize("lines", RECORDS.values(), ids=RECORDS)


@EACH
def test_a_recorded_game_replays_to_its_exact_result(lines: bytes) -> None:
    """Every checksum matches, the game is over, and reason, rounds, ranks, scores and their parts are those
    recorded."""
    log = entries(lines)
    p = fold(RULESETS, log).position
    end = log[-1].events[-1]
    assert type(end) is Ended
    assert p.actor == NOBODY
    assert result(p) == end.result
    assert all(entry.check for entry in log)


@EACH
def test_a_record_is_written_as_it_is_read(lines: bytes) -> None:
    """The storage format reads and writes the same lines."""
    assert lines_of(entries(lines)) == lines
    assert all(encode_entry(entry) for entry in entries(lines))


@pytest.mark.parametrize("ruleset", RULESETS.versions(), ids=lambda ruleset: ruleset.rules)
def test_every_scenario_is_recorded(ruleset) -> None:
    """Each number of players and each reason for the end has a record, and so has a shared victory."""
    found = games(ruleset)
    logs = [found[scenario.name] for scenario in SCENARIOS[ruleset.id]]
    ends = [log[-1].events[-1].result for log in logs]
    assert {log[0].events[0].seats for log in logs} == set(ruleset.seats)
    assert {end.reason for end in ends} == {word.slug for word in ruleset.reasons.words}
    assert any(len(end.winners) > 1 for end in ends)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ruleset", RULESETS.versions(), ids=lambda ruleset: ruleset.rules)
def test_the_playthrough_reads_the_same(ruleset, language) -> None:
    """The first recorded game, printed with questions and notes, equals the text kept for readers."""
    log = games(ruleset)[SCENARIOS[ruleset.id][0].name]
    assert tell_game(log, language) == (folder(ruleset) / f"playthrough.{language}.txt").read_text("utf-8")


@pytest.mark.parametrize("ruleset", RULESETS.versions(), ids=lambda ruleset: ruleset.rules)
def test_the_numbers_of_positions_are_the_same(ruleset) -> None:
    """Positions to depth 3, outcomes of draws counted apart, from openings and from revisions of the first game."""
    log = games(ruleset)[SCENARIOS[ruleset.id][0].name]
    assert count(ruleset, log) == json.loads((folder(ruleset) / "positions.json").read_text("utf-8"))


@EACH
def test_recorded_positions_keep_the_invariants(lines: bytes) -> None:
    """The ruleset's own check holds before every entry."""
    for _, p in steps(entries(lines)):
        p.rules.check(p.state)
