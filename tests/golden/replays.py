"""Recorded games: recording, reading and printing them, and counting positions."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from podesta_engines import RULESETS, questions
from podesta_engines.core.moves import Answered
from podesta_engines.core.notes import tell
from podesta_engines.core.position import Position
from podesta_engines.core.ruleset import Result, Ruleset, Standing
from podesta_engines.core.script import FATE, NOBODY, Ask, Draw
from podesta_engines.core.texts import Texts
from podesta_engines.core.texts.grammar import euphonic
from podesta_engines.core.words import Language
from podesta_engines.game.events import Entry, to_line
from podesta_engines.game.game import begun, take
from tests.kit.walks import logged, result_of

HERE = Path(__file__).parent
GAMES = "games.jsonl"
NAMES = ("Anna", "Bruno", "Chiara", "Dario", "Elena", "Fabio")


@dataclass(frozen=True)
class Scenario:
    """A game to record: the first seed with the wanted ending. `never` are options that no player takes.

    leaders: seats with the winners' score, if that matters; more than winners means that a tie was broken. tie: the
    part of the score that decided between equal totals. seed: the first to try.
    """

    name: str
    seats: int
    reason: str
    winners: int = 1
    leaders: int = 0
    policy: str = "greedy"
    never: frozenset[str] = frozenset()
    options: Mapping[str, Any] = field(default_factory=dict)
    tie: str = ""
    seed: int = 0


RED_BLUE_GREEN = ("red", "blue", "green")
"""Colours that a host of Colonia may choose."""
PATIENT = frozenset({"declare"})
"""Players of Golden Horn who never declare the end."""
SCENARIOS = {
    "colonia": [
        Scenario("4-players", 4, "last_week"),
        Scenario("3-players", 3, "last_week"),
        Scenario("5-players", 5, "last_week"),
        Scenario("6-players", 6, "last_week"),
        Scenario("3-players-open", 3, "last_week", options={"open_holdings": True, "colours": list(RED_BLUE_GREEN)}),
        Scenario("4-players-random", 4, "last_week", policy="random", options={"late_ships_extra_hold": False}),
        Scenario("6-players-money-decides", 6, "last_week", policy="random", tie="money"),
        Scenario("6-players-goods-decide", 6, "last_week", policy="random", tie="goods", seed=45),
        Scenario("6-players-resources-decide", 6, "last_week", policy="random", tie="resources", seed=205),
        Scenario("3-players-shared-victory", 3, "last_week", winners=3, policy="absent"),
    ],
    "golden-horn": [
        Scenario("2-players-declared", 2, "declared"),
        Scenario("3-players-declared", 3, "declared"),
        Scenario("4-players-declared", 4, "declared"),
        Scenario("3-players-port-empty", 3, "port_empty", never=frozenset({"declare"})),
        Scenario(
            "4-players-screens-port-empty",
            4,
            "port_empty",
            never=frozenset({"declare"}),
            options={"hidden_warehouses": True},
        ),
        Scenario("2-players-round-limit", 2, "round_limit", options={"round_limit": 5, "layout": "standard"}),
        Scenario("3-players-shared-victory", 3, "declared", winners=2),
        Scenario("4-players-random", 4, "declared", policy="random"),
    ],
    "notre-dame": [
        Scenario("2-players", 2, "nine_rounds"),
        Scenario("3-players", 3, "nine_rounds"),
        Scenario("4-players", 4, "nine_rounds"),
        Scenario("5-players", 5, "nine_rounds"),
        Scenario("4-players-random", 4, "nine_rounds", policy="random"),
        Scenario("3-players-tie-broken", 3, "nine_rounds", leaders=2),
        Scenario("2-players-shared-victory", 2, "nine_rounds", winners=2, policy="random"),
        Scenario(
            "3-players-messages-left",
            3,
            "nine_rounds",
            policy="random",
            options={"message_mandatory": False, "hidden_prestige": False},
        ),
    ],
    "pillars-of-the-earth": [
        Scenario("2-players", 2, "cathedral_complete"),
        Scenario("3-players", 3, "cathedral_complete"),
        Scenario("4-players", 4, "cathedral_complete"),
        Scenario("2-players-tie-broken-by-gold", 2, "cathedral_complete", leaders=2),
        Scenario("3-players-shared-victory", 3, "cathedral_complete", winners=2, leaders=2, policy="random"),
        Scenario("4-players-random", 4, "cathedral_complete", policy="random"),
    ],
    "troyes": [
        Scenario("2-players-greedy", 2, "last_round"),
        Scenario("3-players-greedy", 3, "last_round"),
        Scenario("4-players-greedy", 4, "last_round"),
        Scenario("2-players-random", 2, "last_round", policy="random"),
        Scenario("3-players-lying-usable", 3, "last_round", policy="random", options={"lying_usable": True}),
        Scenario(
            "4-players-shared-victory",
            4,
            "last_round",
            winners=2,
            policy="random",
            options={"grey_counts_as_rival": False, "first_seat": 2},
        ),
    ],
}
"""The games to record, by ruleset; the first becomes the playthrough, and positions are counted in it."""


def folder(ruleset: Ruleset) -> Path:
    """Where a ruleset's recordings are kept."""
    return HERE / folder_name(ruleset.rules)


