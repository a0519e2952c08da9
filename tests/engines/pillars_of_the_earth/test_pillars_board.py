"""The table as drawn: locations of pieces, touches of answers, motions of notes: P-16, P-26, P-50 to P-152."""

from podesta_engines import note_texts, questions
from podesta_engines.core.board import Motion, Target
from podesta_engines.core.position import Position
from podesta_engines.pillars_of_the_earth.words import PHASE, PREPARE
from tests.engines.pillars_of_the_earth.pillars import RULES, begin, running, state, table
from tests.kit.play import fate, play, until
from tests.laws.board.piece import Piece
from tests.laws.board.reading import pieces


def touched(p: Position, seat: int) -> dict[str, tuple[Target, ...]]:
    """The touches for each option of a seat's question."""
    (question,) = questions(p, seat)
    return {option.word: tuple(option.targets) for option in question.options}


def moves(p: Position, viewer: int | None, *kinds: str) -> list[Motion]:
    """The motions of the notes since the last call, of these kinds."""
    return [motion for note in note_texts(RULES, p.heard(), viewer) if note.kind in kinds for motion in note.motions]


def lying(p: Position, zone: str, viewer: int | None = None) -> dict[str, int]:
    """The number of each piece in a zone."""
    return {piece.id: piece.count for piece in pieces(p, viewer) if piece.zone == zone}


# -- pieces ----------------------------------------------------------------------------------------------------------


def test_the_table_before_the_first_question() -> None:
    """P-12, P-14, P-15, P-16, P-150: decks face down, workers at the castle, the nave with the start player."""
    p = begin(2, start_seat=1)
    assert lying(p, "event_deck") == {"event_card": 6}
    assert lying(p, "privilege_deck") == {"privilege_card": 10}
    assert lying(p, "craftsman_deck") == {"craftsman_card": 20}
    assert (lying(p, "grey_workers"), lying(p, "black_worker")) == ({"grey_worker": 4}, {"black_worker": 1})
    assert lying(p, "s1.start") == {"piece.nave": 1}
    assert lying(p, "pieces") == dict.fromkeys(
        ("piece.portal", "piece.apse", "piece.tower_1", "piece.tower_2", "piece.roof"), 1
    )
    assert lying(p, "bag") == {"s0.builder": 3, "s1.builder": 3}
    assert (lying(p, "s1.gold"), lying(p, "s0.gold")) == ({"gold": 20}, {"gold": 21})


def test_workers_stand_where_their_card_sent_them() -> None:
    """P-32: four in the gravel pit, six in the forest; the others at home."""
    p = table("choose", supply=["forest_3", "gravel_pit_3"], p0={"gold": 0}, p1={"gold": 0})
    play(p, "take.forest_3", "take.gravel_pit_3")
    assert lying(p, "forest") == {"s0.worker": 6}
    assert lying(p, "gravel_pit") == {"s1.worker": 4}
    assert moves(p, None, "card_taken")[:2] == [
        Motion("resource_card.forest_3", "supply", "s0.resource_cards"),
        Motion("s0.worker", "s0.workers", "forest", 6),
    ]


# -- targets ---------------------------------------------------------------------------------------------------------


def test_remigius_is_touched_beside_the_space() -> None:
    """P-53: the space alone is paid for; passing touches nothing."""
    found = touched(play(table("draw_builders", p0={"privileges": ["pv_remigius"], "gold": 20}), "0", "keep"), 0)
    assert found["place.castle"] == (Target("space.castle"),)
    assert found["place_free.castle"] == (Target("space.castle"), Target("privilege.pv_remigius"))
    assert found["pass"] == (Target("!pass"),)


def test_to_draw_again_the_bag_is_touched() -> None:
    """P-52."""
    found = touched(play(table("draw_builders"), "1"), 0)
    assert found == {"keep": (Target("!pass"),), "redraw": (Target("bag"),)}


def test_the_bishop_is_asked_at_the_event_or_at_the_market() -> None:
    """P-72: protection is the event's card, a cube is at the market."""
    found = touched(play(table("event", board={"bishop": 1}), "ev_william"), 1)
    assert found["protection"] == (Target("event.ev_william"),)
    assert found["resource.stone"] == (Target("market_stone"),)


def test_cubes_are_bought_at_the_market_and_sold_from_home() -> None:
    """P-112, P-113: as often as cubes are wanted."""
    found = touched(fate(table("market", board={"market_1": 0}, p0={"cubes": "2 sand", "gold": 9})), 0)
    assert found["buy.sand.2"] == (Target("market_sand", times=2),)
    assert found["sell.sand.2"] == (Target("s0.sand", times=2),)
    assert found["leave"] == (Target("!pass"),)


def test_craftsmen_are_touched_as_often_as_they_work() -> None:
    """P-133."""
    found = touched(table("cathedral", p0={"cubes": "6 wood"}), 0)
    assert found["use.start_woodworker.3"] == (Target("craftsman.start_woodworker", times=3),)


def test_five_cubes_are_counted_out() -> None:
    """P-141: every five of the cubes as amounts of each kind."""
    p = table("cathedral", p0={"cubes": "4 sand 4 wood 4 stone 4 metal", "row": ["r2_architect", "r2_mason"]})
    found = touched(play(p, "done"), 0)
    assert len(found) == 52
    assert all(sum(target.times for target in targets) == 5 for targets in found.values())
    assert found["0.1.0.4"] == (Target("s0.wood", times=1), Target("s0.metal", times=4))


