"""Draws: what verify draws again from the seed, and what it lets pass because another game's seed drew it."""

from __future__ import annotations

from podesta_engines.core.decide import Chance, drawn, pick
from podesta_engines.core.moves import Drawn
from podesta_engines.core.position import Position
from podesta_engines.core.script import Draw
from podesta_engines.game.events import Created, Event
from podesta_engines.game.facts import Facts
from podesta_engines.game.fairness import luck
from podesta_engines.game.lottery import counted

from .expecting import expect


class Draws:
    """What fate drew in one game, draw by draw; raises Drifted where the seed draws something else.

    `again` counts what was drawn again. A fork begins with answers and draws that were copied from another game: these
    were drawn from its seed, which the record does not tell.
    """

    def __init__(self, created: Created, seed: bytes) -> None:
        forked = created.forked
        self._copies = forked.answers + forked.draws if forked else 0
        self._seed, self.again = seed, 0
        self._luck: Chance | None = None
        self._passed: list[Event] = []

    @property
    def copying(self) -> bool:
        """Whether answers or draws of the other game are still to come."""
        return self._copies > 0

    def entry(self) -> None:
        """Another entry begins, whose draws are made in a row."""
        self._luck, self._passed = None, []

    def is_copied(self, game: Facts) -> bool:
        """Whether the answer or draw that comes now was copied; those of the game itself wait for its players."""
        if self._copies:
            self._copies -= 1
            return True
        expect(game.status != "open", "nobody acts before every seat is taken")
        return False

    def drawn(self, game: Facts, p: Position, event: Drawn) -> None:
        """Draw again, and compare."""
        if self.is_copied(game):
            self._passed.append(event)
            return
        self._luck = self._luck or self._source(game)
        self.again += 1
        lot = p.ask
        if type(lot) is not Draw:
            return  # playing it will say so
        again = drawn(lot, pick(lot, self._luck))
        expect(again == event, f"{again.lot} {again.outcome!r} was drawn, not {event.lot} {event.outcome!r}")

    def _source(self, game: Facts) -> Chance:
        """What the draws of an entry come from, by the rule that the game names."""
        counts = counted(game.drawn, self._passed)
        mix = game.shares.mix if game.shares else b""
        return luck(game.created, self._seed, game.entropy, game.revision + 1, counts, mix)
