"""Matches as played and stored: duplicate deals, records, hidden data, crashes.

Blocks on a cluster of Ray, if installed: the same as those of processes. Without it, a clear refusal.
"""

import json
import sys
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from podesta_engines import RULESETS
from podesta_engines.game.verify import verify
from podesta_lab.arena.cluster import NoRay, by_ray
from podesta_lab.arena.judging import Sprt
from podesta_lab.arena.match import Block, match, play_all, play_block, tasks
from podesta_lab.arena.match_folder import MatchFolder, MatchPlan, PlanMismatch
from podesta_lab.arena.players import NoSuchPlayer, PlayerFailed, player
from podesta_lab.arena.run import Limits, run, total, write
from podesta_lab.cli.arena import command

GOLDEN_HORN = RULESETS.named("golden-horn")
PAIR = ["greedy", "random"]

BOTS = """
def first(position, seat, rnd):
    return next(ask for ask in position.asks if ask.seat == seat).options[0]

def worded(position, seat, rnd):
    ask = next(ask for ask in position.asks if ask.seat == seat)
    return ask.kind.words.slug(ask.options[0])

def wrong(position, seat, rnd):
    return "nonsense"

def peeking(position, seat, rnd):
    seen.append([(other, player.secret.hand) for other, player in enumerate(position.state.players) if other != seat])
    return first(position, seat, rnd)

seen = []
"""


@pytest.fixture
def file(tmp_path: Path) -> str:
    """A file with custom players."""
    path = tmp_path / "mine.py"
    path.write_text(BOTS)
    return str(path)


def outcomes(blocks: list[Block]) -> list[tuple[int, int, list[list[int]]]]:
    """The results, without the time taken."""
    return sorted((block.seats, block.deal, [game.played.scores for game in block.games]) for block in blocks)


def test_a_match_is_the_same_again_and_on_two_processes() -> None:
    """Deals and bots draw from the seed; another seed plays other games."""
    alone = list(match(GOLDEN_HORN, PAIR, range(4)))
    assert outcomes(alone) == outcomes(list(match(GOLDEN_HORN, PAIR, range(4), jobs=2)))
    assert outcomes(alone) != outcomes(list(match(GOLDEN_HORN, PAIR, range(4), seed=1)))
    assert [game.line_up for game in alone[0].games] == [(0, 1), (1, 0)]


def test_a_duplicate_deal_begins_alike() -> None:
    """Both games of a block have the same first draws; with fresh deals they do not."""
    for duplicate, alike in ((True, True), (False, False)):
        (task,) = tasks(GOLDEN_HORN, PAIR, [3], duplicate=duplicate, records=True)
        one, other = (game.record.splitlines()[0] for game in play_block(task).games)
        assert ([_drawn(one)] == [_drawn(other)]) is alike


def _drawn(line: str) -> list[object]:
    return [event for event in json.loads(line)["events"] if event["event"] == "drawn"]


@pytest.mark.parametrize("ruleset", RULESETS.all(), ids=lambda ruleset: ruleset.id)
def test_every_game_is_a_record_that_verifies(ruleset: object) -> None:
    """At the most seats, one against many: the record has seats, draws and the result that the block counts."""
    rules = RULESETS.named(ruleset.id)  # type: ignore[attr-defined]
    (task,) = tasks(rules, PAIR, [0], seats=rules.seats[-1], records=True)
    game = play_block(task).games[0]
    found = verify(game.record.encode(), RULESETS)
    assert found.seats == [PAIR[who] for who in game.line_up]
    assert [standing.score for standing in found.result.standings] == game.played.scores
    assert found.draws > 0
    assert sum(game.played.moves) == found.answers


def test_players_of_ones_own_answer_by_number_or_word(file: str) -> None:
    """They play the same game; a player that answers nonsense is named, and so is a missing one."""
    by_number, by_word = (
        outcomes(list(match(GOLDEN_HORN, [f"{file}:{name}", "greedy"], [0]))) for name in ("first", "worded")
    )
    assert by_number == by_word
    with pytest.raises(PlayerFailed, match=r":wrong: answer 1: 'nonsense'"):
        list(match(GOLDEN_HORN, [f"{file}:wrong", "greedy"], [0]))
    for name in (f"{file}:nobody", "nowhere.py:choose", "oracle", "search:0ms"):
        with pytest.raises(NoSuchPlayer):
            player(GOLDEN_HORN, name)


def test_players_of_ones_own_see_nothing_hidden(file: str) -> None:
    """The position that they get has other hands than the true one, as often as these can differ."""
    p, rnd = GOLDEN_HORN.start(2), Random(2)
    while not p.asks or sum(sum(player.secret.hand) for player in p.state.players) < 10:
        p.answer(rnd.choice(p.options), p.actor)
    choose, seat = player(GOLDEN_HORN, f"{file}:peeking"), p.asks[0].seat
    for _ in range(30):
        choose(p, seat, rnd)
    assert len({str(each) for each in sys.modules["podesta_player_mine"].seen}) > 1


