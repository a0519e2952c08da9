"""Shared games: links bind their seats and change nothing else, and a seat with a missing or wrong link is named."""

from collections.abc import Callable
from itertools import pairwise
from random import Random

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from podesta_engines.core.errors import Drifted
from podesta_engines.core.moves import Answered, Drawn
from podesta_engines.game.events import Entry, Event, Seated, Shared, decode_entry, encode_entry, stored_line, to_line
from podesta_engines.game.game import fold
from podesta_engines.game.record import Tampered
from podesta_engines.game.sharing.chains import Shares, chain, follows, nothing
from podesta_engines.game.takebacks import line
from podesta_engines.game.verify import Verified, verify
from tests.kit.played import PlayedGame
from tests.kit.sealed import record_of
from tests.kit.walks import REGISTRY, Table

COMMANDS = 40


def played(table: Table, seed: int = 1) -> PlayedGame:
    """A shared game that its seats leave after a while, with all kinds of events between answers."""
    game, rnd = PlayedGame(table, seed, shared=True), Random(seed)
    while len(game.log) < COMMANDS and game.answer(rnd.choice([1, 2, 8])) and not game.game.ended:
        if rnd.random() < 0.2:
            game.noise(rnd)
        if rnd.random() < 0.1 and len(game.log) > game.begun + 2:
            game.back(rnd.choice([to for to in line(game.log) if game.begun <= to < len(game.log)]))
    game.end()
    return game


def verified(log: list[Entry]) -> Verified:
    """The findings of `verify` on a log, its checksums as they are."""
    return verify(record_of(log), REGISTRY)


def test_a_shared_game_verifies(table: Table) -> None:
    """Whatever happened between: every link is the next of its chain, every draw follows from them."""
    game = played(table)
    found = verified(game.log)
    assert min(found.links) >= 1
    assert (sum(found.anchored), found.withheld, found.draws > 0) == (0, 0, True)


def test_entries_of_shared_games_are_stored_whole(table: Table) -> None:
    """They are read back unchanged, and so are their lines in the record."""
    for entry in played(table).log:
        stored = encode_entry(entry)
        assert decode_entry(stored) == entry
        assert stored_line(stored) == to_line(entry)


# -- withholding and lying --------------------------------------------------------------------------------------------

Change = Callable[[Event], Event]


def linked(log: list[Entry], number: int = 2) -> int:
    """The revision of an answer that carries a link, not the first of them."""
    found = [at for at, entry in enumerate(log) if type(entry.events[0]) is Answered and entry.events[0].link]
    return found[number]


def changed(log: list[Entry], at: int, change: Change) -> list[Entry]:
    """A log with the first event of an entry replaced."""
    events = [change(log[at].events[0]), *log[at].events[1:]]
    return [*log[:at], replace(log[at], events=events), *log[at + 1 :]]


def without(event: Event) -> Event:
    """The answer without its link."""
    return replace(event, link=UNSET)


def other(event: Event) -> Event:
    """The answer with a link of another chain."""
    return replace(event, link=chain(b"another", "")[3])


@pytest.mark.parametrize(
    ("change", "why"), [(without, "begins a visit and carries no link"), (other, "is not the next one of the chain")]
)
def test_an_answer_without_its_link_is_named(table: Table, change: Change, why: str) -> None:
    """The line, and the seat: also if the service dropped the link that the seat had sent, or replaced it."""
    log = played(table).log
    at = linked(log)
    seat = log[at].events[0].seat
    with pytest.raises(Tampered, match=f"line {at + 1}: .*{why}.*seat {seat}|line {at + 1}: .*seat {seat} {why}"):
        verified(changed(log, at, change))


def test_a_link_that_nobody_wanted_is_named(table: Table) -> None:
    """Within a visit no link is allowed: it would be one more choice."""
    game = played(table)
    log = game.log
    found = [at for at, entry in enumerate(log) if type(entry.events[0]) is Answered and not entry.events[0].link]
    for at in found[:1]:  # in some games of this length no seat answers twice in a row
        with pytest.raises(Tampered, match="carries a link within a visit"):
            verified(changed(log, at, lambda event: replace(event, link=game.chains[event.seat][5])))


