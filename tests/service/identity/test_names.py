"""Names: any visible name is accepted, but nothing invisible, or that reverses the line."""

from __future__ import annotations

from unicodedata import normalize

import pytest

from podesta_service.problems import Refusal
from podesta_service.table.people import LONGEST_NAME, check_name, isolated

TAKEN = {
    "emoji": "🚲✨☕",
    "a family": "👨\u200d👩\u200d👧\u200d👦",
    "a flag of two": "🏳\ufe0f\u200d⚧\ufe0f",
    "England, by tags": "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "a heart": "❤\ufe0f",
    "Persian": "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
    "Sinhala": "ශ\u0dca\u200dරී",
    "Malayalam, at the end": "അവന്\u200d",
    "Malayalam, within": "എന്\u200dറെ",
    "Bengali, before a virama": "র\u200d্যাব",
    "Kannada, before a virama": "ರ\u200d್ಯ",
    "Khmer, after a shifter": "ប៊\u200cី",
    "Arabic, at the end": "\u0647\u200d",
    "Arabic, at the beginning": "\u200d\u0647",
    "Arabic, after a letter that ends": "\u0627\u200d\u0647",
    "Syriac": "ܒ\u200cܒ",
    "a Japanese variant": "葛\U000e0100城",
    "a Chinese variant": "神\ufe00",
    "a Mongolian variant": "ᠮᠣᠩᠭᠣᠯ\u180b",
    "a Mongolian separator": "ᠠ\u180eᠠ",
    "a key": "1\ufe0f\u20e3",
    "a profession": "👩🏽\u200d🚀",
    "Hindi": "क्षत्रिय",
    "Thai": "ก๊วยเตี๋ยว",
    "Vietnamese": "Nguyễn Thị Ánh",
    "ideographic space": "山田\u3000太郎",
    "newer than most tables": "\U0001fac8",
    "as many letters as there may be": "W" * LONGEST_NAME,
    "as many families": "👨\u200d👩\u200d👧" * 13,
}
REFUSED = {
    "too long": "W" * (LONGEST_NAME + 1),
    "an override": "a\u202eb",
    "an isolate": "a\u2066b",
    "a line": "a\nb",
    "a separator": "a\u2028b",
    "a tab": "a\tb",
    "a null": "a\0b",
    "zero width": "a\u200bb",
    "only joiners": "\u200d\u200d",
    "a joiner of nothing": "a \u200d b",
    "joiners of Latin letters": "a\u200db",
    "a non-joiner of Cyrillic letters": "\u0430\u200c\u0431",
    "joiners of Han": "葛\u200d城",
    "a joiner before a vowel": "क\u094d\u200d\u093e",
    "two joiners": "അവന്\u200d\u200d",
    "a symbol and a letter": "a\u200d👧",
    "a variant of a Latin letter": "a\ufe0f",
    "a variant of a digit": "1\ufe0f",
    "a Han variant of a Latin letter": "a\U000e0100",
    "a Mongolian variant of a Latin letter": "a\u180b",
    "a Hangul filler": "\u3164",
    "blank Braille": "\u2800",
    "soft hyphen": "a\u00adb",
    "byte order": "\ufeffa",
    "private": "\ue000",
    "no character": "a\ufffe",
    "half a pair": "a\ud800",
    "accents alone": "\u0301",
    "a tower": "a" + "\u0301" * 9,
    "tags of nothing": "a\U000e0067",
}


@pytest.mark.parametrize("name", TAKEN.values(), ids=TAKEN)
def test_a_name_is_taken(name: str) -> None:
    """As given, composed."""
    assert check_name(name) == normalize("NFC", name)


IDLE = {
    "\u0645\u06cc\u200c": "\u0645\u06cc",
    "\u06a9\u0627\u0631\u200c\u0647\u0627": "\u06a9\u0627\u0631\u0647\u0627",
    "\u0645\u06cc\u200c\u200c\u062e": "\u0645\u06cc\u200c\u062e",
    "\u0647\u200d\u0645": "\u0647\u0645",
    "\u0d15\u0d4d\u200c": "\u0d15\u0d4d",
}


@pytest.mark.parametrize(("name", "kept"), IDLE.items())
def test_joiners_that_shape_nothing_are_left_out(name: str, kept: str) -> None:
    """If keyboards of their script add them: the names with and without them would look the same."""
    assert check_name(name) == kept == check_name(kept)


@pytest.mark.parametrize("name", REFUSED.values(), ids=REFUSED)
def test_what_is_no_name_is_refused(name: str) -> None:
    """With the rule for names."""
    with pytest.raises(Refusal, match=str(LONGEST_NAME)):
        check_name(name)


def test_names_are_kept_in_one_form() -> None:
    """Composed, without space around them nor marks of direction; only space is no name."""
    assert check_name(" Ame\u0301lie\u200e ") == "Amélie"
    assert check_name(" \u3000\u00a0") == ""


def test_names_from_right_to_left_are_isolated() -> None:
    """In sentences; others stay as they are."""
    assert isolated("محمد") == "\u2068محمد\u2069"
    assert isolated("\u05d3\u05d5\u05d3 2") == "\u2068\u05d3\u05d5\u05d3 2\u2069"
    assert isolated("Ada") == "Ada"
