"""The driver, and what it reveals of a position, on the toy ruleset."""

from fractions import Fraction
from random import Random

import pytest

from podesta_engines import (
    actors,
    decide,
    execute,
    load,
    note_texts,
    observe,
    opening,
    outcomes,
    questions,
    redact,
    resample,
    result,
    save,
    settle,
    waiting,
)
from podesta_engines.core.decide import pick
from podesta_engines.core.errors import BadSetup, Illegal, NotAsked, TooManyAnswers
from podesta_engines.core.moves import Answered, Drawn
from podesta_engines.core.position import Position
from podesta_engines.core.ruleset import Registry
from podesta_engines.core.script import FATE, NOBODY, Ask, Draw
from tests.kit import toy

REGISTRY = Registry()
REGISTRY.add(toy.RULESET)


def bidding(seats: int = 2, cards: tuple[int, ...] = (5, 4, 3)) -> Position:
    """The toy after a roll of 0 and one card each, when bids are asked."""
    p = toy.RULESET.start(seats)
    p.answer(0)
    for card in cards[:seats]:
        p.answer(card)
    return p


def planned(p: Position, bids: tuple[int, ...]) -> Position:
    """All bids made; the best bidder is asked."""
    for seat, bid in enumerate(bids):
        p.answer(bid, seat)
    return p


def test_a_draw_waits_for_fate() -> None:
    """The actor of a draw is FATE, its distribution is exact, no seat is asked."""
    p = toy.RULESET.start(2)
    assert p.actor == FATE
    assert outcomes(p) == [("0", Fraction(1, 6)), ("1", Fraction(1, 3)), ("2", Fraction(1, 2))]
    assert (actors(p), list(p.asks), waiting(p)) == ((), [], [])


def test_weights_are_obeyed() -> None:
    """Each option is picked by as many numbers as its weight; a number beyond raises ValueError."""
    lot = Draw(toy.ROLL, (0, 1, 2), (1, 2, 3))
    assert [pick(lot, lambda n, i=i: i) for i in range(6)] == [0, 1, 1, 2, 2, 2]
    assert [pick(Draw(toy.ROLL, (7, 8)), lambda n, i=i: i) for i in range(2)] == [7, 8]
    with pytest.raises(ValueError, match="below its bound"):
        pick(lot, lambda n: n)


def test_draws_are_settled_until_somebody_is_asked() -> None:
    """`settle` makes every draw that is due and records who saw it."""
    p = toy.RULESET.start(2)
    drawn = settle(p, Random(1).randrange)
    assert [(event.lot, event.seen_by) for event in drawn] == [("roll", None), ("deal", 0), ("deal", 1)]
    assert actors(p) == (0, 1)
    assert settle(p, Random(1).randrange) == []


def test_secret_answers_wait_for_each_other() -> None:
    """A seat that has answered is not asked again; the script resumes with the last answer."""
    p = bidding()
    p.answer(1, 1)
    assert actors(p) == (0,)
    with pytest.raises(NotAsked) as error:
        decide(p, 1, [("bid", "0")])
    assert error.value.actors == [0]
    p.answer(0, 0)
    assert [ask.kind.name for ask in p.asks] == ["play_card"]
    assert p.asks[0].seat == 1


def test_a_secret_answer_is_redacted() -> None:
    """Others see that it was given; the seat itself sees its value."""
    event = Answered(1, "bid", "1")
    assert redact(toy.RULESET, event, 1) == event
    assert redact(toy.RULESET, event, 0) == Answered(1, "bid", None)
    assert redact(toy.RULESET, event, None) == Answered(1, "bid", None)


def test_a_masked_question_is_redacted_as_a_whole() -> None:
    """Others see only that the seat is choosing."""
    assert redact(toy.RULESET, Answered(0, "plan", "yes"), 1) == Answered(0, None, None)
    p = planned(bidding(), (1, 0))
    p.answer(toy.PASS, 0)
    assert [(open_now.seat, open_now.kind) for open_now in waiting(p)] == [(0, None)]
    assert questions(p, 0)[0].kind == "plan"
    assert questions(p, 1) == []


def test_a_draw_seen_by_one_seat_is_redacted() -> None:
    """Others see which seat drew; a public draw is seen by all."""
    assert redact(toy.RULESET, Drawn("deal", "card_3", 0), 1) == Drawn("deal", None, 0)
    assert redact(toy.RULESET, Drawn("roll", "2"), None) == Drawn("roll", "2")


def test_a_single_option_answers_itself() -> None:
    """Unless it is asked for secrecy: a seat without cards is not asked for a bid."""
    p = toy.RULESET.start(2)
    p.answer(0)
    p.state.players[0].secret.hand = []
    p.state.hidden.deck = [3]
    p.answer(3)
    assert actors(p) == (0,)
    q = bidding(cards=(0, 1))
    q.answer(0, 0)
    q.answer(0, 1)
    assert [len(ask.options) for ask in q.asks] == [1]
    assert q.asks[0].sole