def folder_name(rules: str) -> str:
    """The name of a version of rules in file names."""
    return rules.replace("/", "-")


def records(path: Path) -> dict[str, bytes]:
    """The records of a file by their names: each begins with a line `# name`, and an empty line separates two."""
    parts = path.read_bytes().removeprefix(b"# ").split(b"\n# ")
    return {name.decode(): lines for name, _, lines in (part.partition(b"\n") for part in parts)}


def write(path: Path, found: Mapping[str, bytes]) -> None:
    """Write records in that form."""
    path.write_bytes(b"\n".join(f"# {name}\n".encode() + lines for name, lines in found.items()))


def games(ruleset: Ruleset) -> dict[str, list[Entry]]:
    """The recorded games of a ruleset by their scenarios."""
    return {name: entries(lines) for name, lines in records(folder(ruleset) / GAMES).items()}


def entries(lines: bytes) -> list[Entry]:
    """The entries of a record."""
    return [msgspec.json.decode(line, type=Entry) for line in lines.splitlines()]


def lines_of(log: list[Entry]) -> bytes:
    """A record: one line per entry."""
    return b"".join(to_line(entry) + b"\n" for entry in log)


def record(ruleset: Ruleset, scenario: Scenario) -> list[Entry]:
    """Play seeds until a game ends as the scenario requires."""
    for seed in range(scenario.seed, scenario.seed + 10_000):
        log, end = _play(ruleset, scenario, seed)
        as_many = len(end.winners) == scenario.winners and _leaders(end, scenario)
        if end.reason == scenario.reason and as_many and _decided_by(end, scenario.tie):
            return log
    raise LookupError(f"no game of {scenario} was found")


def _leaders(end: Result, scenario: Scenario) -> bool:
    """Whether as many seats as wanted have the best score."""
    scores = [standing.score for standing in end.standings]
    return not scenario.leaders or scores.count(max(scores)) == scenario.leaders


def _decided_by(end: Result, tie: str) -> bool:
    """Whether the winner beat an equal total by that part of the score, all parts between being equal."""
    if not tie:
        return True
    best = next(standing for standing in end.standings if standing.rank == 1)
    names = list(best.parts)
    rivals = [each for each in end.standings if each.score == best.score and each is not best]
    between = names[names.index("total") : names.index(tie)]
    equal = [each for each in rivals if all(each.parts[name] == best.parts[name] for name in between)]
    return any(each.parts[tie] < best.parts[tie] for each in equal)


def _play(ruleset: Ruleset, scenario: Scenario, seed: int) -> tuple[list[Entry], Result]:
    rnd = Random(seed)
    log = logged(
        ruleset, scenario.seats, scenario.options, rnd, lambda p: (p.asks[0], _choose(p, p.asks[0], scenario, rnd))
    )
    return log, result_of(log)


def _choose(p: Position, ask: Ask, scenario: Scenario, rnd: Random) -> str:
    """The policy's answer, or a random one if some options are excluded."""
    words = [ask.kind.words.slug(option) for option in ask.options]
    wanted = [word for word in words if word not in scenario.never]
    if wanted != words:
        return rnd.choice(wanted)
    policy = p.rules.policies[scenario.policy]
    return ask.kind.words.slug(policy(p.rules.observe(p.state, ask.seat), ask, rnd))


