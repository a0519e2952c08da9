"""Everything that leaves the process is words, complete in both languages, with the numbers of its rules."""

import re
import types
from random import Random
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from podesta_engines import note_texts, observe, questions, waiting
from podesta_engines.core.notes import NoteKind
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.core.script import Kind
from tests.kit.play import advance
from tests.kit.walks import Table, begin, seeds, some

SLUG = re.compile(r"[a-z0-9_]+(\.[a-z0-9_]+)*")
SEAT = re.compile(r"\{seat_\d\}")
"""A player's name, left open for the service."""
START = {"starts"}
"""Notes that may come before a listener is added."""
NUMBER = re.compile(r"^\*\*([A-Z]+-\d+)[ .]", re.MULTILINE)


def rule_numbers(ruleset: Ruleset) -> list[str]:
    """The numbers of the rules in a rulebook."""
    return NUMBER.findall(ruleset.rulebooks["en"])


def test_every_word_is_a_slug(ruleset: Ruleset) -> None:
    """Slugs are lower case, digits and underscores, joined by dots."""
    for words in (*ruleset.vocabularies, ruleset.reasons, ruleset.parts):
        assert all(SLUG.fullmatch(word.slug) for word in words.words)
        assert all(words.parse(words.slug(i)) == i for i in range(len(words)))
    assert all(SLUG.fullmatch(kind.name) for kind in (*ruleset.kinds, *ruleset.notes))


def test_names_are_unique(ruleset: Ruleset) -> None:
    """Questions and draws have different names, notes and vocabularies too."""
    for named in (ruleset.kinds, ruleset.notes, ruleset.vocabularies):
        names = [each.name for each in named]
        assert len(set(names)) == len(names)


def test_rules_are_numbered_once(ruleset: Ruleset) -> None:
    """The rulebook gives no number twice."""
    numbers = rule_numbers(ruleset)
    assert numbers
    assert len(set(numbers)) == len(numbers)


def test_questions_notes_and_options_name_a_rule(ruleset: Ruleset) -> None:
    """Every kind, every note and every option of the host has the number of a rule in the rulebook."""
    numbers = rule_numbers(ruleset)
    kinds: list[Kind | NoteKind] = [*ruleset.kinds, *ruleset.notes]
    assert [kind.name for kind in kinds if kind.rule not in numbers] == []
    schema = msgspec.json.schema(ruleset.options)["$defs"][ruleset.options.__name__]
    for name, field in schema["properties"].items():
        assert field.get("description"), name
    for field in msgspec.inspect.type_info(ruleset.options).fields:
        assert _rule(field.type) in numbers, field.name


def _rule(info: Any) -> str | None:
    """The rule in the metadata of an option."""
    return (info.extra or {}).get("rule") if type(info) is msgspec.inspect.Metadata else None


def plain(hint: Any) -> bool:
    """Whether a type of a view can be used in a proto message unchanged."""
    if hint in (str, int, bool):
        return True
    origin, args = get_origin(hint), get_args(hint)
    if origin is list:
        return plain(args[0]) and get_origin(args[0]) not in (Union, types.UnionType)
    if origin is dict:
        return args in ((str, int), (str, str))
    if origin in (Union, types.UnionType):
        rest = [arg for arg in args if arg is not type(None)]
        return len(rest) == 1 and len(args) == 2 and plain(rest[0])
    return isinstance(hint, type) and issubclass(hint, Struct) and all(map(plain, get_type_hints(hint).values()))


def test_views_are_made_of_plain_types(ruleset: Ruleset) -> None:
    """Fields are str, int, bool, lists, nested structs, X | None, dict[str, int] or dict[str, str]."""
    assert plain(ruleset.view)


@seeds(5)
def test_views_can_be_sent(table: Table, seed: int) -> None:
    """The view of every seat and of a spectator survives JSON and msgpack, and is the same each time."""
    for p, _ in some(table, seed, 0.2):
        for seat in (None, *range(table[1])):
            view = observe(p, seat)
            assert type(view) is p.rules.view
            assert msgspec.json.decode(msgspec.json.encode(view), type=p.rules.view) == view
            assert msgspec.msgpack.decode(msgspec.msgpack.encode(view), type=p.rules.view) == view
            assert observe(p, seat) == view


@seeds(5)
def test_questions_read_the_same_in_both_languages(table: Table, seed: int) -> None:
    """The language changes only labels and prompts; every prompt is complete, every part of an option a word."""
    for p, _ in some(table, seed, 0.5):
        for ask, open_now in zip(p.asks, waiting(p), strict=True):
            (english,), (italian,) = questions(p, ask.seat), questions(p, ask.seat, "it")
            assert [option.word for option in english.options] == [option.word for option in italian.options]
            assert [option.parts for option in english.options] == [option.parts for option in italian.options]
            assert (english.kind, english.rule, english.about) == (italian.kind, italian.rule, italian.about)
            assert "{" not in SEAT.sub("", english.prompt + italian.prompt)
            assert (open_now.kind, open_now.rule) == (
                (None, None) if ask.kind.masked else (ask.kind.name, ask.kind.rule)
            )


@seeds(5)
def test_notes_can_be_told_in_both_languages(table: Table, seed: int) -> None:
    """Every note of a game can be rendered for its readers, and only the players' names are left open."""
    p, rnd = begin(table, seed), Random(seed)
    p.listen()
    while True:
        heard = p.heard()
        for seat in (None, *range(table[1])):
            english, italian = note_texts(p.rules, heard, seat), note_texts(p.rules, heard, seat, "it")
            assert [(note.kind, note.seat, note.args) for note in english] == [
                (note.kind, note.seat, note.args) for note in italian
            ]
            for note in (*english, *italian):
                lists = {name for name, words in p.rules.note[note.kind].args if words.several}
                assert {name for name, said in note.args.items() if isinstance(said, list)} == lists
                assert "{" not in SEAT.sub("", note.text)
        if p.ask is None:
            return
        advance(p, rnd)


def test_every_kind_of_note_and_question_happens(ruleset: Ruleset) -> None:
    """A few random games contain every question, every draw, and every note, of a ruleset."""
    asked: set[str] = set()
    drawn: set[str] = set()
    heard: set[str] = set()
    for seed in range(32):
        table = Table(ruleset, ruleset.seats[seed % len(ruleset.seats)])
        p, rnd = begin(table, seed), Random(seed)
        p.listen()
        while p.ask is not None:
            asked |= {ask.kind.name for ask in p.asks}
            drawn |= set() if p.asks else {p.ask.kind.name}
            advance(p, rnd)
            heard |= {note.kind for note in p.heard()}
    assert drawn == {kind.name for kind in ruleset.lots}
    assert asked == set(ruleset.kind) - drawn
    assert heard | START == set(ruleset.note) | START
