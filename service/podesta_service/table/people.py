"""People's names: bounded, composed (NFC), without invisible characters or any that reverse the line's direction.

Joiners and variation selectors are kept if they shape what is visible: by UAX 31 and UTS 39 for scripts that join their
letters and scripts with a virama, by UTS 51 for emoji. They are removed if a keyboard of such a script adds one that
changes nothing, and refused elsewhere, so that no two names look the same. The Unicode tables are those of the library
`regex`, which are newer than the interpreter's; characters newer than these are accepted unchanged.
"""

from __future__ import annotations

from unicodedata import normalize

import regex

from podesta_service.problems import MALFORMED, refuse

LONGEST_NAME = 40
"""Letters, as people count them: an emoji of several parts is one."""
MOST_BYTES = 240
"""Bytes of a name in UTF-8; an emoji of several parts has up to 35."""
_MARKS = "\u200e\u200f\u061c"
"""Direction marks, which keyboards add: names are isolated, so these do nothing, and are removed."""
_SEEN = regex.compile(
    r"[[\p{L}\p{N}\p{P}\p{S}\p{Cn}]--[\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800]]", regex.V1
)
_NEVER = regex.compile(
    r"[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\u2800]"  # controls, private and blank characters
    r"|\p{Default_Ignorable_Code_Point}"  # invisible characters; matched after those that shape others are removed
    r"|\p{M}{5}",  # stacked accents
    regex.V1,
)
_JOINED = r"(?<=[[\p{jt=D}\p{jt=L}\p{jt=C}]--\u200d]\p{M}*)"
_JOINS = r"\p{M}*[[\p{jt=D}\p{jt=R}\p{jt=C}]--\u200d]"
_VIRAMA = r"(?<=\p{L}\p{M}*\p{ccc=9}\p{M}*)"
_CONSONANT = r"[\p{InSC=Consonant}]"
_SHAPING = "|".join(
    (
        rf"{_JOINED}(?:\u200c(?={_JOINS})|\u200d(?!{_JOINS}))",  # Arabic, Syriac, …
        rf"(?<!{_JOINED[4:-1]})\u200d(?={_JOINS})",
        rf"{_VIRAMA}(?:\u200c(?=\p{{L}})|\u200d(?!\p{{InSC=Vowel_Dependent}}))",  # conjuncts, half forms, chillus
        rf"(?<={_CONSONANT})(?:[\u200c\u200d](?=\p{{ccc=9}}{_CONSONANT})|\u200c(?=\p{{InSC=Vowel_Dependent}}))",
        r"(?<=\p{InSC=Register_Shifter})\u200c(?=\p{InSC=Vowel_Dependent})",  # Khmer
        r"(?<=\p{Mongolian})(?:[\u180b-\u180d\u180f]|\u180e(?=\p{Mongolian}))",
        r"(?<=\p{Unified_Ideograph})[\ufe00-\ufe02\U000e0100-\U000e01ef]",
        r"(?<=[\p{Phags_Pa}\p{Myanmar}])\ufe00",
        r"(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}]\ufe0f?)\u200d(?=\p{Extended_Pictographic})",
        r"(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f]|(?<=[0-9#*])\ufe0f(?=\u20e3)",
        r"(?<=\U0001f3f4[\U000e0020-\U000e007e]*)[\U000e0020-\U000e007f]",  # flags of regions
    )
)
_SHAPES = regex.compile(_SHAPING, regex.V1)
_IDLE = "|".join(
    (
        r"(?<=[\p{jt=D}\p{jt=L}\p{jt=R}]\p{M}*)[\u200c\u200d]",
        rf"{_VIRAMA}\u200c",
        rf"(?<![\u200c\u200d])\u200c(?={_JOINS})",
    )
)
_KEPT = regex.compile(f"({_SHAPING})|{_IDLE}", regex.V1)
_TURNING = regex.compile(r"[\p{Bidi_Class:R}\p{Bidi_Class:AL}]")


def check_name(name: str) -> str:
    """A person's name as it is stored; may be empty. Raises Refusal."""
    found = _KEPT.sub(r"\1", normalize("NFC", name.translate(dict.fromkeys(map(ord, _MARKS))))).strip()
    if not found:
        return ""
    long = len(found.encode(errors="replace")) > MOST_BYTES or len(regex.findall(r"\X", found)) > LONGEST_NAME
    if long or _NEVER.search(_SHAPES.sub("", found)) or not _SEEN.search(found):
        raise refuse(MALFORMED, "name-malformed", most=LONGEST_NAME, field="name")
    return found


def isolated(name: str) -> str:
    """A name for use in a sentence: one written from right to left does not reverse the text after it."""
    return f"\u2068{name}\u2069" if _TURNING.search(name) else name
