"""The end: C-89 to C-95, and the laws of pieces and length: C-14, C-119 to C-122."""

from collections.abc import Mapping, Sequence
from random import Random

import pytest

from podesta_engines import observe, result
from podesta_engines.colonia.invariants import members
from podesta_engines.colonia.scoring import bound, score
from podesta_engines.colonia.words import RELIC
from podesta_engines.core.script import NOBODY
from podesta_engines.play.playout import playout
from tests.engines.colonia.colony import RULES, at, begin, display, give, money, passes, streets, table
from tests.kit.play import fate, notes

END = ("open_buying", "buying", "close_buying")
POUNDS = (10, 3, 2, 4)


def ended(
    moneys: Sequence[Mapping[str, int]],
    relics: Mapping[int, Sequence[str]] | None = None,
    goods: Mapping[int, str] | None = None,
    resources: Mapping[int, str] | None = None,
    shrines: Mapping[str, tuple[int, str]] | None = None,
):
    """The last Sunday, with nothing on display, after all have passed."""
    p = table(seats=len(moneys), week=6)
    for seat, owned in enumerate(moneys):
        cards = (relics or {}).get(seat, ())
        give(p, seat, money=owned, relics=cards, goods=(goods or {}).get(seat, ""))
        give(p, seat, resources=(resources or {}).get(seat, ""))
    for city, (seat, card) in (shrines or {}).items():
        number = ("bergen", "bruges", "london", "novgorod").index(city)
        p.state.shrines[number] = seat
        p.state.enshrined[number] = RELIC.parse(card) if card else -1
    display(p.state)
    return at(p, *END)


def ranks(p) -> list[int]:
    """The ranks by seat."""
    return [standing.rank for standing in result(p).standings]


# -- windows ---------------------------------------------------------------------------------------------------------


def test_the_most_money_of_a_currency() -> None:
    """C-90, RB-19: pounds 10, 3, 2, 4: the first gets the window of London and returns its pounds."""
    p = ended([{"pound": pounds} for pounds in POUNDS])
    assert observe(p, 1).players[0].windows == ["window_london"]
    assert [money(p, seat).get("london", 0) for seat in range(4)] == [0, 3, 2, 4]


def test_no_window_for_a_tie() -> None:
    """C-90, RB-20: pounds 10, 3, 2 and 10: no seat gets it or pays; nor if none has any."""
    p = ended([{"pound": pounds} for pounds in (10, 3, 2, 10)])
    assert [player.windows for player in observe(p, 1).players] == [[]] * 4
    assert money(p, 3) == {"london": 10}


def test_all_four_windows() -> None:
    """C-90: one for each currency, shown to all."""
    p = ended([{"mark": 3, "grivna": 1}, {"gulden": 1, "pound": 1}, {}])
    assert [player.windows for player in observe(p, None).players] == [
        ["window_bergen", "window_novgorod"],
        ["window_bruges", "window_london"],
        [],
    ]


# -- points ----------------------------------------------------------------------------------------------------------


def test_the_example_of_the_rulebook() -> None:
    """C-91, RB-21: 1 + 2 + 2 + 3 + 3, a five in a shrine, an empty shrine, a window: 23."""
    relics = ["relic_bergen_01", "relic_bergen_04", "relic_london_04", "relic_london_07", "relic_novgorod_07"]
    p = ended(
        [{"mark": 1}, {}, {}],
        relics={0: relics},
        shrines={"bruges": (0, "relic_bruges_11"), "london": (0, "")},
    )
    parts = result(p).standings[0].parts
    assert (parts["relics"], parts["shrines"], parts["windows"], parts["total"]) == (11, 10, 2, 23)
    assert observe(p, 2).players[0].score == 23


def test_what_stands_behind_a_screen_counts_as_nothing() -> None:
    """C-71, C-91: a seat knows its own score, and of the others only the points in front of the screens."""
    p = table(week=3)
    give(p, 0, relics=["relic_bergen_11"], money={"mark": 3})
    give(p, 1, relics=["relic_bergen_11"], money={"mark": 3})
    p.state.shrines[1], p.state.enshrined[1] = 0, RELIC.parse("relic_bruges_11")
    scores = {who: [score(RULES.observe(p.state, who), seat)["total"] for seat in range(3)] for who in (0, 1, None)}
    assert scores == {0: [15, 0, 0], 1: [10, 5, 0], None: [10, 0, 0]}
    assert score(RULES.observe(p.state, 1), 0)["money"] == 0


def test_nothing_else_counts() -> None:
    """C-91, C-117: money, goods, resources, members on the board."""
    p = ended([{"mark": 9}, {"mark": 9}, {"mark": 9}], goods={0: "saddle shoes"}, resources={1: "iron fur"})
    assert [standing.score for standing in result(p).standings] == [0, 0, 0]


# -- ties ------------------------------------------------------------------------------------------------------------


def test_money_breaks_a_tie() -> None:
    """C-92, AD-15: equal points; after the windows A has 3, B has 6: B wins."""
    relics = {0: ["relic_bergen_07", "relic_bergen_08"], 1: ["relic_london_09", "relic_london_10"]}
    p = ended([{"mark": 12, "pound": 3}, {"pound": 6, "gulden": 0}, {"pound": 6}], relics=relics)
    assert [standing.score for standing in result(p).standings] == [8, 8, 0]
    assert ranks(p) == [2, 1, 3]