def test_a_match_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    """Half of it, a torn line, then the rest: the same blocks as in one run."""
    plan = MatchPlan("golden-horn", PAIR, [2, 3])
    with MatchFolder(tmp_path / "whole", plan) as match_folder:
        run(match_folder, Limits(12))
        whole = outcomes(match_folder.blocks)
    with MatchFolder(tmp_path / "torn", plan) as match_folder:
        for block in islice(play_all(tasks(GOLDEN_HORN, PAIR, range(6), seats=2)), 3):
            match_folder.add(block)
    with (tmp_path / "torn" / "blocks.jsonl").open("ab") as file:
        file.write(b'{"seats":2,"deal":3,"ga')
    with MatchFolder(tmp_path / "torn", plan) as match_folder:
        assert len(match_folder.blocks) == 3
        assert total(match_folder, Limits(12)) == 3 + 4
        run(match_folder, Limits(12))
        assert outcomes(match_folder.blocks) == whole
        assert total(match_folder, Limits(12)) == 0


def test_a_player_alone_plays_itself(tmp_path: Path) -> None:
    """One game a deal, every seat by the same player; the page has the cost of a move, and no verdict."""
    limits = Limits(4)
    with MatchFolder(tmp_path, MatchPlan("golden-horn", ["greedy"], [2, 3])) as match_folder:
        run(match_folder, limits, records=True)
        page = write(match_folder, limits)
    assert [game.line_up for block in match_folder.blocks for game in block.games] == [(0, 0)] * 4 + [(0, 0, 0)] * 4
    assert len({game.played.scores[0] for block in match_folder.blocks for game in block.games}) > 1
    assert len(list((tmp_path / "records").iterdir())) == 8
    assert "| greedy | " in page
    assert "share" not in page


@pytest.mark.parametrize("words", [["--sprt", "-70,0"], ["--sprt=-70,0"], ["--sprt", "-140,-70"]])
def test_it_can_be_asked_whether_a_player_is_hardly_weaker(tmp_path: Path, words: list[str]) -> None:
    """Bounds below 0 are valid, however they are given; without a value, the test is that of 0 and 70."""
    match = ["golden-horn", "--players", "greedy random", "--games", "16", "--seats=2,3", "--out", str(tmp_path)]
    told = CliRunner().invoke(command, [*match, *words])
    low = words[-1].rpartition("=")[2].partition(",")[0]
    assert f"for {low} against" in " ".join(told.stdout.split()), told.output
    assert "for 0 against" in " ".join(CliRunner().invoke(command, [*match, "--sprt"]).stdout.split())


def test_a_folder_is_of_one_plan(tmp_path: Path, file: str) -> None:
    """Other players, another seed or a player's changed file are refused by name."""
    mine = [f"{file}:first", "greedy"]
    MatchFolder(tmp_path / "out", MatchPlan("golden-horn", mine, [2])).__exit__(None, None, None)
    with pytest.raises(PlanMismatch, match="seed"):
        MatchFolder(tmp_path / "out", MatchPlan("golden-horn", mine, [2], seed=1))
    Path(file).write_text(BOTS + "\n# changed")
    with pytest.raises(PlanMismatch, match="files"):
        MatchFolder(tmp_path / "out", MatchPlan("golden-horn", mine, [2]))


def test_the_test_ends_a_match_early(tmp_path: Path) -> None:
    """Greedy needs no 400 games to be found stronger than random play; the page says so, and has its pictures."""
    limits = Limits(400, Sprt())
    with MatchFolder(tmp_path, MatchPlan("golden-horn", PAIR, [2])) as match_folder:
        run(match_folder, limits)
        assert 8 <= len(match_folder.blocks) < 60
        page = write(match_folder, limits)
    assert "greedy is stronger" in page
    assert (tmp_path / "report.md").read_text() == page
    for name in ("ratings-2.svg", "shares-2.svg", "times-2.svg"):
        assert f"({name})" in page
        assert (tmp_path / name).read_text().startswith("<svg")


RULESET, BOTH = RULESETS.named("golden-horn"), ["greedy", "random"]
HAS_RAY = find_spec("ray") is not None


@pytest.mark.nightly
@pytest.mark.skipif(not HAS_RAY, reason="Ray is an extra of 240 MB")
def test_blocks_of_a_cluster_are_those_of_this_process() -> None:
    """Block by block the same scores, whatever order they come in."""
    found = {block.deal: block for block in by_ray(play_block, tasks(RULESET, BOTH, range(4)), 2)}
    expected = {block.deal: block for block in match(RULESET, BOTH, range(4))}
    assert {deal: block.shares for deal, block in found.items()} == {deal: b.shares for deal, b in expected.items()}


@pytest.mark.skipif(HAS_RAY, reason="Ray is installed")
def test_without_ray_it_says_what_to_install() -> None:
    """Before any game."""
    with pytest.raises(NoRay, match=r"pip install 'podesta\[ray\]'"):
        next(by_ray(play_block, tasks(RULESET, BOTH, range(1))))


def test_a_service_needs_no_cluster(tmp_path: Path) -> None:
    """Its games are played by the service."""
    words = ["golden-horn", *BOTH, "--ray", "--service", "localhost:1", "--out", str(tmp_path)]
    found = CliRunner().invoke(command, words)
    assert found.exit_code == 2
    assert "either --ray or --service" in found.output
