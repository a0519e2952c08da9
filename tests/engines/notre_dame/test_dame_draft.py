"""Phases 1 and 2: persons and the choice of cards: N-20 to N-24, N-86, N-92, N-93."""

from fractions import Fraction

import pytest

from podesta_engines import decide, note_texts, observe, outcomes, redact
from podesta_engines.core.moves import Answered, Drawn
from tests.engines.notre_dame.dame import RULES, THREES, begin, dealt, first, keep
from tests.kit.play import asked, lot, options, say


def colours(cards: list[str]) -> list[str]:
    """The colours of cards."""
    return [card.split(".")[0] for card in cards]


def test_two_brown_persons_and_a_grey_one() -> None:
    """N-20, N-92, N-5: each brown person is equally likely, then each that is left, then each grey one of the pass."""
    p = RULES.start(3, options={"start_seat": 0})
    while p.ask.kind.name == "lay_message":
        lot(p, first(p))
    assert [chance for _, chance in outcomes(p)] == [Fraction(1, 6)] * 6
    lot(p, "doctor")
    assert [chance for _, chance in outcomes(p)] == [Fraction(1, 5)] * 5
    lot(p, "monk")
    assert outcomes(p) == [(name, Fraction(1, 3)) for name in ("city_guard", "night_watch", "bishop")]
    lot(p, "bishop")
    assert [person.id for person in observe(p, None).persons] == ["doctor", "monk", "bishop"]


def test_the_last_persons_of_a_pass_are_certain() -> None:
    """N-92: in the third round there is no draw."""
    p = begin(2)
    lots = []
    while observe(p, None).round < 4:
        if p.asks:
            p.answer(p.asks[0].options[-1], p.asks[0].seat)
        else:
            lots.append((observe(p, None).round, p.ask.kind.name))
            p.answer(p.ask.options[0])
    persons = [number for number, name in lots if name == "reveal_person"]
    assert (persons.count(2), persons.count(3)) == (3, 0)


def test_three_cards_are_drawn_in_secret() -> None:
    """N-21, N-93, N-88: each of 84 threes is equally likely; the owner alone sees which."""
    p = RULES.start(3, options={"start_seat": 1})
    while p.ask.kind.name != "deal_three":
        lot(p, first(p))
    assert p.ask.seen_by == 1
    assert len(outcomes(p)) == 84
    assert outcomes(p)[0][1] == Fraction(1, 84)
    event = lot(p, THREES[1])
    assert redact(RULES, event, 1) == event
    assert redact(RULES, event, 0) == redact(RULES, event, None) == Drawn("deal_three", None, 1)
    cards = ["red.cloister_school", "red.bank", "red.carriage_house"]
    assert observe(p, 1).players[1].to_choose == cards
    assert observe(p, 0).players[1].to_choose is None
    assert observe(p, 0).players[1].cards == 3


def test_nine_cards_last_three_rounds() -> None:
    """N-21, N-93: 84 threes in the first round of a pass, 20 in the second, and the last three are not drawn."""
    p, seen = begin(2, start_seat=0), []
    while observe(p, None).round < 4:
        if p.asks:
            p.answer(p.asks[0].options[-1], p.asks[0].seat)
            continue
        if p.ask.kind.name == "deal_three":
            seen.append((observe(p, None).round, len(p.ask.options)))
        p.answer(p.ask.options[0])
    assert seen == [(2, 20), (2, 20)]


def test_everybody_chooses_at_the_same_time() -> None:
    """N-22: all are asked together; passed cards are hidden until all have chosen."""
    p = dealt(3)
    assert [ask.seat for ask in p.asks] == [0, 1, 2]
    before = observe(p, 2)
    say(p, "yellow.park")
    assert asked(p) == (1, "keep_first")
    assert observe(p, 2) == before
    say(p, "red.park")
    assert observe(p, 2) == before
    assert observe(p, 0).players[0].to_choose == ["yellow.hospital", "yellow.park", "yellow.residence"]
    say(p, "blue.park")
    assert observe(p, 0).players[0].to_choose == ["blue.hospital", "blue.residence"]


def test_a_choice_is_secret() -> None:
    """N-22, N-23: the log shows others that a seat chose, not what."""
    p = dealt(3)
    (event,) = decide(p, 1, [("keep_first", "red.park")])
    assert redact(RULES, event, 1) == event
    assert redact(RULES, event, 0) == Answered(1, "keep_first", None)


def test_cards_go_left_twice() -> None:
    """N-22, N-23, N-24, T-29: one card each of the own deck, of the right neighbour's, and of the seat beyond."""
    p = dealt(4)
    keep(p, "park", "hospital", "residence", "park")
    assert [options(p, seat) for seat in range(4)] == [
        ["green.hospital", "green.residence"],
        ["yellow.hospital", "yellow.residence"],
        ["red.park", "red.residence"],
        ["blue.hospital", "blue.park"],
    ]
    keep(p, "hospital", "residence", "park", "park")
    hands = [observe(p, seat).players[seat].hand for seat in range(4)]
    assert hands == [
        ["yellow.park", "green.hospital", "blue.hospital"],
        ["red.hospital", "yellow.residence", "green.residence"],
        ["blue.residence", "red.park", "yellow.hospital"],
        ["green.park", "blue.park", "red.residence"],
    ]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_hand_has_three_colours(seats: int) -> None:
    """N-24, T-29: with three players or more no colour comes twice."""
    p = begin(seats, seats)
    for _ in range(2 * seats):
        p.answer(p.asks[0].options[0], p.asks[0].seat)
    decks = [player.colour for player in observe(p, None).players]
    for seat in range(seats):
        hand = observe(p, seat).players[seat].hand or []
        assert colours(hand) == [decks[seat], decks[seat - 1], decks[seat - 2]]


def test_two_players_get_a_card_back() -> None:
    """N-86, T-30: two cards of the own deck and one of the other's."""
    p = dealt(2)
    keep(p, "park", "hospital")
    assert options(p, 0) == ["red.park", "red.residence"]
    keep(p, "park", "residence")
    assert observe(p, 0).players[0].hand == ["yellow.park", "red.park", "yellow.hospital"]
    assert observe(p, 1).players[1].hand == ["red.hospital", "yellow.residence", "red.residence"]


def test_everybody_is_told_its_own_cards() -> None:
    """N-21, N-24, N-88: notes about cards go to those who see them."""
    p = dealt(3)
    heard = p.heard()
    assert [note.text for note in note_texts(RULES, heard, 1) if note.kind == "cards_seen"] == [
        "You draw 3 red cards: hospital, park and residence."
    ]
    assert not [note for note in note_texts(RULES, heard, None) if note.kind == "cards_seen"]
    keep(p, "park", "park", "park")
    mine = [note for note in note_texts(RULES, p.heard(), 1) if note.kind in ("kept", "received")]
    assert [note.text for note in mine] == [
        "You keep the red park card.",
        "{seat_0} passes you 2 yellow cards: hospital and residence.",
    ]
    keep(p, "hospital", "hospital", "hospital")
    mine = [note for note in note_texts(RULES, p.heard(), 1) if note.kind in ("kept", "received")]
    assert [note.text for note in mine] == [
        "You keep the yellow hospital card.",
        "{seat_0} passes you 1 blue card: residence.",
    ]