def test_goods_break_the_next_tie() -> None:
    """C-93: as much money, more goods."""
    p = ended([{"mark": 5}, {"mark": 5}, {"mark": 5}], goods={1: "saddle", 2: "wheel wheel"})
    assert ranks(p) == [3, 2, 1]


def test_resources_break_the_last_tie() -> None:
    """C-94: as many goods, more resources, those drawn unseen among them."""
    p = ended([{}, {}, {}], resources={0: "iron", 1: "iron fur"})
    p.state.players[2].holdings.unseen = 3
    assert ranks(p) == [3, 2, 1]


def test_a_shared_victory() -> None:
    """C-95: fully tied seats share the rank, the next one comes after them."""
    p = ended([{"mark": 5}, {"mark": 5}, {}], goods={0: "saddle", 1: "shoes"})
    assert ranks(p) == [1, 1, 3]
    assert result(p).winners == [0, 1]


def test_points_come_first() -> None:
    """C-92: one point more beats any money."""
    p = ended([{"mark": 9, "pound": 9}, {"mark": 9, "pound": 9}, {}], relics={2: ["relic_bergen_01"]})
    assert ranks(p) == [2, 2, 1]


# -- the end itself --------------------------------------------------------------------------------------------------


def test_the_game_has_six_weeks() -> None:
    """C-89, C-17: then it is over, and everything is revealed."""
    played = playout(RULES, 4, 7)
    found = result(played.position)
    assert (found.reason, found.rounds) == ("last_week", 6)
    assert len(played.position.state.week_cards) == 6
    assert sorted(played.position.state.seen) == list(range(18))


def test_the_end_is_told() -> None:
    """C-89, C-90, C-91: windows and points, for all viewers."""
    p = table(week=6)
    p.listen()
    p = at(p, *END)
    p.listen()
    passes(p, 3)
    heard = notes(p)
    assert heard.count("scored") == 3
    assert heard.count("window_kept") + heard.count("window_won") == 4


def test_the_week_ends_and_the_next_begins() -> None:
    """C-66, C-67, C-70, C-17: after Sunday comes Monday."""
    p = table(week=1, card="week_03")
    p = at(p, *END)
    passes(p, 6)
    fate(p)
    assert (p.state.week, p.asks[0].kind.name) == (2, "play_family_card")


# -- laws ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_members_are_always_somewhere(seats: int) -> None:
    """C-14, C-119, C-120, C-121: after a whole game every piece is still there."""
    p = playout(RULES, seats, 1).position
    RULES.check(p.state)
    assert members(p.state) == [{3: 38, 4: 30, 5: 25, 6: 21}[seats]] * seats


def broken(change) -> None:
    """A change that the check must detect."""
    p = begin(3)
    RULES.check(p.state)
    change(p.state)
    with pytest.raises(AssertionError):
        RULES.check(p.state)


@pytest.mark.parametrize(
    "change",
    [
        lambda g: setattr(g.players[0], "home", 3),
        lambda g: g.guards.__setitem__(0, 1),
        lambda g: g.supply.__setitem__(0, 13),
        lambda g: g.hidden.bag.__setitem__(0, 2),
        lambda g: g.relic_discard.append(3),
        lambda g: g.hidden.relic_deck.pop(),
        lambda g: g.ship_deck.pop(),
        lambda g: g.week_cards.append(g.week_cards[0]),
        lambda g: g.seen.append(g.seen[0]),
        lambda g: g.loop.extend([1, 1]),
        lambda g: g.order.append(0),
        lambda g: g.stall_sizes.__setitem__(0, 9),
        lambda g: g.players[1].holdings.money.__setitem__(0, -1),
        lambda g: g.enshrined.__setitem__(0, 2),
        lambda g: g.harbour[0].marks.__setitem__(3, 0),
        lambda g: g.harbour.pop(),
    ],
)
def test_the_check_notices(change) -> None:
    """C-119, C-120, C-121: a piece too many or too few, or in an impossible place."""
    broken(change)


@pytest.mark.parametrize(("seats", "most"), [(3, 849), (6, 1068)])
def test_the_bound(seats: int, most: int) -> None:
    """C-122: 6 x (105 + 12n) + n, and real games stay far below."""
    assert bound(seats) == most
    assert max(playout(RULES, seats, seed).decisions for seed in range(20)) < most / 1.5


def test_the_default_of_an_absent_seat_finishes() -> None:
    """C-118, C-107: its answers are legal and final, and the others play on."""
    p, absent = begin(3), RULES.policies["absent"]
    rnd = Random(3)
    while p.actor != NOBODY:
        ask = next((ask for ask in p.asks if ask.seat == 1), p.asks[0])
        seen = RULES.observe(p.state, ask.seat)
        p.answer(absent(seen, ask, rnd) if ask.seat == 1 else rnd.choice(ask.options), ask.seat)
        fate(p, seed=rnd)
    assert p.state.players[1].cards == 0
    assert streets(p, 1).keys() <= {"tue", "thu"}
    assert sum(p.state.players[1].holdings.money) <= 20
