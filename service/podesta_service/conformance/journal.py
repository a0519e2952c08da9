"""What a client said, and what became of it."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

UNKNOWN = "unknown"
"""The fate of a command as long as its sender has heard nothing."""
TAKEN = "taken"
"""It was carried out, and its sender knows."""
FORGOTTEN = "forgotten"
"""It was not carried out, and its sender was killed."""
HARMLESS = {"too-many-requests", "store-unavailable", "draining", FORGOTTEN}
"""Refusals that say that nothing was changed, and that the same will do in a moment."""
MOVED_ON = {"stale-revision", "not-your-turn"}
"""Refusals that say that the decision was about a game that is not so any more."""


@dataclass
class Command:
    """Answers that a client sent: once for each time that it sent them."""

    game: str
    revision: int
    id: str
    answers: tuple[tuple[str, str], ...]
    unary: bool = True
    """Whether they came in a call of their own, and not on a stream."""
    at: float = field(default_factory=time.monotonic)
    fate: str = UNKNOWN
    """What the client was told: `taken`, the type of a problem, or nothing yet."""
    newest: int = 0
    """The newest revision that the client had been told when it sent them."""
    excused: bool = False
    """Whether a refusal is of our making."""
    wait: float = 0.0
    """Seconds that the client was told to wait with the next try."""

    def __str__(self) -> str:
        return f"{self.id} on revision {self.revision}"


@dataclass
class Call:
    """A call, or a stream that was opened."""

    at: float
    method: str
    failed: str = ""
    """The type of the problem with which it ended, or the name of the code."""


@dataclass
class Journal:
    """What one client said and was told, in the order in which it came."""

    commands: list[Command] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    newest: int = 0
    """The newest revision that it was told."""
    ended: bool = False
    """Whether it was told that the game is over."""
    after_end: int = 0
    """Commands that came after that."""
    exits: list[int | None] = field(default_factory=list)
    """The codes with which its program ended, one for each start; None: it was stopped by us, or had to be."""
    last_words: str = ""
    """What its program wrote last as errors."""
    troubles: int = 0
    """How often something was done to it."""

    def call(self, method: str) -> Call:
        """Note a call."""
        self.calls.append(Call(time.monotonic(), method))
        return self.calls[-1]

    def command(self, said: Command) -> Command:
        """Note a command; returns it."""
        said.newest = self.newest
        self.commands.append(said)
        self.after_end += self.ended
        return said

    def told(self, revision: int, ended: bool = False) -> None:
        """Note how far the client is told a game, and whether that is its end."""
        self.newest = max(self.newest, revision)
        self.ended = self.ended or ended

    def settle(self, command_id: str, fate: str) -> None:
        """Note what the client is told of a command: of the last time that it was sent."""
        for command in reversed(self.commands):
            if command.id == command_id and command.fate == UNKNOWN:
                command.fate = fate
                return
