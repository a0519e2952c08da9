"""A game for learners: draws are made automatically, seats are asked one after another, rewards come at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import index
from random import Random
from typing import Any, SupportsIndex

from podesta_engines import RULESETS
from podesta_engines.core.decide import pick
from podesta_engines.core.errors import RulesError
from podesta_engines.core.position import Position
from podesta_engines.core.ruleset import Result, Ruleset
from podesta_engines.core.script import Ask, Draw

from .actions import ActionSpace
from .encoding import Encoder
from .registry import encoder

Reward = Callable[[Result], list[float]]
"""Returns the reward of every seat for a result."""


def by_rank(result: Result) -> list[float]:
    """1 for beating all others, -1 for losing to all others, linear in between; a tie counts half."""
    ranks = [standing.rank for standing in result.standings]
    return [sum((other > rank) - (other < rank) for other in ranks) / (len(ranks) - 1) for rank in ranks]


def by_points(result: Result) -> list[float]:
    """The points by which a seat is ahead of the mean of the others."""
    scores = [standing.score for standing in result.standings]
    return [score - (sum(scores) - score) / (len(scores) - 1) for score in scores]


REWARDS: Mapping[str, Reward] = {"rank": by_rank, "points": by_points}
"""The rewards by name."""


class TableSetup:
    """The common parts of tables of one kind: ruleset, seats, options of the game, actions, encoder, reward.

    `keep`: positions keep checkpoints, which searching bots need and play-outs do not. Raises BadSetup, NotEncoded, and
    KeyError for an unknown reward.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        seats: int,
        reward: str | Reward = "rank",
        options: Mapping[str, Any] | None = None,
        keep: bool = False,
    ) -> None:
        ruleset.start(seats, options=options)
        self.keep = keep
        self.ruleset, self.seats, self.options = ruleset, seats, dict(options or {})
        self.actions, self.encoder = ActionSpace(ruleset), encoder(ruleset, seats)
        self.reward = REWARDS[reward] if isinstance(reward, str) else reward
        self._made_of = (ruleset.rules, seats, reward, self.options, keep)

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, self._made_of

    def __deepcopy__(self, _memo: dict[int, Any]) -> TableSetup:
        """Itself: it is immutable."""
        return self


def _again(rules: str, *rest: Any) -> TableSetup:
    """Restore it from a pickle, which holds only names."""
    return TableSetup(RULESETS.version(rules), *rest)


class GameOver(RulesError):
    """The game is over, so no seat is asked."""

    def __init__(self) -> None:
        super().__init__("the game is over, so there is no step; reset() begins the next")


class Table:
    """One game, from its first question to its end, and then the next. `ask` is None once the game is over.

    A copy, or an object from a pickle, replays the answers since the game's beginning.
    """

    __slots__ = ("_answers", "_begun", "_chance", "_opened", "ask", "position", "rnd", "rules")

    position: Position
    ask: Ask | None

    def __init__(self, rules: TableSetup, seed: SupportsIndex | None = None) -> None:
        self.rules = rules
        self._opened = rules.actions.opened
        self.seed(seed)
        self.begin()

    def seed(self, seed: SupportsIndex | None) -> None:
        """Seed all draws, with an integer from 0; raises ValueError."""
        self._draw_by(Random(checked_seed(seed)))

    def _draw_by(self, rnd: Random) -> None:
        self.rnd, random = rnd, rnd.random
        self._chance = lambda n: int(random() * n)

    def __reduce__(self) -> tuple[Any, ...]:
        return _played, (self.rules, self._begun, tuple(self._answers))

    def begin(self) -> None:
        """Begin a game, up to its first question."""
        rules = self.rules
        self._begun, self._answers = self.rnd.getstate(), list[int]()
        self.position = rules.ruleset.start(rules.seats, options=rules.options, keep=rules.keep)
        self._settle()

    def step(self, action: SupportsIndex) -> None:
        """Answer the open question and continue to the next; raises IllegalAction without any change."""
        self.answer(self.opened(action))

    def opened(self, action: SupportsIndex) -> int:
        """The option of the open question for an action; raises IllegalAction, GameOver."""
        if self.ask is None:
            raise GameOver
        return self._opened(self.ask, action)

    def answer(self, option: int) -> None:
        """Answer the open question by one of its options, which is not checked, and continue to the next."""
        self._answers.append(option)
        self.position.answer(option, self.ask.seat)  # type: ignore[union-attr]
        self._settle()

    def rewards(self) -> list[float]:
        """The reward of every seat, once the game is over."""
        return self.rules.reward(self.rules.ruleset.result(self.position.state))

    def _settle(self) -> None:
        position, chance = self.position, self._chance
        ask = position.ask
        while type(ask) is Draw:
            position.answer(pick(ask, chance))
            ask = position.ask
        self.ask = ask if type(ask) is Ask else position.waiting[0] if ask is not None else None


def _played(rules: TableSetup, begun: Any, answers: Sequence[int]) -> Table:
    """A table at the position after the answers of a game that began with this state of the source of chance."""
    table = Table(rules)
    table.rnd.setstate(begun)
    table.begin()
    for option in answers:
        table.answer(option)
    return table


def checked_seed(seed: SupportsIndex | None) -> int | None:
    """A seed as Python's int; raises ValueError below 0, because Random treats -1 as 1, and TypeError."""
    if seed is not None and index(seed) < 0:
        raise ValueError(f"a seed is None or an integer from 0, not {seed}")
    return None if seed is None else index(seed)


Seeds = SupportsIndex | Sequence[SupportsIndex | None] | None
"""One seed for all tables, or one for each."""


def spread(seed: Seeds, count: int) -> Sequence[int | None]:
    """A seed for each of several tables; raises ValueError if their number differs."""
    if isinstance(seed, Iterable):
        return _each(seed, count)
    if seed is None:
        return [None] * count
    rnd = Random(checked_seed(seed))
    return [rnd.getrandbits(64) for _ in range(count)]


def _each(seeds: Iterable[SupportsIndex | None], count: int) -> Sequence[int | None]:
    found = [checked_seed(each) for each in seeds]
    if len(found) != count:
        raise ValueError(f"{len(found)} seeds for {count} tables")
    return found


__all__ = ["ActionSpace", "Encoder", "Table", "TableSetup", "by_points", "by_rank", "spread"]
