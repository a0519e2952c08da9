"""Renewed games: lost draws do not come again; those from before the restore do."""

from random import Random

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from podesta_client.verifying import Tampered as ClientTampered
from podesta_client.verifying import chains_of, check
from podesta_engines.core.moves import Drawn
from podesta_engines.game.clocks import MINUTE
from podesta_engines.game.events import Ended, Entry, Event, Renewed, TimeGivenBack, decode_entry, encode_entry
from podesta_engines.game.record import Tampered
from podesta_engines.game.takebacks import HARMLESS, line
from podesta_engines.game.verify import heads_of, verify
from tests.kit.played import PlayedGame
from tests.kit.sealed import record_of
from tests.kit.timed import clocks_of, timed
from tests.kit.walks import REGISTRY, Table, seeds

MOST, LATER = 60, 29_000_000
"""Commands of a game; a minute since 1970."""
TOY = Table(REGISTRY.named("toy"), 3)


def played(table: Table, kept: int, minute: int = 0, shared: bool = False, most: int = MOST) -> PlayedGame:
    """A game that is renewed after some of its commands, or continues without a restore."""
    game = PlayedGame(table, 1, shared=shared)
    while len(game.log) < game.begun + most:
        if minute and len(game.log) == game.begun + kept:
            game.renew(minute)
        if not game.answer():
            break
    return game


def fewer(*games: PlayedGame) -> int:
    """The number of draws that each of the games made at least."""
    return min(len(game.line) for game in games)


@pytest.mark.parametrize("shared", [False, True], ids=["", "shared"])
def test_what_was_seen_in_lost_entries_does_not_come_again(table: Table, shared: bool) -> None:
    """The same answers after the same entries lead to other draws than in the lost ones.

    After a restore in another minute they lead to others again, in the same minute to the same.
    """
    lost = played(table, 3, shared=shared)
    first, second, again = [played(table, 3, minute, shared) for minute in (LATER, LATER + 1, LATER)]
    known = sum(type(event) is Drawn for entry in lost.log[: lost.begun + 3] for event in entry.events)
    assert first.line == again.line
    assert all(game.line[:known] == lost.line[:known] for game in (first, second))
    if fewer(lost, first, second) >= known + 4:
        assert len({str(game.line[known : fewer(lost, first, second)]) for game in (lost, first, second)}) == 3


def test_an_opened_game_that_is_restored_is_dealt_otherwise() -> None:
    """If a shared game's deal was lost, the same links lead to another deal."""
    table = Table(REGISTRY.named("notre-dame"), 3)
    dealt = PlayedGame(table, 1, shared=True)
    game = PlayedGame(table, 1, shared=True)
    waiting = len(game.log) - table.seats
    del game.log[waiting:]
    game.replay = type(game.replay)(REGISTRY)
    for entry in game.log:
        game.replay.add(entry)
    game.renew(LATER)
    for seat in range(table.seats):
        game.share(seat)
    assert len(game.line) == len(dealt.line) > 0
    assert game.line != dealt.line


@pytest.mark.parametrize("shared", [False, True], ids=["", "shared"])
def test_what_is_taken_back_is_drawn_again_as_it_was(table: Table, shared: bool) -> None:
    """Going back over a restore and answering as before repeats every draw, from before it and from after it.

    So no one gets other draws in this way.
    """
    straight, other = played(table, 9, LATER, shared), played(table, 9, LATER, shared)
    for to in [number for number in line(other.log) if other.begun < number <= other.begun + 6][:1]:
        other.back(to)
    while len(other.log) < other.begun + 3 * MOST and other.answer():
        pass
    common = fewer(straight, other)
    assert common
    assert straight.line[:common] == other.line[:common]


@pytest.mark.parametrize("shared", [False, True], ids=["", "shared"])
def test_the_record_holds_and_says_where(table: Table, shared: bool) -> None:
    """Also if the game went back over a restore and was restored again; each seed blinds the heads up to the next."""
    game = played(table, 9, LATER, shared, 12)
    game.back(game.begun + 5)
    game.answer()
    game.renew(LATER + 9)
    game.answer()
    game.end()
    record = record_of(game.log)
    found = verify(record, REGISTRY)
    renewed = [number for number, entry in enumerate(game.log, 1) if type(entry.events[0]) is Renewed]
    assert found.renewed == renewed
    assert len(renewed) == 2
    assert found.draws == sum(type(event) is Drawn for entry in game.log for event in entry.events)
    assert len(heads_of(record, "game")) == found.revisions
    assert {seed for seed, _ in chains_of(record)} == {*game.seeds}


def test_a_forged_renewal_is_found() -> None:
    """In another minute, with other events, twice, at the beginning or after the end, it is found at its line.

    If it is left out, or a seed was not promised, this is found at the end.
    """
    game = played(TOY, 9, LATER)
    game.end()
    log, at = game.log, game.begun + 9
    entry = log[at]
    event, end = entry.events[0], log[-1].events[-1]
    assert isinstance(event, Renewed)
    assert isinstance(end, Ended)
    late = replace(entry, check=log[-1].check)
    others: list[list[Event]] = [
        [replace(event, minute=LATER - 1)],
        [event, event],
        [event, TimeGivenBack(0, 1)],
    ]
    forged = [(at + 1, [*log[:at], replace(entry, events=events), *log[at + 1 :]]) for events in others]
    forged += [(1, [late, *log]), (len(log) + 1, [*log, late])]
    for number, other in forged:
        with pytest.raises(Tampered) as caught:
            verify(record_of(other), REGISTRY)
        assert caught.value.line == number
    ends = [[*log[:at], *log[at + 1 :]], [*log[:at], replace(entry, events=[Renewed(LATER, "0" * 64)]), *log[at + 1 :]]]
    for before in (UNSET, [], [end.seed], [*(end.before or []), end.seed]):
        ends.append([*log[:-1], replace(log[-1], events=[*log[-1].events[:-1], replace(end, before=before)])])
    for other in ends:
        with pytest.raises(Tampered, match="seed"):
            verify(record_of(other), REGISTRY)
        with pytest.raises(ClientTampered, match="seed"):
            check(record_of(other))


@seeds(1)
def test_a_renewal_moves_no_clock_and_prevents_no_taking_back(table: Table, seed: int) -> None:
    """Whatever the time was on its machine."""
    log = timed(REGISTRY, table, seed)
    at = Random(seed).randrange(2, len(log))
    renewal = Entry([Renewed(LATER, "0" * 64)], log[at - 1].check, LATER * MINUTE)
    clocks = clocks_of([*log[:at], renewal])
    assert clocks[-1] == clocks[-2]
    assert Renewed in HARMLESS
    assert decode_entry(encode_entry(renewal)) == renewal
