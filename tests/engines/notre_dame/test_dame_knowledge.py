"""The knowledge of seats and spectators: N-87 to N-89, and resampling."""

from collections import Counter
from itertools import permutations
from random import Random

import pytest

from podesta_engines import observe, resample
from podesta_engines.core.position import Position
from podesta_engines.notre_dame.words import ACTION, CARD
from tests.engines.notre_dame.dame import RULES, begin, dealt, keep, table
from tests.kit.play import advance, asked, lot, options, say, until


def hand(p: Position, seat: int) -> list[str]:
    """The true hand of a seat."""
    return [CARD.slug(number) for number in p.state.players[seat].secret.hand]


def known(p: Position, seat: int, of: int) -> list[str]:
    """The cards of another's hand that a seat is shown."""
    return observe(p, seat).players[of].known_hand


def drafted(seats: int) -> Position:
    """Everybody has drawn hospital, park, residence, kept park, and of the right neighbour's two the hospital."""
    p = dealt(seats)
    keep(p, *["park"] * seats)
    keep(p, *["hospital"] * seats)
    return p


# -- prestige ----------------------------------------------------------------------------------------------------------


def test_prestige_is_hidden() -> None:
    """N-87: one's own is shown, the others' are not; a spectator sees none."""
    p = table([("hire", 0)], players={0: {"prestige": 5}, 1: {"prestige": 7}}, persons=["monk"])
    assert [player.prestige for player in observe(p, 1).players] == [None, 7, None, None]
    assert [player.prestige for player in observe(p, None).players] == [None] * 4
    assert RULES.observe(p.state, 0).players[1].prestige is None


def test_prestige_is_open_where_the_host_wants_it() -> None:
    """N-87: with the option off every seat sees everything."""
    p = table([("hire", 0)], players={1: {"prestige": 7}}, persons=["monk"], hidden_prestige=False)
    assert [player.prestige for player in observe(p, None).players] == [0, 7, 0, 0]


def test_prestige_is_shown_at_the_end() -> None:
    """N-87: when the game is over."""
    p = table([("hire_person", 0), ("end_round",)], players={0: {"prestige": 5}}, persons=["monk"], round_number=9)
    say(p, "nobody")
    assert observe(p, 3).players[0].prestige == 5


# -- cards -------------------------------------------------------------------------------------------------------------


def test_what_is_known_after_the_draft() -> None:
    """N-88: of the left neighbour one card for sure, of the right one the card it did not get."""
    p = drafted(4)
    assert hand(p, 1) == ["red.park", "yellow.hospital", "green.residence"]
    assert known(p, 0, 1) == ["green.residence"]
    assert known(p, 0, 2) == []
    assert known(p, 0, 3) == []
    assert known(p, None, 1) == []


def test_a_played_card_tells_who_got_the_other() -> None:
    """N-88: when the left neighbour plays one of two cards, the seat beyond is known to hold the other."""
    p = drafted(4)
    say(p, "yellow.park", "no_effect")
    say(p, "yellow.hospital", "no_effect")
    assert known(p, 0, 2) == ["yellow.residence"]
    assert known(p, 3, 2) == []


def test_everything_but_one_card_is_known_for_two() -> None:
    """N-88, N-86: with two players only the first card the other kept is unknown."""
    p = drafted(2)
    assert hand(p, 1) == ["red.park", "yellow.hospital", "red.residence"]
    assert known(p, 0, 1) == ["yellow.hospital", "red.residence"]
    say(p, "yellow.park", "no_effect")
    assert known(p, 1, 0) == ["red.hospital", "yellow.residence"]


def test_nothing_of_the_last_round_is_taken_for_this_one() -> None:
    """N-88: while new cards are being drawn no seat is known to hold any."""
    p = until(begin(3, 2), "play_card")
    while observe(p, None).round == 1:
        if p.asks:
            say(p, options(p)[-1])
    assert asked(p)[1] == "keep_first"
    assert all(known(p, seat, of) == [] for seat in range(3) for of in range(3))


