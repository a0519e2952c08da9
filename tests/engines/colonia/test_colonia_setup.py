"""Setting the table: C-1 to C-10.

Many random games: C-119 to C-122 at every question, and the rare rules that random play reaches.
"""

from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from podesta_engines import outcomes, result
from podesta_engines.colonia.scoring import bound
from podesta_engines.core.decide import pick
from podesta_engines.core.errors import BadSetup
from podesta_engines.core.position import Position
from podesta_engines.core.script import FATE, NOBODY
from tests.engines.colonia.colony import RULES, begin, goods, money, resources, ships, shown
from tests.kit.evidence import evidence, sampled
from tests.kit.play import all_asked, fate, notes, options, say


@pytest.mark.parametrize(("seats", "number"), [(3, 38), (4, 30), (5, 25), (6, 21)])
def test_members_start_at_home(seats: int, number: int) -> None:
    """C-1, C-104: 38 to 21 members, so no seat can be short of members in the first week."""
    p = begin(seats)
    assert [player.home for player in p.state.players] == [number] * seats
    assert number >= 8


def test_colours_follow_the_seats() -> None:
    """C-2: yellow, blue, green, red, orange, purple."""
    assert [player.colour for player in begin(6).state.players] == [0, 1, 2, 3, 4, 5]
    assert [player.colour for player in begin(3, colours=["purple", "red", "blue"]).state.players] == [5, 3, 1]


@pytest.mark.parametrize("colours", [["red"], ["red", "red", "blue"], ["red", "blue", "pink"]])
def test_impossible_colours_are_refused(colours: list[str]) -> None:
    """C-2: one different colour of the box for each seat."""
    with pytest.raises(BadSetup) as error:
        RULES.start(3, options={"colours": colours})
    assert error.value.rule == "C-2"


@pytest.mark.parametrize("seats", [2, 7])
def test_other_numbers_of_players_are_refused(seats: int) -> None:
    """C-1: three to six players."""
    with pytest.raises(BadSetup):
        RULES.start(seats)


def test_equipment() -> None:
    """C-2, C-5, C-6, C-7: six family cards, 5 of each currency, four resources, one good."""
    p = begin(4, seed=3)
    while p.asks and p.asks[0].kind.name == "choose_good":
        say(p, "wheel")
    for seat in range(4):
        assert p.state.players[seat].cards == 0b111111000
        assert set(money(p, seat).values()) == {5}
        assert sum(resources(p, seat).values()) == 4
        assert sum(goods(p, seat).values()) == 1
    assert sum(p.state.supply) == 56


def test_the_order_of_the_setup() -> None:
    """C-3, C-10, C-73: resources seat by seat, dice seat by seat, four ships, ten relics."""
    p = RULES.start(3)
    drawn = []
    while p.actor == FATE and p.state.week == 0:
        drawn.append(p.ask.kind.name)
        p.answer(p.ask.options[0])
    assert drawn == ["hand_resource"] * 12 + ["goods_die"] * 3 + ["ship"] * 4 + ["relic"] * 10


def test_first_ships_and_relics() -> None:
    """C-8, C-9: four ships on the berths, ten cards on the regular spaces, none on the extra ones."""
    p = begin(3)
    assert len(set(ships(p))) == 4
    assert len(set(shown(p)[:10])) == 10
    assert shown(p)[10:] == [None, None]
    assert (len(p.state.ship_deck), p.state.relics_left) == (12, 38)


def test_nothing_else_is_on_the_board() -> None:
    """C-10: no mayor, empty streets, town hall, queues and holds."""
    p = RULES.start(3)
    g = p.state
    assert g.order == []
    assert all(player.streets == [0] * 4 and player.hall == 0 for player in g.players)
    assert g.queues == [[], [], [], [], []]


def test_first_resources_are_seen_by_their_seat_alone() -> None:
    """C-6: the draw is secret, each resource of the bag equally likely, and without replacement."""
    p = RULES.start(3)
    assert p.ask.seen_by == 0
    assert {chance for _, chance in outcomes(p)} == {Fraction(1, 5)}
    p.answer(0)
    assert dict(outcomes(p))["leather"] * 89 == 17


def test_the_die_gives_a_good() -> None:
    """C-7: 1 to 5 give the good of the craftsman, openly."""
    p = RULES.start(3)
    lots = ["leather", "iron", "wood", "fur"] * 3 + ["1", "4", "5"]
    fate(p, *lots)
    assert [goods(p, seat) for seat in range(3)] == [{"saddle": 1}, {"clothes": 1}, {"shoes": 1}]


def test_a_six_is_answered_after_all_draws_of_the_setup() -> None:
    """C-7, C-88, C-10: several seats that rolled a 6 choose in seat order, when ships and relics are on the table."""
    p = RULES.start(3)
    fate(p, *["leather", "iron", "wood", "fur"] * 3, "6", "2", "6")
    assert all_asked(p) == [(0, "choose_good")]
    assert (len(p.state.harbour), p.state.week) == (4, 0)
    assert options(p) == ["saddle", "wheel", "painting", "clothes", "shoes"]
    say(p, "painting")
    assert all_asked(p) == [(2, "choose_good")]
    say(p, "painting")
    assert all_asked(p)[0][1] == "play_family_card"
    assert [goods(p, seat) for seat in range(3)] == [{"painting": 1}, {"wheel": 1}, {"painting": 1}]


def test_the_setup_is_told() -> None:
    """C-6, C-7, C-17: all viewers see how many each seat draws, and the goods from the dice."""
    p = RULES.start(3)
    p.listen()
    fate(p, seed=1)
    heard = Counter(notes(p))
    assert heard["resources_drawn"] == 2
    assert heard["good_rolled"] == 3
    assert heard["week_began"] == 1


GAMES = evidence(sampled(100), 300, quick=20)


def walk(p: Position, rnd: Random) -> int:
    """Play to the end, checking every table with a question; returns the number of decisions."""
    decisions = 0
    while p.actor != NOBODY:
        if p.actor == FATE:
            p.answer(pick(p.ask, rnd.randrange))
            continue
        RULES.check(p.state)
        decisions += 1
        ask = rnd.choice(p.asks)
        assert ask.options
        p.answer(rnd.choice(ask.options), ask.seat)
    RULES.check(p.state)
    return decisions


@pytest.mark.slow
@pytest.mark.parametrize("seats", RULES.seats)
def test_no_law_is_broken_in_hundreds_of_games(seats: int) -> None:
    """C-119 to C-121, C-122: pieces are conserved, no question is a dead end, games end in time."""
    for seed in range(GAMES):
        p = RULES.start(seats, keep=False, options={"open_holdings": seed % 5 == 0})
        assert walk(p, Random(seed)) <= bound(seats)
        found = result(p)
        assert found.rounds == 6
        assert sorted(standing.seat for standing in found.standings) == list(range(seats))


def test_rare_rules_are_reached() -> None:
    """C-96, C-27: random games include an empty bag and forced zeros."""
    bags = zeros = 0
    for seed in range(60):
        p, rnd = RULES.start(6, keep=False), Random(seed)
        while p.actor != NOBODY:
            bags += not any(p.state.hidden.bag)
            zeros += any(player.played > 0 and not player.votes for player in p.state.players)
            option = pick(p.ask, rnd.randrange) if p.actor == FATE else rnd.choice(p.asks[0].options)
            p.answer(option, p.actor)
    assert bags
    assert zeros
