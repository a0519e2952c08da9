"""Nouns as translators write them, and the articles and prepositions that go with them.

A noun is written as its gender and its forms: `f carta/carte`, `m scrigno/scrigni`, `mp Fuorilegge`, `- Venezia` (no
article); English has `n ship/ships` and `p taxes`. An adjective agrees: `~ rosso/rossa/rossi/rosse`, `~ verde/verdi`,
`~ blu`. Any other text can only be used as it is.

English and Italian have rules here. Another language defines in the table `[grammar]` of its file in this folder what
goes around a noun, by gender: `the.m = "der {}"`, `the.mp = "die {}"`; where it has no entry, nothing is added.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from msgspec import Struct

from podesta_engines.core.words import Language

from .sentences import CORE, sentences

_NOTATION = re.compile(r"^(mp|fp|m|f|n|p|-|~) (.+)$", re.DOTALL)
_PREPOSITIONS: Mapping[Language, Mapping[str, str]] = {
    "en": {"of": "of", "to": "to", "from": "from", "in": "in", "on": "on"},
    "it": {"of": "di", "to": "a", "from": "da", "in": "in", "on": "su"},
}
_JOINED = {"di": "de", "a": "a", "da": "da", "in": "ne", "su": "su"}
_VOWEL = re.compile(r"h?[aeiouàèéìíòóùú]", re.IGNORECASE)
_LO = re.compile(r"s[bcdfghklmnpqrtvz]|z|gn|ps|pn|x|y|i[aeiou]", re.IGNORECASE)
_AN = re.compile(r"(?!one\b|uni|use|eu)[aeiou]|hour|heir|honou?r", re.IGNORECASE)
_AGREEMENTS = ("m", "f", "mp", "fp")
_EUPHONIC = re.compile(r"\b(?:(a)(?= [«\u2068]?[aàáâAÀÁÂ])|(e)(?= [«\u2068]?[eèéêEÈÉÊ]))")


class Noun(Struct, frozen=True):
    """A noun, adjective or phrase in one language: its gender as translators write it ("" for a phrase), its forms."""

    language: Language
    gender: str
    forms: tuple[str, ...]

    @property
    def plural(self) -> str:
        """The plural; the singular if only one form is given."""
        return self.forms[-1]

    @property
    def countable(self) -> bool:
        """Whether it can take an article or a preposition: in Italian, adjectives cannot."""
        return self.gender not in (("", "~") if self.language == "it" else ("",))

    @property
    def inflected(self) -> tuple[str, ...]:
        """Its forms: singular and plural; of an adjective `m`, `f`, `mp`, `fp`. Empty if they are all the same."""
        if len(self.forms) == 1:
            return ()
        return self.forms if self.gender != "~" else tuple(_agreeing(self, each) for each in _AGREEMENTS)


def read_noun(text: str, language: Language) -> Noun:
    """A noun from its notation; raises ValueError if forms and gender do not match."""
    found = _NOTATION.match(text)
    if found is None:
        return Noun(language, "", (text,))
    gender, forms = found[1], tuple(found[2].split("/"))
    if gender != "~" and len(forms) > 2:
        raise ValueError(f"{text!r}: a noun has at most two forms")
    if gender == "~" and len(forms) not in (1, 2, 4):
        raise ValueError(f"{text!r}: an adjective has one, two or four forms")
    return Noun(language, gender, forms)


def decline(noun: Noun, keys: tuple[str, ...]) -> str:
    """A noun in the form that a slot asks for; raises ValueError if the noun has no such form.

    keys: `pl` for the plural; `the`, `a`, or a preposition with its article: `of`, `to`, `from`, `in`, `on`; of an
    adjective `m`, `f`, `mp`, `fp`; none: the noun unchanged.
    """
    many, asked = "pl" in keys, [key for key in keys if key != "pl"]
    if not asked:
        return noun.plural if many else noun.forms[0]
    if asked[0] in _AGREEMENTS:
        return _agreeing(noun, asked[0])
    if not noun.countable:
        raise ValueError(f"{noun.forms[0]!r} takes no article: write its gender before it")
    return _WITH.get(noun.language, _written)(noun, noun.plural if many else noun.forms[0], asked[0], many)


def euphonic(text: str, language: Language) -> str:
    """`ad Anna`, `ed Elena`: in Italian `a` and `e` get a d before their own vowel; other languages keep the text."""
    return _EUPHONIC.sub(r"\g<0>d", text) if language == "it" else text


def counted(noun: Noun, number: int, keys: tuple[str, ...] = ()) -> str:
    """A number with its noun, or with an adjective in the requested gender: `2 rosse`, `1 pietra`."""
    if noun.gender != "~":
        return f"{number} {noun.forms[0] if number == 1 else noun.plural}"
    gender = "f" if "f" in keys else "m"
    return f"{number} {_agreeing(noun, gender if number == 1 else gender + 'p')}"


def _agreeing(noun: Noun, agreement: str) -> str:
    """The form of an adjective: four forms are by gender and number, two by number."""
    if noun.gender != "~":
        raise ValueError(f"{noun.forms[0]!r} is no adjective")
    place = _AGREEMENTS.index(agreement)
    return noun.forms[place * len(noun.forms) // len(_AGREEMENTS)]


def _english(noun: Noun, form: str, key: str, many: bool) -> str:
    """`the ship`, `an orange card`, `of the ships`; a proper name has no article."""
    if key == "a":
        return form if many or noun.gender in "-p" else f"{'an' if _AN.match(_bare(form)) else 'a'} {form}"
    named = form if noun.gender == "-" else f"the {form}"
    return named if key == "the" else f"{_PREPOSITIONS['en'][key]} {named}"


def _italian(noun: Noun, form: str, key: str, many: bool) -> str:
    """`lo scrigno`, `un'arma`, `dello scrigno`, `sulle navi`; a proper name has no article, and one is *a* Venezia."""
    if key == "a":
        return form if many or noun.gender in ("-", "mp", "fp") else _glued(_one(noun.gender, _bare(form)), form)
    preposition = _PREPOSITIONS["it"].get(key, "")
    if noun.gender == "-":
        return f"{'a' if key == 'in' else preposition} {form}".strip()
    article = _the(noun.gender[0], many or noun.gender.endswith("p"), _bare(form))
    return _glued(_joined(preposition, article), form)


def _written(noun: Noun, form: str, key: str, many: bool) -> str:
    """The text that the language's file puts around a noun of its gender, or of any."""
    gender, rules = noun.gender + "p" * (many and noun.gender in "mfn"), sentences(CORE, noun.language)
    return rules.get(f"grammar.{key}.{gender}", rules.get(f"grammar.{key}.any", "{}")).format(form)


