"""The house bots: those of `bots`, and plugins of other distributions.

A plugin is an entry point of the group `podesta.bots`, with the bot's name, for a module (or any object) that is a
`PluginBot`. The entry points are read once per process.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from importlib.metadata import entry_points
from random import Random
from typing import Protocol

from podesta_engines.core.errors import RulesError
from podesta_engines.core.position import Position
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.core.texts.sentences import sentence

from . import bots
from .bots import Bot
from .search import Tuning, never

GROUP = "podesta.bots"
"""The group of the entry points."""
NET = "net"
"""A bot of podesta-lab: it plays by trained networks."""
EXPERT = "expert"
"""Another bot of podesta-lab: the level above `strong`, a search guided by networks."""


class CannotPlay(RulesError):
    """A house bot cannot play at a table, or not in this process."""


class PluginBot(Protocol):
    """A house bot of another distribution."""

    def seats(self, ruleset: Ruleset) -> list[int]:
        """The numbers of seats at which it can play a ruleset in this process."""

    def check(self, ruleset: Ruleset, seats: int) -> None:
        """Raise CannotPlay, with the reason, if it cannot play at a table of `seats`."""

    def load(self) -> None:
        """Import what it needs to play, so that its first move is not delayed."""

    def choose(self, p: Position, seat: int, rnd: Random, over: Callable[[], bool]) -> int:
        """Choose an option, as every Bot does, and stop soon once `over` returns True; raises CannotPlay."""


@cache
def plugin_bots() -> Mapping[str, PluginBot]:
    """The bots of other distributions, by name."""
    return {each.name: each.load() for each in entry_points(group=GROUP)}


def seats_of(ruleset: Ruleset, name: str) -> list[int]:
    """The numbers of seats at which a plugin plays a ruleset; empty if it is not installed."""
    return plugin_bots()[name].seats(ruleset) if name in plugin_bots() else []


def names(ruleset: Ruleset, seats: int = 0) -> list[str]:
    """The house bots of a ruleset at a table of `seats`; 0: at a table of any size."""
    known = {name: seats_of(ruleset, name) for name in plugin_bots()}
    return sorted([*bots.names(ruleset), *(name for name in known if (seats in known[name] if seats else known[name]))])


def has_bot(ruleset: Ruleset, name: str) -> bool:
    """Whether a house bot has this name; use `check` to see whether a plugin can play at a table."""
    return name in plugin_bots() or bots.has_bot(ruleset, name)


def check(ruleset: Ruleset, seats: int, name: str) -> None:
    """Raise CannotPlay if a bot cannot play at a table of `seats` in this process."""
    if name in plugin_bots():
        plugin_bots()[name].check(ruleset, seats)
    elif not bots.has_bot(ruleset, name):
        raise CannotPlay(sentence("no-such-bot", ruleset=ruleset.id, bot=name))


def load(name: str) -> None:
    """Import what a bot needs to play."""
    if name in plugin_bots():
        plugin_bots()[name].load()


def bot(ruleset: Ruleset, name: str, tuning: Tuning | None = None, over: Callable[[], bool] = never) -> Bot:
    """A house bot by name, as in `bots`; raises KeyError. A plugin may raise CannotPlay at its first move."""
    if name in plugin_bots():
        return partial(plugin_bots()[name].choose, over=over)
    return bots.bot(ruleset, name, tuning, over)
