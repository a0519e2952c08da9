"""Phase 4, the persons: N-50 to N-67 and their edge cases."""

import pytest

from podesta_engines import observe, questions
from tests.engines.notre_dame.dame import card, hire, markers, me, message, table
from tests.kit.play import asked, notes, options, say

SECTORS = ("hospital", "park", "residence", "cloister_school", "bank", "carriage_house", "hotel")


# -- hiring ------------------------------------------------------------------------------------------------------------


def test_one_person_or_nobody() -> None:
    """N-50: the three on display, or none; then it is the next seat's turn."""
    p = table([("hire", 0)], persons=["monk", "usurer", "lawyer"])
    assert options(p) == ["monk", "usurer", "lawyer", "nobody"]
    say(p, "nobody")
    assert asked(p) == (1, "hire_person")
    assert me(p).gold == 3


def test_several_may_hire_the_same_person() -> None:
    """N-50: each once in the round, each for 1 gold."""
    p = table([("hire", 0)], persons=["monk", "usurer", "lawyer"])
    say(p, "monk", "monk", "monk", "monk")
    assert asked(p) is None
    assert [(player.prestige, player.gold) for player in p.state.players] == [(1, 2)] * 4


def test_without_gold_nobody_is_asked() -> None:
    """N-50: a seat with 0 gold is passed over; one with 1 is asked even if it gains nothing."""
    p = table([("hire", 0)], players={0: {"gold": 0}, 1: {"gold": 1}}, persons=["lawyer"])
    assert asked(p) == (1, "hire_person")
    say(p, "lawyer")
    assert (me(p, 1).gold, me(p, 1).prestige) == (0, 0)


def test_gold_is_paid_first() -> None:
    """N-51, R-22: the coin just paid can come back from innkeeper or usurer, though the supply was empty."""
    poor = {1: {"gold": 8}, 2: {"gold": 8}, 3: {"gold": 8}}
    p = hire("usurer", gold=1, players=poor)
    assert [player.gold for player in p.state.players] == [2, 7, 8, 8]
    q = hire("innkeeper", gold=1, rat=0, general=0, supply=14, players=poor)
    assert (me(q).gold, me(q).prestige, asked(q)) == (1, 3, None)


@pytest.mark.parametrize("person", ["minstrel", "fool", "bishop"])
def test_who_cannot_act_is_not_on_offer(person: str) -> None:
    """N-52, R-21, D-15: minstrel and fool need a piece, the bishop a marker of the general supply."""
    p = table([("hire_person", 0)], players={0: {"general": 0}}, persons=["monk", person])
    assert options(p) == ["monk", "nobody"]


def test_who_can_act_is_on_offer() -> None:
    """N-52, R-21: the fool with a marker on Notre Dame alone, the minstrel not; both with a friend."""
    on_tile = table([("hire_person", 0)], players={0: {"notre_dame": 1}}, persons=["minstrel", "fool"])
    assert options(on_tile) == ["fool", "nobody"]
    friend = table([("hire_person", 0)], players={0: {"friend": "bank"}}, persons=["minstrel", "fool"])
    assert options(friend) == ["minstrel", "fool", "nobody"]


def test_the_bishop_needs_an_empty_sector() -> None:
    """N-52, N-61: the friend alone fills a sector."""
    six = dict.fromkeys(SECTORS[1:], 1)
    p = table([("hire_person", 0)], players={0: {**six, "friend": "hospital"}}, persons=["bishop", "monk"])
    assert options(p) == ["monk", "nobody"]
    q = table([("hire_person", 0)], players={0: six}, persons=["bishop", "monk"])
    assert options(q) == ["bishop", "monk", "nobody"]


# -- brown persons -----------------------------------------------------------------------------------------------------


def test_innkeeper() -> None:
    """N-53, N-12: 3 prestige as one award, then a choice."""
    p = hire("innkeeper", park=2, rat=2)
    assert options(p) == ["gold", "marker", "rat"]
    assert me(p).prestige == 4
    say(p, "rat")
    assert (me(p).rat, me(p).gold) == (1, 2)


