"""Steps 1 and 2: the event, the bishop and Thomas: P-70 to P-76, and Ellen."""

from fractions import Fraction

import pytest

from podesta_engines import outcomes
from podesta_engines.pillars_of_the_earth.words import EVENT
from tests.engines.pillars_of_the_earth.pillars import gold, held, points, row, seat, table, who
from tests.kit.play import notes, open_kind, options, play, until

NEGATIVE = ["ev_william", "ev_conflict", "ev_town_wall", "ev_cold_winter", "ev_collapse"]
POSITIVE = ["ev_kings_gift", "ev_richard_metal", "ev_prior_wool", "ev_volunteers", "ev_archbishop"]


def test_any_event_left_is_revealed() -> None:
    """P-70, P-155: each remaining one is equally likely; it is open until the round is over, and never comes again."""
    p = table("event")
    assert [chance for _, chance in outcomes(p)] == [Fraction(1, 10)] * 10
    play(p, "ev_conflict")
    assert EVENT.slug(p.state.event) == "ev_conflict"
    until(p, "choose")
    assert p.state.event == -1
    assert not p.state.events >> EVENT.parse("ev_conflict") & 1


@pytest.mark.parametrize("event", NEGATIVE)
def test_the_bishop_protects_from_negative_events(event: str) -> None:
    """P-71, P-72, P-73: his visitor chooses, knowing the event; protected, the seat is not touched."""
    p = table("event", round=2, board={"bishop": 1}, p1={"gold": 9, "points": 5, "cards": ["forest_2"], "free": 9})
    play(p, event)
    assert who(p) == (1, "bishop")
    assert options(p) == ["protection", "resource.sand", "resource.wood", "resource.stone"]
    play(p, "protection")
    if event == "ev_collapse":
        assert who(p) == (0, "lose")
        play(p, "start_stonecutter")
    me = seat(p, 1)
    assert (me.gold, me.points, me.limited_next, len(me.row)) == (9, 5, False, 3)
    assert held(p, 1) == [0, 2, 0, 0]


@pytest.mark.parametrize("event", POSITIVE)
def test_positive_events_leave_the_cube(event: str) -> None:
    """P-72, P-73: there is nothing to be protected from; Thomas is not offered either (P-74)."""
    p = table("event", board={"bishop": 0}, p1={"privileges": ["pv_thomas"]})
    play(p, event)
    assert options(p) == ["resource.sand", "resource.wood", "resource.stone"]
    play(p, "resource.wood")
    assert open_kind(p) == "tax"
    assert held(p, 0)[1] == 1


def test_the_kings_gift_and_a_cube() -> None:
    """P-3, P-72, TV-45: at the bishop's with 28 gold: 30 gold and the cube."""
    p = table("event", board={"bishop": 0}, p0={"gold": 28})
    play(p, "ev_kings_gift", "resource.stone")
    assert (gold(p)[0], held(p, 0)) == (30, [0, 0, 1, 0])


def test_a_cube_in_need() -> None:
    """P-72, P-76, P-185, P-186, TV-44: the cube comes from the market's stock, and the conflict is suffered."""
    p = table("event", board={"bishop": 0}, p0={"points": 5})
    play(p, "ev_conflict", "resource.stone")
    assert (points(p)[0], held(p, 0), p.state.stock) == (3, [0, 0, 1, 0], [4, 4, 3])
    assert not p.state.board.count(0)


def test_a_bishops_cube_may_be_sold() -> None:
    """P-76, P-114, P-186: it is no purchase."""
    p = table("event", board={"bishop": 0, "market_1": 0})
    play(p, "ev_kings_gift", "resource.stone", "2")
    assert "sell.stone.1" in options(p)
    assert "buy.stone.4" not in options(p)


def test_thomas_protects_once() -> None:
    """P-74: offered to a seat without protection; used, the card leaves the game, declined it stays."""
    p = table("event", p0={"privileges": ["pv_thomas"], "points": 5}, p1={"points": 5})
    play(p, "ev_conflict")
    assert who(p) == (0, "thomas")
    play(p, "use")
    assert (points(p), seat(p, 0).privileges) == ([5, 3], 0)
    p = table("event", p0={"privileges": ["pv_thomas"], "points": 5})
    play(p, "ev_conflict", "decline")
    assert points(p)[0] == 3
    assert seat(p, 0).privileges


def test_bishop_first_then_thomas() -> None:
    """P-71, P-74, P-185: a seat that took the cube may still use Thomas; a protected one is not asked."""
    thomas = {"privileges": ["pv_thomas"], "points": 5}
    p = table("event", board={"bishop": 0}, p0=thomas)
    play(p, "ev_conflict", "resource.sand")
    assert who(p) == (0, "thomas")
    play(p, "use")
    assert points(p)[0] == 5
    p = table("event", board={"bishop": 0}, p0=thomas)
    play(p, "ev_conflict", "protection")
    assert open_kind(p) == "tax"


def test_protection_is_decided_in_turn_order() -> None:
    """P-9, P-71: the start player first, here with Thomas; then the bishop's visitor."""
    p = table("event", seats=3, start=2, board={"bishop": 0}, p2={"privileges": ["pv_thomas"]})
    play(p, "ev_town_wall")
    assert who(p) == (2, "thomas")
    play(p, "decline")
    assert who(p) == (0, "bishop")


