"""What the words of an answer say: each word's parts and its decoded form agree."""

import pytest

from podesta_engines.core.words import Word
from podesta_engines.troyes.dice import die
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
    """T-101, T-130: verb and object of the decoded action are those that the word's parts show."""
    assert TURN_ACTIONS[option] == said(ACTION.words[option])
    assert len(TURN_ACTIONS) == len(ACTION)


@pytest.mark.parametrize("option", range(len(SOURCE)), ids=SOURCE.slug)
def test_every_word_of_a_source_says_the_place(option: int) -> None:
    """T-141, T-201: the decoded place is the one that the word's parts show."""
    parts = dict(SOURCE.words[option].parts)
    part, vocabulary = AT.get(parts["source"], ("", SPACE))
    assert SOURCES[option] == Source(parts["source"], vocabulary.parse(parts[part]) if part else 0)
    assert len(SOURCES) == len(SOURCE)
