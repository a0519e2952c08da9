"""Drawing cards: G-36 to G-39, and who may see them: G-47, G-48, G-54, G-56."""

from fractions import Fraction

import pytest

from podesta_engines import note_texts, observe, outcomes, redact, waiting
from podesta_engines.core.moves import Drawn
from podesta_engines.golden_horn import RULESET
from tests.engines.golden_horn.horn import hand, raids, table
from tests.kit.play import asked, notes, say


@pytest.mark.parametrize(("name", "cards"), [("a_three", 1), ("a_two", 2), ("a_one", 3)])
def test_cards_by_sails(name: str, cards: int) -> None:
    """G-36: one card for three colours, two for two, three for one."""
    p = table(ships={name: (12, 1)})
    assert len(say(p, f"move.ship_{name}.none")) == cards
    assert p.state.players[0].cards == cards


def test_no_cards_in_modone_for_two() -> None:
    """G-37: two players draw in the main ports only."""
    p = table(seats=2, ships={"a_one": (3, 1)})
    assert say(p, "move.ship_a_one.none") == []
    q = table(seats=2, ships={"a_one": (7, 1)})
    assert len(say(q, "move.ship_a_one.none")) == 3


def test_reshuffle_in_the_middle_of_a_draw() -> None:
    """G-38, E-7, G-56, TV-24: one card, then the discard pile becomes the deck, then two more."""
    p = table(ships={"a_one": (12, 1)}, deck="red", discard="blue blue green pink")
    p.listen()
    drawn = say(p, "move.ship_a_one.none", lots=["red"])
    assert drawn[0].outcome == "red"
    assert len(drawn) == 3
    assert sum(p.state.hidden.deck) == 2
    assert sum(p.state.discard) == 0
    assert notes(p).count("reshuffled") == 1


def test_the_last_card_brings_the_discard_pile_back() -> None:
    """G-38: at once, though no other card is drawn; what is discarded later is not in the new deck."""
    p = table(ships={"a_three": (12, 1)}, deck="red", discard="blue")
    p.listen()
    say(p, "move.ship_a_three.none")
    assert p.state.discard == [0] * 6
    assert p.state.hidden.deck == [0, 0, 1, 0, 0, 0]
    assert notes(p).count("reshuffled") == 1


def test_without_discards_the_reshuffle_waits() -> None:
    """G-38: if nothing was discarded when the last card was drawn, cards come back when another is due."""
    rest = "red " * 8 + "yellow " * 9 + "blue " * 9 + "orange " * 9 + "pink " * 9 + "green " * 9
    p = table(ships={"a_three": (12, 1)}, deck="red", hands={1: rest})
    p.listen()
    say(p, "move.ship_a_three.none")
    assert (sum(p.state.hidden.deck), sum(p.state.discard)) == (0, 0)
    assert "reshuffled" not in notes(p)


def test_after_a_reshuffle_every_discard_may_come() -> None:
    """G-56, G-38: each card of the pile with the same chance, those played in this turn included."""
    rest = "red " * 9 + "yellow " * 8 + "blue " * 7 + "orange " * 9 + "pink " * 9 + "green " * 8
    p = table(
        ships={"a_one": (10, 1), "b_one": (11, 1)}, deck="", discard="blue blue green", hands={0: "yellow", 1: rest}
    )
    say(p, "move.ship_a_one.none")
    p.answer(1, 0)
    assert outcomes(p) == [("yellow", Fraction(1, 4)), ("blue", Fraction(1, 2)), ("green", Fraction(1, 4))]


def test_both_piles_empty() -> None:
    """G-38, E-6, TV-25: nothing can be drawn, and that is no error."""
    full = "red " * 9 + "yellow " * 9 + "blue " * 9 + "orange " * 9 + "pink " * 9 + "green " * 9
    p = table(ships={"a_two": (12, 1)}, deck="", hands={1: full})
    p.listen()
    assert say(p, "move.ship_a_two.none") == []
    assert "cards_drawn" not in notes(p)
    assert asked(p) == (1, "act")


def test_as_many_cards_as_there_are() -> None:
    """E-6: with two cards in deck and discard pile a plain ship draws two."""
    hands = "red " * 8 + "yellow " * 8 + "blue " * 9 + "orange " * 9 + "pink " * 9 + "green " * 9
    p = table(ships={"a_one": (12, 1)}, deck="red", discard="yellow", hands={1: hands})
    assert len(say(p, "move.ship_a_one.none")) == 2


def test_no_hand_limit() -> None:
    """G-39: any number of cards."""
    p = table(ships={"a_one": (12, 1)}, hands={0: "red " * 9 + "blue " * 9})
    say(p, "move.ship_a_one.none")
    assert p.state.players[0].cards == 21


def test_hands_are_hidden() -> None:
    """G-47: others see the number of cards, their owner the cards; a spectator sees none."""
    p = table(hands={0: "red red blue", 1: "pink"})
    assert [player.cards for player in observe(p, None).players] == [3, 1, 0]
    assert [player.hand for player in observe(p, None).players] == [None] * 3
    assert observe(p, 0).players[0].hand["red"] == 2
    assert observe(p, 0).players[1].hand is None


def test_drawn_cards_are_hidden() -> None:
    """G-47: the event and the note that name a card reach its owner only; the number is for all."""
    p = table(ships={"a_two": (12, 1)})
    p.listen()
    drawn = say(p, "move.ship_a_two.none", lots=["red", "blue"])
    heard = p.heard()
    assert drawn == [Drawn("card", "red", 0), Drawn("card", "blue", 0)]
    assert redact(RULESET, drawn[0], 0) == drawn[0]
    assert redact(RULESET, drawn[0], 1) == redact(RULESET, drawn[0], None) == Drawn("card", None, 0)
    assert [note.args["card"] for note in note_texts(RULESET, heard, 0) if note.kind == "card_taken"] == ["red", "blue"]
    for seat in (1, None):
        kinds = [note.kind for note in note_texts(RULESET, heard, seat)]
        assert "card_taken" not in kinds
        assert "cards_drawn" in kinds


def test_the_discard_pile_is_public() -> None:
    """G-48: its content, and with it what deck and hands hold together; the deck shows its number alone."""
    p = table(discard="red red green", hands={1: "pink"})
    view = observe(p, None)
    assert view.discard == {"red": 2, "yellow": 0, "blue": 0, "orange": 0, "pink": 0, "green": 1}
    assert view.deck_size == 50


def test_cards_are_drawn_by_what_is_left() -> None:
    """G-54: the chance of a colour is its share of the deck."""
    p = table(ships={"a_three": (12, 1)}, deck="red red blue green")
    p.answer(p.asks[0].kind.words.parse("move.ship_a_three.none"), 0)
    assert outcomes(p) == [("red", Fraction(1, 2)), ("blue", Fraction(1, 4)), ("green", Fraction(1, 4))]


def test_nobody_learns_whether_a_raid_was_possible() -> None:
    """G-19: the question to a hand that can raid and to one that cannot looks the same to the others."""
    ships = {"b_two": (3, 1, "green", 2)}
    able, unable = (table(ships=ships, hands={0: cards}) for cards in ("red red", "blue blue"))
    assert raids(able)
    assert not raids(unable)
    assert waiting(able) == waiting(unable)
    assert observe(able, 1) == observe(unable, 1)
    assert hand(able, 0) != hand(unable, 0)
