"""Clocks follow from the log alone, reveal nothing, and records with them verify."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from podesta_engines.core.decide import actors, result
from podesta_engines.core.moves import Answered
from podesta_engines.core.script import NOBODY
from podesta_engines.game.clocks import Times, default, ticked, wound
from podesta_engines.game.endings import ENDINGS, Gone, final, ranked
from podesta_engines.game.events import Created, Ended, Entry, Resigned, Retracted, Seated, TimedOut
from podesta_engines.game.format.terms import Clock
from podesta_engines.game.game import Replay, fold
from podesta_engines.game.record import Tampered
from podesta_engines.game.verify import verify
from tests.kit.sealed import record_of
from tests.kit.timed import CLOCKS, clocks_of, timed
from tests.kit.walks import REGISTRY, Table, seeds, some

TOY = Table(REGISTRY.named("toy"), 3)


@seeds(3)
def test_the_record_of_a_game_with_a_clock_holds(table: Table, seed: int) -> None:
    """With any time-outs and resignations the record verifies, and its result is that of the log."""
    log = timed(REGISTRY, table, seed)
    found = verify(record_of(log), REGISTRY)
    ended = log[-1].events[-1]
    assert type(ended) is Ended
    assert found.result == ended.result
    assert fold(REGISTRY, log).position.fingerprint() == log[-1].check


@seeds(2)
def test_time_is_what_was_agreed_less_what_was_used(table: Table, seed: int) -> None:
    """Without taking back: a bank is its supply and the increments less the time used; a move always has its time."""
    log = timed(REGISTRY, table, seed, undo=0)
    clock: Clock = log[0].events[0].clock
    used, given = [0] * table.seats, [0] * table.seats
    before: Times | None = None
    for entry, times in zip(log, clocks_of(log), strict=True):
        for seat in range(table.seats):
            if before and before.since[seat] is not None and times.since[seat] != before.since[seat]:
                used[seat] += min(before.left[seat], entry.at - before.since[seat])
            given[seat] += sum(type(event) is Answered and event.seat == seat for event in entry.events)
            if clock.kind == "bank":
                supply = 1000 * (clock.seconds + clock.increment * given[seat])
                assert times.left[seat] == supply - used[seat]
            elif clock.kind == "move" and times.since[seat] is not None:
                assert times.left[seat] == 1000 * clock.seconds
        before = times


@seeds(3)
def test_taking_back_gives_no_time(table: Table, seed: int) -> None:
    """No seat has more after its answers were taken back than before; with `move`, if that took no consent."""
    log = timed(REGISTRY, table, seed, undo=0.4, leave=0)
    clock: Clock = log[0].events[0].clock
    found = clocks_of(log)
    for before, entry, after in zip(found, log[1:], found[1:], strict=False):
        if type(entry.events[-1]) is Retracted and (clock.kind == "bank" or len(entry.events) == 1):
            assert all(now <= then for now, then in zip(after.left, before.left, strict=True))


@seeds(2)
def test_going_to_and_fro_wins_no_time(table: Table, seed: int) -> None:
    """A seat that answers and takes back for ever uses up the time of one question, and gets one increment."""
    clock = CLOCKS[seed % 6]
    asked, seats = [0], range(table.seats)
    created = Created("x", "x/1", "", "", table.seats, {}, clock=clock)
    times = ticked(clock, wound(created), Entry([created, *(Seated(s, "") for s in seats)], 0, 0), 1, asked)
    answer = Entry([Answered(0, "q", "a")], 0, 0)
    revision, now, rnd = 1, 0, Random(seed)
    times = ticked(clock, times, replace(answer, at=1), 2, asked)
    whole, revision = times.deadline(0), 2
    for _ in range(20):
        now += rnd.randrange(100)
        times = ticked(clock, times, Entry([Retracted(revision - 1)], 0, now), revision + 1, asked)
        times = ticked(clock, times, replace(answer, at=now), revision + 2, asked)
        revision += 2
        assert times.deadline(0) == whole
    times = ticked(clock, times, replace(answer, at=now), revision + 1, asked)
    assert times.deadline(0) > whole


@seeds(2)
def test_only_people_who_are_asked_spend_time(table: Table, seed: int) -> None:
    """A clock runs exactly while its seat is asked, a person holds it, and the game goes on."""
    log = timed(REGISTRY, table, seed)
    replay, bots = Replay(REGISTRY), set()
    clock: Clock = log[0].events[0].clock
    for entry in log:
        p = replay.add(entry).position
        for event in entry.events:
            if type(event) is Seated:
                (bots.add if event.bot else bots.discard)(event.seat)
        over = type(entry.events[-1]) is Ended
        running = {seat for seat, since in enumerate(replay.game.times.since) if since is not None}
        assert running == (set() if over or clock.kind == "none" else set(actors(p)) - bots)


@seeds(1)
def test_a_default_answer_is_open(table: Table, seed: int) -> None:
    """At every question of a random game, the default answer is one of its options, and always the same one."""
    for p, _ in some(table, seed, 0.2):
        for ask in p.asks:
            assert default(ask) in ask.options
            assert default(ask) == default(next(again for again in p.clone().asks if again.seat == ask.seat))


@seeds(1)
def test_every_position_can_be_the_last(table: Table, seed: int) -> None:
    """Wherever seats leave, there is a result: every seat once, those who left behind all others, the first to leave
    last."""
    for p, rnd in some(table, seed, 0.2):
        order = rnd.sample(range(table.seats), rnd.randrange(1, table.seats + 1))
        gone = [Gone(seat, "asked", 10 + number) for number, seat in enumerate(order)]
        found = final(p, gone)
        ranks = {each.seat: each.rank for each in found.standings}
        assert sorted(ranks) == list(range(table.seats))
        assert [ranks[seat] for seat in order] == sorted((ranks[seat] for seat in order), reverse=True)
        stayed = [ranks[seat] for seat in ranks if seat not in order]
        assert not stayed or (min(stayed) == 1 and max(stayed) < min(ranks[seat] for seat in order))
        if p.actor == NOBODY:
            assert found.reason == result(p).reason
            assert ranked(result(p), ()) == result(p)
        else:
            assert found.reason == "resignation"


def forged(log: list[Entry], rnd: Random) -> list[tuple[int, list[Entry]]]:
    """Logs with a changed time or departure, and the line at fault."""
    found, clocks = [], clocks_of(log)
    for number, entry in enumerate(log, 1):
        for place, event in enumerate(entry.events):
            for other in _others(event):
                events = [*entry.events[:place], *other, *entry.events[place + 1 :]]
                found.append((number, [*log[: number - 1], replace(entry, events=events), *log[number:]]))
        if type(entry.events[0]) is TimedOut:
            early = clocks[number - 2].deadline(entry.events[0].seat) - 1
            found.append((number, [*log[: number - 1], replace(entry, at=early), *log[number:]]))
    return found


def _others(event) -> list[list]:
    if type(event) is TimedOut:
        other = "default" if event.policy != "default" else "forfeit"
        found = [[replace(event, seat=event.seat + 1)], [replace(event, policy=other)]]
        return [*found, []] if event.policy == "forfeit" else found  # a late answer counts, and seats change hands
    if type(event) is Resigned:
        other = "asked" if event.why == "time" else "time"  # a seat left alone might have asked to leave just then
        return [[replace(event, why=other)], [event, event]]
    if type(event) is Created:
        return [[replace(event, clock=replace(event.clock, seconds=event.clock.seconds * 50 + 5_000, idle_days=99))]]
    if type(event) is Seated and event.epoch > 1:
        return [[replace(event, bot="")], [replace(event, name="Eve")], []]
    return []


@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 2**32 - 1))
def test_a_forger_of_time_is_found(seed: int) -> None:
    """A time-out invented, moved or left out, a changed departure: found, even if every hash is recomputed."""
    rnd = Random(seed)
    log = timed(REGISTRY, TOY, seed, slow=0.2, leave=0.05)
    cases = forged(log, rnd)
    first = [entry.events[0] for entry in log]
    happened = any(type(event) is TimedOut or (type(event) is Resigned and event.why == "idle") for event in first)
    for number, other in rnd.sample(cases, min(25, len(cases))):
        if type(other[0].events[0]) is Created and number == 1 and not happened:
            continue
        with pytest.raises(Tampered) as caught:
            verify(record_of(other), REGISTRY)
        assert caught.value.line >= number


def test_the_games_of_these_laws_have_what_the_laws_are_about() -> None:
    """Every policy, every reason to leave and every early ending occurs."""
    logs = [timed(REGISTRY, TOY, seed, slow=0.2, leave=0.05) for seed in range(80)]
    events = [event for log in logs for entry in log for event in entry.events]
    assert {event.policy for event in events if type(event) is TimedOut} == {"default", "bot", "forfeit"}
    assert {event.why for event in events if type(event) is Resigned} == {"asked", "time", "idle"}
    reasons = {event.result.reason for event in events if type(event) is Ended}
    assert {word.slug for word in ENDINGS.words} < reasons