def test_first_links_are_told_before_anything_is_drawn(table: Table) -> None:
    """Each seat that has a chain sends one, the right one, once."""
    log = played(table).log
    with pytest.raises(Tampered, match="line 2: the link is not the next one of the chain of seat 0"):
        verified(changed(log, 1, lambda event: replace(event, link="00" * 32)))
    with pytest.raises(Tampered, match="line 3: no link of seat 0 is due"):
        verified(changed(log, 2, lambda event: Shared(0, "00" * 32)))
    seated = [replace(e, anchor=UNSET) if type(e) is Seated and e.seat == 0 else e for e in log[0].events]
    with pytest.raises(Tampered, match="line 1: seat 0 has no chain"):
        verified([replace(log[0], events=seated), *log[1:]])


def test_a_draw_follows_from_what_was_shared(table: Table) -> None:
    """The deal of another chain is another deal: one cannot replace the other."""
    deals = []
    for seed in (1, 1, 2):
        game = PlayedGame(table, 1, shared=True)
        game.chains = [chain(bytes([seed, seat]), "") for seat in range(game.seats)] if seed > 1 else game.chains
        deals.append([event for entry in game.log for event in entry.events if type(event) is Drawn])
    assert deals[0] == deals[1]
    plain = PlayedGame(table, 1)
    assert [event for event in plain.log[0].events if type(event) is Drawn] != deals[0] or not deals[0]


# -- links and chains ------------------------------------------------------------------------------------------------


def sat(*anchors: str) -> Shares:
    """Two seats with their chains, after both have sent their first link."""
    shares = nothing(2)
    for seat, anchor in enumerate(anchors):
        shares = shares.taken(seat, anchor, anew=False)
    for seat in range(2):
        shares = shares.told(seat, chain(bytes([seat]), "")[1])
    return shares


CHAINS = [chain(bytes([seat]), "") for seat in range(2)]


def test_links_follow_one_another() -> None:
    """From the anchor to the share, each the hash of the next, and in no other order."""
    links = CHAINS[0]
    assert all(follows(after, before) for before, after in pairwise(links))
    assert not follows(links[0], links[1])
    assert not follows(links[1].upper(), links[0])


def test_a_new_chain_rests_until_another_visit() -> None:
    """A seat that brings a chain after learning the others' links cannot aim with it."""
    shares = sat(CHAINS[0][0], CHAINS[1][0])
    shares = shares.answered(Answered(1, "q", "o", CHAINS[1][2]), together=False)
    new = shares.taken(0, chain(b"new", "")[0], anew=True)
    assert new.wanted(0, together=False) is None
    assert new.wanted(0, together=True) is None
    assert new.mix == shares.mix
    unlinked = new.answered(Answered(0, "q", "o"), together=False)
    assert unlinked.wanted(1, together=False) == CHAINS[1][2]
    assert unlinked.wanted(0, together=False) is None
    told = unlinked.answered(Answered(1, "q", "o", CHAINS[1][3]), together=False)
    assert told.wanted(0, together=False) == chain(b"new", "")[0]


def test_what_comes_when_time_is_up_begins_no_visit() -> None:
    """The visit of the other goes on, and the seat's next own answer carries the link."""
    shares = sat(CHAINS[0][0], CHAINS[1][0]).answered(Answered(0, "q", "o", CHAINS[0][2]), together=False)
    late = shares.late(1).answered(Answered(1, "q", "o"), together=False)
    assert late.wanted(0, together=False) is None
    assert late.wanted(1, together=False) == CHAINS[1][1]
    assert late.mix == shares.mix


def test_a_seat_that_is_left_has_told_what_it_has_told() -> None:
    """A bot has no chain; earlier links stay mixed in, so that leaving chooses nothing."""
    shares = sat(CHAINS[0][0], CHAINS[1][0])
    left = shares.taken(0, "", anew=False)
    assert left.mix == shares.mix
    assert left.wanted(0, together=False) is None


def test_a_game_that_names_no_rule_of_its_draws_is_refused(table: Table) -> None:
    """Or one other than by lot, shared or not."""
    log = played(table).log
    created = replace(log[0].events[0], draws=UNSET)
    with pytest.raises(Tampered, match="does not draw by lot"):
        verified([replace(log[0], events=[created, *log[0].events[1:]]), *log[1:]])


def test_a_log_folds_without_being_judged(table: Table) -> None:
    """A game with a missing link can still be shown; `verify` reports it."""
    log = played(table).log
    fold(REGISTRY, changed(log, linked(log), without)[:-1])
    with pytest.raises(Drifted):
        fold(REGISTRY, log[1:])
