"""Rows of a dataset: an ended game and its decisions, from its record, without names."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from msgspec import Struct

from podesta_engines import RULESETS
from podesta_engines.core.moves import Answered
from podesta_engines.core.position import Position
from podesta_engines.game.events import Entry, Event, Listed, Reinstated, Retracted, Seated, TimedOut
from podesta_engines.game.facts import created_in
from podesta_engines.game.format.terms import Forked
from podesta_engines.game.game import Game, Replay
from podesta_engines.game.tables import EndedGame, columns
from podesta_engines.game.verify.frame import Framed, framed
from podesta_lab.gym.encoding import Encoder
from podesta_lab.gym.registry import encoder


class GameRow(EndedGame, frozen=True, kw_only=True):
    """A game of a dataset; its name is no address of a game."""

    id: str
    """The game's id, if `--ids` was given and the lobby listed the game; else empty."""
    starts: int
    """The seat with the first turn of the first round; in Colonia always 0."""
    practice: bool
    """Whether its opener chose the deal."""
    forked: bool
    """Whether it continues another game: its first decisions are that game's."""


class DecisionRow(Struct, frozen=True, kw_only=True):
    """A decision of a game; those that were taken back are left out."""

    game: str
    """Its game."""
    revision: int
    """The entry of the log that contains it, from 1."""
    round: int
    """The round (in Colonia the week) in which it was asked, from 1; 0 before the first."""
    seats: int
    """How many seats the game has."""
    seat: int
    """The seat that decided."""
    bot: str
    """The bot that held the seat then; empty for a person."""
    timed_out: bool
    """Whether the clock decided for it."""
    question: str
    """The kind of question."""
    options: list[str]
    """The words it could answer."""
    answer: str
    """The word it answered."""
    observation: bytes
    """What the seat could see, as observed by the lab's environments: a byte for each number; `observation.json` names
    them."""
    rank: int
    """The seat's final rank."""
    score: int
    """The seat's final score."""


class Rows(NamedTuple):
    """A game and its decisions."""

    game: GameRow
    decisions: list[DecisionRow]


def rows_of(record: bytes, game: str = "") -> Rows:
    """The rows of a record; raises Tampered for one that is broken or has not ended, Drifted, UnknownRules.

    `game` is the game's id, which is kept if the lobby listed the game.
    """
    found = framed(record)
    reading = _Reading(found)
    for entry in found.log:
        reading.add(entry)
    return Rows(_game(found, reading, game if reading.listed else ""), reading.decisions)


class _Reading:
    """A record being replayed."""

    def __init__(self, found: Framed) -> None:
        self._replay, self._name, self._result = Replay(RULESETS), found.chains[-1], found.ended.result
        self.decisions: list[DecisionRow] = []
        self.holders: dict[int, str] = {}
        self.listed = created_in(found.log[0]).listed is not False
        self.starts: int | None = None

    def add(self, entry: Entry) -> None:
        """Take the next entry."""
        late = {event.seat for event in entry.events if type(event) is TimedOut}
        self._replay.add(entry, lambda game, position, event: self._watch(game, position, event, late))

    def _watch(self, game: Game, position: Position, event: Event, late: set[int]) -> None:
        if type(event) is Seated:
            self.holders[event.seat] = event.bot
        elif type(event) is Listed:
            self.listed = event.listed
        elif type(event) is Retracted or type(event) is Reinstated:
            self.decisions = [each for each in self.decisions if each.revision <= event.to_revision]
        elif type(event) is Answered:
            self.starts = starts_in(position.state) if self.starts is None else self.starts
            self.decisions.append(self._decision(game, position, event, event.seat in late))

    def _decision(self, game: Game, position: Position, event: Answered, late: bool) -> DecisionRow:
        seat, seats = event.seat, game.created.seats
        ask = next(each for each in position.asks if each.seat == seat)
        standing = self._result.standings[seat]
        return DecisionRow(
            game=self._name,
            revision=game.revision + 1,
            round=round_of(position.state),
            seats=seats,
            seat=seat,
            bot=self.holders.get(seat, ""),
            timed_out=late,
            question=ask.kind.name,
            options=[ask.kind.words.slug(option) for option in ask.options],
            answer=event.option or "",
            observation=encoder_of(game.created.rules, seats).row(position, seat),
            rank=standing.rank,
            score=standing.score,
        )


def round_of(state: Any) -> int:
    """The round of a position; Colonia counts weeks."""
    return int(state.week if hasattr(state, "week") else state.round)


def starts_in(state: Any) -> int:
    """The seat with the first turn of a round; Colonia has none."""
    return int(getattr(state, "start", getattr(state, "first", 0)))


@lru_cache(64)
def encoder_of(rules: str, seats: int) -> Encoder:
    """The encoder of a version of rules for a number of seats."""
    return encoder(RULESETS.version(rules), seats)


def _game(found: Framed, reading: _Reading, game: str) -> GameRow:
    created, result = created_in(found.log[0]), found.ended.result
    return GameRow(
        game=found.chains[-1],
        id=game,
        starts=reading.starts or 0,
        bots=[reading.holders.get(seat, "") for seat in range(created.seats)],
        practice=bool(created.practice),
        forked=type(created.forked) is Forked,
        revisions=len(found.log),
        opened=found.log[0].at,
        ended=found.log[-1].at,
        **columns(created, result),
    )
