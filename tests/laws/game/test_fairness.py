"""The service's record verifies, and any change in it is found, with its line."""

from bisect import bisect_right
from itertools import accumulate
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

import podesta_client
from podesta_client.verifying import chains_of
from podesta_engines.core.moves import Answered, Drawn
from podesta_engines.core.script import NOBODY
from podesta_engines.game import lottery
from podesta_engines.game.events import Ended, Entry, Retracted, Seated
from podesta_engines.game.game import fold
from podesta_engines.game.lots import lots
from podesta_engines.game.record import Tampered, split
from podesta_engines.game.verify import redraw, verify
from tests.kit.sealed import answers_of, record_of, sealed
from tests.kit.walks import REGISTRY, Table, seeds

TOY = Table(REGISTRY.named("toy"), 3)
SEALED = record_of(sealed(REGISTRY, TOY, 11))


def line_of(record: bytes, place: int) -> int:
    """The number of the line that contains a byte, from 1."""
    return record[:place].count(b"\n") + 1


def fault(record: bytes) -> Tampered:
    """The fault found in a record."""
    with pytest.raises(Tampered) as caught:
        verify(record, REGISTRY)
    return caught.value


@seeds(2)
def test_the_record_of_a_game_holds(table: Table, seed: int) -> None:
    """Replayed, every draw follows from the seed, with entropy and retractions too; the result is the log's."""
    log = sealed(REGISTRY, table, seed)
    found = verify(record_of(log), REGISTRY)
    assert found.result == fold(REGISTRY, log).position.rules.result(fold(REGISTRY, log).position.state)
    assert found.revisions == len(log)
    assert found.draws == sum(type(event) is Drawn for entry in log for event in entry.events)
    assert found.retractions == sum(type(entry.events[-1]) is Retracted for entry in log)
    assert podesta_client.check(record_of(log)).chain == found.chain


@seeds(1)
def test_the_lots_of_a_record_are_all_that_drawing_again_needs(table: Table, seed: int) -> None:
    """Seed, entropy and lots determine the record's outcomes, one for each draw, without the rules."""
    log = sealed(REGISTRY, table, seed)
    found = iter(lots(record_of(log), REGISTRY))
    entropy = [event.entropy or "" for event in log[0].events if type(event) is Seated]
    key = lottery.draw_key(seed.to_bytes(32, "big"), entropy)
    for revision, entry in enumerate(log, 1):
        for index, event in enumerate(event for event in entry.events if type(event) is Drawn):
            lot = next(found)
            assert (lot.revision, lot.index, lot.lot) == (revision, index, event.lot)
            weights = lot.weights or [1] * len(lot.outcomes)
            number = lottery.draw(key, lottery.lot_of(event), lot.nth, sum(weights))
            ends = list(accumulate(weights))
            assert lot.outcomes[bisect_right(ends, number)] == event.outcome
    assert next(found, None) is None


@settings(max_examples=80, deadline=None)
@given(place=st.integers(0, len(SEALED) - 1), byte=st.integers(0, 255))
def test_a_changed_byte_is_found(place: int, byte: int) -> None:
    """Whichever byte is replaced, the error names its line, with the rules and without."""
    forged = SEALED[:place] + bytes([byte]) + SEALED[place + 1 :]
    if forged == SEALED:
        return
    assert fault(forged).line == line_of(SEALED, place)
    with pytest.raises(podesta_client.Tampered) as caught:
        podesta_client.check(forged)
    assert caught.value.line == line_of(SEALED, place)


@settings(max_examples=60, deadline=None)
@given(place=st.integers(0, len(SEALED)), new=st.binary(min_size=1, max_size=9))
def test_inserted_bytes_are_found(place: int, new: bytes) -> None:
    """The error names the first line that differs, or the last if that one is incomplete."""
    forged = SEALED[:place] + new + SEALED[place:]
    first = next(i for i in range(len(forged)) if forged[i : i + 1] != SEALED[i : i + 1])
    broken_off = [] if forged.endswith(b"\n") else [line_of(forged, len(forged))]
    assert fault(forged).line in (line_of(forged, first), *broken_off)


@settings(max_examples=60, deadline=None)
@given(place=st.integers(0, len(SEALED) - 1), length=st.integers(1, 200))
def test_missing_bytes_are_found(place: int, length: int) -> None:
    """The error names the line with the gap, or the one before if whole lines are missing."""
    forged = SEALED[:place] + SEALED[place + length :]
    found, where = fault(forged), line_of(SEALED, place)
    assert found.line in (where, where - 1)


