"""One table for PettingZoo: seats act one after another, each on what it may see."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gymnasium.error import ResetNeeded
from gymnasium.spaces import Discrete
from pettingzoo import AECEnv

from podesta_engines.core.ruleset import Ruleset

from .spaces import RENDERED, rendered, seen, shown, told
from .table import GameOver, Reward, Table, TableSetup


class TableEnv(AECEnv):  # type: ignore[misc]
    """A ruleset as an environment of PettingZoo; agents are `seat_0`, `seat_1`, ….

    Observations have `observation` and `action_mask`; an agent that is not asked has a mask of zeros. Rewards come
    at the end, to all seats at once. An action that is not open raises IllegalAction, and changes nothing.
    """

    def __init__(self, rules: TableSetup, render_mode: str | None = None) -> None:
        super().__init__()
        self.rules = rules
        self.metadata = {"name": rules.ruleset.rules, "is_parallelizable": False, "render_modes": RENDERED}
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(rules.seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._table = Table(rules)
        self._shown = {agent: shown(rules) for agent in self.possible_agents}
        self._open = {agent: Discrete(len(rules.actions)) for agent in self.possible_agents}

    @property
    def render_mode(self) -> str | None:
        """How `render` shows the table: `ansi`, or None for nothing."""
        return self._rendered

    @render_mode.setter
    def render_mode(self, mode: str | None) -> None:
        self._rendered = rendered(mode)

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations: the same object each time, as PettingZoo requires."""
        return self._shown[agent]

    def action_space(self, agent: str) -> Any:
        """All the actions of the ruleset."""
        return self._open[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; a seed determines all draws."""
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
        """An agent's present observation."""
        return seen(self._table, self._seats[agent])

    def step(self, action: Any) -> None:
        """Answer for the agent to act; None for one after the end of its game. Raises IllegalAction."""
        agent = self._acting()
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._table.step(action)
        self._cumulative_rewards[agent] = 0.0
        if self._table.ask is None:
            self._end()
        else:
            self._turn()

    def _acting(self) -> str:
        """The agent to act; raises ResetNeeded before a game, GameOver after it."""
        if not hasattr(self, "terminations"):
            raise ResetNeeded("reset() begins a game; step() comes after it")
        if not self.agents:
            raise GameOver
        return str(self.agent_selection)

    def _turn(self) -> None:
        assert self._table.ask is not None
        self.agent_selection = self.possible_agents[self._table.ask.seat]

    def _end(self) -> None:
        """Reward all agents; then each steps once more, with None."""
        self.rewards = dict(zip(self.agents, self._table.rewards(), strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]

    def render(self) -> str | None:
        """The seat to move, its question and its options as text; after the end, each seat's reward."""
        return None if self.render_mode is None else told(self._table)

    def close(self) -> None:
        """Does nothing: there is nothing to close."""


def aec_env(
    ruleset: Ruleset,
    seats: int,
    reward: str | Reward = "rank",
    options: Mapping[str, Any] | None = None,
    render_mode: str | None = None,
) -> TableEnv:
    """An environment of PettingZoo; raises BadSetup for a number of seats or options that the ruleset does not take."""
    return TableEnv(TableSetup(ruleset, seats, reward, options), render_mode)
