"""A game at one revision: facts, and the position its rules have reached. Only this module folds logs.

`evolve` takes one event, `advance` one entry, `fold` a whole log. Nothing here writes, draws or reads a clock.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeVar

from msgspec import structs
from msgspec.structs import replace

from podesta_engines.core.decide import actors, asked_together, follow
from podesta_engines.core.errors import Drifted
from podesta_engines.core.moves import Answered, Drawn, Move
from podesta_engines.core.position import Given, Position, restore
from podesta_engines.core.ruleset import Registry, Ruleset
from podesta_engines.core.texts.sentences import sentence

from .clocks import Times, rewound, ticked, wound
from .endings import final
from .events import Created, Ended, Entry, Event, Reinstated, Retracted, to_line
from .facts import Facts, created_in, evolve, unopened
from .format.seals import link
from .lottery import Counts, counted
from .sharing.chains import Shares
from .takebacks import trailed


class Game(Facts, frozen=True, kw_only=True):
    """A game at one revision: its facts, the position its rules have reached, and its clocks."""

    position: Position
    times: Times | None = None
    """The clocks; None in a game that has none."""
    chain: str = ""
    """The chain value of the record's newest line; empty before the first."""


G = TypeVar("G", bound=Game)


class Point(NamedTuple):
    """A point on the line of play: the position, the counts of earlier draws, what seats had revealed, the clocks."""

    position: Position
    drawn: Counts
    shares: Shares | None = None
    times: Times | None = None


Back = Callable[[int], Point]
"""Returns the point after an earlier revision, with its own copy of the position; raises Drifted if it is missing."""
Watch = Callable[[Game, Position, Event], None]
"""Called with each event before it is played: the game so far, the position so far, the event."""


# -- entries ---------------------------------------------------------------------------------------------------------


def begun(registry: Registry, first: Entry, listen: bool = False) -> Game:
    """The game before its first entry, `Created`, is taken; raises Drifted."""
    created = created_in(first)
    facts, position = structs.asdict(unopened(created)), start(registry, created, listen)
    return Game(**facts, position=position, times=wound(created))


def start(registry: Registry, created: Created, listen: bool = False) -> Position:
    """The first position of a game from its `Created` event; raises Drifted if its edition's data have changed."""
    ruleset = registry.version(created.rules)
    if ruleset.edition(created.edition).sha256 != created.data:
        raise Drifted(sentence("edition-changed", edition=created.edition))
    return ruleset.start(created.seats, created.edition, created.options, listen=listen)


def opening(ruleset: Ruleset, seats: int, edition: str, options: dict[str, object], commitment: str = "") -> Created:
    """The first event of a game; raises BadSetup."""
    ruleset.start(seats, edition, options, keep=False)
    chosen = ruleset.edition(edition)
    return Created(ruleset.id, ruleset.rules, chosen.id, chosen.sha256, seats, options, commitment)


def take(game: G, entry: Entry, p: Position, back: Back, watch: Watch | None = None) -> G:
    """The game after its next entry; raises Drifted, naming the revision.

    `p` is a position at the game's revision, and is changed: pass the game's own if it is no longer needed.
    """
    after, point = game, Point(p, counted(game.drawn, entry.events))
    try:
        for event in entry.events:
            if watch:
                watch(after, p, event)
            after = evolve(after, event)
            if after.shares and type(event) is Answered:
                after = visited(after, p, event)
            if type(event) is Drawn or type(event) is Answered:
                follow(p, event)  # called directly: a fold spends its time here
            else:
                _check(p, event, after, entry)
                if type(event) is Retracted or type(event) is Reinstated:
                    point = back(event.to_revision)
                    p = point.position
        _compare(entry, p)
    except Drifted as error:
        raise Drifted(error.why, game.revision + 1) from None
    return completed(after, entry, point)


def visited(game: G, p: Position, move: Move) -> G:
    """The game after an answer's link, given the position before the answer."""
    if game.shares is None or type(move) is not Answered:
        return game
    return replace(game, shares=game.shares.answered(move, asked_together(p)))


def _compare(entry: Entry, p: Position) -> None:
    if entry.check and entry.check != p.fingerprint():
        raise Drifted(sentence("checksum-differs"))


