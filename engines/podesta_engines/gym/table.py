"""A game at a table of learners: fate draws by itself, seats are asked one after another, the end is rewarded."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, SupportsIndex

from podesta_engines import RULESETS
from podesta_engines.core.decide import pick
from podesta_engines.core.position import Position
from podesta_engines.core.ruleset import Result, Ruleset
from podesta_engines.core.script import Ask, Draw

from .actions import ActionSpace
from .encoding import Encoder
from .registry import encoder

Reward = Callable[[Result], list[float]]
"""What every seat gets for how a game ended."""


def by_rank(result: Result) -> list[float]:
    """1 for having beaten everybody, -1 for having been beaten by everybody; a tie is half of each."""
    ranks = [standing.rank for standing in result.standings]
    return [sum((other > rank) - (other < rank) for other in ranks) / (len(ranks) - 1) for rank in ranks]


def by_points(result: Result) -> list[float]:
    """The points by which a seat is ahead of the mean of the others."""
    scores = [standing.score for standing in result.standings]
    return [score - (sum(scores) - score) / (len(scores) - 1) for score in scores]


REWARDS: Mapping[str, Reward] = {"rank": by_rank, "points": by_points}
"""The rewards by name."""


class Rules:
    """What tables of one kind share: ruleset, seats, options of the game, actions, encoder, reward.

    Raises BadSetup, NotEncoded, and KeyError for a reward that there is not.
    """

    def __init__(
        self, ruleset: Ruleset, seats: int, reward: str | Reward = "rank", options: Mapping[str, Any] | None = None
    ) -> None:
        ruleset.start(seats, options=options)
        self.ruleset, self.seats, self.options = ruleset, seats, dict(options or {})
        self.actions, self.encoder = ActionSpace(ruleset), encoder(ruleset, seats)
        self.reward = REWARDS[reward] if isinstance(reward, str) else reward
        self._made_of = (ruleset.rules, seats, reward, self.options)

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, self._made_of

    def __deepcopy__(self, _memo: dict[int, Any]) -> Rules:
        """Itself: nothing in it ever changes."""
        return self


def _again(rules: str, seats: int, reward: str | Reward, options: Mapping[str, Any]) -> Rules:
    """What is read back from a pickle: nothing is kept but names."""
    return Rules(RULESETS.version(rules), seats, reward, options)


class Table:
    """One game, from its first question to its end, and then the next. `ask` is None once the game is over."""

    __slots__ = ("_chance", "_opened", "ask", "position", "rnd", "rules")

    position: Position
    ask: Ask | None

    def __init__(self, rules: Rules, seed: int | None = None) -> None:
        self.rules = rules
        self._opened = rules.actions.opened
        self.seed(seed)
        self.begin()

    def seed(self, seed: int | None) -> None:
        """All that fate does follows from this."""
        self.rnd = Random(seed)
        random = self.rnd.random
        self._chance = lambda n: int(random() * n)

    def begin(self) -> None:
        """Begin a game, up to its first question."""
        rules = self.rules
        self.position = rules.ruleset.start(rules.seats, options=rules.options, keep=False)
        self._settle()

    def step(self, action: SupportsIndex) -> None:
        """Answer the open question, up to the next; raises NotOpen, and then nothing has changed."""
        self.answer(self.opened(action))

    def opened(self, action: SupportsIndex) -> int:
        """The option of the open question that an action stands for; raises NotOpen."""
        assert self.ask is not None, "the game is over"
        return self._opened(self.ask, action)

    def answer(self, option: int) -> None:
        """Answer the open question by one of its options, which is not checked, up to the next."""
        self.position.answer(option, self.ask.seat)  # type: ignore[union-attr]
        self._settle()

    def rewards(self) -> list[float]:
        """What every seat gets; only at the end."""
        return self.rules.reward(self.rules.ruleset.result(self.position.state))

    def _settle(self) -> None:
        position, chance = self.position, self._chance
        ask = position.ask
        while type(ask) is Draw:
            position.answer(pick(ask, chance))
            ask = position.ask
        self.ask = ask if type(ask) is Ask else position.waiting[0] if ask is not None else None


def spread(seed: int | None, count: int) -> Sequence[int | None]:
    """A seed for each of several tables."""
    if seed is None:
        return [None] * count
    rnd = Random(seed)
    return [rnd.getrandbits(64) for _ in range(count)]


__all__ = ["ActionSpace", "Encoder", "Rules", "Table", "by_points", "by_rank", "spread"]
