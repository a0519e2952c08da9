"""A forward model for bots: possible positions, moves on them, and play-outs, all with the caller's own chance."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

from podesta_engines.core.decide import Answer, decide, follow, outcomes, pick
from podesta_engines.core.disclose import resample
from podesta_engines.core.errors import Illegal, RulesError
from podesta_engines.core.moves import Answered, Drawn, Move
from podesta_engines.core.position import Position
from podesta_engines.core.ruleset import Policy, random_policy
from podesta_engines.core.script import Ask, Draw
from podesta_engines.core.texts.sentences import sentence

_SPAN = 1 << 64

Chance = Callable[[int], int]
"""Given n > 0, an int in [0, n), uniformly distributed."""


class Impossible(RulesError):
    """The outcome named for a draw is impossible, or no such draw is open; `legal` lists the possible outcomes."""

    def __init__(self, lot: str, outcome: str, legal: Sequence[str]) -> None:
        super().__init__(sentence("impossible-now", outcome=outcome, lot=lot))
        self.lot, self.outcome, self.legal = lot, outcome, list(legal)


def source(seed: int, *index: int) -> Random:
    """A source of chance for one of many independent tasks under one seed (not negative)."""
    for each in index:
        seed = seed * _SPAN + each
    return Random(seed)


class LazyRandom:
    """Random numbers from a `source` that is made when the first number is drawn.

    Most steps draw nothing, and making a source takes longer than a step.
    """

    __slots__ = ("_below", "_named")

    def __init__(self, seed: int, *index: int) -> None:
        self._named = (seed, *index)
        self._below: Chance | None = None

    def __call__(self, bound: int) -> int:
        """The next number in [0, bound)."""
        if self._below is None:
            self._below = source(*self._named).randrange
        return self._below(bound)


def determinize(p: Position, seat: int, count: int, seed: int) -> Iterator[Position]:
    """Positions that a seat cannot distinguish from the true one; the nth depends only on the seed and n.

    One source serves all of them, since making one takes half as long as a position.
    """
    rnd = source(seed)
    for _ in range(count):
        yield resample(p, seat, rnd)


def play_on(p: Position, policy: Policy | None, rnd: Random, most: int = 0) -> int:
    """Play on, every seat by one policy (None: at random), to the end or for `most` decisions; returns their number."""
    decisions = 0
    observe, answer, draw = p.rules.observe, p.answer, rnd.random
    while (ask := p.ask) is not None:
        if type(ask) is Draw:
            answer(pick(ask, lambda n: int(draw() * n)))
            continue
        if decisions == most > 0:
            break
        decisions += 1
        ask = p.asks[0]
        if policy is None:
            answer(random_policy(None, ask, rnd), ask.seat)
        else:
            answer(policy(observe(p.state, ask.seat), ask, rnd), ask.seat)
    return decisions


def play_to(p: Position, seat: int, policy: Policy, rnd: Random, most: int = 0) -> bool:
    """Play on, all other seats by one policy, until a seat is asked or the game is over.

    Returns False if it stops earlier, after `most` decisions.
    """
    decisions = 0
    while p.ask is not None and all(ask.seat != seat for ask in p.asks):
        if not p.asks:
            _draw_all(p, rnd.randrange)
            continue
        if decisions == most > 0:
            return False
        decisions += 1
        p.answer(advice(p, p.asks[0], policy, rnd), p.actor)
    return True


def advice(p: Position, ask: Ask, policy: Policy, rnd: Random) -> int:
    """The option that a policy chooses from what its seat may see."""
    return policy(p.rules.observe(p.state, ask.seat), ask, rnd)


def play(p: Position, moves: Sequence[Move], rnd: Random, hold: bool = False) -> None:
    """Play moves on a position, in order; changes it. `rnd` makes the draws that no move decides.

    With `hold`, a draw that is open after the last move stays open. Raises Impossible, Illegal or NotAsked at the first
    move that cannot be made; the position is then unusable.
    """
    for _ in playing(p, moves, rnd.randrange, hold):
        pass


def playing(p: Position, moves: Sequence[Move], chance: Chance, hold: bool = False) -> Iterator[None]:
    """Like `play`, but yield after each move."""
    for index, each in enumerate(moves):
        if isinstance(each, Drawn):
            _come_out(p, each)
        else:
            _draw_all(p, chance)
            _answer(p, each, index)
        yield
    if not hold:
        _draw_all(p, chance)


def _draw_all(p: Position, chance: Chance) -> None:
    while type(p.ask) is Draw:
        p.answer(pick(p.ask, chance))


def _come_out(p: Position, drawn: Drawn) -> None:
    """Resolve the open draw with a given outcome; raises Impossible."""
    legal = [word for word, _ in outcomes(p)]
    if type(p.ask) is not Draw or p.ask.kind.name != drawn.lot or drawn.outcome not in legal:
        raise Impossible(drawn.lot, drawn.outcome or "", legal)
    follow(p, drawn)


def _answer(p: Position, given: Answered, index: int) -> None:
    answer: Answer = (given.question or "", given.option or "")
    try:
        decide(p, given.seat, [answer])
    except Illegal as error:
        raise Illegal(index, answer, error.asked, error.rule, error.legal) from None
    follow(p, given)