def _check(p: Position, event: Event, after: Game, entry: Entry) -> None:
    """Check that an event other than a move is allowed at its place; raises Drifted."""
    if type(event) is Ended and final(p, after.gone) != event.result:
        raise Drifted(sentence("result-differs"))
    if type(event) in (Retracted, Reinstated) and event is not entry.events[-1]:
        raise Drifted(sentence("back-inside-entry"))


def completed(game: G, entry: Entry, after: Point) -> G:
    """The game after all events of an entry, which led to a point.

    If the entry went back, the point has what seats had shared there.
    """
    anew = type(entry.events[0]) is Reinstated
    if game.shares and after.shares:
        game = replace(game, shares=after.shares if anew else game.shares.back_to(after.shares))
    times, clock = game.times, game.created.clock
    if anew and after.times is not None:
        times = rewound(after.times, entry.at)
    elif times is not None and clock:
        asked = actors(after.position) if clock.kind != "none" else ()
        times = ticked(clock, times, entry, game.revision + 1, asked)
    running = game.status == "running"
    return replace(
        game,
        dealt=game.dealt or running,
        position=after.position,
        drawn=after.drawn,
        revision=game.revision + 1,
        at=entry.at,
        opened=game.opened or entry.at,
        times=times,
        trail=trailed(game.trail, entry, running),
        chain=link(game.chain, to_line(entry)),
    )


def reached(game: G, entry: Entry, after: Position, back: Point | None = None) -> G:
    """The game after an entry whose resulting position is already known.

    An entry that goes back needs the point that it goes `back` to.
    """
    after_it, p = game, game.position.clone() if game.shares else None
    for event in entry.events:
        after_it = evolve(after_it, event)
        if p and type(event) is Answered:
            after_it = visited(after_it, p, event)
        if p and (type(event) is Answered or type(event) is Drawn):
            follow(p, event)
    return completed(after_it, entry, back or Point(after, counted(game.drawn, entry.events)))


def advance(game: G, entry: Entry, back: Back) -> G:
    """The game after its next entry, with its notes collected; the given game is unchanged. Raises Drifted."""
    p = game.position.clone()
    p.listen()
    return take(game, entry, p, back)


# -- whole logs ------------------------------------------------------------------------------------------------------


class Replay:
    """Folds a log into a game, entry by entry, and can go back to any revision.

    It keeps a small mark of every revision: the checkpoint, the number of answers since, how often each lot was drawn,
    what seats had shared, and the clocks.
    """

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._marks: list[tuple[bytes, list[Given], int, Counts, Shares | None, Times | None]] = []
        self.game: Game | None = None

    def add(self, entry: Entry, watch: Watch | None = None) -> Game:
        """The game after the next entry; it reuses the previous game's position, moved on. Raises Drifted."""
        game = self.game or begun(self._registry, entry)
        return self._mark(take(game, entry, game.position, self.at, watch))

    def step(self, entry: Entry) -> Game:
        """The game after the next entry, with a new position that has kept its notes; raises Drifted."""
        if self.game is not None:
            return self._mark(advance(self.game, entry, self.at))
        game = begun(self._registry, entry, listen=True)
        return self._mark(take(game, entry, game.position, self.at))

    def _mark(self, game: Game) -> Game:
        p = game.position
        self._marks.append((p.checkpoint, p.given, len(p.given), game.drawn, game.shares, game.times))
        self.game = game
        return game

    def at(self, revision: int) -> Point:
        """The point after an earlier revision, with its own copy of the position; raises Drifted if it is missing."""
        if self.game is None or not 0 < revision <= len(self._marks):
            raise Drifted(sentence("back-to-revision", revision=revision))
        checkpoint, given, length, drawn, shares, times = self._marks[revision - 1]
        return Point(restore(self.game.position.rules, checkpoint, given[:length]), drawn, shares, times)


def fold(registry: Registry, entries: Iterable[Entry]) -> Game:
    """The game after a whole log, whose first event is `Created`; raises Drifted, naming the revision."""
    replay = Replay(registry)
    for entry in entries:
        replay.add(entry)
    if replay.game is None:
        raise Drifted(sentence("log-empty"))
    return replay.game
