"""Setting up and the first citizens: T-1 to T-14, and the tables of the edition."""

import pytest

from podesta_engines.core.decide import outcomes
from podesta_engines.core.errors import BadSetup
from podesta_engines.troyes.components import EDITIONS, Components
from podesta_engines.troyes.words import CARD, EVENT
from tests.engines.troyes.troy import HERE, RULES, begin, say
from tests.kit.play import options

TABLES: Components = EDITIONS["troyes_base_2010_revised"].components


def test_first_player() -> None:
    """T-1, X-1: drawn with equal chances, unless the host names a seat of the table."""
    p = RULES.start(3)
    assert [str(chance) for _, chance in outcomes(p)] == ["1/3"] * 3
    assert RULES.start(3, options={"first_seat": 2}).state.first == 2
    with pytest.raises(BadSetup, match="T-1"):
        RULES.start(2, options={"first_seat": 2})


def test_colours() -> None:
    """T-2: natural, blue, green, orange in seat order, or different colours that the host names."""
    assert [player.colour for player in RULES.start(3).state.players] == [0, 1, 2]
    assert [player.colour for player in RULES.start(2, options={"colours": ["orange", "blue"]}).state.players] == [3, 1]
    for wrong in (["blue"], ["blue", "blue"], ["blue", "pink"]):
        with pytest.raises(BadSetup, match="T-2"):
            RULES.start(2, options={"colours": wrong})


@pytest.mark.parametrize(("seats", "citizens", "rounds"), [(2, 6, 4), (3, 5, 5), (4, 4, 6)])
def test_start_of_each_player(seats: int, citizens: int, rounds: int) -> None:
    """T-3, T-5, T-9: five deniers, influence 4, some of twelve citizens at hand, and as many rounds as red cards."""
    g = RULES.start(seats).state
    for player in g.players:
        assert (player.deniers, player.influence, player.secret.vp) == (5, 4, 0)
        assert (player.supply, player.reserve) == (citizens, 12 - citizens)
    assert g.rounds == rounds


@pytest.mark.parametrize(("seats", "held"), [(2, 2), (3, 1), (4, 1)])
def test_characters(seats: int, held: int) -> None:
    """T-6, X-2: one character each, two with two players, different ones, seen by their seat alone; no card is lost."""
    p = begin(seats)
    hands = [player.secret.characters for player in p.state.players]
    assert [len(hand) for hand in hands] == [held] * seats
    assert sorted([c for hand in hands for c in hand] + p.state.hidden.characters) == [0, 1, 2, 3, 4, 5]
    q = RULES.start(seats, options={"first_seat": 1})
    assert q.ask.seen_by == 1
    assert [str(chance) for _, chance in outcomes(q)] == ["1/6"] * 6


def test_activity_cards() -> None:
    """T-7, X-3: 27 cards, three of each colour and number, of which each space shows one at random."""
    assert len(CARD) == len({card.id for card in TABLES.activities}) == 27
    assert all(len(cards) == 3 for cards in HERE.by_slot)
    assert all(0.33 <= card.spaces[0] / card.cost <= 0.6 for card in TABLES.activities)
    assert all(card.colour != "red" for card in TABLES.activities if card.delayed)


def test_event_decks() -> None:
    """T-8, X-4: sixteen cards, eight red, four white, four yellow, four calls of each; Marauders are in the queue."""
    copies = {
        colour: sum(e.copies for e in TABLES.events if e.colour == colour) for colour in ("red", "white", "yellow")
    }
    assert copies == {"red": 8, "white": 4, "yellow": 4}
    calls = [event.calls for event in TABLES.events for _ in range(event.copies) if event.calls]
    assert calls.count("white") == calls.count("yellow") == 4
    g = RULES.start(4).state
    assert g.queue == [EVENT.parse("marauders")]
    assert g.marks == [[]]
    assert sum(g.unseen) == 16


def test_every_table_names_its_source() -> None:
    """T-4, T-7, T-8: every row of the data file has a source, and figures designed here are marked."""
    rows = [*TABLES.activities, *TABLES.events, *TABLES.buildings, TABLES.neutral, TABLES.cathedral]
    assert all(row.source for row in [*rows, *TABLES.characters, TABLES.start, TABLES.income, TABLES.influence])
    assert all(row.reconstructed for row in rows if "OWN" in row.source)
    assert TABLES.reconstructed


def order(seats: int) -> list[int]:
    """The seats in the order in which they are asked to place."""
    p, asked = begin(seats, first_seat=0), []
    while p.asks and p.asks[0].kind.name == "place_first":
        asked.append(p.asks[0].seat)
        say_any(p)
    return asked


def say_any(p) -> None:
    """Take the first option."""
    p.answer(p.asks[0].options[0], p.asks[0].seat)


def test_snake_order() -> None:
    """T-10, T-11: clockwise, then anticlockwise, until all are placed; the last space of two players goes by itself."""
    assert order(4) == [0, 1, 2, 3, 3, 2, 1, 0] * 2
    assert order(3) == [0, 1, 2, 2, 1, 0, 0, 1, 2, 2, 1, 0, 0, 1, 2]
    assert order(2) == [0, 1, 1, 0] * 2 + [0, 1, 1]


def test_any_empty_space() -> None:
    """T-10: every empty space of every building may be taken, once."""
    p = begin(4)
    assert len(options(p)) == 18
    say(p, "palace_3")
    assert len(options(p)) == 17
    assert "palace_3" not in options(p)


def test_neutral_citizens_fill_what_is_empty() -> None:
    """T-12, TV-1: four players leave two spaces of the Palace to neutral citizens, and the board is full."""
    p = begin(4, first_seat=0)
    wanted = [w for w in options(p) if w not in ("palace_1", "palace_2")]
    for space in wanted:
        if asked_to_place(p):
            say(p, space)
    assert p.state.standing[:2] == [4, 4]
    assert p.state.neutral == 6
    assert_full(p)


def asked_to_place(p) -> bool:
    """Whether the first citizens are still being placed."""
    return bool(p.asks) and p.asks[0].kind.name == "place_first"


def assert_full(p) -> None:
    """T-14: no empty space and no citizen at hand."""
    assert -1 not in p.state.standing
    assert all(player.supply == 0 for player in p.state.players)


@pytest.mark.parametrize(("seats", "left"), [(2, 2), (3, 5), (4, 6)])
def test_a_full_board(seats: int, left: int) -> None:
    """T-13, T-14: afterwards every space is taken and personal supplies are empty; with two players grey comes
    first.
    """
    p = begin(seats)
    if seats == 2:
        assert [p.state.standing[i] for i in HERE.neutral_spaces] == [4] * 6
        assert len(options(p)) == 12
    while asked_to_place(p):
        say_any(p)
    assert_full(p)
    assert p.state.neutral == left


def test_unknown_options_are_refused() -> None:
    """T-1: a misspelt option is an error."""
    with pytest.raises(BadSetup):
        RULES.start(2, options={"first": 1})
