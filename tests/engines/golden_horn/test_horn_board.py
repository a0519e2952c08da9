"""The board: locations of pieces, touches of answers, motions of notes."""

from podesta_engines import note_texts, questions
from podesta_engines.core.board import Motion, Target
from podesta_engines.core.decide import Answer, decide
from podesta_engines.core.position import Position
from podesta_engines.core.words import LANGUAGES
from tests.engines.golden_horn.horn import RULES, begin, table
from tests.kit.play import answer, asked, say
from tests.laws.board.reading import pieces

ALL = dict.fromkeys(("red", "yellow", "blue", "orange", "pink", "green"), 1)
FIVE = {colour: 1 for colour in ALL if colour != "green"}


def lying(p: Position, seat: int | None, zone: str) -> dict[str, int]:
    """The pieces that a seat sees in a zone."""
    return {piece.id: piece.count for piece in pieces(p, seat) if piece.zone == zone}


def touched(p: Position) -> dict[str, set[Target]]:
    """The touches for each option of the open question."""
    (question,) = questions(p, p.asks[0].seat)
    return {option.word: set(option.targets) for option in question.options}


def motions(p: Position, seat: int | None, *kinds: str) -> list[Motion]:
    """The motions in notes of these kinds, for a seat."""
    return [motion for note in note_texts(RULES, p.heard(), seat) if note.kind in kinds for motion in note.motions]


# -- pieces ------------------------------------------------------------------------------------------------


def test_what_lies_on_the_table() -> None:
    """G-5, G-12, G-47: tiles by their colours, ships that are not placed yet, one's own cards, backs of others."""
    p = begin(2, layout="standard", start_seat=1, fleets=["fleet_a", "fleet_c"])
    assert lying(p, 0, "slot_2") == {"tile.sea_tile_2.orange.pink.green": 1}
    assert lying(p, None, "s1.fleet") == {"ship.ship_c_three": 1, "ship.ship_c_two": 1, "ship.ship_c_one": 1}
    assert lying(p, None, "s1.start") == {"start_marker": 1}
    p = table(hands={0: "red red blue"}, ships={"a_one": (2, 1, "green", 3)})
    assert lying(p, 0, "s0.hand") == {"card.red": 2, "card.blue": 1}
    assert lying(p, 1, "s0.hand") == {"s0.card": 3}
    assert lying(p, None, "deck") == {"card": 51}
    assert lying(p, 1, "s0.hold_one") == {"good.green": 3}


# -- targets ---------------------------------------------------------------------------------------------------------


def test_ships_are_touched_as_those_of_a_port() -> None:
    """G-12: of the same three ships, each as one for Venice or for Constantinople."""
    p = begin(2, start_seat=0, fleets=["fleet_b", "fleet_a"])
    assert touched(p)["venice.constantinople.venice"] == {
        Target("ship.ship_b_three", "venice"),
        Target("ship.ship_b_two", "constantinople"),
        Target("ship.ship_b_one", "venice"),
    }


def test_a_move_touches_ship_goods_and_the_next_space() -> None:
    """G-27, G-29: the step jumps what is occupied."""
    p = table(ships={"b_one": (1, 1), "b_two": (2, 1)})
    assert touched(p)["move.ship_a_one.red"] == {
        Target("ship.ship_a_one"),
        Target("good.red"),
        Target("space.sea_3"),
    }
    assert touched(p)["move.ship_a_one.none"] == {Target("ship.ship_a_one"), Target("space.sea_3")}


def test_a_raid_touches_ship_and_cards() -> None:
    """G-22: two cards of one colour are one touched twice."""
    p = table(hands={0: "red red blue"}, ships={"b_three": (3, 1, "pink", 1), "b_two": (1, 1, "blue", 2)})
    raids = {word: targets for word, targets in touched(p).items() if word.startswith("raid.")}
    assert raids == {"raid.ship_b_two.red.red": {Target("ship.ship_b_two"), Target("card.red", times=2)}}


def test_sailing_on_touches_the_next_space_and_its_price() -> None:
    """G-30, G-32: the card for a space that does not match; to stop nothing is touched."""
    p = table(hands={0: "orange"}, ships={"a_three": (3, 1)})
    say(p, "move.ship_a_three.none")
    assert touched(p) == {"stop": {Target("!pass")}, "continue": {Target("space.sea_5")}}
    p = table(hands={0: "orange"})
    say(p, "move.ship_a_one.none")
    assert touched(p)["continue"] == {Target("space.sea_2"), Target("card.orange")}


def test_turning_and_declaring() -> None:
    """G-25, G-41: the ship is turned by touching it, the end is declared by a word."""
    p = table(hands={0: "red red"}, ships={"b_two": (3, 1, "pink", 1)})
    say(p, "raid.ship_b_two.red.red")
    assert touched(p) == {"keep": {Target("!pass")}, "turn": {Target("ship.ship_b_two")}}
    p = table(ships={"a_one": (12, 1, "green", 1)}, warehouses={0: FIVE})
    say(p, "move.ship_a_one.none")
    assert touched(p) == {"declare": {Target("ending.declare")}, "play_on": {Target("!pass")}}


def test_a_space_far_ahead_answers_several_questions() -> None:
    """G-29, G-30: previews find every space of a ship's route, and one command gets there."""
    p = table(hands={0: "blue"}, ships={"a_three": (3, 1)})
    found = route(p, 0, "move.ship_a_three.none")
    assert list(found) == ["space.sea_4", "space.sea_5", "space.sea_6", "space.sea_7"]
    for event in decide(p, 0, [*found["space.sea_6"], ("sail", "stop")]):
        answer(p, event.option or "")
    assert lying(p, None, "space.sea_6") == {"ship.ship_a_three": 1}
    assert asked(p) == (1, "act")


