"""What the words of an answer say: each word's parts and its decoded form agree."""

import pytest

from podesta_engines.core.words import Vocabulary, Word
from podesta_engines.pillars_of_the_earth.answers import (
    CHOICE,
    CHOICES,
    PASS_BUILDER,
    PASS_CHOICE,
    PLACEMENT,
    PLACINGS,
    Placing,
    Take,
)
from podesta_engines.pillars_of_the_earth.words import CRAFTSMAN, RESOURCE_CARD, SPACE


@pytest.mark.parametrize("option", range(len(CHOICES)), ids=CHOICE.slug)
def test_every_word_of_a_choice_says_its_card(option: int) -> None:
    """P-31: the decoded card is the one that the word's parts show."""
    choice = CHOICES[option]
    cards = RESOURCE_CARD if isinstance(choice, Take) else CRAFTSMAN
    assert dict(CHOICE.words[option].parts) == {"action": "take", "card": cards.slug(choice.card)}


@pytest.mark.parametrize("option", range(len(PLACINGS)), ids=PLACEMENT.slug)
def test_every_word_of_a_placement_says_its_space(option: int) -> None:
    """P-53: space and price of the decoded placing are those that the word's parts show."""
    parts = dict(PLACEMENT.words[option].parts)
    assert PLACINGS[option] == Placing(SPACE.parse(parts["space"]), parts["action"] == "place_free")


@pytest.mark.parametrize(("vocabulary", "option"), [(CHOICE, PASS_CHOICE), (PLACEMENT, PASS_BUILDER)])
def test_the_last_word_passes(vocabulary: Vocabulary, option: int) -> None:
    """P-31, P-53: one word more than cards or spaces, and it says so."""
    word: Word = vocabulary.words[-1]
    assert (vocabulary.words[option], word.slug) == (word, "pass")