def test_minstrel() -> None:
    """N-54: one to three pieces together, the friend if wanted, to another sector, which does not act."""
    p = hire("minstrel", bank=2, friend="bank", hotel=1, notre_dame=1)
    assert options(p) == [
        "bank.markers_1",
        "bank.markers_2",
        "bank.friend",
        "bank.friend_markers_1",
        "bank.friend_markers_2",
        "hotel.markers_1",
    ]
    say(p, "bank.friend_markers_2")
    assert observe(p, 1).moving == "bank.friend_markers_2"
    assert options(p) == [sector for sector in SECTORS if sector != "bank"]
    say(p, "residence")
    assert (markers(p, "bank"), markers(p, "residence"), me(p).prestige) == (0, 2, 0)
    assert observe(p, 1).players[0].friend == "residence"
    assert observe(p, 1).moving is None


def test_the_minstrel_moves_at_most_three() -> None:
    """N-54: of five markers one, two or three."""
    p = hire("minstrel", bank=5)
    assert options(p) == ["bank.markers_1", "bank.markers_2", "bank.markers_3"]


def test_monk() -> None:
    """N-55: 2 markers and 1 prestige."""
    p = hire("monk", park=2)
    assert (me(p).supply, me(p).prestige) == (6, 2)


def test_the_fool_drives_the_carriage() -> None:
    """N-56, N-43, T-23: a marker goes from the bank to the carriage house with 2: up to 3 steps, and a message."""
    p = hire("fool", bank=1, carriage_house=2, squares={"b2_outer_left": "m4"})
    say(p, "bank.markers_1", "carriage_house")
    assert questions(p, 0)[0].about == {"steps": "3"}
    say(p, "b2_outer_left")
    assert (me(p).prestige, message(p, "b2_outer_left")) == (4, None)
    assert markers(p, "bank") == 0


def test_the_fool_takes_any_single_piece() -> None:
    """N-56, N-49: a marker of a sector or of Notre Dame, or the friend; not to Notre Dame, nor to the same sector."""
    p = hire("fool", bank=2, notre_dame=1, friend="hotel")
    assert options(p) == ["bank.markers_1", "notre_dame.markers_1", "hotel.friend"]
    say(p, "hotel.friend")
    assert options(p) == [sector for sector in SECTORS if sector != "hotel"]
    say(p, "bank")
    assert me(p).gold == 2 + 3


def test_the_fool_takes_a_marker_of_notre_dame() -> None:
    """N-56: to any of the seven sectors, counted after the move."""
    p = hire("fool", notre_dame=1, residence=1)
    say(p, "notre_dame.markers_1")
    assert options(p) == list(SECTORS)
    say(p, "residence")
    assert (me(p).prestige, markers(p, "notre_dame")) == (2, 0)


def test_a_friend_outside_stays_there() -> None:
    """N-56, R-21: the fool cannot bring him in."""
    p = hire("fool", bank=1, hotel=1)
    assert options(p) == ["bank.markers_1", "hotel.markers_1"]


def test_usurer() -> None:
    """N-57: 2 gold and 1 prestige."""
    p = hire("usurer")
    assert (me(p).gold, me(p).prestige) == (4, 1)


def test_doctor() -> None:
    """N-58, N-71, T-24: the display shows 6; rat 7, hospital 1 and the friend: back to 5."""
    display = ["doctor", "fool", "usurer"]
    own = {"rat": 7, "hospital": 1, "friend": "hospital"}
    p = table([("hire_person", 0), ("plague", 0)], players={0: own}, persons=display)
    say(p, "doctor")
    assert observe(p, None).players[0].hired == "doctor"
    assert (me(p).rat, me(p, 1).rat) == (5, 6)


# -- grey persons ------------------------------------------------------------------------------------------------------


def test_city_guard() -> None:
    """N-59: markers in sectors and on Notre Dame, and the friend; supplies do not count."""
    assert me(hire("city_guard", bank=2, hotel=1, notre_dame=2, friend="bank")).prestige == 6
    assert me(hire("city_guard", bank=2)).prestige == 2


