"""The texts of a game's rules, cards and components, from its catalogue, of bounded length."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

ROOM = 4000
"""Maximum characters of rules or cards at a time."""
Catalogue = Mapping[str, Any]
"""The service's description of a ruleset, in one language."""


def rules(catalogue: Catalogue, numbers: Sequence[str]) -> str:
    """Rules by their numbers, a chapter by its own, as many as fit; for an unknown number, the existing ones."""
    every = dict(_rules(catalogue))
    found = [
        text.replace("**", "")
        for number, text in every.items()
        if any(number == each or number.startswith(f"{each}.") for each in numbers)
    ]
    return first(found, ROOM) if found else f"no such rule; there are {first([*every], ROOM, ' ')}"


def cards(catalogue: Catalogue, words: Sequence[str]) -> str:
    """The effects of cards and components, by their words; an option's word is looked up part by part."""
    every: dict[str, str] = {}
    for word, text in _cards(catalogue):
        every[word] = f"{every[word]}\n{text}" if word in every else text
    wanted = dict.fromkeys(part for word in words for part in (word, *word.split(".")))
    found = [every[each] for each in wanted if each in every]
    return first(found, ROOM) if found else f"no such card; there are {first([*every], ROOM, ' ')}"


def rulebook(catalogue: Catalogue) -> str:
    """All rules, a paragraph each."""
    return "\n\n".join(text for _, text in _rules(catalogue))


def all_cards(catalogue: Catalogue) -> str:
    """All cards and components, a line each."""
    return "\n".join(text for _, text in _cards(catalogue))


def _rules(catalogue: Catalogue) -> list[tuple[str, str]]:
    """Rules by their numbers, in order: the maps of a message have none."""
    return sorted(catalogue["rules"].items(), key=_in_order)


def _in_order(rule: tuple[str, str]) -> tuple[str, list[int]]:
    kind, _, number = rule[0].partition("-")
    return kind, [int(part) for part in number.split(".") if part.isdecimal()]


def _cards(catalogue: Catalogue) -> Iterator[tuple[str, str]]:
    """Words of cards and components, in order of their vocabularies, and the text of each."""
    for _, vocabulary in sorted(catalogue["vocabularies"].items()):
        for each in vocabulary:
            if text := each.get("text"):
                yield each["word"], f"{each['word']} ({each['label']}; {', '.join(each.get('rules', ()))}): {text}"


def first(texts: Sequence[str], room: int, between: str = "\n") -> str:
    """The first texts that fit, and how many follow."""
    kept: list[str] = []
    for text in texts:
        room -= len(text) + len(between)
        if room < 0 and kept:
            break
        kept.append(text)
    left = len(texts) - len(kept)
    return between.join([*kept, *([f"and {left} more"] if left else [])])
