"""A page for every game: its rules, and the effects of its cards and components, in both languages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath

from docs.generator.markdown import table
from podesta_engines import RULESETS
from podesta_engines.core.cards import CardText, card_texts
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.core.words import Language, Vocabulary

from .places import game

Pages = dict[PurePosixPath, str]
_FILES: dict[Language, tuple[str, str]] = {"en": ("components.md", "rules"), "it": ("componenti.md", "regole")}
"""For each language, the page of components and that of the rules it belongs to."""
_TITLES: dict[Language, str] = {"en": "What cards and components do", "it": "Che cosa fanno carte e componenti"}
_HEADS: dict[Language, tuple[str, str, str]] = {"en": ("", "what it does", "rules"), "it": ("", "effetto", "regole")}
_ABOUT: dict[Language, str] = {
    "en": "Edition `{edition}`; the catalogue serves the same texts, and those of other editions.",
    "it": "Edizione `{edition}`; il catalogo serve gli stessi testi, e quelli delle altre edizioni.",
}
_LISTED = """# The games

The rules of each game by number, in words of our own; what its cards and components do; and the words of its questions,
notes and views, for programs. Refusals, explanations and cards quote the rules by these numbers. Figures that could not
be found are [marked as reconstructed](../figures.md).
"""


def game_pages() -> Pages:
    """The list of games, and the pages of components in both languages."""
    pages = {PurePosixPath("games/index.md"): f"{_LISTED}\n{_list()}\n"}
    for ruleset in RULESETS.all():
        pages |= {game(ruleset) / _FILES[language][0]: _components(ruleset, language) for language in _FILES}
    return pages


def _list() -> str:
    rows = [
        (
            f"**{one.name()}**",
            f"{one.seats.start}-{one.seats.stop - 1}",
            f"[rules]({one.id}/rules.md), [cards and components]({one.id}/components.md)",
            f"[regole]({one.id}/regole.md), [carte e componenti]({one.id}/componenti.md)",
            f"[words and views](../reference/rulesets/{one.id}.md), [rule by rule]({one.id}/coverage.md)",
        )
        for one in RULESETS.all()
    ]
    return table(["game", "players", "in English", "in italiano", "for programs"], rows)


def _components(ruleset: Ruleset, language: Language) -> str:
    name = next(iter(ruleset.editions))
    found = card_texts(ruleset, ruleset.edition(name), language)
    parts = [_words(ruleset, words, found[words.name], language) for words in ruleset.cards]
    title = f"{ruleset.name(language)}: {_TITLES[language][0].lower()}{_TITLES[language][1:]}"
    text = "\n\n".join([f"# {title}", _ABOUT[language].format(edition=name), *parts])
    return f'<div lang="{language}" markdown="1">\n\n{text}\n\n</div>\n'


def _words(ruleset: Ruleset, words: Vocabulary, found: dict[str, CardText], language: Language) -> str:
    rows = [
        (ruleset.texts[language].label(words, i), card.text, ", ".join(_cited(card, _FILES[language][1])))
        for i, card in enumerate(found.values())
    ]
    return f"## {_heading(words, language)}\n\n" + table(_HEADS[language], rows)


def _heading(words: Vocabulary, language: Language) -> str:
    """The name of a vocabulary, known to programs; readers recognise the words below it."""
    return f"`{words.name}`" if language == "it" else words.name.replace("_", " ").capitalize()


def _cited(card: CardText, page: str) -> Iterator[str]:
    for rule in card.rules:
        yield f'<a href="{page}.html#{rule.lower()}">{rule}</a>'
