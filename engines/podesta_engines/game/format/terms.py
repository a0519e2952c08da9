"""The terms of a game, set when it is opened: who may join and watch, how long seats have, what it is forked from."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from podesta_engines.core.ruleset import GREEDY

SpectatorPolicy = Literal["public", "delayed", "none"]
"""What those without a seat may see of a running game."""
ClockKind = Literal["none", "move", "bank"]
"""No time limit, time for every question, or time for the whole game."""
ClockPolicy = Literal["default", "bot", "forfeit"]
"""What happens when a seat has run out of time."""


class Spectators(Struct, frozen=True, forbid_unknown_fields=True):
    """What those without a seat may see of a running game. When it has ended, everyone may see everything."""

    policy: SpectatorPolicy = "public"
    """`public`: everything at once; `delayed`: all but the newest revisions; `none`: nothing."""
    delay: Annotated[int, Meta(ge=0, le=200)] = 0
    """With `delayed`: how many of the newest revisions are held back."""


class Forked(Struct, frozen=True):
    """Where a forked game comes from: a revision of an ended game.

    The source's seed explains the draws that were copied, not the fork's.
    """

    game: str
    """The game that it was forked from."""
    revision: int
    """The revision that it begins from."""
    answers: int
    """How many answers at the beginning of the fork's log are copied."""
    draws: int
    """How many draws at the beginning of the fork's log are copied."""


class Clock(Struct, frozen=True, forbid_unknown_fields=True):
    """How much time seats have for their answers, and what becomes of a game that its seats leave."""

    kind: ClockKind = "none"
    """`none`: no limit; `move`: time for every question; `bank`: time for the whole game."""
    seconds: Annotated[int, Meta(ge=0, le=31_622_400)] = 0
    """The seconds for every question with `move`, for the whole game with `bank`."""
    increment: Annotated[int, Meta(ge=0, le=86_400)] = 0
    """With `bank`: seconds added after every answer."""
    policy: ClockPolicy = "default"
    """What happens when a seat has run out of time: its question gets the default answer, the house player `bot` takes
    the seat over, or the seat has lost."""
    bot: str = GREEDY
    """The house player that takes seats over."""
    idle_days: Annotated[int, Meta(ge=0, le=3_650)] = 0
    """Days without any entry after which the seats that are asked resign, and an open game is closed; 0: never."""
    open_days: Annotated[int, Meta(ge=0, le=3_650)] | UnsetType = UNSET
    """The same for a game that waits for players, if different."""


Scope = Literal["seat", "game"]
"""What an invitation is for: one seat, or every seat that is kept for the game's guests."""


class Reserved(Struct, frozen=True):
    """A reserved seat: it may be taken by an invitation of some scope, under a name, or by both."""

    seat: int
    """The seat, from 0."""
    invitation: Scope | UnsetType = UNSET
    """The scope of the invitation that it requires, if any."""
    name: str | UnsetType = UNSET
    """The only name under which it may be taken, if there is one."""
