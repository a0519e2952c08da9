"""Searches tuned by their names: `search:40ms:horizon=0,doubt=2` thinks for 40 ms and plays every play-out to the end.

They play in the arena only, for experiments with the search; a service does not offer them.
"""

from __future__ import annotations

from math import isfinite

import msgspec
from msgspec import ValidationError

from podesta_engines.core.ruleset import Ruleset
from podesta_engines.play.bots import Bot, bot, budget
from podesta_engines.play.search import Tuning


def tuned(ruleset: Ruleset, name: str) -> Bot | None:
    """The search that a name tunes, None for any other name; raises KeyError for an unknown or invalid setting."""
    plain, _, settings = name.rpartition(":")
    if "=" not in settings or budget(plain) is None:
        return None
    return bot(ruleset, plain, _tuning(ruleset, settings))


def _tuning(ruleset: Ruleset, settings: str) -> Tuning:
    given = dict(_setting(each) for each in settings.split(","))
    try:
        tuning = msgspec.convert(given, Tuning, strict=False)
    except ValidationError as error:
        raise KeyError(f"{settings}: {error}") from None
    ruleset.policies[tuning.policy]
    if not tuning.margin:
        raise KeyError("a margin of 0")
    return tuning


def _setting(text: str) -> tuple[str, str]:
    """A field of a tuning and its value; raises KeyError."""
    name, _, value = text.partition("=")
    if name not in Tuning.__struct_fields__ or not (name == "policy" or _is_amount(value)):
        raise KeyError(text)
    return name, value


def _is_amount(value: str) -> bool:
    """Whether a text is a number that is not negative."""
    try:
        return isfinite(number := float(value)) and number >= 0
    except ValueError:
        return False
