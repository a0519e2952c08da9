"""A ruleset as a game of OpenSpiel: fate is a player, and bots may copy, save and resample states."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pyspiel

from podesta_engines.core.decide import outcomes
from podesta_engines.core.disclose import resample
from podesta_engines.core.position import Position
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.core.script import Ask, Draw

from .actions import question
from .table import TableSetup, by_points

MOST_POINTS = 100.0
"""The cap on a seat's lead in points; the largest lead in 620 games of random and greedy seats was 51.25."""


def openspiel_game(ruleset: Ruleset, seats: int, reward: str = "rank") -> TableGame:
    """A game of OpenSpiel, which is also registered for `pyspiel.load_game`; raises BadSetup, KeyError."""
    rules = TableSetup(ruleset, seats, reward)

    class Registered(TableGame):
        """A class, because OpenSpiel drops its objects after Python has exited, which crashes with a function."""

        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(rules)

    pyspiel.register_game(_type(rules), Registered)
    return TableGame(rules)


class TableGame(pyspiel.Game):  # type: ignore[misc]
    """Explicit chance, sequential moves, rewards at the end.

    An action of a seat is that of the ActionSpace; an action of fate is the option's own int.
    """

    def __init__(self, rules: TableSetup) -> None:
        self.rules = rules
        super().__init__(_type(self.rules), _info(self.rules), {})

    def new_initial_state(self) -> TableState:
        """The first position, with fate or a seat to move."""
        return TableState(self, self.rules.ruleset.start(self.rules.seats))

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """An observer of a seat's view, as a tensor; parameters are ignored."""
        return Observer(self.rules)

    def __deepcopy__(self, _memo: dict[int, Any]) -> TableGame:
        return self


def _type(rules: TableSetup) -> Any:
    name = f"podesta_{rules.ruleset.id.replace('-', '_')}_{rules.seats}_{rules.reward.__name__}"
    return pyspiel.GameType(
        short_name=name,
        long_name=rules.ruleset.name(),
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=rules.seats,
        min_num_players=rules.seats,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={},
    )


def _info(rules: TableSetup) -> Any:
    most = rules.ruleset.bound(rules.seats)
    return pyspiel.GameInfo(
        num_distinct_actions=max(len(rules.actions), _most_lots(rules.ruleset)),
        max_chance_outcomes=_most_lots(rules.ruleset),
        num_players=rules.seats,
        min_utility=-_most(rules),
        max_utility=_most(rules),
        utility_sum=0.0,
        max_game_length=most,
    )


def _most(rules: TableSetup) -> float:
    """The largest reward: 1 by rank; by points, `MOST_POINTS`, by which `returns` are bounded."""
    return MOST_POINTS if rules.reward is by_points else 1.0


def _most_lots(ruleset: Ruleset) -> int:
    return max(len(kind.words) for kind in ruleset.lots)


class TableState(pyspiel.State):  # type: ignore[misc]
    """A position as a state of OpenSpiel. Legal actions are sorted; outcomes of weight 0 are left out."""

    def __init__(self, game: TableGame, position: Position) -> None:
        super().__init__(game)
        self.rules, self.position = game.rules, position

    def _ask(self) -> Ask | None:
        return self.position.asks[0] if self.position.asks else None

    def current_player(self) -> int:
        """The seat to move, CHANCE, or TERMINAL."""
        position = self.position
        if position.ask is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if type(position.ask) is Draw else position.actor

    def _legal_actions(self, player: int) -> list[int]:
        ask = question(self.position, player)
        return sorted(self.rules.actions.legal(ask)) if ask else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every possible outcome, with its probability."""
        draw = self.position.ask
        assert type(draw) is Draw, "fate is not asked"
        words = draw.kind.words
        found = [(words.parse(word), float(chance)) for word, chance in outcomes(self.position)]
        return sorted((option, chance) for option, chance in found if chance > 0)

    def _apply_action(self, action: int) -> None:
        ask = self._ask()
        if ask is None:
            self.position.answer(action)
        else:
            self.position.answer(self.rules.actions.opened(ask, action), ask.seat)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            kind = self.position.ask.kind  # type: ignore[union-attr]
            return f"{kind.name} {kind.words.slug(action)}"
        return " ".join(self.rules.actions.word(action))

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position.ask is None

    def returns(self) -> list[float]:
        """The reward of every seat; zeros until the end."""
        if self.position.ask is not None:
            return [0.0] * self.rules.seats
        most = _most(self.rules)
        rewards = self.rules.reward(self.rules.ruleset.result(self.position.state))
        return [max(-most, min(most, each)) for each in rewards]

    def information_state_string(self, player: int | None = None) -> str:
        """A seat's view and question; by default those of the seat to move."""
        return _seen(self, self.current_player() if player is None else player)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> TableState:
        """A random state that a seat cannot distinguish from this one, for ISMCTS."""
        other = self.clone()
        other.position = resample(self.position, player, Random(sampler()))
        return other  # type: ignore[no-any-return]

    def __str__(self) -> str:
        return f"{self.rules.ruleset.id} {self.position.fingerprint():08x}"


class Observer:
    """A seat's view, as floats from 0 to 255 and as a string."""

    def __init__(self, rules: TableSetup) -> None:
        self.rules = rules
        self.tensor = np.zeros(rules.encoder.shape, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: TableState, player: int) -> None:
        """Fill the tensor."""
        self.tensor[:] = np.frombuffer(self.rules.encoder.row(state.position, player), np.uint8)

    def string_from(self, state: TableState, player: int) -> str:
        """The view of a seat, packed, and its question."""
        return _seen(state, player)


def _seen(state: TableState, player: int) -> str:
    ask, rules = question(state.position, player), state.rules.ruleset
    asked = f"{ask.kind.name} {list(ask.options)}" if ask else ""
    return f"{rules.pack(rules.observe(state.position.state, player)).hex()} {asked}"
