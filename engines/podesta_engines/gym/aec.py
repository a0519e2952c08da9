"""One table for PettingZoo: seats act one after another, each on what it may see."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv

from podesta_engines.core.disclose import questions
from podesta_engines.core.ruleset import Ruleset

from .actions import question
from .table import Reward, Rules, Table


class TableEnv(AECEnv):  # type: ignore[misc]
    """A ruleset as an environment of PettingZoo; agents are `seat_0`, `seat_1`, ….

    Observations have `observation` and `action_mask`; who is not asked has a mask of zeros. Rewards come at the end, to
    all seats at once. An action that is not open raises NotOpen, and nothing has changed.
    """

    def __init__(self, rules: Rules, render_mode: str | None = None) -> None:
        super().__init__()
        self.rules, self.render_mode = rules, render_mode
        self.metadata = {"name": rules.ruleset.rules, "is_parallelizable": False, "render_modes": ["ansi"]}
        self.possible_agents = [f"seat_{seat}" for seat in range(rules.seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._table = Table(rules)
        self._actions = len(rules.actions)

    @cache  # noqa: B019 — PettingZoo wants the same object each time; one for each agent
    def observation_space(self, agent: str) -> Any:
        """What an agent is shown."""
        high = np.array(self.rules.encoder.high, np.uint8)
        seen = Box(np.zeros(len(high), np.uint8), high, dtype=np.uint8)
        return Dict(observation=seen, action_mask=Box(0, 1, (self._actions,), np.int8))

    @cache  # noqa: B019
    def action_space(self, agent: str) -> Any:
        """All the actions of the ruleset."""
        return Discrete(self._actions)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; a seed decides all that fate does."""
        if seed is not None:
            self._table.seed(seed)
        self._table.begin()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._turn()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees now."""
        position, seat = self._table.position, self._seats[agent]
        row = self.rules.actions.row(question(position, seat))
        seen = np.frombuffer(bytearray(self.rules.encoder.row(position, seat)), np.uint8)
        return {"observation": seen, "action_mask": np.frombuffer(row, np.int8)}

    def step(self, action: Any) -> None:
        """Answer for the agent whose turn it is; None for one whose game is over. Raises NotOpen."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._table.step(action)
        self._cumulative_rewards[agent] = 0.0
        if self._table.ask is None:
            self._end()
        else:
            self._turn()

    def _turn(self) -> None:
        assert self._table.ask is not None
        self.agent_selection = self.possible_agents[self._table.ask.seat]

    def _end(self) -> None:
        """Reward everybody; then each agent steps once more, with None."""
        self.rewards = dict(zip(self.agents, self._table.rewards(), strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]

    def render(self) -> str | None:
        """Whose turn it is, what is asked and what may be answered."""
        position, ask = self._table.position, self._table.ask
        if self.render_mode is None or ask is None:
            return None
        asked = questions(position, ask.seat)[0]
        return "\n".join([f"{self.agent_selection}: {asked.prompt}", *(f"- {each.label}" for each in asked.options)])

    def close(self) -> None:
        """Nothing is open."""


def aec_env(
    ruleset: Ruleset, seats: int, reward: str | Reward = "rank", options: Mapping[str, Any] | None = None
) -> TableEnv:
    """An environment of PettingZoo; raises BadSetup for a number of seats or options that the ruleset does not take."""
    return TableEnv(Rules(ruleset, seats, reward, options))
