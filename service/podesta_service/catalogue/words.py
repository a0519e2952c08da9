"""Words of a catalogue, as people read them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from msgspec import UNSET

from podesta_engines.core.cards import CardText
from podesta_engines.core.texts import Texts
from podesta_engines.core.words import Vocabulary

from .entries import WordEntry


class Words(NamedTuple):
    """Facts about words, by vocabulary: labels, what cards do, and which rules are about them."""

    texts: Texts
    cards: Mapping[str, Mapping[str, CardText]]
    rules: Mapping[str, Mapping[str, list[str]]]

    def of(self, vocabulary: Vocabulary) -> list[WordEntry]:
        """Every word of a vocabulary."""
        cards, rules = self.cards.get(vocabulary.name, {}), self.rules.get(vocabulary.name, {})
        nouns = zip((word.slug for word in vocabulary.words), self.texts.nouns(vocabulary), strict=True)
        return [
            WordEntry(
                slug,
                noun.forms[0],
                cards[slug].text if slug in cards else UNSET,
                rules.get(slug, UNSET),
                list(noun.inflected) or UNSET,
            )
            for slug, noun in nouns
        ]
