"""Setting the table: N-1 to N-6, N-85, N-90, N-91."""

from fractions import Fraction

import pytest

from podesta_engines import note_texts, observe, outcomes
from podesta_engines.core.errors import BadSetup
from podesta_engines.notre_dame.state import NONE
from podesta_engines.notre_dame.words import COLOUR
from tests.engines.notre_dame.dame import RULES, begin
from tests.kit.play import asked, lot


@pytest.mark.parametrize(("seats", "boroughs", "value"), [(2, 4, 6), (3, 3, 8), (4, 4, 10), (5, 5, 12)])
def test_layout(seats: int, boroughs: int, value: int) -> None:
    """N-1, C-7: one borough for each player, four for two players, and the tile of the number of players."""
    view = observe(begin(seats), None)
    assert len(view.boroughs) == boroughs
    assert view.tile_value == value
    assert [player.borough for player in view.players] == [f"b{i + 1}" for i in range(0, boroughs, boroughs // seats)]


def test_two_players_sit_opposite() -> None:
    """N-85, N-1: boroughs 1 and 3 have owners, 2 and 4 have none."""
    view = observe(begin(2), None)
    assert [borough.seat for borough in view.boroughs] == [0, None, 1, None]
    assert view.players[1].carriage == "b3_centre"


def test_colours_in_order() -> None:
    """N-2: yellow, red, blue, green, violet by seat; spare boroughs take the first unused in the other order."""
    names = [COLOUR.slug(colour) for colour in RULES.start(5).state.colours]
    assert names == ["yellow", "red", "blue", "green", "violet"]
    assert [COLOUR.slug(colour) for colour in RULES.start(2).state.colours] == ["yellow", "blue", "red", "green"]


def test_colours_can_be_named() -> None:
    """N-2: the option names one for each seat; spare boroughs adapt."""
    g = RULES.start(2, options={"colours": ["green", "blue"]}).state
    assert [COLOUR.slug(colour) for colour in g.colours] == ["green", "red", "blue", "violet"]


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"colours": ["red"]}, "colours"),
        ({"colours": ["red", "red"]}, "colours"),
        ({"colours": ["red", "pink"]}, "colours"),
        ({"start_seat": 2}, "start_seat"),
        ({"start_seat": -1}, "options"),
        ({"message_mandatory": 1}, "options"),
        ({"rats": 1}, "options"),
    ],
)
def test_impossible_options_are_refused(options: dict, field: str) -> None:
    """N-2, N-6: colours that are unknown, missing or there twice, and seats that do not exist."""
    with pytest.raises(BadSetup) as error:
        RULES.start(2, options=options)
    assert error.value.field == field


def test_a_game_has_two_to_five_players() -> None:
    """N-1: other numbers are refused."""
    for seats in (1, 6):
        with pytest.raises(BadSetup):
            RULES.start(seats)


@pytest.mark.parametrize(("seats", "supply"), [(2, 19), (3, 16), (4, 13), (5, 10)])
def test_pieces_at_the_start(seats: int, supply: int) -> None:
    """N-3: 4 + 10 markers, 3 gold, the rat on 0, the friend outside, the carriage in the centre, nine cards."""
    view = observe(RULES.start(seats), 0)
    assert view.gold == supply
    for player in view.players:
        assert (player.supply, player.general, player.gold, player.rat) == (4, 10, 3, 0)
        assert (player.friend, player.carriage) == (None, f"{player.borough}_centre")
        assert (player.deck_left, player.cards, sum(player.markers.values())) == (9, 0, 0)
    assert view.players[0].prestige == 0
    assert len(view.players[0].deck or []) == 9


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_messages_are_laid(seats: int) -> None:
    """N-4, C-6, R-25: each borough, spare ones too, has the four messages on its edge and none in the centre."""
    for borough in observe(begin(seats, 5), None).boroughs:
        centre, *edge = borough.squares
        assert centre.message is None
        assert sorted(square.message or "" for square in edge) == ["m1", "m2", "m3", "m4"]


def test_every_order_of_messages_is_equally_likely() -> None:
    """N-91: each message left may come on the next square; the last one is certain."""
    p = RULES.start(3, options={"start_seat": 0})
    assert outcomes(p) == [(f"m{i}", Fraction(1, 4)) for i in (1, 2, 3, 4)]
    lot(p, "m3")
    assert outcomes(p) == [(f"m{i}", Fraction(1, 3)) for i in (1, 2, 4)]
    lot(p, "m4")
    assert outcomes(p) == [(f"m{i}", Fraction(1, 2)) for i in (1, 2)]
    lot(p, "m2")
    assert p.state.squares[:6] == [NONE, 2, 3, 1, 0, NONE]
    assert len(outcomes(p)) == 4


def test_persons_are_not_shuffled_before_they_come() -> None:
    """N-5: six brown persons are to come, in no order; the grey ones come letter by letter (N-77)."""
    view = observe(begin(3), None)
    left = set(view.persons_left) | {person.id for person in view.persons}
    brown = {"innkeeper", "minstrel", "monk", "fool", "usurer", "doctor"}
    assert left == brown | {"city_guard", "night_watch", "bishop"}


def test_the_start_player_is_drawn() -> None:
    """N-6, N-90: each seat is equally likely, and has the bell-ringer."""
    p = RULES.start(4)
    assert outcomes(p) == [(str(i), Fraction(1, 4)) for i in range(4)]
    p.listen()
    lot(p, "2")
    assert observe(p, None).start_seat == 2
    assert note_texts(RULES, p.heard(), None)[0].text == "{seat_2} takes the bell-ringer."


def test_the_start_player_can_be_named() -> None:
    """N-6: with the option nothing is drawn."""
    p = begin(3, start_seat=1)
    assert p.state.start == 1
    assert asked(p) == (0, "keep_first")
