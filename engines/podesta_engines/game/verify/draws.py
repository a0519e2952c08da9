"""Draws: verify repeats those that follow from the seed, and accepts those that another game's seed drew."""

from __future__ import annotations

from podesta_engines.core.decide import Chance, drawn, pick
from podesta_engines.core.moves import Drawn
from podesta_engines.core.position import Position
from podesta_engines.core.script import Draw
from podesta_engines.game.events import Created, Event
from podesta_engines.game.facts import Facts
from podesta_engines.game.lottery import counted

from .expecting import expect


class Draws:
    """The draws of one game, checked one by one; raises Drifted if the seed gives something else.

    `again` counts the repeated draws. A fork begins with answers and draws that were copied from another game: these
    were drawn from its seed, which the record does not have.
    """

    def __init__(self, created: Created, seed: bytes) -> None:
        forked = created.forked
        self._copies = forked.answers + forked.draws if forked else 0
        self._seeds, self.again = [seed], 0
        self._luck: Chance | None = None
        self._passed: list[Event] = []

    def reseeded(self, seed: bytes, renewed: bool) -> None:
        """Go on with another seed: the game was reinstated, or `renewed`, and may draw from those before again."""
        self._seeds = [*self._seeds, seed] if renewed else [seed]

    @property
    def copying(self) -> bool:
        """Whether answers or draws of the other game are still to come."""
        return self._copies > 0

    def entry(self) -> None:
        """Start the next entry, whose draws are made together."""
        self._luck, self._passed = None, []

    def is_copied(self, game: Facts) -> bool:
        """Whether the next answer or draw was copied; the game's own come after its players."""
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
            return  # playing it will raise
        again = drawn(lot, pick(lot, self._luck))
        expect(again == event, f"{again.lot} {again.outcome!r} was drawn, not {event.lot} {event.outcome!r}")

    def _source(self, game: Facts) -> Chance:
        """What the draws of an entry come from."""
        return game.lottery(self._seeds, counted(game.drawn, self._passed))
