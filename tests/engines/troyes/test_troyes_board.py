"""The touches on the table of Troyes, and the motions of its pieces."""

import pytest

from podesta_engines import note_texts, questions
from podesta_engines.core.board import Motion, Target
from podesta_engines.core.position import Position
from tests.engines.troyes.troy import RULES, begin, options, say, table
from tests.laws.board.reading import TABLES, lying, moved, pieces


def touched(p: Position) -> dict[str, tuple[Target, ...]]:
    """The touches for each option of the open question."""
    question = questions(p, p.asks[0].seat)[0]
    return {option.word: tuple(option.targets) for option in question.options}


def ids(p: Position) -> dict[str, str]:
    """The same, if every option is one thing that is touched once."""
    assert all(target.role == "" and target.times == 1 for (target,) in touched(p).values())
    return {word: target.id for word, (target,) in touched(p).items()}


def moves(p: Position, *answers: str, lots: tuple[str, ...] = (), viewer: int | None = None) -> list[Motion]:
    """Answer; returns the motions shown to a viewer, which must lead from the pieces before to the pieces now."""
    p.heard()
    before = lying(p, viewer)
    say(p, *answers, lots=lots)
    found = [motion for note in note_texts(RULES, p.heard(), viewer) for motion in note.motions]
    assert moved(before, found, TABLES["troyes"].STOCKS) == lying(p, viewer)
    return found


def citizen(owner: int | str, origin: str, to: str) -> Motion:
    """A citizen who moves."""
    return Motion(f"s{owner}.citizen" if isinstance(owner, int) else f"{owner}.citizen", origin, to)


# -- touches ---------------------------------------------------------------------------------------------------------


def test_a_turn_is_touched_by_its_purpose() -> None:
    """T-101, T-130: a card, the cathedral, an event, a building, the general supply or a die, not a button for each."""
    p = table(dice={0: "r4 w2 y6"}, posts={"merchant": [0]}, influence=4, supply={0: 1}, deniers=0)
    assert ids(p) == {
        "activate.merchant": "card.merchant",
        "build": "cathedral",
        "combat.0": "target.0",
        "place.palace": "building.palace",
        "place.bishopric": "building.bishopric",
        "place.city_hall": "building.city_hall",
        "farm": "verb.farm",
        "pass": "!pass",
        "recruit": "s0.general",
        "flip": "verb.flip",
        "reroll.red.4": "die.seat_0.red.4",
        "reroll.white.2": "die.seat_0.white.2",
        "reroll.yellow.6": "die.seat_0.yellow.6",
    }


def test_dice_are_touched_where_they_lie() -> None:
    """T-110, T-111: an id names the district; to add no die is to pass."""
    p = table(dice={0: "y6", 1: "y6", "neutral": "y1"}, deniers=12)
    say(p, "farm")
    assert ids(p)["seat_1.yellow.6"] == "die.seat_1.yellow.6"
    say(p, "seat_0.yellow.6")
    assert ids(p) == {
        "seat_1.yellow.6": "die.seat_1.yellow.6",
        "neutral.yellow.1": "die.neutral.yellow.1",
        "done": "!pass",
    }


def test_a_citizen_is_touched_where_he_is() -> None:
    """T-142, T-201: in the supply, on a space, next to a card, or on the card if its spaces are taken."""
    posts = {"merchant": [1, 0], "priest": [1, 2, 0]}
    p = table(seats=3, dice={0: "r3"}, standing={"palace_5": 0}, posts=posts, supply={0: 1}, deniers=0)
    say(p, "place.palace")
    assert ids(p) == {
        "supply": "s0.supply",
        "palace_5": "space.palace_5",
        "card.merchant": "activity.yellow_1.second",
        "card.priest": "activity.white_1",
    }


def test_a_lying_citizen_is_touched_on_the_illustration() -> None:
    """T-201: if such citizens may be used."""
    p = table(dice={0: "r3"}, lying={"city_hall": [0]}, supply={0: 1}, deniers=0, lying_usable=True)
    say(p, "place.palace")
    assert ids(p) == {"supply": "s0.supply", "lying.city_hall": "building.city_hall"}


def test_events_that_are_alike_differ_by_their_places() -> None:
    """T-328: of two cards of Brigands the place is touched, and the pieces show which event is there."""
    p = table(dice={0: "r6"}, posts={"chivalry": [0]}, queue=["marauders", "brigands", "brigands"], deniers=0)
    p.state.agenda = [("mark", 0, 1, 0)]
    p = Position(RULES, p.state)
    assert ids(p) == {"0": "target.0", "1": "target.1", "2": "target.2"}
    assert [piece.zone for piece in pieces(p, 0) if piece.id == "event.brigands"] == ["target.1", "target.2"]


def test_amounts_are_touched_several_times() -> None:
    """T-150, T-303: the card as often as it is activated, buildings as often as the Miller is activated for them."""
    p = table(dice={0: "y6 y6 y6"}, posts={"miller": [0]}, standing={"palace_1": 0}, deniers=0)
    say(p, "activate.miller", "seat_0.yellow.6", "seat_0.yellow.6")
    assert touched(p)["2"] == (Target("card.miller", times=2),)
    say(p, "2")
    assert touched(p) == {
        "0": (Target("building.bishopric", times=2),),
        "1": (Target("building.palace"), Target("building.bishopric")),
        "2": (Target("building.palace", times=2),),
    }


