"""Groups of dice: their costs, the sellers' income, and which of them are allowed.

The words of an answer: each word's parts and its decoded form agree.
"""

from random import Random

import pytest

from podesta_engines.core.words import Word
from podesta_engines.troyes.dice import (
    LEVEL,
    ONE,
    RICH,
    TITHING,
    colour_of,
    die,
    groups,
    reach,
    value_of,
)
from podesta_engines.troyes.state import ANY, OWNERS
from podesta_engines.troyes.words import (
    ACTION,
    BUILDING,
    CARD,
    COLOUR,
    SOURCE,
    SOURCES,
    SPACE,
    TURN_ACTIONS,
    Action,
    Source,
)
from tests.engines.troyes.troy import HERE, deniers, dice, me, say, slow_groups, table
from tests.kit.play import options

# -- prices ----------------------------------------------------------------------------------------------------------


def test_price_of_a_group_of_three() -> None:
    """T-112, T-113, T-114, T-220, TV-8: two own dice and a bought 5 are worth 16; the owner gets six deniers."""
    p = table(dice={0: "y5 y6", 1: "y5 y1"}, deniers={0: 6})
    say(p, "farm", "seat_0.yellow.6", "seat_0.yellow.5", "seat_1.yellow.5")
    assert deniers(p, 0, 1) == [8, 6]
    assert dice(p, 1) == "y1"
    assert dice(p, 0) == ""


def test_price_of_a_group_of_two() -> None:
    """T-112, TV-9: one own and one bought white die: the owner gets four deniers."""
    p = table(dice={0: "w5", 1: "w4 y1"}, deniers={0: 4})
    say(p, "build", "seat_0.white.5", "seat_1.white.4")
    assert deniers(p, 0, 1) == [0, 4]


def test_bought_from_the_bank() -> None:
    """T-112, T-363: neutral dice are paid to the bank, and cannot be rerolled."""
    p = table(dice={"neutral": "y4", 1: "y1"}, deniers={0: 2}, influence=1)
    assert not [option for option in options(p) if option.startswith("reroll")]
    say(p, "farm", "neutral.yellow.4")
    assert deniers(p, 0, 1) == [2, 0]


def test_owners_get_the_money_at_once() -> None:
    """T-112: an owner who has passed is paid too, in hand."""
    p = table(dice={0: "y2 y1", 1: "y4"}, deniers={0: 10}, active=1)
    say(p, "pass", "farm", "seat_1.yellow.4")
    assert me(p, 1).deniers == 2


def test_dice_from_anywhere() -> None:
    """T-111, T-116: several from one district, also more than are needed, to deny them to others."""
    p = table(seats=3, dice={1: "y1 y2 y3", "neutral": "y4"}, deniers={0: 18})
    say(p, "farm", "seat_1.yellow.3", "seat_1.yellow.2", "seat_1.yellow.1")
    assert deniers(p, 0, 1) == [3, 18]
    assert dice(p, 1) == ""


def test_what_cannot_be_paid_is_not_offered() -> None:
    """T-113, T-117: the price of all bought dice rises with the group; affordability is judged at its final size."""
    p = table(dice={0: "y2", 1: "y6 y5"}, deniers={0: 4})
    say(p, "farm")
    assert options(p) == ["seat_0.yellow.2", "seat_1.yellow.6", "seat_1.yellow.5"]
    say(p, "seat_1.yellow.6")
    assert deniers(p, 1) == [2]
    q = table(dice={0: "y2", 1: "y6 y5"}, deniers={0: 4})
    say(q, "farm", "seat_0.yellow.2")
    assert options(q) == ["seat_1.yellow.6", "seat_1.yellow.5", "done"]


def test_a_group_has_three_dice_of_one_colour() -> None:
    """T-110, T-118: in the order of districts, colours and values; equal dice once; never a fourth."""
    p = table(dice={0: "y2 y2 y1 y6 w3"}, deniers=0)
    say(p, "farm")
    assert options(p) == ["seat_0.yellow.6", "seat_0.yellow.2", "seat_0.yellow.1"]
    say(p, "seat_0.yellow.2")
    assert options(p) == ["seat_0.yellow.2", "seat_0.yellow.1", "done"]
    say(p, "seat_0.yellow.2")
    assert options(p) == ["seat_0.yellow.1", "done"]
    say(p, "seat_0.yellow.1")
    assert deniers(p, 0) == [2]


