"""The texts of the engines, the service and the laboratory, other than those of games, are in one file per language."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from string import Formatter

import msgspec
import pytest

from podesta_engines.core.errors import BadSetup
from podesta_engines.core.texts.sentences import CORE, Sentence, sentence, sentences, unread, verbatim
from podesta_engines.core.words import ENGLISH, LANGUAGES
from podesta_service.problems import CATALOGUE, MALFORMED, PACKAGE, Problem, refuse, told
from podesta_service.table.naming import tell_names
from podesta_service.views.explaining import Reason

ROOT = Path(__file__).parents[3]
PACKAGES = (CORE, PACKAGE, "podesta_lab")
OTHERS = LANGUAGES[1:]
_SAID = {"refuse": ("details.", 1), "_bad": ("details.", 1)}
_BESIDE = ("grammar.", "reading.", "titles.", "limits.", "quotas.", "reasons.", "endings.", "page.", "push.", "seats.")
"""Prefixes of keys that code puts together."""


def own(package: str, language: str) -> dict[str, str]:
    """The sentences in a language's own file."""
    english = sentences(package, ENGLISH)
    return {key: text for key, text in sentences(package, language).items() if text is not english.get(key)}


def slots(text: str) -> list[str]:
    """The slots of a sentence."""
    return sorted({name for _, name, _, _ in Formatter().parse(text) if name is not None})


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("package", PACKAGES)
def test_a_language_says_all_that_english_says(package: str, language: str) -> None:
    """No key is missing or superfluous; each sentence has the same slots, and differs from the English one."""
    english, other = sentences(package, ENGLISH), own(package, language)
    assert (sorted(english.keys() - other.keys()), sorted(other.keys() - english.keys())) == ([], [])
    assert [key for key, text in other.items() if slots(text) != slots(english[key])] == []
    same = [
        key for key, text in other.items() if text == english[key] and re.search("[a-z]{3}", re.sub("{.*?}", "", text))
    ]
    assert same == []


def test_every_sentence_is_said() -> None:
    """Code names each key, and each key that code names exists."""
    literals = {
        node.value
        for member in ("engines", "service", "lab")
        for path in (ROOT / member).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    keys = {key for package in PACKAGES for key in sentences(package, ENGLISH) if not key.startswith(_BESIDE)}
    unsaid = {key for key in keys if key not in literals and key.partition(".")[2] not in literals}
    assert unsaid == set()


def test_what_is_refused_has_its_sentence() -> None:
    """The key of each refusal in the code is in the file, and its slots are those that the file fills."""
    texts, fields = sentences(PACKAGE, ENGLISH), {*Problem.__struct_fields__, "rules"}
    for path in (ROOT / "service" / "podesta_service").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("refuse", "_bad"):
                why, given = node.args[1], {each.arg for each in node.keywords} - fields
                for each in [why.body, why.orelse] if isinstance(why, ast.IfExp) else [why]:
                    if isinstance(each, ast.Constant) and given != {None}:
                        wanted = set(slots(texts[f"details.{each.value}"]))
                        assert wanted <= given, (path.name, node.lineno, wanted, given)


def test_each_kind_of_problem_has_a_title() -> None:
    """No title is missing, and none is of an unknown kind; each reason of an explanation has its sentence."""
    keys = sentences(PACKAGE, ENGLISH).keys()
    assert {key[7:] for key in keys if key.startswith("titles.")} == CATALOGUE.keys()
    assert {key[8:] for key in keys if key.startswith("reasons.")} == set(Reason.__args__)


@pytest.mark.parametrize(
    ("said", "english", "italian"),
    [
        (
            refuse(MALFORMED, "revision-beyond", wanted=7, newest=3).why,
            "the game has no revision 7; the newest is 3",
            "la partita non ha la revisione 7; la più recente è la 3",
        ),
        (
            refuse(MALFORMED, "game-waits-for", names=["Ada", Sentence(PACKAGE, "seats.unnamed", {"number": 2})]).why,
            "the game is waiting for Ada, Seat 2",
            "la partita è in attesa di Ada, Posto 2",
        ),
        (
            BadSetup("fleets", sentence("not-one-of", wanted="x", known=["a", "b"]), "G-8").sentence,
            "fleets: 'x' is not one of a, b (G-8)",
            "fleets: 'x' non è tra questi: a, b (G-8)",
        ),
        (unread("Expected `int`, got `str`"), "Expected `int`, got `str`", "qui va `int`, non `str`"),
        (
            unread("Expected `str` of length <= 40 - at `$.name`"),
            "Expected `str` of length <= 40 - at `$.name`",
            "qui va `str` di lunghezza massima 40 - in `$.name`",
        ),
        (
            unread('Expected `str` matching regex "^[a-z]{3}\'$"'),
            'Expected `str` matching regex "^[a-z]{3}\'$"',
            'qui va `str` conforme a "^[a-z]{3}\'$"',
        ),
        (
            unread("JSON is malformed: expected ',' or '}' (byte 3)"),
            "JSON is malformed: expected ',' or '}' (byte 3)",
            "il JSON non è ben formato: manca ',' o '}' (byte 3)",
        ),
        (
            unread("Object contains unknown field ``"),
            "Object contains unknown field ``",
            "il campo `` non esiste",
        ),
        (unread("no sentence of msgspec's"), "no sentence of msgspec's", "no sentence of msgspec's"),
        (
            refuse(MALFORMED, "game-unknown", game="{game}").why,
            "no game has the id '{game}'",
            "nessuna partita ha l'id '{game}'",
        ),
    ],
)
def test_sentences_are_told_in_the_language_asked(said: Sentence, english: str, italian: str) -> None:
    """Sentences in slots are translated too; the caller's own words stay as they are."""
    assert (said.told(), str(said), said.told("it")) == (english, english, italian)


def test_a_language_without_a_sentence_or_a_file_shows_the_english() -> None:
    """So a translation can begin with one line."""
    refusal = refuse(MALFORMED, verbatim("x"), field="seat")
    assert told(refusal, "zz") == refusal.problem
    assert sentence("log-empty").told("zz") == "the log is empty"


class _Known(msgspec.Struct, forbid_unknown_fields=True):
    """A struct with one known member."""

    known: dict[str, int] = {}


@pytest.mark.parametrize(
    "name", ["", "`", "``", "'", "''", " - at ", " - at `$`", "7", "{a}", "{}", "JSON is malformed: ", "\0", "\u2200"]
)
@pytest.mark.parametrize("shape", ["{%s:1}", '{"known":{%s:"x"}}'])
def test_whatever_a_member_is_called_is_told(name: str, shape: str) -> None:
    """A body's refusal has a text in both languages, also if a member has no name or one that looks like a sentence."""
    with pytest.raises(msgspec.ValidationError) as refused:
        msgspec.json.decode((shape % json.dumps(name)).encode(), type=_Known)
    assert all(unread(refused.value).told(language) for language in ("en", "it"))


def test_a_name_sounds_well_in_a_sentence() -> None:
    """`ad Anna`, `ed Elena` in Italian; English keeps its words."""
    known = ["Anna", "Elena", "\u2068Èva\u2069"]
    assert tell_names("Passa a {seat_0}, {seat_0} e {seat_1}.", known, "it") == "Passa ad Anna, Anna ed Elena."
    assert tell_names("A {seat_1} e {seat_2}.", known, "it") == "A Elena ed \u2068Èva\u2069."
    assert tell_names("{seat_0} and {seat_1}.", known, "en") == "Anna and Elena."
