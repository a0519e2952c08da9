"""Statistics: counts that agree with the records, people protected, files that are whole or absent."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner, Result
from msgspec import structs

from podesta_engines import RULESETS
from podesta_engines.game.tables import packer
from podesta_lab.cli import arena, dataset, statistics
from podesta_lab.dataset.rows import DecisionRow, GameRow, Rows, rows_of
from podesta_lab.statistics.cube import DEPTH
from podesta_lab.statistics.figures import WIDTHS, reached
from podesta_lab.statistics.results import VERSION, Index, Opening, Results
from podesta_lab.statistics.subjects import Things, counted
from tests.kit.games import as_of_a_service

GAMES = 12
Change = Callable[[int, GameRow], dict[str, Any]]
"""The changes to a game's row, by its number."""


def run(command: Any, *words: object) -> Result:
    """The output of a command; it has to succeed."""
    said = CliRunner().invoke(command, [str(word) for word in words], catch_exceptions=False)
    assert said.exit_code == 0, said.output
    return said


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Games of two rulesets that bots have played."""
    out = tmp_path_factory.mktemp("played")
    for ruleset in ("golden-horn", "notre-dame"):
        players = ("--players", "greedy", "random", "--seats", "2,3", "--games", GAMES, "--records")
        run(arena.command, ruleset, *players, "--out", out / ruleset)
    as_of_a_service(out)
    return out


@pytest.fixture(scope="module")
def rows(records: Path) -> dict[str, list[Rows]]:
    """The rows of each ruleset's games, taken from the records themselves."""
    found = {ruleset: (records / ruleset / "records").rglob("*.jsonl") for ruleset in ("golden-horn", "notre-dame")}
    return {
        ruleset: [rows_of(path.read_bytes(), path.stem) for path in sorted(paths)] for ruleset, paths in found.items()
    }


def told(out: Path) -> Index:
    """The index of statistics."""
    return msgspec.json.decode((out / "index.json").read_bytes(), type=Index)


def result(out: Path, ruleset: str, who: str = "all", seats: int = 0, variant: int | None = None) -> Results | None:
    """The results under a filter; None if there are none."""
    (rules,) = (each for each in told(out).rulesets if each.ruleset == ruleset)
    for each in rules.files:
        if (each.who, each.seats, each.variant) == (who, seats, variant):
            return msgspec.json.decode((out / each.file).read_bytes(), type=Results)
    return None


def present(found: Results | None) -> Results:
    """The value, which must not be None."""
    assert found is not None
    return found


