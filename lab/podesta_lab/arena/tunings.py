"""Searches tuned by their names.

`search:40ms:horizon=0,doubt=2` thinks for 40 ms and plays every play-out to the end, `expert:iterations=40` is `expert`
with a sixth of its iterations. They play in the arena only, for experiments with the search; a service does not offer
them.
"""

from __future__ import annotations

from math import isfinite
from typing import TypeVar

import msgspec
from msgspec import Struct, ValidationError

from podesta_engines.core.ruleset import Ruleset
from podesta_engines.play.bots import Bot, bot, budget
from podesta_engines.play.house import EXPERT
from podesta_engines.play.search import Tuning
from podesta_lab.expert.house import guided
from podesta_lab.gym.house import need_numpy

_Settings = TypeVar("_Settings", bound=Struct)


def tuned(ruleset: Ruleset, name: str) -> Bot | None:
    """The search that a name tunes, None for any other name; raises KeyError for an unknown or invalid setting.

    For an expert, also NoNumpy.
    """
    plain, _, settings = name.rpartition(":")
    if "=" in settings and plain == EXPERT:
        return _expert(settings)
    if "=" not in settings or budget(plain) is None:
        return None
    return bot(ruleset, plain, _tuning(ruleset, settings))


def _expert(settings: str) -> Bot:
    need_numpy()
    from podesta_lab.expert.search import Guidance

    return guided(_set(Guidance, settings))


def _tuning(ruleset: Ruleset, settings: str) -> Tuning:
    tuning = _set(Tuning, settings)
    ruleset.policies[tuning.policy]
    if not tuning.margin:
        raise KeyError("a margin of 0")
    return tuning


def _set(kind: type[_Settings], settings: str) -> _Settings:
    """Settings as a struct; raises KeyError."""
    given = dict(_setting(kind, each) for each in settings.split(","))
    try:
        return msgspec.convert(given, kind, strict=False)
    except ValidationError as error:
        raise KeyError(f"{settings}: {error}") from None


def _setting(kind: type[Struct], text: str) -> tuple[str, str]:
    """A field and its value; raises KeyError."""
    name, _, value = text.partition("=")
    if name not in kind.__struct_fields__ or not (name == "policy" or _is_amount(value)):
        raise KeyError(text)
    return name, value


def _is_amount(value: str) -> bool:
    """Whether a text is a finite number that is not negative."""
    try:
        return isfinite(number := float(value)) and number >= 0
    except ValueError:
        return False
