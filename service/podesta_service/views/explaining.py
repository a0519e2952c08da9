"""Why not: the reason why an answer is not open now, as precisely as the engine can give it.

A seat with a question is shown its own options, which it has received anyway. For everyone else the explanation depends
only on public facts: the ruleset's words, and the seats that the game waits for.
"""

from __future__ import annotations

import re
from typing import Literal

from msgspec import Struct

from podesta_engines.core.disclose import Waiting, waiting
from podesta_engines.core.script import Ask, Kind
from podesta_engines.core.texts.sentences import Sentence
from podesta_engines.core.words import Language, Word
from podesta_service.problems import rule_texts, sentence
from podesta_service.table.naming import named
from podesta_service.table.table import Table, Viewer

_SENTENCE = re.compile(r"(?<=[.:])\s+")
Reason = Literal[
    "open",
    "unknown-question",
    "unknown-word",
    "game-open",
    "game-over",
    "not-your-turn",
    "another-question",
    "not-an-option",
]


class Explanation(Struct, frozen=True):
    """Whether an answer is open, and why not."""

    question: str
    """The kind of question that was asked about."""
    option: str
    """The word that was asked about."""
    open: bool
    """Whether the answer is open now."""
    reason: Reason
    """Why it is, or is not."""
    text: str
    """The reason for people, in the requested language."""
    rule: str
    """The number of the rule of the open question, or of the one that was meant."""
    rule_text: str
    """That rule's text."""
    asked: list[str]
    """The kinds of the seat's open questions."""
    legal: list[str]
    """The seat's legal answers now."""
    blocked: dict[str, str]
    """The parts of the word that no open option has."""
    waiting: list[Waiting]
    """The seats that the game waits for."""
    revision: int
    """The game's revision."""


def explain(table: Table, viewer: Viewer, question: str, option: str, language: Language) -> Explanation:
    """Explains whether a seat, or a spectator, could give an answer now, and why not."""
    running = table.status == "running"
    asks = [ask for ask in table.position.asks if ask.seat == viewer] if running else []
    reason, ask = _reason(table, asks, question, option)
    kind = ask.kind if ask else table.ruleset.kind.get(question)
    rule = kind.rule if kind else ""
    rule_text = rule_texts(table.created.rules, language).get(rule, "")
    return Explanation(
        question=question,
        option=option,
        open=reason == "open",
        reason=reason,
        text=_sentence(table, reason, asks, _beginning(rule_text)).told(language),
        rule=rule,
        rule_text=rule_text,
        asked=[each.kind.name for each in asks],
        legal=[each.slug for each in _options(ask)] if ask else [],
        blocked=_blocked(ask, option) if ask and reason == "not-an-option" else {},
        waiting=waiting(table.position) if running else [],
        revision=table.revision,
    )


def _reason(table: Table, asks: list[Ask], question: str, option: str) -> tuple[Reason, Ask | None]:
    """The first obstacle, and the question of the seat that it is about."""
    kind = table.ruleset.kind.get(question)
    ask = next((ask for ask in asks if ask.kind.name == question), asks[0] if asks else None)
    if kind is None:
        return "unknown-question", ask
    if _word(kind, option) is None:
        return "unknown-word", ask
    if table.status != "running":
        return "game-over" if table.ended else "game-open", None
    if ask is None:
        return "not-your-turn", None
    if ask.kind.name != question:
        return "another-question", ask
    return "open" if any(word.slug == option for word in _options(ask)) else "not-an-option", ask


def _word(kind: Kind, option: str) -> Word | None:
    """A word of the vocabulary that answers a kind of question."""
    try:
        return kind.words.words[kind.words.parse(option)]
    except KeyError:
        return None


def _options(ask: Ask) -> list[Word]:
    return [ask.kind.words.words[index] for index in ask.options]


def _blocked(ask: Ask, option: str) -> dict[str, str]:
    """The parts of a word that no open option has."""
    word = _word(ask.kind, option)
    open_parts = {part for each in _options(ask) for part in each.parts}
    return {name: value for name, value in word.parts if (name, value) not in open_parts} if word else {}


def _beginning(rule_text: str) -> str:
    """The name of a rule, and its first sentence."""
    return " ".join(_SENTENCE.split(rule_text.replace("**", ""), 2)[:2])


def _sentence(table: Table, reason: Reason, asks: list[Ask], rule: str) -> Sentence:
    """The reason for people."""
    names = [named(table, ask.seat) for ask in table.position.asks]
    return sentence(f"reasons.{reason}", names=names, asked=asks[0].kind.name if asks else "", rule=rule)
