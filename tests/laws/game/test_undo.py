"""Taking back is allowed exactly while nothing was drawn, no other seat has answered, and nothing was revealed."""

from random import Random

from podesta_engines import fold, resample, save
from podesta_engines.core.moves import Answered, Drawn
from podesta_engines.core.script import NOBODY, Together
from podesta_engines.game.events import Entry, Retracted
from podesta_engines.game.takebacks import Obstacle, learned, line, moves, newest, obstacle, sight, since
from tests.kit.sealed import sealed
from tests.kit.walks import REGISTRY, Table, play, seeds, some


@seeds(1)
def test_only_own_answers_without_draws_can_be_taken_back(table: Table, seed: int) -> None:
    """For every pair of revisions the log's verdict agrees with its events."""
    log, rnd = play(table, seed)[0], Random(seed)
    for _ in range(40):
        head = rnd.randrange(2, len(log))
        to, seat = rnd.randrange(max(1, head - 4), head), rnd.randrange(table[1])
        events = [event for entry in log[to:head] for event in entry.events]
        drawn = any(type(event) is Drawn for event in events)
        others = any(type(event) is Answered and event.seat != seat for event in events)
        allowed = not drawn and not others
        assert (obstacle(log[:head], to, seat) is None) == allowed


@seeds(1)
def test_what_was_taken_back_is_off_the_line(table: Table, seed: int) -> None:
    """The moves that count, replayed from the beginning, lead to the position; retracted moves are not among them."""
    log = sealed(REGISTRY, table, seed, undo=0.3)
    on_line = set(line(log))
    for revision in range(1, len(log)):
        assert (obstacle(log, revision, 0) is Obstacle.OFF_THE_LINE) == (revision not in on_line)
    plain = [Entry([log[0].events[0], *moves(log)])]
    assert save(fold(REGISTRY, plain).position) == save(fold(REGISTRY, log).position)


@seeds(1)
def test_hundreds_of_nested_retractions_fold(table: Table, seed: int) -> None:
    """Each goes back to the one before, and so on: followed one by one, the fold would never end."""
    log, checks, _ = play(table, seed)
    rounds = [entry for number in range(500) for entry in (log[1], Entry([Retracted(1 + 2 * number)], checks[0]))]
    assert fold(REGISTRY, [log[0], *rounds, *log[1:]]).position.actor == NOBODY


@seeds(1)
def test_the_newest_answer_is_found(table: Table, seed: int) -> None:
    """Without a revision, a seat goes back to before its newest answer that counts."""
    log = sealed(REGISTRY, table, seed, undo=0.3)[:-1]
    trail = fold(REGISTRY, log).trail
    for seat in range(table[1]):
        revision, why = newest(trail, seat)
        if not revision:
            continue
        assert any(type(event) is Answered and event.seat == seat for event in log[revision - 1].events)
        assert why is obstacle(log, revision - 1, seat)
        for entry in since(log, revision) or []:
            assert not any(type(event) is Answered and event.seat == seat for event in entry.events)


@seeds(1)
def test_a_seat_has_learned_something_where_other_tables_answer_otherwise(table: Table, seed: int) -> None:
    """An answer after which the seat sees the same on a hundred tables has revealed nothing, and the verdict says
    so."""
    for p, rnd in some(table, seed, 0.03):
        for ask in p.asks:
            option = rnd.choice(ask.options)
            event = Answered(ask.seat, ask.kind.name, ask.kind.words.slug(option))
            seen = set()
            for _ in range(15):
                other = resample(p, ask.seat, rnd)
                other.answer(option, ask.seat)
                seen.add(repr(sight(other, ask.seat)))
            if len(seen) == 1:
                true = p.clone()
                true.listen()
                true.answer(option, ask.seat)
                private = any(note.visible_to not in (-1, ask.seat) for note in true.heard())
                assert learned(p, ask.seat, [event]) == private


def test_the_last_secret_bid_brings_all_bids_to_light() -> None:
    """In the toy, the last bidder has learned the others' bids; the first bidder has learned nothing."""
    toy = Table(REGISTRY.named("toy"), 3)
    verdicts = {True: set(), False: set()}
    for seed in range(12):
        for p, rnd in some(toy, seed, 1.0):
            if type(p.ask) is Together and any(len(ask.options) > 1 for ask in p.asks):
                ask = p.asks[0]
                event = Answered(ask.seat, ask.kind.name, ask.kind.words.slug(rnd.choice(ask.options)))
                others = any(seat != ask.seat for _, seat in p.given)
                last = len(p.asks) == 1
                if not last:
                    verdicts[False].add(learned(p, ask.seat, [event]))
                elif others:
                    verdicts[True].add(learned(p, ask.seat, [event]))
    assert verdicts[False] == {False}
    assert True in verdicts[True]
