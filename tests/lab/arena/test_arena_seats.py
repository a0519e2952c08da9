"""Seats: a bot against itself, each place in the order of play separately, with figures that agree with the games."""

from __future__ import annotations

from pathlib import Path

import pytest

from lab.seats.page import published, rows
from lab.seats.playing import Match, SeatGame, kept, matches, run, shares
from podesta_engines import RULESETS
from podesta_engines.game.verify import verify

WANTED = matches(["golden-horn", "colonia"], ["random"], [3])


def test_games_go_on_where_they_stopped(tmp_path: Path) -> None:
    """Each match gets its games, each on a deal of its own; a torn last line is played again; records verify."""
    told: list[Match] = []
    run(tmp_path, WANTED, 2, 1.0, tmp_path / "records", lambda match, _: told.append(match))
    assert sorted(told) == sorted(WANTED * 2)
    before = list(kept(tmp_path, WANTED[0]))
    path = tmp_path / "golden-horn-3-random.jsonl"
    path.write_bytes(path.read_bytes()[:-5])
    run(tmp_path, WANTED, 2, 1.0, None, lambda match, _: told.append(match))
    assert (list(kept(tmp_path, WANTED[0])), len(told)) == (before, 5)
    for record in (tmp_path / "records").rglob("*.jsonl"):
        assert verify(record.read_bytes(), RULESETS).result


def test_several_processes_play_the_same_games(tmp_path: Path) -> None:
    """Whichever ends first, lines and records are in the order of the deals."""
    wanted, one, two = matches(["golden-horn"], ["random", "search:1"], [2]), tmp_path / "one", tmp_path / "two"
    run(one, wanted, 3, 1.0, one / "records", lambda *_: None)
    run(two, wanted, 3, 1.0, two / "records", lambda *_: None, jobs=2)
    files = sorted(each.relative_to(one) for each in one.rglob("*.jsonl"))
    assert len(files) == 2 + 6
    assert [(one / each).read_bytes() for each in files] == [(two / each).read_bytes() for each in files]


def test_shares_are_counted_from_whoever_began(tmp_path: Path) -> None:
    """The start player is in the first place, wherever it sits; a shared first place counts in parts."""
    (tmp_path / "build.txt").write_text("plain\n", "utf-8")
    lines = ["[2,[2,1,1],[5,9,9]]", "[1,[3,1,2],[1,8,4]]"]
    (tmp_path / "golden-horn-3-random.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
    assert list(kept(tmp_path, WANTED[0]))[1] == SeatGame(1, [3, 1, 2], [1, 8, 4])
    found = shares(tmp_path, WANTED[0])
    assert found is not None
    assert (found.won, found.points) == ([0.75, 0.0, 0.25], [8.5, 4.5, 5.0])
    assert shares(tmp_path, WANTED[1]) is None


@pytest.mark.parametrize("ruleset", [each.id for each in RULESETS.all()])
def test_what_is_published_adds_up(ruleset: str) -> None:
    """Every ruleset has figures at every number of seats, with shares that add up to one; all rows have the same
    width."""
    found = published(RULESETS.named(ruleset))
    assert {each.seats for each in found} == set(RULESETS.named(ruleset).seats)
    assert all(abs(sum(each.won) - 1) < 0.001 for each in found)
    assert len({len(row) for row in rows(found)}) == 1
