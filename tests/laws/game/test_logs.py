"""A game is its log: folding it restores the game, and a tampered log is refused."""

from collections.abc import Iterator
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from podesta_engines import decide, execute, fold, save, settle, start
from podesta_engines.core.decide import result
from podesta_engines.core.errors import Drifted, Illegal, TooManyAnswers
from podesta_engines.core.moves import Answered, Drawn
from podesta_engines.core.script import NOBODY
from podesta_engines.game.events import Created, Ended, Entry, Retracted, decode_entry, encode_entry, to_line
from podesta_engines.game.game import Replay
from tests.kit.walks import REGISTRY, Table, play, seeds


def wire(log: list[Entry]) -> list[Entry]:
    """A log through its storage format."""
    return [decode_entry(encode_entry(entry)) for entry in log]


@seeds(8)
def test_folding_the_encoded_log_gives_the_game(table: Table, seed: int) -> None:
    """Every prefix has the stored fingerprint, and the whole log the result."""
    log, checks, result_then = play(table, seed)
    p = fold(REGISTRY, wire(log)).position
    assert p.fingerprint() == checks[-1]
    assert result(p) == result_then
    for revision in Random(seed).sample(range(1, len(log) + 1), k=min(5, len(log))):
        assert fold(REGISTRY, wire(log[:revision])).position.fingerprint() == checks[revision - 1]


@seeds(5)
def test_lines_for_people_hold_the_same_log(table: Table, seed: int) -> None:
    """The JSON lines of a record decode to the entries."""
    log = play(table, seed)[0]
    assert [msgspec.json.decode(to_line(entry), type=Entry) for entry in log] == wire(log)


@seeds(5)
def test_folding_with_a_journal_gives_the_same_game(table: Table, seed: int) -> None:
    """Notes are derived, never stored: a fold that produces them has the same bytes."""
    log = play(table, seed)[0]
    replay, heard = Replay(REGISTRY), 0
    for entry in log:
        heard += len(replay.step(entry).position.heard())
    assert heard
    assert save(replay.game.position) == save(fold(REGISTRY, log).position)


def forgeries(log: list[Entry], rnd: Random) -> Iterator[list[Entry]]:
    """Logs with one thing changed: a checksum, an entry missing or twice, an answer, an outcome, the result."""
    at = rnd.randrange(1, len(log) - 1)
    yield [*log[:at], replace(log[at], check=log[at].check ^ 1), *log[at + 1 :]]
    if not same_end([*log[:at], replace(log[at + 1], check=0)], log[at + 1].check):
        yield [*log[:at], *log[at + 1 :]]
    yield [*log[:at], log[at], *log[at:]]
    yield log[1:]
    for index, entry in enumerate(log):
        for place, event in enumerate(entry.events):
            if rnd.random() < 0.05 or type(event) is Ended:
                for other in forged(event):
                    events = [*entry.events[:place], other, *entry.events[place + 1 :]]
                    yield [*log[:index], replace(entry, events=events), *log[index + 1 :]]


def forged(event: object) -> list[object]:
    """The forgeries of an event."""
    if type(event) is Answered:
        return [replace(event, option="nonsense"), replace(event, question="nonsense"), replace(event, seat=9)]
    if type(event) is Drawn:
        return [replace(event, outcome="nonsense"), replace(event, lot="nonsense")]
    if type(event) is Ended:
        return [replace(event, result=replace(event.result, rounds=event.result.rounds + 1))]
    return [replace(event, data="0")] if type(event) is Created else []


@seeds(4)
def test_a_tampered_log_is_refused(table: Table, seed: int) -> None:
    """Whatever is changed, folding raises Drifted."""
    for log in forgeries(play(table, seed)[0], Random(seed)):
        with pytest.raises(Drifted):
            fold(REGISTRY, log)


@seeds(5)
def test_another_legal_answer_in_the_log_is_noticed(table: Table, seed: int) -> None:
    """The checksum of an entry distinguishes one legal answer from another."""
    ruleset, rnd = table[0], Random(seed)
    log = play(table, seed)[0]
    at = rnd.randrange(1, len(log))
    before = fold(REGISTRY, log[:at]).position
    answered = log[at].events[0]
    assert type(answered) is Answered
    ask = next(ask for ask in before.asks if ask.seat == answered.seat)
    words = ruleset.kind[answered.question].words
    for option in ask.options:
        if words.slug(option) != answered.option:
            entry = replace(log[at], events=[replace(answered, option=words.slug(option)), *log[at].events[1:]])
            if not same_end([*log[:at], replace(entry, check=0)], entry.check):
                with pytest.raises(Drifted):
                    fold(REGISTRY, [*log[:at], entry])


def same_end(log: list[Entry], check: int) -> bool:
    """Whether a log happens to lead to the same position: two answers may have the same effect."""
    try:
        return fold(REGISTRY, log).position.fingerprint() == check
    except Drifted:
        return False


@seeds(5)
def test_a_retraction_goes_back(table: Table, seed: int) -> None:
    """After `Retracted(r)` the game is as at revision r, and can go on from there."""
    log, checks, _ = play(table, seed)
    back = Random(seed).randrange(1, len(log))
    p = fold(REGISTRY, [*log, Entry([Retracted(back)], checks[back - 1]), *log[back:]]).position
    assert p.fingerprint() == checks[-1]


@seeds(5)
def test_equal_chance_makes_equal_games(table: Table, seed: int) -> None:
    """A game is a function of its opening, its answers and the source of chance."""
    assert play(table, seed) == play(table, seed)


@seeds(5)
def test_a_command_leaves_the_old_position_alone(table: Table, seed: int) -> None:
    """`execute` returns a new position and the events that lead to it."""
    rnd = Random(seed)
    log = play(table, seed)[0]
    p = start(REGISTRY, log[0].events[0])
    settle(p, rnd.randrange)
    for _ in range(10):
        if p.actor == NOBODY:
            break
        before, ask = save(p), p.asks[0]
        after, events = execute(p, ask.seat, [(ask.kind.name, ask.kind.words.slug(ask.options[-1]))], rnd.randrange)
        assert save(p) == before
        assert type(events[0]) is Answered
        p = after


@seeds(5)
def test_answers_that_reach_beyond_the_own_question_are_refused(table: Table, seed: int) -> None:
    """A command that goes on after the seat is no longer asked raises TooManyAnswers or Illegal and changes nothing."""
    log = play(table, seed)[0]
    p = fold(REGISTRY, log[: Random(seed).randrange(1, len(log))]).position
    before, ask = save(p), p.asks[0]
    with pytest.raises((TooManyAnswers, Illegal)):
        decide(p, ask.seat, [(ask.kind.name, ask.kind.words.slug(ask.options[0]))] * 25)
    assert save(p) == before
