"""Many tables at once for Gymnasium: every step answers one question at each of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from gymnasium.vector import AutoresetMode
from gymnasium.vector import VectorEnv as Base
from gymnasium.vector.utils import batch_space

from podesta_engines.core.ruleset import Ruleset

from .table import Reward, Rules, Table, spread


class VectorEnv(Base[Any, Any, Any]):
    """`count` tables of one ruleset, in place: what `reset` and `step` return is overwritten by the next step.

    An observation is what the seat whose turn it is sees: `observation`, uint8 of the encoder's shape, and
    `action_mask`, int8. `infos["seat"]` says which seat that is. `step` returns for each table the reward of the seat
    that has just acted; `infos["rewards"]`, of shape (count, seats), has what every seat got. Both are 0 until a game
    ends, which is then `terminated`, and at once the next one begins at its table. Nothing is ever truncated. An action
    that is not open at its table raises NotOpen, and nothing has changed anywhere.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        seats: int,
        count: int,
        reward: str | Reward = "rank",
        options: Mapping[str, Any] | None = None,
        seed: int | None = None,
    ) -> None:
        self.rules, self.num_envs = Rules(ruleset, seats, reward, options), count
        self._row, self._mask = self.rules.encoder.row, self.rules.actions.row
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}
        length, actions = self.rules.encoder.shape[0], len(self.rules.actions)
        self._spaces(length, actions)
        self._seen = np.zeros((count, length), np.uint8)
        self._masks = np.zeros((count, actions), np.int8)
        self._seats, self._ended = np.zeros(count, np.int64), np.zeros(count, np.bool_)
        self._rewards, self._own = np.zeros((count, seats), np.float32), np.zeros(count, np.float64)
        self._rows = [(a.data, b.data.cast("B")) for a, b in zip(self._seen, self._masks, strict=True)]
        self.tables = [Table(self.rules, each) for each in spread(seed, count)]
        self._truncated = np.zeros(count, np.bool_)

    def _spaces(self, length: int, actions: int) -> None:
        high = np.array(self.rules.encoder.high, np.uint8)
        seen = Box(np.zeros(length, np.uint8), high, dtype=np.uint8)
        self.single_observation_space = Dict(observation=seen, action_mask=Box(0, 1, (actions,), np.int8))
        self.single_action_space = Discrete(actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a game at every table; a seed, or one for each table, decides all that fate does from here."""
        seeds = spread(seed, self.num_envs) if seed is None or isinstance(seed, int) else seed
        for number, (table, each) in enumerate(zip(self.tables, seeds, strict=True)):
            if each is not None:
                table.seed(each)
            table.begin()
            self._look(number, table)
        self._rewards[:] = 0
        return self.observed(), self.told()

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        """Answer the open question of every table by an action each, an array or any sequence; raises NotOpen."""
        chosen = actions.tolist() if isinstance(actions, np.ndarray) else actions
        options = [table.opened(action) for table, action in zip(self.tables, chosen, strict=True)]
        self._rewards[:] = self._own[:] = self._ended[:] = 0
        for number, (table, option) in enumerate(zip(self.tables, options, strict=True)):
            table.answer(option)
            if table.ask is None:
                self._end(number, table)
            self._look(number, table)
        return self.observed(), self._own, self._ended, self._truncated, self.told()

    def _end(self, number: int, table: Table) -> None:
        """Reward a game, and begin the next."""
        self._rewards[number] = table.rewards()
        self._own[number] = self._rewards[number, self._seats[number]]
        self._ended[number] = True
        table.begin()

    def _look(self, number: int, table: Table) -> None:
        ask, (seen, mask) = table.ask, self._rows[number]
        assert ask is not None
        self._seats[number] = ask.seat
        seen[:] = self._row(table.position, ask.seat)
        mask[:] = self._mask(ask)

    def observed(self) -> dict[str, Any]:
        """What `reset` or `step` returned last."""
        return {"observation": self._seen, "action_mask": self._masks}

    def told(self) -> dict[str, Any]:
        """The infos that `reset` or `step` returned last."""
        return {"seat": self._seats, "rewards": self._rewards}
