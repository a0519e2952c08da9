"""One learner against house bots, for Gymnasium: importing this module registers `podesta/troyes-v1` and the like."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import numpy as np
from gymnasium import Env, register
from gymnasium.spaces import Discrete

from podesta_engines import RULESETS
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.play.house import bot, check

from .actions import IllegalAction
from .spaces import RENDERED, numbers, rendered, seen, told
from .table import Reward, Table, TableSetup

_SEEDS = 1 << 62


class OpenActions(Discrete):
    """All actions of a ruleset; without an explicit mask, `sample` uses `mask`, the actions that are open now."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.mask = np.ones(count, np.int8)

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        """A random action, among the open ones if neither argument is given."""
        return super().sample(self.mask if mask is None and probability is None else mask, probability)


class LearnerEnv(Env[Any, Any]):
    """A seat at a table with house bots, by name, on the other seats; they answer until the learner is asked again.

    An observation is what the learner sees, uint8 of the encoder's shape; `action_masks()` and `info["action_mask"]`
    are the open actions. The reward comes at the end of a game. `seat` is the learner's; None draws one for each game.
    An action that is not open raises IllegalAction and changes nothing, or, if `illegal_loses`, ends the game with a
    reward of -1, for learners without masks. Raises BadSetup for a number of seats or options that the ruleset does not
    take, CannotPlay for a bot that cannot play there, ValueError for a seat.
    """

    metadata: dict[str, Any] = {"render_modes": RENDERED, "render_fps": 1}  # noqa: RUF012 — Gymnasium reads it from the class

    def __init__(
        self,
        ruleset: Ruleset | str,
        opponents: Sequence[str] = ("greedy",),
        seat: int | None = None,
        reward: str | Reward = "rank",
        options: Mapping[str, Any] | None = None,
        illegal_loses: bool = False,
        render_mode: str | None = None,
    ) -> None:
        found = RULESETS.version(ruleset) if isinstance(ruleset, str) else ruleset
        self.rules = TableSetup(found, len(opponents) + 1, reward, options, keep=True)
        self.render_mode = rendered(render_mode)
        self.observation_space = numbers(self.rules)
        self.action_space = OpenActions(len(self.rules.actions))
        self.opponents, self.seat = self._checked(opponents, seat), seat
        self._table, self._own, self._lenient = Table(self.rules), seat or 0, illegal_loses

    def _checked(self, opponents: Sequence[str], seat: int | None) -> tuple[str, ...]:
        if seat is not None and not 0 <= seat < self.rules.seats:
            raise ValueError(f"there is no seat {seat} at a table with {self.rules.seats}")
        for name in opponents:
            check(self.rules.ruleset, self.rules.seats, name)
        return tuple(opponents)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a game, up to the learner's first question; a seed determines all draws, seats and bots from here."""
        super().reset(seed=seed)
        seats = self.rules.seats
        self._own = int(self.np_random.integers(seats)) if self.seat is None else self.seat
        self._rnd = Random(int(self.np_random.integers(_SEEDS)))
        self._table.seed(int(self.np_random.integers(_SEEDS)))
        self._table.begin()
        self._others_answer()
        return self._shown()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Answer for the learner, up to its next question or the end; raises IllegalAction, GameOver."""
        try:
            self._table.step(action)
        except IllegalAction:
            if not self._lenient:
                raise
            return self._lost()
        self._others_answer()
        over = self._table.ask is None
        observation, info = self._shown()
        return observation, self._table.rewards()[self._own] if over else 0.0, over, False, info

    def _lost(self) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """The end of a game by an action that was not open."""
        observation, info = self._shown()
        self._table.ask = None
        return observation, -1.0, True, False, info

    def _others_answer(self) -> None:
        table, own = self._table, self._own
        while table.ask is not None and table.ask.seat != own:
            seat = table.ask.seat
            name = self.opponents[seat - (seat > own)]
            table.answer(bot(self.rules.ruleset, name)(table.position, seat, self._rnd))

    def _shown(self) -> tuple[Any, dict[str, Any]]:
        now = seen(self._table, self._own)
        self.action_space.mask = now["action_mask"]  # type: ignore[attr-defined]
        return now["observation"], {"action_mask": now["action_mask"], "seat": self._own}

    def action_masks(self) -> Any:
        """The open actions, as bools, for sb3-contrib's MaskablePPO."""
        return self.action_space.mask.astype(np.bool_)  # type: ignore[attr-defined]

    def render(self) -> str | None:
        """The seat to move, its question and its options as text; after the end, each seat's reward."""
        return None if self.render_mode is None else told(self._table)


def _register(ruleset: Ruleset) -> None:
    """`podesta/troyes-v1` for version 1 of the rules of Troyes."""
    name, _, version = ruleset.rules.partition("/")
    entry = f"{__name__}:{LearnerEnv.__name__}"
    register(f"podesta/{name}-v{version}", entry_point=entry, kwargs={"ruleset": ruleset.rules})


for _ruleset in RULESETS.all():
    _register(_ruleset)
