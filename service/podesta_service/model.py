"""What both wires show: the game, its updates and its catalogue entries, as typed structs."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from podesta_engines.core.disclose import Question, Waiting
from podesta_engines.core.notes import Told
from podesta_engines.core.ruleset import Result
from podesta_engines.game.events import Clock, Event, Scope, Spectators
from podesta_engines.game.takebacks import Proposal

Status = Literal["open", "running", "ended"]
"""open: seats are still free."""
STATUSES: tuple[Status, ...] = ("open", "running", "ended")
"""In the order in which a game goes through them; the store keeps a list of games for each."""


class Seat(Struct, frozen=True):
    """A seat and who holds it; `bot` names the bot that plays, if it is one.

    Of a free seat that not everybody may take: whose `invitation` it takes (the seat's own, or one of the game's), and
    for whom it is `kept`; left out of all others.
    """

    seat: int
    taken: bool
    name: str
    bot: str = ""
    invitation: Scope | UnsetType = UNSET
    kept: str | UnsetType = UNSET


class SeatClock(Struct, frozen=True):
    """The time of a seat: milliseconds that remained at the time `at` of the clocks.

    While it runs, `deadline` is when it is up; null while it stands.
    """

    seat: int
    remaining: int
    deadline: datetime | None


class Clocks(Struct, frozen=True):
    """The clocks of a game as its newest revision left them at the time `at`; empty `seats`: there is no time limit.

    `deadline` is the first one of the seats, `abandoned` when the game is given up if nothing happens in it.
    """

    terms: Clock
    at: datetime
    seats: list[SeatClock]
    deadline: datetime | None
    abandoned: datetime | None


class TakeBack(Struct, frozen=True):
    """Whether the log lets a seat take its newest answer back by itself.

    `to_revision` is the one that the game would go back to, null where no answer of the seat stands. `obstacle` is why
    not, empty where nothing stands against it, and `text` says it for people. Whether an answer brought something
    hidden to light is looked at when the seat takes it back: then it may still be refused.
    """

    can: bool
    to_revision: int | None
    obstacle: Literal["", "nothing", "drawn", "others", "else"]
    text: str = ""


class Game(Struct, frozen=True):
    """A game as one seat, or a spectator (`seat` null), may see it."""

    game: str
    ruleset: str
    rules: str
    edition: str
    options: dict[str, Any]
    status: Status
    revision: int
    seat: int | None
    seats: list[Seat]
    waiting: list[Waiting]
    questions: list[Question]
    view: Any
    result: Result | None
    commitment: str
    spectators: Spectators = Spectators()
    retraction: Proposal | None = None
    clocks: Clocks | None = None
    listed: bool = True
    take_back: TakeBack | None = None


class Update(Struct, frozen=True):
    """What one command changed, and the game after it, as one seat or a spectator may know it."""

    game: str
    revision: int
    at: datetime
    events: list[Event]
    notes: list[Told]
    after: Game


Stop = Literal["question", "draw", "others", "hidden", "end"]
"""Where a preview stands: the seat is asked again; fate would draw; others are asked; what comes next depends on things
that the seat does not know; the game would be over."""


class Preview(Struct, frozen=True):
    """What a seat's answers would lead to, as far as the seat can know: nothing has changed.

    `taken` answers were played; `after` is the game then, under the revision that it was at before them.
    """

    taken: int
    stop: Stop
    notes: list[Told]
    after: Game


def moment(milliseconds: int) -> datetime:
    """A log's time (ms since 1970) as people and protocols write it."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC)
