"""Downtime of the service does not count: clocks take it into account, records verify, and it cannot be forged."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from podesta_engines.core.moves import Answered
from podesta_engines.game.clocks import abandoned_at, owing, returned
from podesta_engines.game.events import Entry, TimeGivenBack, decode_entry, encode_entry
from podesta_engines.game.record import Tampered
from podesta_engines.game.takebacks import HARMLESS
from podesta_engines.game.verify import verify
from tests.kit.sealed import record_of
from tests.kit.timed import clocks_of, timed
from tests.kit.walks import REGISTRY, Table, seeds

TOY = Table(REGISTRY.named("toy"), 3)


def of(entry: Entry) -> list[TimeGivenBack]:
    """The outages that an entry gives back."""
    return [event for event in entry.events if type(event) is TimeGivenBack]


@seeds(2)
def test_clocks_go_on_as_if_they_had_stood(table: Table, seed: int) -> None:
    """A clock has the same time left after an outage as before it; the record verifies."""
    log = timed(REGISTRY, table, seed, away=0.1)
    clocks, clock = clocks_of(log), log[0].events[0].clock
    for before, entry, after in zip(clocks, log[1:], clocks[1:], strict=False):
        for event in of(entry)[:1] if len(entry.events) == 1 else []:
            for seat, since in enumerate(before.since):
                start = max(event.since, since or 0, before.back)
                assert since is None or after.deadline(seat) - event.until == before.deadline(seat) - start
            if clock.idle_days:
                assert abandoned_at(clock, before) <= abandoned_at(clock, after)
            assert after.left == before.left
    verify(record_of(log), REGISTRY)
    assert all(decode_entry(encode_entry(entry)) == entry for entry in log)


@seeds(2)
def test_time_is_given_back_once(table: Table, seed: int) -> None:
    """After an outage was given back, no more of it is owed: neither the whole, nor a part, nor a later one within
    it."""
    rnd = Random(seed)
    for times in clocks_of(timed(REGISTRY, table, seed, away=0.1)):
        away = TimeGivenBack(times.at - rnd.randrange(9_000), times.at + rnd.randrange(1, 9_000))
        after = returned(times, away)
        part = TimeGivenBack(away.since + 1, away.until - 1)
        for seats in (True, False):
            assert not owing(after, [away, part], seats)
        assert any(since is not None for since in times.since) >= bool(owing(times, [away]))


@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 2**32 - 1))
def test_a_forger_of_outages_is_found(seed: int) -> None:
    """Time given back before it was lost, twice, where no clock ran, or along with another event: found at that
    line."""
    log = timed(REGISTRY, TOY, seed, slow=0.2, leave=0.05, away=0.2)
    cases = []
    for number, entry in enumerate(log, 1):
        for event in of(entry):
            others = ([replace(event, until=entry.at + 1)], [event, event], [replace(event, since=event.until)])
            more = [[event, each] for earlier in log for each in earlier.events if type(each) is Answered][:1]
            for other in (*others, *more, [TimeGivenBack(0, 1)]):
                cases.append((number, [*log[: number - 1], replace(entry, events=other), *log[number:]]))
    for number, other in Random(seed).sample(cases, min(10, len(cases))):
        with pytest.raises(Tampered) as caught:
            verify(record_of(other), REGISTRY)
        assert caught.value.line == number


def test_an_outage_prevents_no_taking_back() -> None:
    """A seat cannot have learned anything from it."""
    assert TimeGivenBack in HARMLESS
