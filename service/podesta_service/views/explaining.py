"""Why not: what keeps an answer from being open now, as precisely as the engine knows.

A seat that is asked is told of its own options, which it has been shown anyway. To everybody else the explanation
depends only on what everybody knows: the ruleset's words, and whom the game waits for.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from podesta_engines.core.disclose import Waiting, waiting
from podesta_engines.core.script import Ask, Kind
from podesta_engines.core.words import Language, Text, Word
from podesta_service.catalogue import rule_texts
from podesta_service.table.naming import called
from podesta_service.table.table import Table, Viewer

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

_SENTENCES: dict[Reason, Text] = {
    "open": Text("The answer is open now.", "La risposta è possibile ora."),
    "unknown-question": Text("The ruleset has no such question.", "Il regolamento non ha questa domanda."),
    "unknown-word": Text("No answer to this question has that word.", "Nessuna risposta a questa domanda è così."),
    "game-open": Text("The game waits for players.", "La partita attende giocatori."),
    "game-over": Text("The game is over.", "La partita è finita."),
    "not-your-turn": Text("The game waits for {names}.", "La partita attende {names}."),
    "another-question": Text("The seat is asked `{asked}` now.", "Al posto ora si chiede `{asked}`."),
    "not-an-option": Text("The word is not among the options now.", "La parola non è tra le opzioni ora."),
}


class Explanation(Struct, frozen=True):
    """Whether an answer is open, and why not."""

    question: str
    """The kind of question that was meant."""
    option: str
    """The word that was meant."""
    open: bool
    """Whether the answer is open now."""
    reason: Reason
    """Why it is, or is not."""
    text: str
    """The reason for people, in the language asked for."""
    rule: str
    """The number of the rule of the question that is asked, or that was meant."""
    rule_text: str
    """That rule's text."""
    asked: list[str]
    """The kinds of questions that the seat is asked now."""
    legal: list[str]
    """What the seat may answer now."""
    blocked: dict[str, str]
    """The parts of the word that no open option has."""
    waiting: list[Waiting]
    """Whom the game waits for."""
    revision: int
    """The revision that the game is at."""


def explain(table: Table, viewer: Viewer, question: str, option: str, language: Language) -> Explanation:
    """Say of any answer whether a seat, or a spectator, could give it now, and why not."""
    running = table.status == "running"
    asks = [ask for ask in table.position.asks if ask.seat == viewer] if running else []
    reason, ask = _reason(table, asks, question, option)
    kind = ask.kind if ask else table.ruleset.kind.get(question)
    rule = kind.rule if kind else ""
    return Explanation(
        question=question,
        option=option,
        open=reason == "open",
        reason=reason,
        text=_sentence(table, reason, asks, language),
        rule=rule,
        rule_text=rule_texts(table.created.rules, language).get(rule, ""),
        asked=[each.kind.name for each in asks],
        legal=[each.slug for each in _options(ask)] if ask else [],
        blocked=_blocked(ask, option) if ask and reason == "not-an-option" else {},
        waiting=waiting(table.position) if running else [],
        revision=table.revision,
    )


def _reason(table: Table, asks: list[Ask], question: str, option: str) -> tuple[Reason, Ask | None]:
    """The first thing that stands in the way, and the question of the seat that it is about."""
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


def _sentence(table: Table, reason: Reason, asks: list[Ask], language: Language) -> str:
    """The reason for people."""
    names = ", ".join(called(table, ask.seat, language) for ask in table.position.asks)
    asked = asks[0].kind.name if asks else ""
    return _SENTENCES[reason].of(language).format(names=names, asked=asked)