def steps(log: list[Entry]) -> Iterator[tuple[Entry, Position]]:
    """Every entry with the position before it; the journal holds the notes so far."""
    game = begun(RULESETS, log[0])
    game.position.listen()
    for entry in log:
        yield entry, game.position
        game = take(game, entry, game.position, _never)


def _never(revision: int) -> Position:
    raise AssertionError(f"no recorded game goes back to {revision}")


def tell_game(log: list[Entry], language: Language) -> str:
    """A playthrough: questions, options, answers and notes as players read them, notes for one seat in brackets."""
    lines: list[str] = []
    p = None
    for entry, p in steps(log):
        lines += _notes(p, language)
        if type(entry.events[0]) is Answered:
            lines += _question(p, entry.events[0], language)
    assert p is not None
    return "\n".join([*lines, *_notes(p, language), "", *_end(p.rules.texts[language], p.rules, log), ""])


def _end(texts: Texts, ruleset: Ruleset, log: list[Entry]) -> list[str]:
    """The reason of the end, and the standings with the parts of each score."""
    result = result_of(log)
    reason = texts.label(ruleset.reasons, ruleset.reasons.parse(result.reason))
    return [f"= {reason} ({result.rounds})", *(_standing(texts, ruleset, standing) for standing in result.standings)]


def _standing(texts: Texts, ruleset: Ruleset, standing: Standing) -> str:
    parts = (f"{texts.label(ruleset.parts, ruleset.parts.parse(slug))} {n}" for slug, n in standing.parts.items())
    return f"{standing.rank}. {NAMES[standing.seat]}: {standing.score} ({', '.join(parts)})"


def _named(text: str, language: Language) -> str:
    for seat, name in enumerate(NAMES):
        text = text.replace(f"{{seat_{seat}}}", name)
    return euphonic(text, language)


def _notes(p: Position, language: Language) -> list[str]:
    lines = []
    for note in p.heard():
        said = tell(p.rules.note, note, p.rules.texts[language])
        text = f"{_named(said.text, language)} [{said.rule}]"
        lines.append(f"    {text}" if note.visible_to < 0 else f"    ({NAMES[note.visible_to]}: {text})")
    return lines


def _question(p: Position, answered: Answered, language: Language) -> list[str]:
    (question,) = questions(p, answered.seat, language)
    labels = {option.word: _named(option.label, language) for option in question.options}
    listed = [("  > " if word == answered.option else "  - ") + label for word, label in labels.items()]
    return ["", f"{NAMES[answered.seat]}: {_named(question.prompt, language)} [{question.rule}]", *listed]


def perft(p: Position, depth: int) -> int:
    """Positions after so many answers and draws, each outcome of a draw counted once."""
    if not depth or p.actor == NOBODY:
        return 1
    if p.actor == FATE:
        assert type(p.ask) is Draw
        weights = p.ask.weights or [1] * len(p.ask.options)
        choices = [(option, FATE) for option, weight in zip(p.ask.options, weights, strict=True) if weight]
    else:
        choices = [(option, p.asks[0].seat) for option in p.asks[0].options]
    return sum(_after(p, option, seat, depth) for option, seat in choices)


def _after(p: Position, option: int, seat: int, depth: int) -> int:
    child = p.clone()
    child.answer(option, seat)
    return perft(child, depth - 1)


def count(ruleset: Ruleset, log: list[Entry]) -> dict[str, list[int]]:
    """Positions to depths 1, 2 and 3, from the opening of every number of seats and from some revisions of a game."""
    found = {f"{seats} seats": [perft(ruleset.start(seats), depth) for depth in (1, 2, 3)] for seats in ruleset.seats}
    for revision, (_, p) in enumerate(steps(log)):
        if revision in (1, 5, 9, len(log) // 2, len(log) - 3):
            found[f"revision {revision}"] = [perft(p.clone(), depth) for depth in (1, 2, 3)]
    return found


def counts_text(found: dict[str, list[int]]) -> str:
    """The counts in the form of their file."""
    return "{\n" + ",\n".join(f"  {json.dumps(name)}: {numbers}" for name, numbers in found.items()) + "\n}\n"