def test_prompts_speak_of_what_they_are_about() -> None:
    """`about` fills the prompt and is sent as words."""
    p = planned(bidding(), (1, 0))
    (question,) = questions(p, 0)
    assert question.prompt == "What do you play after a roll of 0?"
    assert question.about == {"roll": "0"}
    assert [(option.word, option.label) for option in question.options] == [("card_5", "5"), ("pass", "pass")]
    assert questions(p, 0, "it")[0].options[1].label == "passa"


def test_another_seat_may_be_asked_out_of_turn() -> None:
    """After a card is played the next seat is asked."""
    p = planned(bidding(), (1, 0))
    p.answer(5, 0)
    assert [(ask.seat, ask.kind.name) for ask in p.asks] == [(1, "object")]
    p.answer(0, 1)
    assert p.state.players[0].points == 5


def test_illegal_answers_say_what_was_legal() -> None:
    """The error has the answer, the question, its rule and the open words."""
    p = planned(bidding(), (1, 0))
    with pytest.raises(Illegal) as error:
        decide(p, 0, [("play_card", "card_4")])
    assert error.value.answer == ("play_card", "card_4")
    assert (error.value.asked, error.value.rule, error.value.legal) == ("play_card", "T-6", ["card_5", "pass"])


def test_several_answers_in_one_command() -> None:
    """They are checked one after another; one too many is refused, and so is the second if illegal."""
    p = bidding(cards=(5, 4))
    p.answer(1, 0)
    p.answer(0, 1)
    answers = [("play_card", "pass"), ("plan", "yes")]
    assert decide(p, 0, answers) == [Answered(0, *answer) for answer in answers]
    with pytest.raises(TooManyAnswers) as error:
        decide(p, 0, [*answers, ("plan", "yes")])
    assert error.value.accepted == 2
    with pytest.raises(Illegal) as illegal:
        decide(p, 0, [answers[0], ("plan", "perhaps")])
    assert illegal.value.index == 1


def test_a_command_answers_and_draws() -> None:
    """`execute` leaves the old position unchanged and returns the answers and draws as events."""
    p = planned(bidding(), (1, 0))
    after, events = execute(p, 0, [("play_card", "pass"), ("plan", "no")], Random(0).randrange)
    assert [type(event) for event in events] == [Answered, Answered]
    assert p.asks[0].kind.name == "play_card"
    after, events = execute(after, 1, [("plan", "no")], Random(0).randrange, listen=True)
    assert [type(event) for event in events] == [Answered, Drawn, Drawn, Drawn]
    assert [note.kind for note in note_texts(toy.RULESET, after.heard(), None)] == ["rolled"]


def test_resampling_keeps_own_answers_and_draws_secret_ones_anew() -> None:
    """A pending secret bid of another seat varies, the own one stays."""
    p = bidding(3)
    p.answer(1, 0)
    p.answer(1, 1)
    bids = {tuple(resample(p, 0, Random(seed)).given) for seed in range(40)}
    assert bids == {((1, 0), (0, 1)), ((1, 0), (1, 1))}
    assert {other.asks[0].seat for other in (resample(p, 0, Random(seed)) for seed in range(5))} == {2}


def test_a_position_says_nothing_of_others() -> None:
    """The view of a seat has its own hand, that of a spectator none."""
    p = bidding()
    assert observe(p, 0).hand == [5]
    assert observe(p, 1).hand == [4]
    assert observe(p, None).hand is None


def test_a_fingerprint_ignores_the_order_of_simultaneous_answers() -> None:
    """It is a checksum over the checkpoint and the answers since."""
    one, other = bidding(3), bidding(3)
    for p, order in ((one, (0, 1)), (other, (1, 0))):
        for seat in order:
            p.answer(1, seat)
    assert one.fingerprint() == other.fingerprint()
    assert one.fingerprint() != bidding(3).fingerprint()


def test_the_end() -> None:
    """At the end there is no actor and no question, and there is a result; before, there is none."""
    p = toy.RULESET.start(2, options={"rounds": 1})
    assert result(p) is None
    rnd = Random(3)
    while p.ask is not None:
        p.answer(rnd.choice(p.options), p.actor)
    assert (p.actor, p.options, p.asks) == (NOBODY, (), ())
    assert result(p).reason == "last_round"
    assert load(REGISTRY, save(p)).actor == NOBODY


@pytest.mark.parametrize(
    ("seats", "edition", "options", "field"),
    [
        (4, "", {}, "seats"),
        (2, "second", {}, "edition"),
        (2, "", {"rounds": 0}, "options"),
        (2, "", {"round": 1}, "options"),
        (3, "", {"rounds": 1}, "rounds"),
    ],
)
def test_bad_setups_name_the_field(seats: int, edition: str, options: dict[str, object], field: str) -> None:
    """The error for a game that cannot be set up names the wrong part."""
    with pytest.raises(BadSetup) as error:
        opening(toy.RULESET, seats, edition, options)
    assert error.value.field == field


def test_plain_tasks_take_no_checkpoint() -> None:
    """Tasks that are no generators are done at once; only the others ask."""
    assert toy.RULESET.asking == frozenset({"roll", "deal", "bid", "plan", "play", "objection"})


def test_asks_compare_by_identity() -> None:
    """Two questions are the same only if they are one object, so that answering is fast."""
    assert Ask(toy.PLAN, 0, (0, 1)) != Ask(toy.PLAN, 0, (0, 1))