def test_thomas_is_offered_even_if_the_event_does_nothing() -> None:
    """P-74: the town wall in round 6."""
    p = table("event", round=6, p0={"privileges": ["pv_thomas"]})
    play(p, "ev_town_wall")
    assert open_kind(p) == "thomas"


def test_williams_raid() -> None:
    """P-4, P-75, TV-9: with 1 gold three are missing: one point; with 9 gold five are left."""
    p = table("event", p0={"gold": 1, "points": 5}, p1={"gold": 9, "points": 5})
    play(p, "ev_william")
    assert (gold(p), points(p)) == ([0, 5], [4, 5])
    assert notes(p).count("shortfall") == 1


def test_raid_and_tax_are_two_shortfalls() -> None:
    """P-4, P-173: three missing and then three missing cost a point each, not three together."""
    p = table("event", p0={"gold": 1, "points": 5})
    play(p, "ev_william")
    seat(p, 0).gold = 2
    play(p, "5")
    assert (gold(p)[0], points(p)[0]) == (0, 3)


def test_conflict_stops_at_nothing() -> None:
    """P-5, P-75, P-174, TV-43: with one point, none is left."""
    p = table("event", p0={"points": 1}, p1={"points": 7})
    play(p, "ev_conflict")
    assert points(p) == [0, 5]


def test_the_kings_gift_and_richards_metal() -> None:
    """P-75: five gold, or a metal, for each seat."""
    p = table("event", seats=3, p0={"gold": 27}, p1={"gold": 2}, p2={"gold": 0})
    play(p, "ev_kings_gift")
    assert gold(p) == [30, 7, 5]
    p = table("event", seats=3)
    play(p, "ev_richard_metal")
    assert [player.cubes for player in p.state.players] == [[0, 0, 0, 1]] * 3


def test_the_priors_wool() -> None:
    """P-75, P-78, TV-40: seven workers in the mill bring five gold and then seven; three bring three twice."""
    p = table("event", p0={"mill": 7, "gold": 3, "free": 5}, p1={"mill": 3, "gold": 3, "free": 9})
    play(p, "ev_prior_wool")
    assert gold(p) == [15, 9]


def test_the_town_wall_limits_the_next_round() -> None:
    """P-75, P-183, P-152: the seats that are not protected, in the next round only."""
    p = table("event", seats=3, round=2, board={"bishop": 1})
    play(p, "ev_town_wall", "protection")
    assert [player.limited_next for player in p.state.players] == [True, False, True]
    assert not any(player.limited for player in p.state.players)
    until(p, "choose")
    assert [player.limited for player in p.state.players] == [True, False, True]
    until(p, "event")
    play(p, "ev_kings_gift")
    until(p, "choose")
    assert not any(player.limited for player in p.state.players)


def test_the_town_wall_in_the_last_round_does_nothing() -> None:
    """P-75, P-184: there is no next round."""
    p = table("event", round=6)
    play(p, "ev_town_wall")
    assert not any(player.limited_next for player in p.state.players)


def test_the_collapse_takes_a_craftsman_each() -> None:
    """P-75, P-188: in turn order, any own craftsman; two of three are left."""
    p = table("event", seats=3, start=1)
    play(p, "ev_collapse")
    found = []
    for _ in range(3):
        found.append(who(p))
        assert len(options(p)) == 3
        play(p, "start_woodworker")
    assert found == [(1, "lose"), (2, "lose"), (0, "lose")]
    assert row(p, 0) == ["start_mortar_mixer", "start_stonecutter"]


def test_a_lost_trade_is_lost_at_once() -> None:
    """P-187, P-192: without the woodworker no wood is bought in the same round."""
    p = table("event", board={"market_1": 0}, p0={"gold": 20})
    play(p, "ev_collapse", "start_woodworker", "start_woodworker", "2")
    assert open_kind(p) == "market"
    assert not [word for word in options(p) if word.startswith("buy.wood")]


def test_ellen_looks_at_the_event() -> None:
    """P-26: its holder alone sees the top event before the round; that one is revealed then."""
    p = table("prepare", round=3, p1={"privileges": ["pv_ellen"]}, kingsbridge=("pv_aliena", "pv_otto"))
    until(p, "peek")
    assert p.ask.seen_by == 1
    play(p, "ev_collapse")
    assert (p.state.peeked, seat(p, 1).secret.event) == (1, EVENT.parse("ev_collapse"))
    until(p, "event")
    assert outcomes(p) == [("ev_collapse", Fraction(1))]
    play(p, "ev_collapse")
    assert (p.state.peeked, seat(p, 1).secret.event, p.state.event) == (-1, -1, EVENT.parse("ev_collapse"))


def test_ellen_works_from_the_next_round() -> None:
    """P-26, P-82: received at Kingsbridge she shows the event of the next round."""
    p = table("kingsbridge", board={"kingsbridge_2": 0}, event="ev_conflict")
    assert p.state.peeked == -1
    until(p, "peek")
    assert (p.state.round, p.ask.seen_by) == (2, 0)


def test_effects_go_in_turn_order() -> None:
    """P-9, P-75: notes of gold go from the start player on."""
    p = table("event", seats=3, start=2)
    p.heard()
    play(p, "ev_kings_gift")
    assert [note.seat for note in p.heard() if note.kind == "gold_gained"][:3] == [2, 0, 1]