def test_the_own_deck_is_known_by_elimination() -> None:
    """N-88: which cards are left in one's own deck is shown to oneself alone."""
    p = dealt(3)
    rest = ["cloister_school", "bank", "carriage_house", "hotel", "notre_dame", "trusted_friend"]
    assert observe(p, 0).players[0].deck == [f"yellow.{name}" for name in rest]
    assert observe(p, 1).players[0].deck is None
    assert observe(p, 1).players[0].deck_left == 6


def test_the_third_card_is_never_shown() -> None:
    """N-88, N-26: neither when a pass ends nor when the game does; what was seen of it is remembered in the pass."""
    rnd = Random(4)
    p = begin(3, 4)
    while p.ask is not None:
        if p.asks:
            ask = p.asks[0]
            p.answer(rnd.choice(ask.options), ask.seat)
        else:
            p.answer(rnd.choice(p.ask.options))
    assert all(player.hand in (None, []) and player.played == [] for player in observe(p, 0).players)


@pytest.mark.parametrize("seats", RULES.seats)
def test_the_discard_pile_is_never_shown(seats: int) -> None:
    """N-26: from a game's first question to its end, cards lie face up while cards are played and at no other time."""
    rnd = Random(seats)
    p = begin(seats, seats)
    shown: dict[str, int] = {}
    while p.ask is not None:
        for seat in (None, *range(seats)):
            view = observe(p, seat)
            shown[view.phase] = max(shown.get(view.phase, 0), *(len(player.played) for player in view.players))
        advance(p, rnd)
    assert {phase for phase, most in shown.items() if most} == {"play_one", "play_two"}
    assert {"reveal", "draft_one", "draft_two", "hire"} <= set(shown)


def test_public_things() -> None:
    """N-89: gold, supplies, pieces, rat, carriage, messages by colour, numbers of cards, persons still to come."""
    p = table(
        [("hire", 0)],
        players={
            1: {"gold": 4, "supply": 2, "bank": 3, "rat": 6, "messages": {"blue": 2}, "carriage": "b3_outer_left"}
        },
        persons=["monk"],
    )
    player = observe(p, None).players[1]
    assert (player.gold, player.supply, player.general, player.rat) == (4, 2, 9, 6)
    assert (player.markers["bank"], player.messages["blue"], player.carriage) == (3, 2, "b3_outer_left")
    squares = {square.id: square for borough in observe(p, None).boroughs for square in borough.squares}
    assert squares["b3_outer_left"].carriages == [1]
    assert squares["b1_inner_left"].streets == ["b1_centre", "b1_inner_right", "b2_inner_right"]


def test_persons_still_to_come() -> None:
    """N-89, N-20: by elimination every seat knows them."""
    view = observe(begin(3), None)
    assert len(view.persons_left) == 6
    assert not {person.id for person in view.persons} & set(view.persons_left)


# -- resampling --------------------------------------------------------------------------------------------------------


def chances(p: Position, seat: int, of: int, number: int = 6000) -> dict[tuple[str, ...], float]:
    """How often another seat gets which hand."""
    rnd = Random(7)
    found = Counter(tuple(hand(resample(p, seat, rnd), of)) for _ in range(number))
    return {cards: times / number for cards, times in found.items()}


def test_a_pair_is_split_evenly() -> None:
    """N-88: of the two cards passed first either may be with the left neighbour; the card passed on is there."""
    p = drafted(3)
    found = chances(p, 0, 1)
    assert {cards[2] for cards in found} == {"blue.residence"}
    second = Counter()
    for cards, chance in found.items():
        second[cards[1]] += chance
    assert second.keys() == {"yellow.hospital", "yellow.residence"}
    assert abs(second["yellow.hospital"] - 0.5) < 0.04
    first = {cards[0].split(".")[1] for cards in found}
    assert first == {word.slug for word in ACTION.words} - {"residence"}


def test_pairs_fit_together() -> None:
    """N-88: what the left neighbour has not got, the seat beyond has."""
    p, rnd = drafted(4), Random(1)
    for _ in range(50):
        other = resample(p, 0, rnd)
        assert {hand(other, 1)[1], hand(other, 2)[2]} == {"yellow.hospital", "yellow.residence"}


