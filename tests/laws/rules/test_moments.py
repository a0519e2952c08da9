"""A question is told from every other by its moment, however alike the two look."""

from random import Random

from podesta_engines.core.script import NOBODY
from tests.kit.play import advance
from tests.kit.walks import Table, begin, seeds


@seeds(6)
def test_every_answer_of_ones_own_brings_another_question(table: Table, seed: int) -> None:
    """After a seat has answered, whatever it is asked next has another moment, even with the same kind and options."""
    p, rnd = begin(table, seed), Random(seed)
    while p.actor != NOBODY:
        before, asked, given = p.moment(), {ask.seat for ask in p.asks}, len(p.given)
        advance(p, rnd)
        answered = {who for _, who in p.given[given:]} if len(p.given) > given else asked
        for ask in p.asks:
            if ask.seat in answered and ask.seat in asked:
                assert p.moment() != before


@seeds(6)
def test_the_answers_of_others_leave_a_simultaneous_question_what_it_was(table: Table, seed: int) -> None:
    """While several are asked together, those who have not answered are still asked the very same question."""
    p, rnd = begin(table, seed), Random(seed)
    while p.actor != NOBODY:
        before, asks = p.moment(), list(p.asks)
        advance(p, rnd)
        still = [ask for ask in p.asks if any(ask is each for each in asks)]
        assert not still or p.moment() == before