@pytest.fixture(scope="module")
def made(records: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Statistics of these games, by the commands."""
    folder = tmp_path_factory.mktemp("made")
    run(dataset.command, folder / "data", *(each / "records" for each in records.iterdir()), "--ids")
    said = run(statistics.command, folder / "data", folder / "told")
    assert f"golden-horn/1: {GAMES * 2} games" in said.output
    return folder / "told"


def rewritten(folder: Path, games: list[Rows], change: Change) -> Path:
    """Statistics of games after the given changes to their rows."""
    changed = [structs.replace(each.game, **change(number, each.game)) for number, each in enumerate(games)]
    data = folder / "data" / "golden-horn-1"
    for kind, row, all_rows in (
        ("games", GameRow, changed),
        ("decisions", DecisionRow, [one for each in games for one in each.decisions]),
    ):
        (data / kind).mkdir(parents=True)
        (data / kind / "00000.parquet").write_bytes(packer(row)(all_rows))
    run(statistics.command, folder / "data", folder / "told")
    return folder / "told"


def plays(games: list[Rows]) -> Iterator[tuple[Rows, int]]:
    """Every game and seat."""
    return ((game, seat) for game in games for seat in range(game.game.seats))


@pytest.mark.parametrize("ruleset", ["golden-horn", "notre-dame"])
def test_wins_scores_and_lengths_are_those_of_the_records(
    made: Path, rows: dict[str, list[Rows]], ruleset: str
) -> None:
    """For all seats and for one kind of bot, with any number of players and with three."""
    for who, seats in (("all", 0), ("greedy", 0), ("all", 3), ("bots", 0)):
        games = [each for each in rows[ruleset] if seats in (0, each.game.seats)]
        here = [(g, s) for g, s in plays(games) if who in ("all", "bots", g.game.bots[s])]
        found, wins, of = present(result(made, ruleset, who, seats)), Counter[Any](), Counter[Any]()
        for game, seat in here:
            place = (game.game.seats, (seat - game.game.starts) % game.game.seats)
            of[place] += 1
            wins[place] += game.game.ranks[seat] == 1
        assert {(each.seats, each.place): (each.won.count, each.won.of) for each in found.places} == {
            place: (wins[place], of[place]) for place in of
        }
        width = counted(ruleset).points
        bars = Counter(game.game.scores[seat] // width for game, seat in here)
        assert {found.scores.first + at: count for at, count in enumerate(found.scores.counts) if count} == dict(bars)
        assert found.scores.mean is not None
        assert found.scores.mean.mean == pytest.approx(sum(g.game.scores[s] for g, s in here) / len(here), abs=1e-3)
        assert found.games == len({id(game) for game, _ in here})
        assert sum(found.answers.counts) == found.games
        assert dict(found.rounds) == Counter(game.game.rounds for game in {id(g): g for g, _ in here}.values())


@pytest.mark.parametrize("ruleset", ["golden-horn", "notre-dame"])
def test_choices_are_those_of_the_records(made: Path, rows: dict[str, list[Rows]], ruleset: str) -> None:
    """Of each thing and stage: in how many plays it was open, chosen, and won."""
    things, stages = Things(RULESETS.named(ruleset)), counted(ruleset).stages
    meant = defaultdict[tuple[str, str], list[int]](list)
    for question, word, thing in things.namings:
        meant[question, word].append(thing)
    open_to, chose = defaultdict[Any, set[Any]](set), defaultdict[Any, set[Any]](set)
    for number, game in enumerate(rows[ruleset]):
        for each in game.decisions:
            stage = max(1, sum(first <= each.round for first in stages))
            for key in (0, stages[stage - 1]):
                for word in each.options:
                    for thing in meant[each.question, word]:
                        open_to[thing, key].add((number, each.seat))
                        if word == each.answer:
                            chose[thing, key].add((number, each.seat, each.rank == 1))
    found, checked = present(result(made, ruleset)), 0
    for subject in found.subjects.values():
        for stage in subject:
            for choice in stage.choices:
                key = choice.thing, stage.first
                won = sum(won for _, _, won in chose[key])
                assert (choice.chosen.count, choice.chosen.of) == (len(chose[key]), len(open_to[key])), key
                assert (choice.won.count, choice.won.of) == (won, len(chose[key])), key
                checked += 1
    assert checked > 40


@pytest.mark.parametrize("ruleset", ["golden-horn", "notre-dame"])
def test_openings_are_those_of_the_records(made: Path, rows: dict[str, list[Rows]], ruleset: str) -> None:
    """How often a choice followed, and the results of those who came to its position in any order."""
    things = Things(RULESETS.named(ruleset))
    openers = set(things.opening())
    meant = {(question, word): thing for question, word, thing in things.namings if thing in openers}
    steps, positions = Counter[tuple[str, int]](), defaultdict[str, list[bool]](list)
    for game, seat in plays(rows[ruleset]):
        own = [each for each in game.decisions if each.seat == seat and (each.question, each.answer) in meant]
        before = ""
        for each in own[:DEPTH]:
            thing = meant[each.question, each.answer]
            steps[before, thing] += 1
            before = reached(before, thing)
            positions[before].append(each.rank == 1)

    def check(openings: list[Opening], before: str, of: int) -> int:
        for each in openings:
            here = reached(before, each.thing)
            assert (each.share.count, each.share.of) == (steps[before, each.thing], of)
            assert (each.won.count, each.won.of) == (sum(positions[here]), len(positions[here]))
        return len(openings) + sum(
            check(each.then, reached(before, each.thing), len(positions[reached(before, each.thing)]))
            for each in openings
        )

    found = present(result(made, ruleset)).openings
    assert 4 < check(found, "", len([*plays(rows[ruleset])])) <= sum(WIDTHS) ** 3


def test_examples_did_it(made: Path, rows: dict[str, list[Rows]]) -> None:
    """An example links to a game with that choice at that revision."""
    things, games = Things(RULESETS.named("golden-horn")), {each.game.id: each for each in rows["golden-horn"]}
    meant = {(question, word): thing for question, word, thing in things.namings}
    for stage in present(result(made, "golden-horn")).subjects["moves"]:
        for choice in stage.choices:
            assert choice.example is not None
            game = games[choice.example.game]
            (done,) = (each for each in game.decisions if each.revision == choice.example.revision)
            assert meant[done.question, done.answer] == choice.thing
            assert stage.first in (0, *(s for s in counted("golden-horn").stages if s <= done.round))


@pytest.mark.parametrize(("people", "is_told"), [(4, False), (5, True)])
def test_few_games_tell_nothing_of_people(
    tmp_path: Path, rows: dict[str, list[Rows]], people: int, is_told: bool
) -> None:
    """Moves of people in fewer than five games are not counted, so that no difference of two figures reveals them."""
    games = [each for each in rows["golden-horn"] if each.game.seats == 2]

    def manned(number: int, game: GameRow) -> dict[str, Any]:
        return {"bots": ["", game.bots[1]] if number < people else game.bots}

    out = rewritten(tmp_path, games, manned)
    everybody, bots = present(result(out, "golden-horn")), present(result(out, "golden-horn", "bots"))
    assert (result(out, "golden-horn", "people") is not None) == is_told
    more = [sum(each.won.of for each in found.places) for found in (everybody, bots)]
    assert more[0] - more[1] in ((0,) if not is_told else (people, 0))


def test_what_people_alone_would_show_is_left_out(tmp_path: Path, rows: dict[str, list[Rows]]) -> None:
    """Every published figure on people is of five games at least."""
    games = [each for each in rows["golden-horn"] if each.game.seats == 2]
    out = rewritten(tmp_path, games, lambda _, game: {"bots": [""] * game.seats})
    found = present(result(out, "golden-horn", "people"))
    for subject in found.subjects.values():
        for choice in (each for stage in subject for each in stage.choices):
            assert choice.chosen.of >= 5
            assert choice.won.of == 0 or choice.won.of >= 5
            assert choice.example is None or choice.won.of >= 5
    assert [each for each in found.scores.counts if 0 < each < 5] == []
    assert [games for _, games in found.rounds if games < 5] == []


def test_a_few_people_on_one_seat_do_not_upset_others(tmp_path: Path, rows: dict[str, list[Rows]]) -> None:
    """If a person began in four games alone, the figures omitted there are still counted elsewhere."""
    games = [each for each in rows["golden-horn"] if each.game.seats == 2]

    def manned(number: int, game: GameRow) -> dict[str, Any]:
        return {"bots": ["", "easy"] if number < 4 else ["easy", ""], "starts": 0}

    found = present(result(rewritten(tmp_path, games, manned), "golden-horn", "people"))
    assert [each.place for each in found.places] == [1]
    assert all(each.share.count <= each.share.of for each in found.openings)


def test_games_that_prove_nothing_do_not_count(tmp_path: Path, rows: dict[str, list[Rows]]) -> None:
    """Games that were abandoned, forked from another one, or on a deal that a player had chosen."""
    games = [each for each in rows["golden-horn"] if each.game.seats == 2]
    changes: list[dict[str, Any]] = [
        {"reason": "abandoned"},
        {"forked": True},
        {"practice": True, "bots": ["", "easy"]},
    ]
    out = rewritten(tmp_path, games, lambda number, _: changes[number] if number < len(changes) else {})
    assert present(result(out, "golden-horn")).games == len(games) - len(changes)


def test_variants_are_told_apart(tmp_path: Path, rows: dict[str, list[Rows]]) -> None:
    """By the options that change the rules; the starting player is not one."""
    games = [each for each in rows["golden-horn"] if each.game.seats == 2]
    options = ['{"hidden_warehouses":true}', '{"start_seat":1}', '{"hidden_warehouses":true,"start_seat":0}']
    out = rewritten(tmp_path, games, lambda number, _: {"options": options[number] if number < 3 else "{}"})
    (rules,) = told(out).rulesets
    assert rules.variants == [{}, {"hidden_warehouses": True}]
    assert present(result(out, "golden-horn", variant=1)).games == 2
    assert present(result(out, "golden-horn", variant=0)).games == len(games) - 2


def test_files_are_whole_or_not_there(made: Path, tmp_path: Path, rows: dict[str, list[Rows]]) -> None:
    """Every file in the index exists, is of this version, and is small; after a rebuild, the older ones stay once."""
    index = told(made)
    assert index.version == VERSION
    for each in (file for rules in index.rulesets for file in rules.files):
        assert (made / each.file).stat().st_size < 200_000
    out = rewritten(tmp_path, rows["golden-horn"], lambda *_: {})
    first = told(out).rulesets[0].files[0].file
    run(statistics.command, tmp_path / "data", out)
    assert told(out).rulesets[0].files[0].file == first, "the same games make the same files"
    assert sorted(path.name for path in out.iterdir()) == sorted([first.split("/")[0], "index.json"])


def test_nobody_is_named(made: Path) -> None:
    """A file has words of the games, and ids of games that the lobby lists, and no other texts."""
    for path in made.rglob("*.json"):
        text = path.read_text("utf-8")
        assert '"name"' not in text
        assert "seed" not in text


def test_every_subject_stands_for_something() -> None:
    """The questions, parts and vocabularies that are counted are those of the rules; the page has a name for each."""
    for ruleset in RULESETS.all():
        things = Things(ruleset)
        for subject in counted(ruleset.id).subjects:
            assert [each for each in things.all if each.subject == subject], (ruleset.id, subject)
        assert things.opening()
