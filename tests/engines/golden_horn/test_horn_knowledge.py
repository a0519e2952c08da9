"""The views of seats and spectators: G-47 to G-49, the view, the house bots, E-17."""

from random import Random

from podesta_engines import note_texts, observe, outcomes, questions
from podesta_engines.core.words import LANGUAGES
from podesta_engines.play.playout import play_with
from tests.engines.golden_horn.horn import FULL, RULES, begin, table
from tests.kit.play import asked, options, say

ALL = dict.fromkeys(FULL, 1)


def test_open_warehouses() -> None:
    """G-49: contents and running scores are public."""
    p = table(warehouses={0: {"red": 3}})
    for seat in (None, 0, 1):
        player = observe(p, seat).players[0]
        assert (player.warehouse["red"], player.score) == (3, 3)


def test_screened_warehouses() -> None:
    """G-49: with screens the others' contents and scores, and the bag, are not shown; one's own are."""
    p = table(warehouses={0: {"red": 3}, 1: ALL}, hidden_warehouses=True)
    assert [player.warehouse is None for player in observe(p, 0).players] == [False, True, True]
    assert [player.score for player in observe(p, 1).players] == [None, 10, None]
    assert [player.score for player in observe(p, None).players] == [None] * 3
    assert RULES.observe(p.state, 0).bag is None
    assert RULES.observe(p.state, 0).bag_size == 90


def test_screens_fall_at_the_end() -> None:
    """G-49: when the game is over everything screened is shown to all."""
    p = table(seats=2, warehouses={0: {"red": 3}}, hidden_warehouses=True, round_limit=1)
    say(p, "move.ship_a_one.none", "move.ship_b_one.none")
    assert observe(p, None).phase == "game_over"
    assert [player.score for player in observe(p, None).players] == [3, 0]


def test_gains_are_told_to_all_behind_screens_too() -> None:
    """G-49, G-41: every gain is public, and so is the question whether to declare."""
    five = {colour: 1 for colour in ALL if colour != "green"}
    p = table(ships={"a_one": (12, 1, "green", 2)}, warehouses={0: five}, hidden_warehouses=True)
    p.listen()
    say(p, "move.ship_a_one.none")
    (unloaded,) = (note for note in note_texts(RULES, p.heard(), 2) if note.kind == "unloaded")
    assert unloaded.args == {"good": "green", "number": "2", "ship": "ship_a_one", "into": "screen"}
    assert asked(p) == (0, "declare_end")


def test_the_view_of_a_table() -> None:
    """G-4, G-9, G-27: ships, spaces and ports in the words of the game."""
    p = table(seats=4, ships={"a_three": (7, 1, "blue", 2), "b_one": (7, -1), "b_two": (1, 1)}, active=1)
    view = observe(p, 2)
    assert (view.edition, view.seat, view.round, view.round_limit) == ("piatnik_2013_reconstructed", 2, 1, 200)
    assert (view.phase, view.start_seat, view.active_seat, view.moving_ship, view.end_trigger) == (
        "act",
        0,
        1,
        None,
        None,
    )
    modone = view.route[7]
    assert (modone.id, modone.kind, modone.colour, modone.berths) == ("modone", "modone", None, 3)
    assert modone.ships == ["ship_a_three", "ship_b_one"]
    assert view.route[1].ships == ["ship_b_two"]
    (ship,) = (ship for ship in view.ships if ship.id == "ship_a_three")
    assert (ship.seat, ship.kind, ship.sails, ship.space) == (0, "three", ["red", "yellow", "green"], "modone")
    assert (ship.heading, ship.cargo, ship.goods) == ("constantinople", "blue", 2)
    assert len(view.ships) == 12
    assert [port.goods for port in view.ports] == [{**port.goods, **FULL} for port in view.ports]


def test_the_moving_ship_is_shown() -> None:
    """G-30: while a player is asked whether to sail on, all see which ship is meant."""
    p = table(ships={"a_two": (1, 1)})
    say(p, "move.ship_a_two.none")
    assert (observe(p, None).phase, observe(p, None).moving_ship) == ("sail", "ship_a_two")
    say(p, "stop")
    assert observe(p, None).moving_ship is None


