"""Inspection: replay one game, checking every event against the rules and the seed."""

from __future__ import annotations

from collections.abc import Sequence

from podesta_engines.core.errors import Drifted, RulesError, UnknownRules
from podesta_engines.core.moves import Answered, Drawn
from podesta_engines.core.position import Position
from podesta_engines.core.ruleset import Registry
from podesta_engines.core.script import FATE, NOBODY
from podesta_engines.game.events import (
    Created,
    Ended,
    Entry,
    Event,
    Freed,
    Hosted,
    Invited,
    Listed,
    Reinstated,
    Renewed,
    Retracted,
    Seated,
    Shared,
    TimedOut,
    TimeGivenBack,
    retracted_to,
)
from podesta_engines.game.facts import created_in
from podesta_engines.game.game import Game, Replay
from podesta_engines.game.lottery import BY_LOT
from podesta_engines.game.record import Tampered

from .draws import Draws
from .expecting import expect
from .frame import Framed, framed
from .retractions import Retractions, given_back, reinstated, renewed
from .seats import Seating, check_host, leaves
from .verified import Verified
from .visits import Sharing


def verify(record: bytes, registry: Registry) -> Verified:
    """Check a record, byte by byte and rule by rule; raises Tampered, naming the line, or UnknownRules."""
    found = framed(record)
    return _Inspection(registry, found.log, found.seeds).run(found)


def redraw(log: Sequence[Entry], registry: Registry, *seeds: bytes) -> None:
    """Check a log that may not have ended yet, as `verify` does, with given seeds; raises Tampered.

    The first seed is that of its beginning, each further one that of an entry that reinstated or renewed it.
    """
    _Inspection(registry, log, seeds).play()


class _Inspection:
    """The inspection of one game, along its log. Each part checks its own events, and keeps its own counts."""

    def __init__(self, registry: Registry, log: Sequence[Entry], seeds: Sequence[bytes]) -> None:
        created = created_in(log[0])
        self._log, self._replay = log, Replay(registry)
        first, *self._later = seeds
        self._draws, self._retractions = Draws(created, first), Retractions(log)
        self._seating, self._sharing = Seating(created.seats), Sharing(created)
        self._answers = self._timeouts = 0
        self._reinstated: list[str] = []
        self._renewed: list[int] = []

    def run(self, found: Framed) -> Verified:
        """Replay every line, and return what the record proves; raises Tampered."""
        game = self.play()
        created, ended = created_in(self._log[0]), found.ended
        return Verified(
            ruleset=created.rules,
            seats=[holder.name if holder else "" for holder in game.holders],
            revisions=game.revision,
            answers=self._answers,
            draws=self._draws.again,
            copied=created.forked.draws if created.forked else 0,
            retractions=self._retractions.made,
            entropy=[*game.entropy],
            commitment=created.commitment,
            chain=found.chains[-1],
            forked=created.forked or None,
            result=ended.result,
            reissued=self._seating.reissued,
            by_operator=self._seating.by_operator,
            timeouts=self._timeouts,
            undrawn=self._retractions.undrawn,
            links=self._sharing.links,
            anchored=self._sharing.anchored,
            withheld=self._sharing.withheld,
            practice=bool(created.practice),
            reinstated=self._reinstated,
            renewed=self._renewed,
            key=ended.key or "",
            signature=ended.signature or "",
        )

    def play(self) -> Game:
        """Replay every line; raises Tampered, or UnknownRules."""
        for number, entry in enumerate(self._log, 1):
            try:
                self._play(entry)
            except UnknownRules:
                raise  # the record may be sound, but checking it needs these rules
            except (RulesError, AssertionError, LookupError) as error:
                raise Tampered(number, str(error.why if isinstance(error, Drifted) else error)) from None
        game = self._replay.game
        assert game is not None
        return game

    def _play(self, entry: Entry) -> None:
        """Replay one line; raises Drifted."""
        expect(entry.at >= 0 and len(entry.events) > 0, "this is not an entry of this format")
        expect(entry.check != 0, "the checksum is missing")
        self._draws.entry()
        over = leaves(self._replay.game, entry)
        game = self._replay.add(entry, lambda game, p, event: self._look(game, p, event, entry))
        p, back = game.position, retracted_to(entry) is not None
        expect(game.ended == (over or (p.actor == NOBODY and not back)), "the game does not end here, or should have")
        expect(self._draws.copying or p.actor != FATE or game.waits, "a draw is missing")

    def _look(self, game: Game, p: Position, event: Event, entry: Entry) -> None:
        """Check an event by itself, and whether it is allowed at its place."""
        if type(event) is Created:
            expect(game.revision == 0 and event is entry.events[0], "a game is created once, at the beginning")
            expect(event.draws == BY_LOT, "the game does not draw by lot")
        elif type(event) is Ended:
            self._ended(game, event, entry)
        elif type(event) is TimeGivenBack:
            given_back(game, entry)
        elif type(event) is Reinstated:
            self._reinstate(game, event, entry)
        elif type(event) is Renewed:
            renewed(game, event, entry)
            self._renewed.append(game.revision + 1)
            self._reseed(renewed=True)
        elif type(event) is Retracted:
            self._retractions.retracted(game, entry, event, self._replay.at)
        elif type(event) is Shared:
            expect(event is entry.events[0] and game.status == "open", "a first link is told before anything is drawn")
            self._sharing.first(game, event)
        elif type(event) in (Freed, Hosted, Invited, Listed):
            check_host(game, event, entry)
        else:
            self._act(game, p, event, entry)

    def _ended(self, game: Game, event: Ended, entry: Entry) -> None:
        """Check that a game ends in its last entry, or before it is reinstated."""
        then = self._log[game.revision + 1 : game.revision + 2]
        goes_on = bool(then and then[0].events) and type(then[0].events[0]) is Reinstated
        expect(event is entry.events[-1] and (goes_on or not then), "a game ends once, at the end")

    def _reinstate(self, game: Game, event: Reinstated, entry: Entry) -> None:
        """Check that a game may be reinstated, and continue with its next seed."""
        reinstated(game, self._log[: game.revision], event, entry)
        self._reseed()
        self._reinstated.append(event.by)

    def _reseed(self, renewed: bool = False) -> None:
        """Draw from the next seed."""
        expect(bool(self._later), "nobody knows the seed from here on")
        self._draws.reseeded(self._later.pop(0), renewed)

    def _act(self, game: Game, p: Position, event: Event, entry: Entry) -> None:
        """Check answers and draws."""
        if type(event) is Seated:
            self._seating.seated(game, event)
            self._sharing.seated(game, event)
            self._seating.given_anew(game, event, entry)
        elif type(event) is TimedOut:
            self._timeouts += 1
            self._sharing.late(game, p, event)
        elif type(event) is Answered:
            self._answers += 1
            if not self._draws.is_copied(game):
                self._sharing.answered(game, p, event)
        elif type(event) is Drawn:
            self._draws.drawn(game, p, event)