def test_unseen_cards_are_dealt_alike() -> None:
    """N-88: the card a neighbour kept first is any of those of its deck that were not seen, each equally often."""
    p = drafted(3)
    found = Counter()
    for cards, chance in chances(p, 0, 2).items():
        found[cards[0]] += chance
    unseen = [f"blue.{word.slug}" for word in ACTION.words if word.slug not in ("hospital", "residence")]
    assert found.keys() == set(unseen)
    assert all(abs(chance - 1 / 7) < 0.02 for chance in found.values())


def enumerate_worlds(p: Position, seat: int) -> Counter:
    """A slow twin: every way to give the unseen cards of each deck to owner, next and third, with equal weight.

    It looks at what the seat has seen since the deal, for one round and three players or more, before any card is
    played: its own three cards, the two it was passed, and the one it got last.
    """
    seats = len(p.state.players)
    mine = [divmod(number, 9)[1] for number in p.state.players[seat].secret.hand]
    right, far = (seat - 1) % seats, (seat - 2) % seats
    passed_on = p.state.players[(seat + 1) % seats].secret.hand[2] % 9
    own_pair = [
        p.state.players[(seat + 1) % seats].secret.hand[1] % 9,
        p.state.players[(seat + 2) % seats].secret.hand[2] % 9,
    ]
    worlds = []
    for owner in range(seats):
        if owner == seat:
            worlds.append([(mine[0], a, b) for a, b in permutations(own_pair)])
        elif owner == right:
            worlds.append([(a, mine[1], passed_on) for a in range(9) if a not in (mine[1], passed_on)])
        elif owner == far:
            worlds.append([(*ab, mine[2]) for ab in permutations([a for a in range(9) if a != mine[2]], 2)])
        else:
            worlds.append(list(permutations(range(9), 3)))
    return Counter({(owner, world): 1 / len(each) for owner, each in enumerate(worlds) for world in each})


@pytest.mark.parametrize("seats", [3, 4])
def test_resampling_against_a_slow_twin(seats: int) -> None:
    """N-88: who got which card of each deck is as likely as counting every possibility says."""
    p, rnd, number = drafted(seats), Random(3), 8000
    expected, found = enumerate_worlds(p, 0), Counter()
    for _ in range(number):
        hands = [player.secret.hand for player in resample(p, 0, rnd).state.players]
        for owner in range(seats):
            world = tuple(hands[(owner + i) % seats][i] % 9 for i in range(3))
            found[owner, world] += 1 / number
    assert found.keys() <= expected.keys()
    for owner in range(seats):
        for slot in range(3):
            for action in range(9):
                here = sum(x for (who, world), x in found.items() if who == owner and world[slot] == action)
                there = sum(x for (who, world), x in expected.items() if who == owner and world[slot] == action)
                assert abs(here - there) < 0.025, (owner, slot, action)


def test_a_resampled_neighbour_knows_what_it_would() -> None:
    """N-88: the knowledge of the others follows from their cards, also in later rounds of a pass."""
    rnd = Random(5)
    for seats in (2, 3, 5):
        p = begin(seats, seats)
        for step in range(150):
            if p.ask is None:
                break
            if step % 5 == 0:
                for seat in range(seats):
                    other = resample(p, seat, rnd)
                    RULES.check(other.state)
                    for i in range(seats):
                        shapes = [[slot >= 16 for slot in q.state.players[i].secret.known] for q in (p, other)]
                        assert shapes[0] == shapes[1]
            if p.asks:
                ask = rnd.choice(p.asks)
                p.answer(rnd.choice(ask.options), ask.seat)
            else:
                p.answer(rnd.choice(p.ask.options))


def test_a_card_that_was_seen_and_put_away_does_not_come_back() -> None:
    """N-88: in the same pass a card that this seat saw is not dealt to anybody again."""
    p, rnd = drafted(3), Random(2)
    while observe(p, None).round == 1:
        if p.asks:
            say(p, options(p)[-1])
    while not p.asks:
        lot(p, p.ask.kind.words.slug(p.ask.options[0]))
    seen = {"blue.hospital", "blue.residence", "red.residence"}
    for _ in range(60):
        other = resample(p, 0, rnd)
        cards = [CARD.slug(n) for player in other.state.players[1:] for n in player.secret.packet]
        assert len(cards) == 6
        assert not seen & set(cards)