@pytest.mark.parametrize("change", ["swap", "double", "drop first", "drop last", "empty"])
def test_lines_keep_their_places(change: str) -> None:
    """Lines swapped, doubled or dropped are found."""
    lines = SEALED.splitlines(keepends=True)
    forged = {
        "swap": [lines[0], lines[2], lines[1], *lines[3:]],
        "double": [*lines[:2], *lines[1:]],
        "drop first": lines[1:],
        "drop last": lines[:-1],
        "empty": [],
    }[change]
    assert fault(b"".join(forged)).line <= len(lines)


@pytest.mark.parametrize("carried", [SEALED.replace(b"\n", b"\r\n"), SEALED + b"\n", SEALED + b"\r\n\r\n"])
def test_ends_of_lines_may_change_on_the_way(carried: bytes) -> None:
    """An editor or a mail program writes CRLF, or adds an empty line: the lines are the same, for the client, too."""
    assert split(carried) == split(SEALED)
    assert chains_of(carried) == chains_of(SEALED)


def forgeries(log: list[Entry], rnd: Random) -> list[tuple[int, list[Entry]]]:
    """Logs with one fact changed by a forger who can compute hashes, and the line at fault."""
    found = []
    for number, entry in enumerate(log, 1):
        for place, event in enumerate(entry.events):
            for other in _forged(event, rnd):
                events = [*entry.events[:place], other, *entry.events[place + 1 :]]
                found.append((number, [*log[: number - 1], replace(entry, events=events), *log[number:]]))
    return found


def _forged(event, rnd: Random) -> list:
    if type(event) is Drawn and event.outcome is not None:
        kind = next(rules.kind[event.lot] for rules in (TOY.ruleset,) if event.lot in rules.kind)
        others = [word.slug for word in kind.words.words if word.slug != event.outcome]
        return [replace(event, outcome=rnd.choice(others)), replace(event, seen_by=7)]
    if type(event) is Answered:
        return [replace(event, option="nonsense"), replace(event, seat=event.seat + 1)]
    if type(event) is Ended:
        first, *rest = event.result.standings
        better = [replace(first, score=first.score + 1), *rest]
        return [replace(event, result=replace(event.result, standings=better)), replace(event, seed="00" * 32)]
    if type(event) is Seated:
        return [replace(event, seat=9), replace(event, epoch=5)]
    return [replace(event, to_revision=event.to_revision + 1)] if type(event) is Retracted else []


@settings(max_examples=5, deadline=None)
@given(seed=st.integers(0, 2**32 - 1))
def test_a_forger_who_recomputes_every_hash_is_found_by_the_rules(seed: int) -> None:
    """A changed draw, answer, seat, retraction or result is found even if all chain values are recomputed."""
    rnd = Random(seed)
    log = sealed(REGISTRY, TOY, seed, undo=0.3)
    for number, forged in rnd.sample(cases := forgeries(log, rnd), min(25, len(cases))):
        found = fault(record_of(forged))
        assert found.line == number or "seed" in found.why


def test_a_retraction_without_consent_is_found() -> None:
    """A single seat cannot take back a draw."""
    log = sealed(REGISTRY, TOY, 3, undo=0)
    number = next(n for n, entry in enumerate(log, 1) if n > 2 and type(entry.events[-1]) is Drawn)
    back = Entry([Retracted(number - 1)], log[number - 2].check)
    assert fault(record_of([*log[:number], back, *log[number:]])).line == number + 1


def test_other_entropy_would_have_drawn_otherwise() -> None:
    """The text of every seat, and its owner, change the key, and so does having no text at all."""
    seed = bytes(32)
    keys = [
        lottery.draw_key(seed, texts) for texts in (["a", ""], ["", "a"], ["a", "b"], ["b", "a"], ["ab", ""], ["", ""])
    ]
    assert len(set(keys)) == 6
    assert seed not in keys
    log = sealed(REGISTRY, TOY, 11)
    seated = next(event for event in log[0].events if type(event) is Seated)
    events = [replace(event, entropy="other") if event == seated else event for event in log[0].events]
    assert fault(record_of([replace(log[0], events=events), *log[1:]])).line == 1


def test_a_game_that_has_not_ended_is_drawn_again_with_its_seed() -> None:
    """As far as it goes; with another seed the first draw differs, and the error names its line."""
    log = sealed(REGISTRY, TOY, 11)
    for length in (1, len(log) // 2, len(log)):
        redraw(log[:length], REGISTRY, (11).to_bytes(32, "big"))
    with pytest.raises(Tampered, match="was drawn, not"):
        redraw(log[:-1], REGISTRY, (12).to_bytes(32, "big"))


def test_sealed_games_have_what_the_laws_are_about() -> None:
    """The toy's sealed game has draws, secret answers and retractions."""
    log = sealed(REGISTRY, TOY, 11)
    assert any(type(entry.events[-1]) is Retracted for entry in log)
    assert any(answers_of(entry) for entry in log)
    assert fold(REGISTRY, log).position.actor == NOBODY
