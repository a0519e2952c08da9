"""The board of Colonia as a person checks it: locations of pieces, touches of options, paths of motions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial

from podesta_engines import note_texts, questions
from podesta_engines.colonia.rules.council import send
from podesta_engines.colonia.rules.craftsmen import serve_contracts
from podesta_engines.colonia.rules.ordinances import more_contracts
from podesta_engines.colonia.scoring import finish
from podesta_engines.colonia.setup import tell_draw
from podesta_engines.colonia.state import ORDINANCE, State
from podesta_engines.core.board import Motion, Target, touch
from podesta_engines.core.notes import Note
from podesta_engines.core.position import Position
from tests.engines.colonia.colony import (
    CRAFT,
    LOADING,
    MARKET,
    RULES,
    at,
    give,
    mark,
    passes,
    queue,
    stalls,
    table,
)
from tests.kit.play import say
from tests.laws.board.reading import pieces

Touched = dict[str, tuple[Target, ...]]


def touched(p: Position, seat: int = 0) -> Touched:
    """The touches of a seat for each of its options."""
    (question,) = questions(p, seat)
    return {option.word: tuple(option.targets) for option in question.options}


def motions(p: Position, viewer: int | None, *kinds: str) -> list[Motion]:
    """The motions of the notes since the last call, for a viewer; of these kinds, or of all."""
    return moved(p.heard(), viewer, *kinds)


def moved(notes: list[Note], viewer: int | None, *kinds: str) -> list[Motion]:
    """The motions of notes, for a viewer; of these kinds, or of all."""
    found = note_texts(RULES, notes, viewer)
    return [motion for note in found if not kinds or note.kind in kinds for motion in note.motions]


def lying(p: Position, viewer: int | None, zone: str) -> Counter[str]:
    """The pieces that a viewer sees in a zone."""
    return Counter({piece.id: piece.count for piece in pieces(p, viewer) if piece.zone == zone})


def after(p: Position, act: Callable[[State], None], viewer: int | None, *kinds: str) -> list[Motion]:
    """The motions of a rule's notes, for a viewer; of these kinds, or of all."""
    p.state.journal = []
    act(p.state)
    return moved(p.state.journal, viewer, *kinds)


# -- pieces ------------------------------------------------------------------------------------------------


def test_a_screen_hides_what_stands_behind_it() -> None:
    """C-71: a seat sees its own money, goods and relics; others see none of them, and without screens all."""
    for shown in (False, True):
        p = at(give(table(open_holdings=shown), 1, goods="saddle saddle", relics=["relic_london_01"]), *MARKET)
        assert lying(p, 1, "s1.goods") == {"good.saddle": 2}
        assert lying(p, 0, "s1.goods") == ({"good.saddle": 2} if shown else {})
        assert lying(p, None, "s1.relics") == ({"relic.relic_london_01": 1} if shown else {})


def test_a_stick_lies_below_the_contracts_that_are_carried_out() -> None:
    """C-19, C-52: on the second space for two, with the craftsman for none, and never below the last space."""
    p = table()
    p.state.capacity = [2, 0, 10, 1, 1]
    p = at(p, *CRAFT)
    assert lying(p, None, "saddler_2") == {"saddler_stick": 1}
    assert lying(p, None, "craftsman.wainwright") == {"wainwright_stick": 1}
    assert lying(p, None, "painter_8") == {"painter_stick": 1}


# -- targets ---------------------------------------------------------------------------------------------------------


def test_a_stall_or_nothing_is_touched() -> None:
    """C-43."""
    assert touched(at(stalls(table(), 2, 3), *MARKET)) == {
        "s1": touch("stall.s1"),
        "s2": touch("stall.s2"),
        "pass": touch("!pass"),
    }


def test_money_is_given_and_got() -> None:
    """C-87: the same amount in two roles, so that marks for pounds are not pounds for marks."""
    found = touched(at(give(table(), 0, money={"mark": 2, "pound": 1}), "exchange"))
    assert found["mark.pound.2"] == (Target("currency.mark", "give", 2), Target("currency.pound", "get", 2))
    assert found["pound.mark.1"] == (Target("currency.pound", "give"), Target("currency.mark", "get"))
    assert found["decline"] == touch("!pass")


def test_a_hold_is_touched_and_with_an_extra_one_its_good() -> None:
    """C-53, C-80: Bruges is on berth II."""
    p = give(table(), 0, goods="wheel")
    p.state.harbour[1].extra = True
    found = touched(at(p, *LOADING))
    assert found["ship_bruges_1.1"] == touch("hold.ii_1")
    assert found["ship_bruges_1.extra.wheel"] == touch("hold.ii_extra", "good.wheel")


def test_members_on_a_street_are_touched_one_by_one() -> None:
    """C-76: none is a touch of nothing."""
    found = touched(at(give(table(), 0, streets={"wed": 2}), ("street_return", 1)))
    assert found == {"0": touch("!pass"), "1": (Target("street.wed"),), "2": (Target("street.wed", times=2),)}


def test_a_relic_is_touched_by_its_card() -> None:
    """C-64: to put it in; otherwise there is no touch."""
    p = give(table(), 0, relics=["relic_bergen_01"])
    p.state.shrines[0] = 0
    relic = p.state.players[0].holdings.relics[0]
    assert touched(at(p, ("enshrine", 0, relic))) == {"yes": touch("relic.relic_bergen_01"), "no": touch("!pass")}


