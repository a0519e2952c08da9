"""What people call themselves: bounded, composed (NFC), and nothing that is not seen or turns the line round.

Joiners stay where scripts and emoji of several parts need them. The Unicode tables are those of the library `regex`,
which are newer than the interpreter's; characters newer than these are taken as they come.
"""

from __future__ import annotations

from unicodedata import normalize

import regex

from .problems import MALFORMED, refuse

LONGEST_NAME = 40
"""Letters, as people count them: an emoji of several parts is one."""
MOST_BYTES = 240
"""Bytes of a name in UTF-8; an emoji of several parts has up to 35."""
_MARKS = "\u200e\u200f\u061c"
"""Marks of direction, which keyboards add: names are isolated, so they do nothing, and are left out."""
_SEEN = regex.compile(
    r"[[\p{L}\p{N}\p{P}\p{S}\p{Cn}]--[\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800]]", regex.V1
)
_NEVER = regex.compile(
    r"[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\u2800]"  # controls, private and blank characters
    r"|[\p{Default_Ignorable_Code_Point}--[\u200c\u200d\ufe0e\ufe0f\U000e0020-\U000e007f]]"  # what shows nothing
    r"|(?<![\p{L}\p{M}\p{S}\p{Cn}\ufe0f])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{S}\p{Cn}])"  # joiners of nothing
    r"|(?<![\U0001f3f4\U000e0020-\U000e007e])[\U000e0020-\U000e007f]"  # tags of nothing
    r"|\p{M}{5}",  # towers of accents
    regex.V1,
)
_TURNING = regex.compile(r"[\p{Bidi_Class:R}\p{Bidi_Class:AL}]")


def check_name(name: str) -> str:
    """A person's name as it is kept; empty is allowed. Raises Refusal."""
    found = normalize("NFC", name.translate(dict.fromkeys(map(ord, _MARKS)))).strip()
    if not found:
        return ""
    long = len(found.encode(errors="replace")) > MOST_BYTES or len(regex.findall(r"\X", found)) > LONGEST_NAME
    if long or _NEVER.search(found) or not _SEEN.search(found):
        raise refuse(MALFORMED, "name-malformed", most=LONGEST_NAME, field="name")
    return found


def isolated(name: str) -> str:
    """A name that stands in a sentence: one that runs from right to left does not turn what follows it."""
    return f"\u2068{name}\u2069" if _TURNING.search(name) else name
