"""Many tables at once for Gymnasium: every step answers one question at each of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode
from gymnasium.vector import VectorEnv as Base
from gymnasium.vector.utils import batch_space

from podesta_engines.core.ruleset import Ruleset

from .spaces import seen, shown
from .table import Reward, Seeds, Table, TableSetup, spread


class VectorEnv(Base[Any, Any, Any]):
    """`count` tables of one ruleset, in place: arrays returned by `reset` and `step` are overwritten by the next step.

    An observation is the view of the seat to move: `observation`, uint8 of the encoder's shape, and `action_mask`,
    int8. `infos["seat"]` is that seat. `step` returns for each table the reward of the seat that has just acted;
    `infos["rewards"]`, of shape (count, seats), has the rewards of all seats. Both are 0 until a game ends; the table
    is then `terminated`, and the next game begins there at once. Nothing is ever truncated. An action that is not open
    at its table raises IllegalAction, without any change.

    When games end, infos have `final_obs`, the final view of the seat that acted last, and `final_info`, with the `_`
    of each as a mask, like Gymnasium's own vector environments. Copies and pickles continue from the same positions.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        seats: int,
        count: int,
        reward: str | Reward = "rank",
        options: Mapping[str, Any] | None = None,
        seed: Seeds = None,
    ) -> None:
        self.rules, self.num_envs = TableSetup(ruleset, seats, reward, options), count
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}
        length, actions = self.rules.encoder.shape[0], len(self.rules.actions)
        self._spaces()
        self._seen = np.zeros((count, length), np.uint8)
        self._masks = np.zeros((count, actions), np.int8)
        self._seats, self._ended = np.zeros(count, np.int64), np.zeros(count, np.bool_)
        self._rewards, self._own = np.zeros((count, seats), np.float32), np.zeros(count, np.float64)
        self._bind()
        self.tables = [Table(self.rules, each) for each in spread(seed, count)]
        self._truncated = np.zeros(count, np.bool_)

    def _spaces(self) -> None:
        self.single_observation_space, self.single_action_space = shown(self.rules), Discrete(len(self.rules.actions))
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def _bind(self) -> None:
        """Set the attributes that steps use and pickles omit: functions, and the rows of both arrays as memory."""
        self._row, self._mask = self.rules.encoder.row, self.rules.actions.row
        self._rows = [(a.data, b.data.cast("B")) for a, b in zip(self._seen, self._masks, strict=True)]

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name not in ("_row", "_mask", "_rows")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._bind()

    def reset(
        self, *, seed: Seeds = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a game at every table; a seed, or one for each table, determines all draws from here.

        `options["reset_mask"]`, a bool for each table, leaves tables unchanged where it is False.
        """
        begun = np.broadcast_to(np.asarray((options or {}).get("reset_mask", True), np.bool_), self.num_envs)
        seeds = spread(seed, self.num_envs)
        for number in begun.nonzero()[0].tolist():
            self._begin(number, seeds[number])
        return self.observed(), self.told()

    def _begin(self, number: int, seed: int | None) -> None:
        table = self.tables[number]
        if seed is not None:
            table.seed(seed)
        table.begin()
        self._rewards[number] = 0
        self._look(number, table)

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        """Answer the open question of every table, one action each (an array or any sequence); raises IllegalAction."""
        chosen = actions.tolist() if isinstance(actions, np.ndarray) else actions
        options = [table.opened(action) for table, action in zip(self.tables, chosen, strict=True)]
        self._rewards[:] = self._own[:] = self._ended[:] = 0
        last = dict[int, dict[str, Any]]()
        for number, (table, option) in enumerate(zip(self.tables, options, strict=True)):
            table.answer(option)
            if table.ask is None:
                last[number] = seen(table, int(self._seats[number]))
                self._end(number, table)
            self._look(number, table)
        told = self.told() | (self._final(last) if last else {})
        return self.observed(), self._own, self._ended, self._truncated, told

    def _end(self, number: int, table: Table) -> None:
        """Reward a game, and begin the next."""
        self._rewards[number] = table.rewards()
        self._own[number] = self._rewards[number, self._seats[number]]
        self._ended[number] = True
        table.begin()

    def _final(self, last: dict[int, dict[str, Any]]) -> dict[str, Any]:
        """The infos of games that ended, as specified by Gymnasium's SAME_STEP: final observations and infos."""
        found, ended = np.full(self.num_envs, None, object), self._ended.copy()
        for number, observation in last.items():
            found[number] = observation
        infos = {"rewards": self._rewards.copy(), "_rewards": ended}
        return {"final_obs": found, "_final_obs": ended, "final_info": infos, "_final_info": ended}

    def _look(self, number: int, table: Table) -> None:
        ask, (seen, mask) = table.ask, self._rows[number]
        assert ask is not None
        self._seats[number] = ask.seat
        seen[:] = self._row(table.position, ask.seat)
        mask[:] = self._mask(ask)

    def observed(self) -> dict[str, Any]:
        """The observations last returned by `reset` or `step`."""
        return {"observation": self._seen, "action_mask": self._masks}

    def told(self) -> dict[str, Any]:
        """The infos last returned by `reset` or `step`."""
        return {"seat": self._seats, "rewards": self._rewards}
