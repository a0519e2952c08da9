"""Draws: verify repeats those from the game's own seed, and accepts those copied from another game."""

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
    """The draws of one game, checked one by one; raises Drifted if the seed gives a different result.

    `again` counts the repeated draws. A fork begins with answers and draws copied from another game; those draws came
    from that game's seed, which the record does not have.
    """

    def __init__(self, created: Created, seed: bytes) -> None:
        forked = created.forked
        self._copies = forked.answers + forked.draws if forked else 0
        self._seeds, self.again = [seed], 0
        self._luck: Chance | None = None
        self._passed: list[Event] = []

    def reseeded(self, seed: bytes, renewed: bool) -> None:
        """Continue with another seed: the game was reinstated, or `renewed`, and may still draw from earlier ones."""
        self._seeds = [*self._seeds, seed] if renewed else [seed]

    @property
    def copying(self) -> bool:
        """Whether copied answers or draws are still to come."""
        return self._copies > 0

    def entry(self) -> None:
        """Start the next entry; its draws are made together."""
        self._luck, self._passed = None, []

    def is_copied(self, game: Facts) -> bool:
        """Whether the next answer or draw was copied; raises Drifted for one of the game's own while it is open."""
        if self._copies:
            self._copies -= 1
            return True
        expect(game.status != "open", "nobody acts before every seat is taken")
        return False

    def drawn(self, game: Facts, p: Position, event: Drawn) -> None:
        """Repeat a draw, and compare; raises Drifted."""
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
        """The source of an entry's draws."""
        return game.lottery(self._seeds, counted(game.drawn, self._passed))