def test_night_watch() -> None:
    """N-60: sectors without a piece; neither harbour nor Notre Dame."""
    assert me(hire("night_watch", bank=2, friend="hotel")).prestige == 5
    assert me(hire("night_watch", notre_dame=1)).prestige == 7


def test_bishop() -> None:
    """N-61, R-20: a marker of the general supply into an empty sector, which is used with one piece."""
    p = hire("bishop", bank=1, supply=2, residence=1)
    assert options(p) == ["hospital", "park", "cloister_school", "carriage_house", "hotel"]
    say(p, "cloister_school")
    assert (markers(p, "cloister_school"), me(p).supply, me(p).general) == (1, 3, 8)


@pytest.mark.parametrize("sector", SECTORS)
def test_the_bishop_uses_any_sector_once(sector: str) -> None:
    """R-20, N-61, N-52: one step, choice, marker, gold or prestige, or the rat one back."""
    p = hire("bishop", rat=5, gold=1)
    say(p, sector)
    if sector == "carriage_house":
        assert questions(p, 0)[0].about == {"steps": "1"}
    elif sector == "hotel":
        assert options(p) == ["gold", "marker", "rat"]
    else:
        gains = (me(p).prestige, me(p).gold, me(p).supply - 4, 5 - me(p).rat)
        assert sum(gains) == 1
    assert me(p).general == (8 if sector == "cloister_school" else 9)


def test_the_bishop_takes_the_last_marker() -> None:
    """R-20, N-9: the cloister school then gives none."""
    p = hire("bishop", general=1)
    p.listen()
    say(p, "cloister_school")
    assert (me(p).general, me(p).supply) == (0, 4)
    assert "markers_gained" not in notes(p)


def test_guild_master() -> None:
    """N-62: 2 for each sector with two pieces, the friend counts."""
    assert me(hire("guild_master", bank=2, hotel=3, park=1, friend="park")).prestige == 6 + 1
    assert me(hire("guild_master", bank=1, notre_dame=4)).prestige == 0


@pytest.mark.parametrize(("rat", "prestige"), [(4, 5), (0, 9), (9, 0)])
def test_beggar_king(rat: int, prestige: int) -> None:
    """N-63, T-26: on 4 the five spaces 5 to 9."""
    assert me(hire("beggar_king", rat=rat)).prestige == prestige


@pytest.mark.parametrize(("held", "prestige"), [(0, 0), (1, 0), (2, 3), (5, 6)])
def test_lawyer(held: int, prestige: int) -> None:
    """N-64, T-27: 3 for each two messages."""
    spread = {"yellow": (held + 1) // 2, "red": held // 2}
    assert me(hire("lawyer", messages=spread)).prestige == prestige


def test_lawyer_with_a_park() -> None:
    """N-64, N-12, T-13c: five messages and two pieces in the park: 6 and 1."""
    assert me(hire("lawyer", messages={"yellow": 3, "red": 2}, park=2)).prestige == 7


def test_lady_in_waiting() -> None:
    """N-65, T-28: two sectors of five count five; the friend counts."""
    assert me(hire("lady_in_waiting", carriage_house=5, hotel=5)).prestige == 5
    assert me(hire("lady_in_waiting", bank=2, friend="bank")).prestige == 3


def test_mayor() -> None:
    """N-66: 3 for each sector with three pieces."""
    assert me(hire("mayor", bank=3, hotel=2, friend="hotel", residence=2)).prestige == 6


def test_carpenter() -> None:
    """N-67: 1 for each sector with a piece; Notre Dame does not count."""
    assert me(hire("carpenter", bank=3, friend="hotel", notre_dame=2)).prestige == 2


def test_a_person_uses_a_sector_without_a_marker() -> None:
    """N-52, N-56, N-49: fool and friend place nothing of the supply."""
    p = hire("fool", bank=1)
    say(p, "hospital")
    assert me(p).supply == 4
    q = card("trusted_friend")
    say(q, "hospital")
    assert me(q).supply == 4
