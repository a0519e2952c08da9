"""Phase I: P-6 to P-8, P-30 to P-39."""

from podesta_engines.pillars_of_the_earth.pieces import has_trade
from podesta_engines.pillars_of_the_earth.words import MORTAR_MIXER, WOODWORKER
from tests.engines.pillars_of_the_earth.pillars import FULL, gold, row, running, seat, state, table, who
from tests.kit.play import notes, options, play, until

SUPPLY = ("gravel_pit_2", "gravel_pit_3", "forest_4", "quarry_2", "quarry_4")


def test_one_choice_each_in_turn_order() -> None:
    """P-9, P-30, P-35: round after round from the start player, one card a turn, without those who have passed."""
    p = table(
        "choose", seats=3, start=1, supply=("gravel_pit_2", "gravel_pit_3", "gravel_pit_4", "forest_2", "quarry_2")
    )
    found = []
    for word in ("take.gravel_pit_2", "pass", "take.gravel_pit_3", "take.quarry_2", "take.gravel_pit_4"):
        found.append(who(p)[0])
        play(p, word)
    assert found == [1, 2, 0, 1, 0]
    assert who(p) == (1, "choose")
    assert [player.cards.bit_count() for player in p.state.players] == [2, 2, 0]


def test_what_may_be_chosen() -> None:
    """P-31, P-32, P-33, TV-30: cards that can be manned, craftsmen that can be paid, and passing."""
    p = table("choose", supply=SUPPLY, hiring=("r6_sculptor", "r6_bellmaker"), p0={"free": 9, "gold": 9})
    assert options(p) == [
        "take.gravel_pit_2",
        "take.gravel_pit_3",
        "take.forest_4",
        "take.quarry_2",
        "take.r6_sculptor",
        "pass",
    ]


def test_a_resource_card_takes_its_workers() -> None:
    """P-32, P-78, TV-58: after the largest quarry two of twelve workers are free, enough for the smallest pit only."""
    p = table("choose", supply=("quarry_4", "gravel_pit_2", "forest_2"), p1={"out": True})
    play(p, "take.quarry_4")
    assert seat(p, 0).free == 2
    assert options(p) == ["take.gravel_pit_2", "pass"]


def test_who_can_take_nothing_passes() -> None:
    """P-10, P-38: a seat without workers and gold is not asked, and its passing is in a note."""
    p = table("choose", supply=("gravel_pit_2", "quarry_4"), p0={"free": 1})
    assert who(p) == (1, "choose")
    assert seat(p, 0).out
    assert notes(p) == ["passed"]


def test_hiring_costs_gold() -> None:
    """P-34, P-3: the sculptor of round 6 costs eight."""
    p = table("choose", hiring=("r6_sculptor", "r6_goldsmith"), p0={"gold": 20})
    play(p, "take.r6_sculptor")
    assert gold(p)[0] == 12
    assert row(p, 0)[-1] == "r6_sculptor"


def test_a_sixth_craftsman_is_dismissed_at_once() -> None:
    """P-7, P-33, P-34, TV-26: with five in the row the hiring is legal, and one of the six must go."""
    p = table("choose", hiring=("r2_carpenter", "r2_mason"), p0={"gold": 9, "row": FULL})
    play(p, "take.r2_carpenter")
    assert who(p) == (0, "dismiss")
    assert options(p) == [*FULL, "r2_carpenter"]
    play(p, "r1_tool_maker")
    assert row(p, 0) == [*FULL[:4], "r2_carpenter"]


def test_the_new_craftsman_may_be_dismissed() -> None:
    """P-7, P-195: pay only to deny."""
    p = table("choose", hiring=("r2_carpenter",), supply=SUPPLY, p0={"gold": 9, "row": FULL})
    play(p, "take.r2_carpenter", "r2_carpenter")
    assert row(p, 0) == list(FULL)
    assert gold(p)[0] == 6
    assert who(p) == (1, "choose")


def test_jack_makes_room_for_six() -> None:
    """P-7, P-196: with Jack Builder the sixth stays, the seventh is one too many."""
    p = table(
        "choose", hiring=("r2_carpenter", "r2_mason"), p0={"gold": 9, "row": FULL, "privileges": ["pv_jack_builder"]}
    )
    play(p, "take.r2_carpenter")
    assert len(row(p, 0)) == 6
    p = running(p.state, ("choose", 0))
    play(p, "take.r2_mason")
    assert len(options(p)) == 7


def test_a_trade_belongs_to_any_card_of_it() -> None:
    """P-8, TV-52, TV-53: the mortar mixer of round 1 and the master woodworker serve as well as the first ones."""
    g = state(p0={"row": ["r1_mortar_mixer", "r1_master_woodworker"]})
    assert has_trade(g, g.players[0], MORTAR_MIXER)
    assert has_trade(g, g.players[0], WOODWORKER)
    g = state(p0={"row": ["r1_mason"]})
    assert not has_trade(g, g.players[0], MORTAR_MIXER)


def test_the_last_player_goes_on_alone() -> None:
    """P-36: until the supply is empty or the player passes."""
    p = table("choose", supply=("gravel_pit_2", "gravel_pit_3", "forest_2"), p1={"out": True})
    play(p, "take.gravel_pit_2", "take.gravel_pit_3")
    assert who(p) == (0, "choose")
    play(p, "take.forest_2")
    assert who(p)[1] == "builder"


def test_all_pass_at_once() -> None:
    """P-36, P-39, P-203: the phase ends and every worker is in the mill."""
    p = table("choose", seats=3, supply=SUPPLY)
    play(p, "pass", "pass", "pass")
    assert [player.mill for player in p.state.players] == [12, 12, 12]
    assert [player.free for player in p.state.players] == [0, 0, 0]
    assert who(p)[1] == "builder"


def test_what_is_left_over() -> None:
    """P-37: craftsmen leave the game, resource cards join the nine again."""
    p = table("choose", supply=SUPPLY, hiring=("r2_mason",))
    play(p, "pass", "pass")
    assert (p.state.supply, p.state.hiring) == (0, [])
    assert "not_hired" in notes(p)
    for number in range(2):
        assert "r2_mason" not in row(p, number)


def test_workers_add_up() -> None:
    """P-6, P-39, P-169, P-206: free workers, on cards and in the mill are all there are, black and grey ones too."""
    p = table("choose", supply=("quarry_4", "gravel_pit_3"), p0={"free": 15, "grey": 2, "privileges": ["pv_otto"]})
    play(p, "take.quarry_4", "pass", "take.gravel_pit_3")
    assert seat(p, 0).mill == 1
    until(p, "tax")
    assert seat(p, 0).free == 15
