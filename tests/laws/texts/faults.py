"""Faults of a text that people read: wrong articles and numbers, the other language, a nameless seat."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from podesta_engines.core.words import Language

from .reading import Read

_BRANCHES = re.compile(r"\{\w+\|([^{}|]+)[^|]*?\|([^{}|]+)")
_CONSONANTS = "s[bcdfghklmnpqrtvz]|z|gn|ps|pn|x|y"
PATTERNS: Mapping[Language, Mapping[str, str]] = {
    "it": {
        "preposition and article apart": r"\b(?:di|a|da|in|su) (?:il|lo|la|i|gli|le) |\b(?:di|da|su) l'",
        "no elision": r"\b(?:[Ll]o|[Ll]a|[Dd]ello|[Dd]ella|[Aa]lla|[Nn]ella|[Ss]ulla|[Dd]alla|[Uu]na) [«]?[aeiouàèé]",
        "il for lo": rf"\b(?:[Ii]l|[Dd]el|[Aa]l|[Nn]el|[Ss]ul|[Dd]al|[Uu]n) [«]?(?:{_CONSONANTS})",
        "i for gli": rf"\b(?:[Dd]ei|[Aa]i|[Nn]ei|[Ss]ui|[Dd]ai) [«]?(?:[aeiou]|{_CONSONANTS})",
        "no d before the same vowel": r"\b(?:a [«]?[aàáâAÀÁÂ]|e [«]?[eèéêEÈÉÊ])",
        "English": r"\b(?:the|and|of|with|your|for|from|you|to the|none)\b",
        "a player by number": r"\b[Gg]iocatore \d|\bPosto \d|\bposto \d+\b(?! di)",
    },
    "en": {
        "a before a vowel": r"\b[Aa] (?!one|uni|use|eu)[aeiouAEIOU]",
        "an before a consonant": r"\b[Aa]n (?!hour|heir|honou?r)[^aeiouAEIOU8{]",
        "Italian": r"\b(?:della?|dello|dei|degli|delle|il|gli|nella?|sulla?|con|una|oppure|carte?)\b",
        "a player by number": r"\b[Pp]layer \d|\b[Ss]eat \d",
    },
}
ANY = {
    "a slot that nothing filled": r"\{(?!seat_\d\})|(?<!\{seat_\d)\}",
    "two spaces, or one before a comma": r"  | [,.;:](?:\s|$)",
    "so many times, by hand": r"\btimes 1\b|\bvolte 1\b|\b1 volte\b|\b1 times\b|\b\d+ x\b",
    "a list that ends in nothing": r"[,:] ?\.?$",
    "an int of Python": r"\bNone\b|\bTrue\b|\[\]|\(\)",
}
YOURS = {
    "it": r"\b(?:[Tt]uo|[Tt]ua|[Tt]uoi|[Tt]ue|[Hh]ai|[Pp]uoi)\b",
    "en": r"\b(?:[Yy]ou|[Yy]our|[Yy]ours)\b",
}


def faults(read: Read, wrong: Iterable[re.Pattern[str]]) -> Iterator[str]:
    """The faults of a text."""
    for name, pattern in {**PATTERNS.get(read.language, {}), **ANY}.items():
        if re.search(pattern, read.text):
            yield name
    if read.sort != "label" and not re.match(r"[A-ZÀÈÉ0-9«\"“{]", read.text):
        yield "a sentence begins small"
    if read.sort != "label" and not re.search(r"[.?!]»?$", read.text):
        yield "a sentence does not end"
    yield from (f"a number with the wrong form: {each.pattern}" for each in wrong if each.search(read.text))
    if read.sort == "note":
        yield from _persons(read)


def _persons(read: Read) -> Iterator[str]:
    """A note to all never says "you"; a note to one seat never names that seat."""
    if read.alone is None and re.search(YOURS.get(read.language, "(?!)"), read.text):
        yield "you, told to everybody"
    if read.alone is not None and f"{{seat_{read.alone}}}" in read.text:
        yield "a seat told of itself by name"


def wrong_numbers(source: Mapping[str, str]) -> list[re.Pattern[str]]:
    """From the messages' own `{n|one|many}` and nouns: 1 with the form of many, another number with that of one."""
    pairs = {(one.strip().split(" ")[0], many.strip().split(" ")[0]) for one, many in _pairs(source)}
    ones, others = {one for one, _ in pairs}, {many for _, many in pairs}
    several = [re.escape(many) for one, many in pairs if one != many and many not in ones]
    single = [re.escape(one) for one, many in pairs if one != many and one not in others]
    found = [rf"(?<![\d.,])\b1 (?:{'|'.join(several)})\b"] * bool(several)
    found += [rf"(?:\b0|[2-9]|\d\d) (?:{'|'.join(single)})\b"] * bool(single)
    return [re.compile(pattern) for pattern in found]


def _pairs(source: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for text in source.values():
        yield from _BRANCHES.findall(text)
        if noun := re.match(r"^(?:m|f|n) ([^/{]+)/([^/{]+)$", text):
            yield noun[1], noun[2]