def _the(gender: str, many: bool, word: str) -> str:
    """il, lo, l', la, i, gli or le."""
    if gender == "f":
        return "le" if many else "l'" if _elides(word) else "la"
    if many:
        return "gli" if _VOWEL.match(word) or _LO.match(word) else "i"
    return "lo" if _LO.match(word) else "l'" if _VOWEL.match(word) else "il"


def _one(gender: str, word: str) -> str:
    """un, uno, una or un'."""
    if gender == "f":
        return "un'" if _elides(word) else "una"
    return "uno" if _LO.match(word) else "un"


def _elides(word: str) -> bool:
    return _VOWEL.match(word) is not None and _LO.match(word) is None


def _joined(preposition: str, article: str) -> str:
    """`di` and `lo`: dello; `in` and `l'`: nell'; `su` and `i`: sui."""
    if not preposition:
        return article
    stem = _JOINED[preposition]
    return stem + ("l" + article if article[0] == "l" else {"il": "l", "i": "i", "gli": "gli"}[article])


def _glued(article: str, form: str) -> str:
    return article + form if article.endswith("'") else f"{article} {form}"


def _bare(form: str) -> str:
    """The word without leading quotation marks, which are not pronounced."""
    return form.lstrip("«\"“'")


_WITH: Mapping[Language, Callable[[Noun, str, str, bool], str]] = {"en": _english, "it": _italian}
