"""The requests of a client, and their outcomes."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

UNKNOWN = "unknown"
"""The status of a command without a reply so far."""
TAKEN = "taken"
"""It was carried out, and its sender has the reply."""
FORGOTTEN = "forgotten"
"""It was not carried out, and its sender was killed."""
HARMLESS = {"too-many-requests", "store-unavailable", "draining", FORGOTTEN}
"""Refusals that changed nothing, after which the same command may be resent."""
MOST_LOOKS = 15
"""Maximum looks at a game in one second while there is nothing new."""
REVOKED = {"bad-token", "expired-token", "no-token", "not-your-seat"}
"""Refusals that no retry can resolve."""
MOVED_ON = {"stale-revision", "not-your-turn"}
"""Refusals of a decision on a revision that is no longer the newest."""


@dataclass
class Command:
    """Answers sent by a client; sent twice, they are two commands."""

    game: str
    revision: int
    id: str
    answers: tuple[tuple[str, str], ...]
    unary: bool = True
    """Whether they arrived as a unary call and not on a stream."""
    at: float = field(default_factory=time.monotonic)
    status: str = UNKNOWN
    """The reply to the client: `taken`, the type of a problem, or nothing yet."""
    newest: int = 0
    """The newest revision that the client had received when it sent them."""
    excused: bool = False
    """Whether a refusal is the kit's own."""
    wait: float = 0.0
    """Seconds that the client was asked to wait before the next try."""

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
    """The requests of one client and the replies to it, in order."""

    commands: list[Command] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    newest: int = 0
    """The newest revision that it has received."""
    ended: bool = False
    """Whether it has received the end of the game."""
    after_end: int = 0
    """Commands that came after the end."""
    refused_after: int | None = None
    """Number of calls when its token was refused."""
    looks: list[float] = field(default_factory=list)
    """Times of its looks at the game since it last received anything new, or sent a command."""
    hurried: bool = False
    """Whether it looked for news more than `MOST_LOOKS` times in a second."""
    exits: list[int | None] = field(default_factory=list)
    """The exit codes of its program, one for each start; None if the kit had to stop it."""
    last_words: str = ""
    """The end of its program's error output."""
    faults: int = 0
    """Number of times that a fault occurred."""

    def call(self, method: str) -> Call:
        """Record a call."""
        self.calls.append(Call(time.monotonic(), method))
        return self.calls[-1]

    def failed(self, call: Call, why: str) -> None:
        """Record the failure of a call, and the number of calls at a refusal that no retry can resolve."""
        call.failed = why
        if why in REVOKED and self.refused_after is None:
            self.refused_after = len(self.calls)

    def command(self, said: Command) -> Command:
        """Record a command; returns it."""
        said.newest = self.newest
        self.commands.append(said)
        self.looks.clear()
        self.after_end += self.ended
        return said

    def told(self, revision: int, ended: bool = False) -> None:
        """Record the newest revision sent to the client, and whether the game ended."""
        self.newest = max(self.newest, revision)
        self.ended = self.ended or ended

    def looked(self, call: Call, newest: int) -> None:
        """Record a look at the game; `newest` was the newest revision that the client had received before."""
        self.looks = [*self.looks, call.at] if newest == self.newest else []
        fast = len(self.looks) > MOST_LOOKS and self.looks[-1] - self.looks[-1 - MOST_LOOKS] < 1
        self.hurried = self.hurried or fast

    def settle(self, command_id: str, status: str) -> None:
        """Record the reply to the last command with an id."""
        for command in reversed(self.commands):
            if command.id == command_id and command.status == UNKNOWN:
                command.status = status
                return
