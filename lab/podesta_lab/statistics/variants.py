"""Variants: games with the same options, except for the start player and the players' colours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import msgspec

from podesta_engines.core.ruleset import Ruleset

MOST = 4
"""The most variants listed besides the default game; games of others count only among all games."""
OTHER = -1
"""The number of all other variants."""
_NO_RULE = {"start_seat", "first_seat", "colours", "fleets"}
"""Options on seats and colours, which change nothing in the rules."""


class Variants:
    """The variants of a ruleset, by number; 0 is the default game."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self.all: list[dict[str, Any]] = [{}]
        self.numbers: dict[str, int] = {}
        """The number of the variant, by the options as recorded in a game."""

    def take(self, given: Mapping[str, int]) -> None:
        """Number the variants of some options, given with their frequencies: the most frequent ones first."""
        often = Counter[str]()
        for options, games in given.items():
            often[self._key(options)] += games
        often.pop("{}", None)
        kept = [key for key, _ in often.most_common(MOST)]
        self.all = [{}, *(msgspec.json.decode(key) for key in kept)]
        order = {"{}": 0, **{key: number for number, key in enumerate(kept, 1)}}
        self.numbers = {options: order.get(self._key(options), OTHER) for options in given}

    def _key(self, options: str) -> str:
        """Options that change the rules, without those at their defaults."""
        known = msgspec.json.decode(options, type=self._ruleset.options)
        changed = msgspec.to_builtins(known)
        kept = {name: value for name, value in sorted(changed.items()) if name not in _NO_RULE}
        return msgspec.json.encode(kept).decode()