def test_bought_dice_leave_the_table() -> None:
    """T-114, T-368: a bought die never enters the buyer's district."""
    p = table(dice={1: "y4 y4", 0: "w1"}, deniers={0: 2})
    say(p, "farm")
    assert dice(p, 0) == "w1"


def test_nothing_changes_before_the_last_choice() -> None:
    """T-114, T-404: payment, cube and dice wait for the last die; the choices so far are public."""
    p = table(dice={0: "y4 y3", 1: "y5"}, deniers={0: 9})
    say(p, "farm", "seat_0.yellow.4")
    assert dice(p, 0) == "y4 y3"
    assert deniers(p, 0) == [9]
    assert len(p.state.trace) >= 2


# -- a slow twin -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(150))
def test_groups_agree_with_a_slow_twin(seed: int) -> None:
    """T-110, T-112, T-115, T-165: the fast search finds every affordable group, each once, and the menu's limit
    agrees.
    """
    rnd = Random(seed)
    heaps, pool = [0] * 15, []
    for _ in range(rnd.randrange(1, 9)):
        owner, colour, value = rnd.choice((0, 1, 2, 4)), rnd.randrange(3), rnd.randrange(1, 7)
        heaps[OWNERS * colour + owner] += ONE[value]
        pool.append(die(owner, colour, value))
    target, modifier = rnd.randrange(4), rnd.randrange(9)
    budget, need = rnd.randrange(RICH + 1), rnd.randrange(1, 12)
    strength, colour = HERE.strength[modifier], colour_of(target, modifier)
    there = tuple(heaps) if colour == ANY else tuple(heaps[OWNERS * colour : OWNERS * colour + OWNERS])
    mine = [number for number in pool if colour in (ANY, number % 18 // 6)]
    found = groups(0, there, target, modifier, strength, budget, need, 3)
    assert list(found) == sorted(set(found))
    assert set(found) == slow_groups(0, mine, modifier, strength, budget, need)
    if modifier != TITHING:
        own = sum(ONE[value_of(number)] for number in mine if number // 18 == 0)
        others = sum(ONE[value_of(number)] for number in mine if number // 18)
        assert (reach(own, others, modifier, strength)[LEVEL[budget]] >= need) == bool(found)


ABOUT = {"activate": ("card", CARD), "place": ("building", BUILDING)}
AT = {
    "space": ("space", SPACE),
    "card": ("card", CARD),
    "lying": ("building", BUILDING),
}


def said(word: Word) -> Action:
    """The action of a word, read from its parts as a client would."""
    parts = dict(word.parts)
    verb = parts["action"]
    if verb == "combat":
        return Action("combat", int(parts["position"]))
    if verb == "reroll":
        return Action("reroll", die(0, COLOUR.parse(parts["colour"]), int(parts["value"])))
    part, vocabulary = ABOUT.get(verb, ("", SPACE))
    return Action(verb, vocabulary.parse(parts[part]) if part else 0)


@pytest.mark.parametrize("option", range(len(ACTION)), ids=ACTION.slug)
def test_every_word_of_a_turn_says_its_action(option: int) -> None:
    """T-101, T-130: verb and object of the decoded action are those in the word's parts."""
    assert TURN_ACTIONS[option] == said(ACTION.words[option])
    assert len(TURN_ACTIONS) == len(ACTION)


@pytest.mark.parametrize("option", range(len(SOURCE)), ids=SOURCE.slug)
def test_every_word_of_a_source_says_the_place(option: int) -> None:
    """T-141, T-201: the decoded place is the one in the word's parts."""
    parts = dict(SOURCE.words[option].parts)
    part, vocabulary = AT.get(parts["source"], ("", SPACE))
    assert SOURCES[option] == Source(parts["source"], vocabulary.parse(parts[part]) if part else 0)
    assert len(SOURCES) == len(SOURCE)
