"""Self-play: many games inside the process, each played twice: once against the clock, once under the laws."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random
from statistics import mean

from msgspec import Struct

from podesta_engines import RULESETS
from podesta_engines.core.decide import pick, result, settle
from podesta_engines.core.moves import Answered
from podesta_engines.core.position import Position
from podesta_engines.core.ruleset import Result, Ruleset
from podesta_engines.core.script import FATE, NOBODY, Draw
from podesta_engines.game.events import Entry, Event, decode_entry, encode_entry
from podesta_engines.game.game import fold, opening
from podesta_engines.gym.house import bot
from podesta_engines.play.bots import Bot
from podesta_engines.play.playout import playout


class LawBroken(AssertionError):
    """A game that breaks a law of its rules, and how to play it again."""


class SelfPlay(Struct):
    """The figures of one run. Decisions are answers of seats; draws are not counted among them."""

    ruleset: str
    seats: int
    games: int
    seed: int
    decisions: int
    draws: int
    seconds: float
    decisions_per_second: float
    clone_us: float
    fold_ms: float
    mean_decisions: float
    mean_rounds: float
    mean_scores: list[float]
    wins: list[float]
    reasons: dict[str, int]


class Run(Struct):
    """The games played so far."""

    results: list[Result] = []
    decisions: int = 0
    draws: int = 0
    seconds: float = 0.0


Answer = Callable[[Position], int]
"""Goes on at a position, with an option of a seat or of fate."""


def selfplay(
    ruleset: Ruleset,
    seats: int,
    games: int,
    seed: int,
    tick: Callable[[], object] = lambda: None,
    bots: Sequence[str] = (),
) -> SelfPlay:
    """Play the games; raises LawBroken, naming the seed. A shared victory is a share of a win for each winner.

    `bots` are house bots by name for the first seats, the others answer at random; raises KeyError for one that there
    is not.
    """
    run = Run()
    names = [*bots, *["random"] * (seats - len(bots))] if bots else []
    for number in range(games):
        if names:
            _play_bots(run, ruleset, names, seed + number)
        else:
            found = _play(run, ruleset, seats, seed + number)
            _check(ruleset, seats, seed + number, found, _at_random(Random(seed + number)))
        tick()
    return _figures(run, ruleset, seats, games, seed)


def _play_bots(run: Run, ruleset: Ruleset, names: Sequence[str], seed: int) -> None:
    """One game between bots against the clock, then its answers again under the laws."""
    given: list[int] = []
    answer = _by_bots([bot(ruleset, name) for name in names], Random(seed))
    position = ruleset.start(len(names))
    started = time.process_time()
    while position.actor != NOBODY:
        run.decisions += position.actor != FATE
        run.draws += position.actor == FATE
        given.append(answer(position))
        position.answer(given[-1], position.actor)
    run.seconds += time.process_time() - started
    found = result(position)
    assert found is not None
    run.results.append(found)
    replay = iter(given)
    _check(ruleset, len(names), seed, found, lambda _: next(replay), names)


def _by_bots(bots: Sequence[Bot], rnd: Random) -> Answer:
    def answer(position: Position) -> int:
        if type(position.ask) is Draw:
            return pick(position.ask, rnd.randrange)
        return bots[position.actor](position, position.actor, rnd)

    return answer


def _at_random(rnd: Random) -> Answer:
    """Go on exactly as a random play-out does."""

    def answer(position: Position) -> int:
        if type(position.ask) is Draw:
            return pick(position.ask, lambda n: int(rnd.random() * n))
        return position.options[int(rnd.random() * len(position.options))]

    return answer


def _play(run: Run, ruleset: Ruleset, seats: int, seed: int) -> Result:
    """One game against the clock."""
    started = time.process_time()
    played = playout(ruleset, seats, seed)
    run.seconds += time.process_time() - started
    run.decisions += played.decisions
    run.draws += played.draws
    found = result(played.position)
    assert found is not None
    run.results.append(found)
    return found


def _figures(run: Run, ruleset: Ruleset, seats: int, games: int, seed: int) -> SelfPlay:
    log, results = record(ruleset, seats, seed), run.results
    return SelfPlay(
        ruleset=ruleset.id,
        seats=seats,
        games=games,
        seed=seed,
        decisions=run.decisions,
        draws=run.draws,
        seconds=round(run.seconds, 3),
        decisions_per_second=round(run.decisions / run.seconds),
        clone_us=round(time_clone(log) * 1e6, 2),
        fold_ms=round(time_fold(log) * 1e3, 3),
        mean_decisions=round(run.decisions / games, 1),
        mean_rounds=round(mean(r.rounds for r in results), 1),
        mean_scores=[round(mean(r.standings[seat].score for r in results), 2) for seat in range(seats)],
        wins=[round(sum(_share(r, seat) for r in results), 1) for seat in range(seats)],
        reasons=dict(Counter(r.reason for r in results)),
    )


def _share(found: Result, seat: int) -> float:
    winners = found.winners
    return 1 / len(winners) if seat in winners else 0.0


# -- under the laws --------------------------------------------------------------------------------------------------


def _check(ruleset: Ruleset, seats: int, seed: int, expected: Result, answer: Answer, bots: Sequence[str] = ()) -> None:
    """Play a game again with every law looked at on the way."""
    again = f"podesta selfplay {ruleset.id} --seats {seats} --games 1 --seed {seed}"
    again += "".join(f" --bot {name}" for name in bots)
    position = ruleset.start(seats)
    decisions = 0
    try:
        while position.actor != NOBODY:
            ruleset.check(position.state)
            decisions += len(position.asks) > 0
            _expect(decisions <= ruleset.bound(seats), "the game is longer than its bound")
            _expect(position.clone().fingerprint() == position.fingerprint(), "a clone differs")
            position.answer(answer(position), position.actor)
        ruleset.check(position.state)
        _expect(result(position) == expected, "the same seed gave another result")
    except AssertionError as broken:
        raise LawBroken(f"{broken}; to see it: {again}") from broken


def _expect(holds: bool, law: str) -> None:
    if not holds:
        raise LawBroken(law)


# -- against the clock -----------------------------------------------------------------------------------------------


def record(ruleset: Ruleset, seats: int, seed: int) -> list[bytes]:
    """The log of a random game as the store would hold it, one entry a decision."""
    rnd = Random(seed)
    position = ruleset.start(seats)
    events: list[Event] = [opening(ruleset, seats, "", {}), *settle(position, rnd.randrange)]
    log = [encode_entry(Entry(events, position.fingerprint()))]
    while position.actor != NOBODY:
        ask = position.asks[0]
        option = rnd.choice(ask.options)
        answered = Answered(ask.seat, ask.kind.name, ask.kind.words.slug(option))
        position.answer(option, ask.seat)
        events = [answered, *settle(position, rnd.randrange)]
        log.append(encode_entry(Entry(events, position.fingerprint())))
    return log


def time_fold(log: list[bytes], runs: int = 5) -> float:
    """Seconds to fold a whole log from its bytes, checksums compared: the best of some runs."""
    return min(_timed(lambda: fold(RULESETS, map(decode_entry, log))) for _ in range(runs))


def time_clone(log: list[bytes], samples: int = 40) -> float:
    """Mean seconds to clone a position, over positions spread across a game."""
    return mean(_clone_seconds(position) for position in _spread(log, samples))


def _spread(log: list[bytes], samples: int) -> Iterator[Position]:
    for length in range(1, len(log), max(1, len(log) // samples)):
        yield fold(RULESETS, map(decode_entry, log[:length])).position


def _clone_seconds(position: Position, times: int = 200) -> float:
    return min(_timed(lambda: [position.clone(keep=False) for _ in range(times)]) for _ in range(3)) / times


def _timed(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started