def test_a_cube_is_touched_on_its_card() -> None:
    """T-160: or no cube."""
    p = table(dice={0: "y6"}, cards=["priest"], cubes={0: {"priest": 1}}, deniers=0)
    say(p, "farm")
    assert ids(p) == {"none": "!pass", "priest": "card.priest"}


def test_black_dice_are_touched_to_counter_them() -> None:
    """T-80, T-85: the highest to begin with, then others or none."""
    p = table(dice={0: "r6 r1"}, black="5 4", influence=1, task=("prepare", 0))
    assert ids(p)["done"] == "foe.5"
    say(p, "done")
    assert ids(p) == {"4": "foe.4", "done": "!pass"}


# -- what moves ------------------------------------------------------------------------------------------------------


def test_a_row_shifts_and_its_last_citizen_is_expelled() -> None:
    """T-203, T-204: first the citizen who leaves, then those who shift, then the one who enters."""
    standing = {"city_hall_a1": 1, "city_hall_a2": "neutral"}
    p = table(dice={0: "y1", 1: "w1"}, standing=standing, supply={0: 1}, deniers=0)
    found = moves(p, "place.city_hall")
    assert [motion for motion in found if motion.piece.endswith("citizen")] == [
        citizen("neutral", "space.city_hall_a2", "building.city_hall"),
        citizen(1, "space.city_hall_a1", "space.city_hall_a2"),
        citizen(0, "s0.supply", "space.city_hall_a1"),
    ]


def test_a_tradesman_leaves_his_space() -> None:
    """T-144, T-208: he goes straight to the building; none moves up."""
    p = table(dice={0: "r3", 1: "w1"}, posts={"merchant": [0, 1]}, deniers=0)
    (walk,) = [motion for motion in moves(p, "place.palace") if motion.piece == "s0.citizen"]
    assert walk.origin.endswith(".first")
    assert walk.to == "space.palace_3"


def test_events_move_up_with_their_cubes() -> None:
    """T-184, T-185: cubes go home, the card goes to its taker, those behind it move left with their cubes."""
    queue = ["marauders", "drought", "brigands", "war"]
    p = table(dice={0: "y6 y6", 1: "w1"}, queue=queue, marks={1: [0, 0], 2: [1, 0]}, deniers=0)
    found = moves(p, "combat.1", "done")
    assert Motion("event.drought", "target.1", "s0.events") in found
    assert found[-4:] == [
        Motion("event.brigands", "target.2", "target.1"),
        Motion("event.war", "target.3", "target.2"),
        Motion("s1.cube", "target.2", "target.1"),
        Motion("s0.cube", "target.2", "target.1"),
    ]


def test_deniers_go_from_who_buys_to_who_sells() -> None:
    """T-112: to the seat, and for neutral dice to the bank."""
    p = table(dice={0: "y6", 1: "y6", "neutral": "y1"}, deniers=12)
    found = moves(p, "farm", "seat_0.yellow.6", "seat_1.yellow.6", "neutral.yellow.1")
    assert Motion("denier", "s0.deniers", "s1.deniers", 6) in found
    assert Motion("denier", "s0.deniers", "bank", 6) in found
    assert Motion("die.seat_1.yellow.6", "s1.district", "dice") in found


def test_taxes_go_from_hand_to_hand() -> None:
    """T-321: others pay the collector, the bank pays for neutral citizens."""
    standing = {"city_hall_a1": 1, "city_hall_a2": "neutral"}
    p = table(dice={0: "r6", 1: "w1"}, posts={"tax_collector": [0]}, standing=standing, deniers=5)
    found = moves(p, "activate.tax_collector", *(["1"] if "1" in options(p) else []))
    assert [motion for motion in found if motion.piece == "denier"] == [
        Motion("denier", "s1.deniers", "s0.deniers", 1),
        Motion("denier", "bank", "s0.deniers", 1),
    ]


def test_a_die_turns_where_it_lies() -> None:
    """T-22, T-130: and the marker goes back along the influence track."""
    p = table(dice={0: "r6", 1: "w1"}, influence=5)
    assert moves(p, "flip") == [
        Motion("s0.influence", "influence_5", "influence_1", path=("influence_4", "influence_3", "influence_2")),
        Motion("die.seat_0.red.1", "s0.district", "s0.district", was="die.seat_0.red.6"),
    ]


def test_unused_dice_are_cleared_when_the_round_ends() -> None:
    """T-240 to T-243: dice are removed, lying citizens stand up, deniers go to the hand, the tile is passed on."""
    p = table(dice={0: "y6", "neutral": "y2"}, lying={"palace": [1]}, deniers=0)
    found = moves(p, "pass")
    assert Motion("die.neutral.yellow.2", "neutral.district", "dice") in found
    assert citizen(1, "building.palace", "s1.supply") in found
    assert Motion("denier", "s0.district", "s0.deniers", 2) in found
    assert Motion("start_player", "s0.start_player", "s1.start_player") in found


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_characters_lie_face_down_before_others(viewer: int | None) -> None:
    """T-6, T-400: a seat sees its own characters, others two backs; the tile is there from the beginning."""
    p = begin(2, first_seat=1)
    seen = {piece.id for piece in pieces(p, viewer) if piece.zone.endswith("characters")}
    assert {name for name in seen if not name.startswith("character.")} == {
        f"s{seat}.character" for seat in (0, 1) if seat != viewer
    }
    assert len(seen) == (2 if viewer is None else 3)
    tile = [
        motion for note in note_texts(RULES, p.heard(), viewer) for motion in note.motions if "start" in motion.piece
    ]
    assert tile == []
