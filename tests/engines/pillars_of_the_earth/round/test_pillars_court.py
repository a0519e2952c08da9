"""Steps 9 to 11: court, Shiring, castle: P-90 to P-105."""

from fractions import Fraction

import pytest

from podesta_engines import outcomes
from podesta_engines.pillars_of_the_earth.words import SHIRING
from tests.engines.pillars_of_the_earth.pillars import (
    FULL,
    gold,
    held,
    on_board,
    points,
    row,
    running,
    seat,
    table,
    who,
)
from tests.kit.play import fate, notes, open_kind, options, play, until

# -- 9. court --------------------------------------------------------------------------------------------------------


def test_the_first_at_court_gets_metal() -> None:
    """P-90, P-92, P-93: once, and no tax; a second own builder brings nothing more."""
    p = table("court", board={"court_1": 0, "court_2": 0}, p0={"gold": 9}, p1={"gold": 9})
    play(p, "4")
    assert (held(p, 0)[3], gold(p)) == (1, [9, 5])
    assert seat(p, 0).bag == 3


def test_others_at_court_pay_nothing() -> None:
    """P-92, TV-11: on the third space, tax 4: 9 gold stay, no metal."""
    p = table("court", seats=3, board={"court_1": 1, "court_2": 2, "court_3": 0}, p0={"gold": 9})
    play(p, "4")
    assert (gold(p)[0], held(p, 0)[3]) == (9, 0)


def test_the_tax_die() -> None:
    """P-91, P-155: 2 and 5 with one sixth, 3 and 4 with two; rolled even if all are at court."""
    p = table("court", board={"court_1": 0, "court_2": 1})
    assert outcomes(p) == [("2", Fraction(1, 6)), ("3", Fraction(1, 3)), ("4", Fraction(1, 3)), ("5", Fraction(1, 6))]


@pytest.mark.parametrize(
    ("tax", "before", "after"),
    [(5, (4, 5), (0, 5)), (5, (2, 5), (0, 4)), (3, (9, 5), (6, 5)), (5, (0, 5), (0, 3)), (5, (0, 1), (0, 0))],
)
def test_tax_and_shortfall(tax: int, before: tuple[int, int], after: tuple[int, int]) -> None:
    """P-4, P-95, P-171, P-172, P-174, TV-10: missing gold costs half as many points, rounded down."""
    p = table("court", p0=dict(zip(("gold", "points"), before, strict=True)))
    play(p, str(tax))
    assert (gold(p)[0], points(p)[0]) == after


@pytest.mark.parametrize("tax", ["2", "5"])
def test_francis(tax: str) -> None:
    """P-95, P-198, TV-49: two gold, whatever the die shows."""
    p = table("court", p0={"gold": 10, "privileges": ["pv_francis"]})
    play(p, tax)
    assert gold(p)[0] == 8


def test_the_exemption_is_offered_after_the_roll() -> None:
    """P-94: used, nothing is paid and the card leaves the game; declined, it stays and the tax is paid."""
    for answer, left, kept in (("use", 10, False), ("decline", 5, True)):
        p = table("court", p0={"gold": 10, "privileges": ["pv_tax_exemption"]})
        play(p, "5")
        assert who(p) == (0, "tax_exemption")
        play(p, answer)
        assert (gold(p)[0], bool(seat(p, 0).privileges)) == (left, kept)


def test_no_exemption_at_court() -> None:
    """P-92, P-94: a player who pays nothing is not asked."""
    p = table("court", board={"court_2": 0}, p0={"privileges": ["pv_tax_exemption"]})
    play(p, "5")
    assert open_kind(p) != "tax_exemption"


# -- 10. Shiring -----------------------------------------------------------------------------------------------------


def test_shiring_costs_nothing() -> None:
    """P-100, P-101, P-102: the craftsman joins at no cost; that of an empty space leaves the game."""
    p = table("shiring", board={"shiring_2": 1}, p1={"gold": 0, "cubes": "1 stone"})
    assert row(p, 1)[-1] == "r6_goldsmith"
    assert gold(p)[1] == 0
    assert notes(p).count("not_hired") == 1
    assert seat(p, 1).bag == 3