def test_a_question_reads_well() -> None:
    """G-30: the prompt names ship, space and price, in both languages; without the card it names only the stop."""
    p = table(ships={"a_one": (1, 1)}, hands={0: "pink"})
    say(p, "move.ship_a_one.none")
    (english,), (italian,) = questions(p, 0), questions(p, 0, "it")
    assert english.prompt == "The one-colour ship is on the pink space. Play a pink wind card to sail on?"
    assert italian.prompt.endswith("è sulla casella rosa: vuoi giocare una carta Vento rosa per proseguire?")
    assert [option.word for option in english.options] == ["stop", "continue"]


def test_pirates_are_named_only_where_they_can_be_sent() -> None:
    """G-18, G-21: without a raid among the options, and after one, the prompt asks only for a ship."""
    p = table(ships={"b_two": (3, 1, "green", 2)}, hands={0: "red yellow"})
    assert [questions(p, 0, each)[0].prompt for each in LANGUAGES] == [
        "Send pirates, or move a ship.",
        "Invia i Pirati o muovi una nave.",
    ]
    say(p, "raid.ship_b_two.red.yellow")
    assert [questions(q, 0, each)[0].prompt for q in (p, table()) for each in LANGUAGES] == [
        "Which ship do you move?",
        "Quale nave muovi?",
    ] * 2


def test_options_have_parts_for_clients() -> None:
    """G-22, G-27: an action says its ship, load or cards in words."""
    p = table(ships={"b_two": (3, 1, "green", 2)}, hands={0: "red yellow"})
    parts = {option.word: option.parts for option in questions(p, 0)[0].options}
    assert parts["move.ship_a_three.blue"] == {"action": "move", "ship": "ship_a_three", "load": "blue"}
    assert parts["raid.ship_b_two.red.yellow"] == {"action": "raid", "ship": "ship_b_two", "cards": "red,yellow"}


def test_resampling_deals_every_place_alike() -> None:
    """G-47, G-48: a card a seat does not see is in a foreign hand or in the deck in proportion to their sizes."""
    hands = {0: "red red red", 1: "yellow yellow", 2: "blue blue blue blue"}
    p = table(hands=hands, deck="red yellow yellow yellow", discard="")
    p.state.discard = [5, 4, 5, 9, 9, 9]
    rnd, found = Random(1), [0, 0, 0]
    for _ in range(4000):
        other = RULES.resample(p.state, 0, rnd)
        assert [player.cards for player in other.players] == [sum(player.secret.hand) for player in other.players]
        assert other.players[0].secret.hand == [3, 0, 0, 0, 0, 0]
        red = [other.players[1].secret.hand[0], other.players[2].secret.hand[0], other.hidden.deck[0]]
        found = [a + b for a, b in zip(found, red, strict=True)]
    assert sum(found) == 4000
    assert all(abs(count / 4000 - size / 10) < 0.04 for count, size in zip(found, (2, 4, 4), strict=True))


def test_a_bot_may_answer_for_an_absent_player() -> None:
    """E-17: a policy answers from what the seat sees, and the order of seats stays."""
    p = begin(2, start_seat=0)
    for seat in (0, 1):
        ask = p.asks[0]
        assert ask.seat == seat
        p.answer(RULES.policies["greedy"](RULES.observe(p.state, seat), ask, Random(0)), seat)
    assert outcomes(p)


def test_greedy_is_clearly_better_than_random() -> None:
    """E-17: the house bot wins at least nine of ten games against random answers, whatever its seat."""
    wins = 0
    for seed in range(20):
        p = RULES.start(2, options={"hidden_warehouses": seed % 4 > 1}, keep=False)
        done = play_with(p, {seed % 2: RULES.policies["greedy"]}, Random(seed))
        wins += RULES.result(done.position.state).winners == [seed % 2]
    assert wins >= 18


def test_greedy_takes_what_it_can() -> None:
    """E-17: it unloads rather than wander, turns an emptied ship that is near home, and declares when it leads."""
    greedy = RULES.policies["greedy"]
    p = table(ships={"a_three": (12, 1, "blue", 3)}, warehouses={0: ALL, 1: {"red": 1}})
    ask = p.asks[0]
    chosen = ask.kind.words.slug(greedy(RULES.observe(p.state, 0), ask, Random(0)))
    assert chosen.startswith("move.ship_a_three")
    say(p, chosen)
    assert asked(p) == (0, "declare_end")
    assert options(p)[greedy(RULES.observe(p.state, 0), p.asks[0], Random(0))] == "declare"