# -- motions ---------------------------------------------------------------------------------------------------------


def test_only_who_has_seen_the_event_sees_its_card_move() -> None:
    """P-26, P-70: for the others it was a back until it was revealed."""
    p = table("prepare", seats=3, round=2, p1={"privileges": ["pv_ellen"]}, kingsbridge=("pv_aliena", "pv_otto"))
    play(until(p, "peek"), "ev_collapse")
    assert (lying(p, "event_deck", 1), lying(p, "event_deck", 0)) == (
        {"event.ev_collapse": 1, "event_card": 5},
        {"event_card": 6},
    )
    heard = list(p.heard())
    p.state.journal = list(heard)
    assert moves(p, 0, "event_seen") == []
    p.state.journal = heard
    assert moves(p, 1, "event_seen") == [Motion("event.ev_collapse", "event_deck", "event_deck", was="event_card")]
    heard = until(p, "protect", "lose").heard()
    assert [note.args for note in heard if note.kind == "event_revealed"] == [(9, (1,))]
    for viewer, was in ((1, ""), (0, "event_card"), (None, "event_card")):
        (revealed,) = (note for note in note_texts(RULES, heard, viewer) if note.kind == "event_revealed")
        assert revealed.motions == (Motion("event.ev_collapse", "event_deck", "event", was=was),)


def test_the_marker_falls_with_each_builder() -> None:
    """P-53, P-55: from the drawn builder's cost by one, even if Remigius pays."""
    p = table("draw_builders", p0={"privileges": ["pv_remigius"]})
    play(p, "0", "keep", "place_free.castle")
    assert moves(p, None, "placed") == [
        Motion("s0.builder", "drawn", "space.castle"),
        Motion("cost_marker", "wheel_7", "wheel_6"),
    ]


def test_with_two_players_the_marker_runs_to_zero() -> None:
    """P-57: past every cost that was not paid; then the seat that passed places from the wheel (P-58)."""
    g = state()
    g.cost, g.wheel[7], g.players[0].bag = 2, 0, 2
    p = running(g, ("step", PHASE.parse("place_passed") - PREPARE))
    assert moves(p, None, "cost_dropped") == [Motion("cost_marker", "wheel_2", "wheel_0", path=("wheel_1",))]
    play(p, "place.cathedral")
    assert moves(p, None, "placed_later") == [Motion("s0.builder", "wheel_7", "space.cathedral")]


def test_the_bishops_cube_comes_from_the_market() -> None:
    """P-76, P-96: and his visitor goes back into the bag."""
    p = play(table("event", board={"bishop": 1}), "ev_william", "resource.stone")
    found = moves(p, None, "cube_from_market", "cubes_gained")
    assert found == [
        Motion("s1.builder", "space.bishop", "bag"),
        Motion("resource.stone", "market_stone", "s1.stone"),
    ]


def test_otto_brings_the_black_worker() -> None:
    """P-6, P-80: one more worker at home; a card that acts at once leaves the game."""
    p = table("kingsbridge", board={"kingsbridge_1": 0, "kingsbridge_2": 1}, kingsbridge=("pv_otto", "pv_toledo"))
    assert moves(p, None, "privilege_taken") == [
        Motion("privilege.pv_otto", "space.kingsbridge_1", "s0.privileges"),
        Motion("s0.worker", "black_worker", "s0.workers", was="black_worker"),
        Motion("s0.builder", "space.kingsbridge_1", "bag"),
        Motion("privilege.pv_toledo", "space.kingsbridge_2", ""),
        Motion("s1.builder", "space.kingsbridge_2", "bag"),
    ]
    assert (lying(p, "black_worker"), lying(p, "s0.workers")) == ({}, {"s0.worker": 13})


def test_grey_workers_come_and_go() -> None:
    """P-104, P-105: those of this round go home, those of the next one join."""
    p = table("new_start", event="ev_volunteers", p0={"grey": 2, "free": 14}, p1={"granted": 2})
    assert moves(p, None, "grey_workers_home", "grey_workers_joined") == [
        Motion("grey_worker", "s0.workers", "grey_workers", 2, "s0.worker"),
        Motion("s1.worker", "s1.next_workers", "s1.workers", 2, "grey_worker"),
    ]


def test_the_builders_at_court_go_home_together() -> None:
    """P-96: after the tax, whatever their owners."""
    p = play(table("court", board={"court_1": 1, "court_2": 0, "market_1": 0}), "3")
    assert moves(p, None, "builders_returned") == [
        Motion("s1.builder", "space.court_1", "bag"),
        Motion("s0.builder", "space.court_2", "bag"),
    ]
    assert Piece("tax_die.3", "tax") in pieces(p, None)


def test_the_next_piece_of_the_cathedral_goes_to_the_start_player() -> None:
    """P-96, P-143, P-150, P-152: with the builder back in the bag, the event gone and the die at rest."""
    g = state(board={"cathedral": 1}, event="ev_conflict")
    g.tax = 4
    p = running(g, ("step", PHASE.parse("new_start") - PREPARE))
    assert moves(p, None, "next_start") == [
        Motion("s1.builder", "space.cathedral", "bag"),
        Motion("piece.portal", "pieces", "s1.start"),
        Motion("event.ev_conflict", "event", ""),
        Motion("tax_die", "tax", "tax", was="tax_die.4"),
    ]