# -- motions ---------------------------------------------------------------------------------------------------------


def test_resources_go_to_a_hand_and_to_others_behind_a_screen() -> None:
    """C-43, C-71."""
    for viewer, to in ((0, "s0.resources"), (1, "s0.screen"), (None, "s0.screen")):
        p = at(stalls(table(), 2, 3), *MARKET)
        p.listen()
        say(p, "s2")
        assert motions(p, viewer, "stall_taken") == [
            Motion("s0.member", "s0.home", "stall.s2", 3),
            Motion("resource.iron", "stall.s2", to, 3),
        ]


def test_only_what_an_ordinance_adds_comes_from_the_bag() -> None:
    """C-74: the stall was stocked on Monday; its resources do not move again."""
    p = stalls(table(), 2)
    p.state.phase = ORDINANCE
    p.listen()
    p = at(p, ("stock", 0, 1))
    p.listen()
    say(p, lots=["fur"])
    assert motions(p, None) == [Motion("resource.fur", "bag", "stall.s1")]


def test_who_draws_unseen_is_seen_to_draw() -> None:
    """C-6, C-71: others see only how many resources go behind the screen, the seat which ones reach its hand."""
    draw = partial(tell_draw, seat=0, number=2)
    assert after(table(), draw, 1) == [Motion("s0.resource", "bag", "s0.screen", 2)]
    assert after(table(), draw, 0) == []
    p = at(table(), ("draw_resource", 0))
    p.listen()
    say(p, lots=["fur"])
    heard = p.heard()
    assert moved(heard, 0) == [Motion("resource.fur", "bag", "s0.resources")]
    assert moved(heard, 1) == []


def test_a_contract_moves_up_over_the_spaces_between() -> None:
    """C-51, C-52: the first is carried out and its member goes to the street; the others come up by one."""
    p = queue(table(), "saddler", (0, 1), (1, 2), (2, 3))
    assert after(p, serve_contracts, None, "contracts_left", "contracts_moved", "sticks_back")[:4] == [
        Motion("s0.member", "saddler_1", "street.thu"),
        Motion("s1.member", "saddler_2", "saddler_1", 2),
        Motion("s2.member", "saddler_3", "saddler_2", 3),
        Motion("saddler_stick", "saddler_1", "craftsman.saddler"),
    ]


def test_a_stick_goes_down_space_by_space() -> None:
    """C-78: the wainwright carries out 2 contracts, then 4."""
    found = after(table(), partial(more_contracts, craftsman=1), None)
    assert found == [Motion("wainwright_stick", "wainwright_2", "wainwright_4", path=("wainwright_3",))]


def test_too_few_members_turn_the_card() -> None:
    """C-27: those at home go to the town hall, then those of the streets; the card is turned face down."""
    p = give(table(), 1, home=2, streets={"tue": 1, "fri": 3})
    p.state.players[1].played = 5
    assert after(p, partial(send, seat=1), 0) == [
        Motion("s1.member", "s1.home", "town_hall", 2),
        Motion("s1.member", "street.tue", "town_hall"),
        Motion("s1.member", "street.fri", "town_hall", 2),
        Motion("s1.card", "s1.played", "s1.played", was="family_card.5"),
    ]


def test_screens_are_taken_away_before_windows_are_paid() -> None:
    """C-71, C-90: others see the money come from behind the screen, where its owner had seen it."""

    def won() -> Position:
        return give(table(), 1, money={"mark": 7}, relics=["relic_london_01"], resources="fur fur")

    others, own = (after(won(), finish, viewer, "screen_removed", "window_won") for viewer in (0, 1))
    shown = [motion for motion in others if motion.origin == "s1.screen"]
    assert shown == [
        Motion("currency.mark", "s1.screen", "s1.money", 7),
        Motion("relic.relic_london_01", "s1.screen", "s1.relics"),
        Motion("s1.resource", "s1.screen", "s1.resources", 2),
    ]
    assert not [motion for motion in own if motion.origin == "s1.screen"]
    assert (
        others[-2:]
        == own[-2:]
        == [
            Motion("window.window_bergen", "windows", "s1.windows"),
            Motion("currency.mark", "s1.money", "bank", 7),
        ]
    )


def test_a_ship_moves_up_with_its_members() -> None:
    """C-56 to C-59: Bergen sails and pays; London comes from berth III over II to I."""
    p = mark(mark(table(), "bergen_1", 1, 0), "london_1", 2, 1)
    p.state.sailing = 2
    p = at(p, *LOADING, "sail", *MARKET)
    p.listen()
    passes(p, 3)
    found = motions(p, 1, "ship_sailed", "paid", "ships_moved")
    assert found[:3] == [
        Motion("ship.ship_bergen_1", "berth.i", "ship_discard"),
        Motion("currency.mark", "bank", "s0.screen", 3),
        Motion("s0.member", "hold.i_1", "street.fri"),
    ]
    assert found[4:6] == [
        Motion("ship_stick", "berth.ii", ""),
        Motion("ship.ship_london_1", "berth.iii", "berth.i", path=("berth.ii",)),
    ]
    assert found[-1] == Motion("s1.member", "hold.iii_2", "hold.i_2")