def test_space_one_before_space_two() -> None:
    """P-9, P-100: not in turn order; over the limit one is dismissed (P-7)."""
    p = table("shiring", board={"shiring_1": 1, "shiring_2": 0}, p0={"row": FULL}, p1={"row": FULL})
    assert who(p) == (1, "dismiss")
    assert options(p) == [*FULL, "r6_sculptor"]
    play(p, "start_mortar_mixer")
    assert who(p) == (0, "dismiss")


def test_builders_stay_at_shiring_until_both_craftsmen_have_joined() -> None:
    """P-96, P-100: while the second seat dismisses, both still stand there; then both return at once."""
    p = table("shiring", board={"shiring_1": 1, "shiring_2": 0}, p0={"row": FULL}, p1={"row": FULL})
    play(p, "start_mortar_mixer")
    assert who(p) == (0, "dismiss")
    assert (on_board(p), [player.bag for player in p.state.players]) == ({"shiring_1": 1, "shiring_2": 0}, [2, 2])
    play(p, "start_mortar_mixer")
    assert (on_board(p), [player.bag for player in p.state.players]) == ({}, [3, 3])


@pytest.mark.parametrize("taken", [1, 2])
def test_nobody_s_craftsman_leaves_when_the_others_have_joined(taken: int) -> None:
    """P-101: while a seat dismisses, the craftsman of the empty space is still there."""
    p = table("shiring", board={f"shiring_{taken}": 0}, p0={"row": FULL})
    assert who(p) == (0, "dismiss")
    unclaimed = p.state.shiring[2 - taken]
    assert (p.state.shiring[taken - 1], unclaimed >= 0) == (-1, True)
    play(p, "r1_mason")
    assert p.state.shiring == [-1, -1]
    assert [note.args for note in p.heard() if note.kind == "not_hired"] == [(unclaimed, (SHIRING + 2 - taken,))]


def test_a_craftsman_of_shiring_works_in_the_same_round() -> None:
    """P-102: a new stonecutter's trade counts in the market, a new sculptor in the cathedral."""
    p = table(
        "shiring",
        round=6,
        board={"shiring_1": 0, "market_1": 0},
        shiring=("r6_sculptor", "r6_goldsmith"),
        p0={"cubes": "2 stone", "gold": 5},
    )
    play(p, "leave")
    assert "use.r6_sculptor.2" in options(p)


# -- 11. castle ------------------------------------------------------------------------------------------------------


def test_grey_workers_serve_in_the_next_round_only() -> None:
    """P-6, P-104, P-105, TV-31: the castle in round 2 means fourteen workers in round 3 and twelve in round 4."""
    p = table("castle", round=2, board={"castle": 0})
    until(p, "choose")
    assert (p.state.round, seat(p, 0).free, seat(p, 0).grey) == (3, 14, 2)
    p = running(p.state, ("step", 18))
    until(p, "choose")
    assert (p.state.round, seat(p, 0).free, seat(p, 0).grey) == (4, 12, 0)


def test_the_castle_twice_in_a_row() -> None:
    """P-105: the same player may have it in successive rounds: still two more."""
    p = table("castle", round=2, board={"castle": 0}, p0={"grey": 2, "free": 14})
    until(p, "choose")
    assert (seat(p, 0).free, seat(p, 0).grey) == (14, 2)


def test_the_castle_in_the_last_round() -> None:
    """P-105, P-151: it does nothing."""
    p = table("castle", round=6, board={"castle": 0})
    assert seat(p, 0).granted == 0


def test_builders_return_when_their_location_is_done() -> None:
    """P-96: after the castle only market and cathedral are still occupied."""
    board = {"bishop": 0, "kingsbridge_1": 1, "priory_1": 0, "court_1": 1, "shiring_1": 0, "castle": 1, "market_1": 2}
    p = table("bishop", seats=4, board={**board, "cathedral": 2}, p2={"gold": 20})
    fate(p)
    until(p, "market")
    assert on_board(p) == {"market_1": 2, "cathedral": 2}
