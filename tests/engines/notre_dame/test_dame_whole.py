"""Whole games of Notre Dame: views, questions, invariants, house bots."""

from random import Random

import pytest

from podesta_engines import observe, questions
from podesta_engines.play.playout import play_with, playout
from tests.engines.notre_dame.dame import RULES, begin, card, hire, me, table
from tests.kit.play import asked, say, until


def test_the_view_of_a_table() -> None:
    """N-89, C-4: round, pass, phase and persons in the words of the game."""
    p = table([("hire", 0)], persons=["fool", "doctor", "mayor"], round_number=8, start=2)
    view = observe(p, 1)
    assert (view.edition, view.seat, view.passage, view.round) == ("alea_2007", 1, "c", 8)
    assert (view.phase, view.start_seat, view.active_seat, view.plague) == ("hire", 2, 2, 6)
    assert [(person.id, person.group, person.rats) for person in view.persons] == [
        ("fool", "brown", 3),
        ("doctor", "brown", 2),
        ("mayor", "c", 1),
    ]


def test_a_question_reads_well() -> None:
    """N-28, N-54: prompts and labels in both languages."""
    p = card("bank")
    (english,), (italian,) = questions(p, 0), questions(p, 0, "it")
    assert english.prompt == "Place a marker in the bank?"
    assert [option.label for option in italian.options] == [
        "piazza 1 cubetto nella Banca: 1 moneta d'oro",
        "gioca la carta senza effettuare l'azione",
    ]
    q = hire("minstrel", bank=2, friend="bank")
    option = questions(q, 0)[0].options[-1]
    assert (option.word, option.parts) == (
        "bank.friend_markers_2",
        {"place": "bank", "markers": "2", "friend": "yes"},
    )
    assert option.label == "move 2 markers and the trusted friend from the bank"


# -- invariants and bots -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "spoil",
    [
        lambda g: setattr(g, "gold", g.gold + 1),
        lambda g: setattr(g.players[0], "supply", 9),
        lambda g: setattr(g.players[0], "rat", 10),
        lambda g: g.players[0].messages.__setitem__(0, 1),
        lambda g: g.persons.append(g.persons[0]),
        lambda g: setattr(g.players[1].secret, "deck", 511),
        lambda g: g.players[1].secret.known.__setitem__(slice(0, 3), bytes(3)),
        lambda g: g.players[1].secret.hand.append(0),
    ],
)
def test_the_check_notices_a_lost_piece(spoil) -> None:
    """N-94: markers, gold, rats, messages, persons, cards and what is known of them."""
    p = until(begin(3, 9), "play_card")
    RULES.check(p.state)
    spoil(p.state)
    with pytest.raises(AssertionError):
        RULES.check(p.state)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_nothing_is_lost_in_a_game(seats: int) -> None:
    """N-94, D-1: after every answer and draw each colour has 14 markers and 4 messages, and there are 25 gold."""
    p, rnd = RULES.start(seats), Random(seats)
    while p.ask is not None:
        ask = p.asks[0] if p.asks else p.ask
        p.answer(rnd.choice(ask.options), p.actor)
        g = p.state
        assert all(sum(player.pieces) + player.supply + player.general == 14 for player in g.players)
        assert g.gold + sum(player.gold for player in g.players) == 25
        if g.round:
            lying = sum(message >= 0 for message in g.squares)
            assert lying + sum(sum(player.messages) for player in g.players) == 4 * len(g.colours)


def test_the_bound() -> None:
    """N-95: 16 decisions a seat and round; and greedy bots stay far below."""
    assert RULES.bound(4) == 9 * 4 * 16
    assert playout(RULES, 4, 1).decisions < RULES.bound(4) / 2


def test_a_bot_may_answer_for_an_absent_player() -> None:
    """R-26: a policy answers from what the seat sees, and the order of seats stays."""
    p = begin(2, start_seat=0)
    for seat in (1, 0):
        ask = next(ask for ask in p.asks if ask.seat == seat)
        p.answer(RULES.policies["greedy"](RULES.observe(p.state, seat), ask, Random(0)), seat)
    assert asked(p) == (0, "keep_second")


def test_greedy_is_clearly_better_than_random() -> None:
    """R-26: the house bot wins at least nine of ten games against random answers, whatever its seat."""
    wins = 0
    for seed in range(30):
        p = RULES.start(2, options={"hidden_prestige": seed % 4 > 1}, keep=False)
        done = play_with(p, {seed % 2: RULES.policies["greedy"]}, Random(seed))
        wins += RULES.result(done.position.state).winners == [seed % 2]
    assert wins >= 27


def test_greedy_takes_what_it_can() -> None:
    """R-26: it drives to the best message, and hires the doctor where the plague would break out."""
    greedy = RULES.policies["greedy"]
    p = card("carriage_house")
    say(p, "supply")
    chosen = p.asks[0].kind.words.slug(greedy(RULES.observe(p.state, 0), p.asks[0], Random(0)))
    assert chosen in ("b1_outer_right", "b4_outer_right", "b1_outer_left", "b4_outer_left")
    say(p, chosen)
    assert me(p).prestige in (3, 4)
    q = table([("hire", 0)], players={0: {"rat": 9, "bank": 3}}, persons=["doctor", "monk", "mayor"], round_number=9)
    ask = q.asks[0]
    assert ask.kind.words.slug(greedy(RULES.observe(q.state, 0), ask, Random(0))) == "doctor"