def route(p: Position, seat: int, first: str) -> dict[str, list[Answer]]:
    """As docs/what-if.md has it: space by space, the answers that lead there."""
    after, answers, step = p.clone(), list[Answer](), steps(p, seat)[first]
    found: dict[str, list[Answer]] = {}
    while True:
        answers.append(step[0])
        found[step[1]] = list(answers)
        answer(after, step[0][1])
        further = list(steps(after, seat).values())
        if not further:
            return found
        (step,) = further


def steps(p: Position, seat: int) -> dict[str, tuple[Answer, str]]:
    """The options of a seat that touch a space, with the answer and the space."""
    return {
        option.word: ((question.kind, option.word), target.id)
        for question in questions(p, seat)
        for option in question.options
        for target in option.targets
        if target.id.startswith("space.")
    }


# -- motions ---------------------------------------------------------------------------------------------------------


def test_a_ship_moves_through_what_it_jumps() -> None:
    """G-29: past one ship, and the other way past two."""
    p = table(ships={"b_one": (1, 1), "a_two": (4, -1), "b_two": (3, 1), "c_one": (2, 1)})
    p.listen()
    say(p, "move.ship_a_two.none")
    assert motions(p, None, "sailed") == [
        Motion(
            "ship.ship_a_two",
            "space.sea_4",
            "space.venice",
            path=("space.sea_3", "space.sea_2", "space.sea_1"),
        )
    ]


def test_goods_move_from_bag_to_warehouse() -> None:
    """G-27, G-28, G-34: out of the port, into it, and at the other end ashore."""
    p = table(ships={"a_one": (12, 1, "green", 2)})
    p.listen()
    say(p, "move.ship_a_one.none")
    say(p, "move.ship_b_three.red", lots=["blue", "pink"])
    heard = motions(p, None, "unloaded", "loaded", "refilled")
    assert heard == [
        Motion("good.green", "s0.hold_one", "s0.warehouse", 2),
        Motion("good.red", "port.venice", "s1.hold_three", 2),
        Motion("good.blue", "bag", "port.venice", was="good"),
        Motion("good.pink", "bag", "port.venice", was="good"),
    ]


def test_a_raid_shows_cards_that_were_hidden() -> None:
    """G-23: to the raider its own cards, to the others backs that become these."""
    for viewer, back in ((0, ""), (1, "s0.card"), (None, "s0.card")):
        p = table(hands={0: "red yellow"}, ships={"b_two": (3, 1, "pink", 2)})
        p.listen()
        say(p, "raid.ship_b_two.red.yellow")
        assert motions(p, viewer, "raided") == [
            Motion("card.red", "s0.hand", "discard", was=back),
            Motion("card.yellow", "s0.hand", "discard", was=back),
            Motion("good.pink", "s1.hold_two", "s0.warehouse"),
        ]


def test_goods_go_behind_the_screen() -> None:
    """G-49: before the others; at the end they come out again."""
    p = table(2, ships={"a_one": (7, 1, "green", 2)}, warehouses={0: {"red": 1}}, hidden_warehouses=True, round_limit=1)
    p.listen()
    say(p, "move.ship_a_one.none", "move.ship_b_one.none")
    heard = p.heard()
    seen = {
        viewer: [
            motion for text in note_texts(RULES, heard, viewer) for motion in text.motions if "good" in motion.piece
        ]
        for viewer in (0, 1)
    }
    assert seen[0] == [Motion("good.green", "s0.hold_one", "s0.warehouse", 2)]
    assert seen[1] == [
        Motion("good.green", "s0.hold_one", "s0.screen", 2),
        Motion("good.red", "s0.screen", "s0.warehouse"),
        Motion("good.green", "s0.screen", "s0.warehouse", 2),
    ]
    said = {language: note_texts(RULES, heard, 1, language) for language in LANGUAGES}
    assert [[note.text for note in notes if note.kind == "unscreened"] for notes in said.values()] == [
        ["{seat_0} removes the screen: 3 goods (1 red and 2 green).", "{seat_1} removes the screen: 0 goods."],
        ["{seat_0} toglie lo schermo: 3 merci (1 rossa e 2 verdi).", "{seat_1} toglie lo schermo: 0 merci."],
    ]


def test_a_draw_goes_on_after_the_reshuffle() -> None:
    """G-38: what the deck has, then the discard pile into the deck, then the rest; others learn no colour."""
    others = {"red": 7, "yellow": 9, "blue": 8, "orange": 9, "pink": 9, "green": 8}
    held = " ".join(colour for colour, number in others.items() for _ in range(number))
    p = table(ships={"a_one": (12, 1)}, hands={2: held}, deck="green", discard="red red blue")
    p.listen()
    say(p, "move.ship_a_one.none", lots=["green", "red", "blue"])
    heard = p.heard()
    seen = {
        viewer: [
            motion for text in note_texts(RULES, heard, viewer) for motion in text.motions if "card" in motion.piece
        ]
        for viewer in (0, 1)
    }
    shuffled = [Motion("card", "discard", "deck", 2, "card.red"), Motion("card", "discard", "deck", was="card.blue")]
    assert seen[1] == [
        Motion("s0.card", "deck", "s0.hand", 1, "card"),
        *shuffled,
        Motion("s0.card", "deck", "s0.hand", 2, "card"),
    ]
    green, red, blue = (Motion(f"card.{colour}", "deck", "s0.hand", was="card") for colour in ("green", "red", "blue"))
    assert seen[0] == [green, *shuffled, red, blue]
