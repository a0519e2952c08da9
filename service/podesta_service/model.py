"""What both wires show: the game, its updates and its catalogue entries, as typed structs."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from podesta_engines.core.disclose import Question, Waiting
from podesta_engines.core.notes import NoteText
from podesta_engines.core.ruleset import Result
from podesta_engines.game.events import Created, Event
from podesta_engines.game.facts import Status
from podesta_engines.game.format.terms import Clock, Scope, Spectators
from podesta_engines.game.takebacks import Proposal

STATUSES: tuple[Status, ...] = ("open", "running", "ended")
"""The statuses of a game, in order; the store has a list of games for each."""
PLAYERS = "players"
"""The store's list of streams that are not games, but record which player has which seats."""
LISTS = (*STATUSES[:-1], PLAYERS, STATUSES[-1])
"""The store's lists; games in the last one can be archived."""
UNTOLD: Mapping[type[Struct], tuple[str, ...]] = {Created: ("salt", "deal")}
"""Fields of events that only the record of an ended game has: no update contains them, and none is described."""


class Seat(Struct, frozen=True):
    """A seat and its holder."""

    seat: int
    """The seat, from 0."""
    taken: bool
    """Whether the seat is taken."""
    name: str
    """The holder's name; empty if it has none."""
    bot: str = ""
    """The bot that plays, if there is one."""
    invitation: Scope | UnsetType = UNSET
    """For a free seat that needs an invitation: the seat's own, or the game's; otherwise absent."""
    kept: str | UnsetType = UNSET
    """For a free seat that is reserved: the name to claim it under; otherwise absent."""


class SeatClock(Struct, frozen=True):
    """The time of a seat."""

    seat: int
    """The seat, from 0."""
    remaining: int
    """Milliseconds that remained at the time `at` of the clocks."""
    deadline: datetime | None
    """When the time is up, while the clock runs; otherwise null."""


class Clocks(Struct, frozen=True):
    """The clocks of a game as its newest revision left them."""

    terms: Clock
    """How much time seats have, and what follows when it is up."""
    at: datetime
    """The time of the newest revision."""
    seats: list[SeatClock]
    """The time of each seat; empty if there is no time limit."""
    deadline: datetime | None
    """The first deadline of the seats."""
    abandoned: datetime | None
    """When the game is abandoned if nothing happens in it."""


class TakeBack(Struct, frozen=True):
    """Whether, going by the log, a seat may take back its newest answer alone.

    Whether an answer revealed something hidden is only checked when the seat takes it back: it may still be refused
    then.
    """

    can: bool
    """Whether the log allows it."""
    to_revision: int | None
    """The revision that the game would go back to; null if the seat has no answer to take back."""
    obstacle: Literal["", "nothing", "drawn", "others", "else"]
    """Why not; empty if it is allowed."""
    text: str = ""
    """The same for people."""


class Game(Struct, frozen=True):
    """A game as one seat, or a spectator, may see it."""

    game: str
    """The game's id."""
    ruleset: str
    """The ruleset's id."""
    rules: str
    """The version of the rules, such as `golden-horn/1`."""
    edition: str
    """The edition of its components."""
    options: dict[str, Any]
    """The options chosen when it was opened."""
    status: Status
    """Whether it waits for players, runs, or has ended."""
    revision: int
    """How many commands it has taken so far."""
    seat: int | None
    """The seat that sees this view; null for a spectator."""
    seats: list[Seat]
    """Every seat and its holder."""
    waiting: list[Waiting]
    """The seats that the game waits for."""
    questions: list[Question]
    """The seat's open questions, with every legal answer."""
    view: Any
    """The table as the viewer may see it, in the words of the ruleset."""
    result: Result | None
    """How it ended; null before."""
    commitment: str
    """The SHA-256 of the game's seed, in hex; the end reveals the seed."""
    spectators: Spectators = Spectators()
    """What spectators may see while it runs."""
    retraction: Proposal | None = None
    """The proposed retraction, if there is one."""
    clocks: Clocks | None = None
    """The clocks, if the game has any."""
    listed: bool = True
    """Whether the lobby lists the game."""
    take_back: TakeBack | None = None
    """Whether the seat may take back its newest answer; null for a spectator."""
    rematch: str | None = None
    """The id of the game's rematch, once a player has asked for one; null before the game is over."""
    head: str = ""
    """The head, in hex, which binds this revision and all before it: store it, and compare it with the record."""
    shared: bool = False
    """Whether seats contribute to the draws during the game, each by a hash chain."""
    practice: bool = False
    """Whether the host chose its deal, and so may know the draws."""
    link: str | None = None
    """In a shared game: the link of the seat's own chain that its next answer must follow; null: it carries none. While
    the game is open it is the seat's anchor, once the game waits for its first link."""


class Update(Struct, frozen=True):
    """The changes of one command, and the game after it, as one seat or a spectator may see it."""

    game: str
    """The game's id."""
    ruleset: str
    """The ruleset's id."""
    revision: int
    """The revision that the command made."""
    at: datetime
    """When the command was taken."""
    events: list[Event]
    """The facts added to the log, as far as the reader may know them."""
    notes: list[NoteText]
    """What happened, in sentences for people."""
    after: Game
    """The game after it."""


Stop = Literal["question", "draw", "others", "hidden", "end"]
"""Why a preview stopped: the seat has another question; a draw follows; other seats have a question; what follows
depends on information hidden from the seat; the game would be over."""


class Preview(Struct, frozen=True):
    """The result of a seat's answers, as far as the seat can know it: nothing has changed."""

    ruleset: str
    """The ruleset's id."""
    taken: int
    """How many of the answers were played."""
    stop: Stop
    """Why the preview stopped."""
    notes: list[NoteText]
    """The notes that the seat would receive."""
    after: Game
    """The game afterwards, with its current revision."""


def moment(milliseconds: int) -> datetime:
    """A log's time (ms since 1970) as people and protocols write it."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC)
