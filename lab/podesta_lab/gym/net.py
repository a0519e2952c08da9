"""A trained network as a bot, by numpy alone: tanh layers over what a seat sees; the best open action is played.

A network may lean on greedy: its last layer then has one more output than there are actions, which is added to the
action that greedy would take. So it learns when to trust greedy.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any
from zipfile import ZipFile

import numpy as np
from numpy.typing import NDArray

from podesta_engines.core.errors import RulesError
from podesta_engines.core.position import Position
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.core.script import Ask
from podesta_engines.play.bots import Bot
from podesta_engines.play.forward import advice

from .actions import ActionSpace, question
from .encoding import Encoder
from .registry import encoder

Layer = tuple[NDArray[Any], NDArray[Any]]
"""Weights, of shape (inputs, outputs), and biases."""
TEACHER = "greedy"
"""The policy that networks lean on."""
LARGEST = 32 << 20
"""The most bytes of a network's file when unpacked: thirty times our largest one."""


class NetworkMismatch(RulesError):
    """A network was trained on observations or actions of other rules, or the file is not a network."""

    def __init__(self, path: str, found: str, wanted: str) -> None:
        super().__init__(f"{path} is a network for {found or 'nothing'}, not for {wanted}; train it again")


class NetworkTooLarge(RulesError):
    """A network's file would, unpacked, be larger than any network."""

    def __init__(self, path: str) -> None:
        super().__init__(f"{path} would be more than the {LARGEST:,} bytes allowed for a network when it is unpacked")


class _FixedRandom(Random):
    """A source of chance that always returns the same value."""

    def random(self) -> float:
        """Halfway."""
        return 0.5


_FIXED_RANDOM = _FixedRandom()


def hint(position: Position, ask: Ask) -> int:
    """Greedy's answer to a question; ties are broken consistently, so it depends only on what the seat may see."""
    return advice(position, ask, position.rules.policies[TEACHER], _FIXED_RANDOM)


def version(seen: Encoder, actions: ActionSpace, leans: bool = False) -> str:
    """The version of a network: its observations and actions, and whether it leans on greedy."""
    return f"{seen.version}/{seen.seats}/{len(actions)}{f'/{TEACHER}' * leans}"


def save_net(
    path: Path, seen: Encoder, actions: ActionSpace, layers: Sequence[Layer], values: Sequence[Layer] = ()
) -> None:
    """Write a network to an npz file, with weights as float16 (three digits).

    `values` are the layers that correct the ruleset's own value, if the network has learned these.
    """
    arrays = _named("wb", layers) | _named("vc", values)
    told = version(seen, actions, leans=len(layers[-1][1]) > len(actions))
    np.savez_compressed(path, version=np.array(told), **arrays)  # type: ignore[arg-type]


def _named(names: str, layers: Sequence[Layer]) -> dict[str, NDArray[Any]]:
    return {
        f"{name}{i}": array.astype(np.float16)
        for i, pair in enumerate(layers)
        for name, array in zip(names, pair, strict=True)
    }


class Net:
    """A network from a file, for a ruleset and a number of seats; raises NetworkMismatch, or OSError without a file."""

    def __init__(self, path: Path, ruleset: Ruleset, seats: int) -> None:
        self.seen, self.actions = encoder(ruleset, seats), ActionSpace(ruleset)
        found = _arrays(path)
        wanted, told = version(self.seen, self.actions), str(found.get("version", ""))
        self._leans = told == version(self.seen, self.actions, leans=True)
        if told != wanted and not self._leans:
            raise NetworkMismatch(str(path), told, wanted)
        self._scale = (1 / np.array(self.seen.usual)).astype(np.float32)
        *self._hidden, (last, self._bias) = _layers(found, "wb")
        self._last = np.ascontiguousarray(last.T)
        self.values = _layers(found, "vc")

    def best(self, position: Position, seat: int) -> int:
        """The option that the network rates best, for an asked seat."""
        ask = question(position, seat)
        assert ask is not None, "this seat is not asked"
        return ask.options[int(self.likes(position, ask, self.seeing(position, seat)).argmax())]

    def seeing(self, position: Position, seat: int) -> NDArray[Any]:
        """A seat's view, as the network's input."""
        seen: NDArray[Any] = np.frombuffer(self.seen.row(position, seat), np.uint8) * self._scale
        return seen

    def likes(self, position: Position, ask: Ask, x: NDArray[Any]) -> NDArray[Any]:
        """The rating of each option of a question, from what its seat sees."""
        x, legal = through(self._hidden, x), self.actions.legal(ask)
        likes: NDArray[Any] = self._last[legal] @ x + self._bias[legal]
        if self._leans:
            likes[ask.options.index(hint(position, ask))] += self._last[-1] @ x + self._bias[-1]
        return likes


def through(layers: Sequence[Layer], x: NDArray[Any]) -> NDArray[Any]:
    """The output of layers of tanh."""
    for weights, bias in layers:
        x = np.tanh(x @ weights + bias)
    return x


def _layers(found: dict[str, NDArray[Any]], names: str) -> list[Layer]:
    """The layers under two letters, one for weights and one for biases."""
    weights, biases = names[0], names[1]
    count = sum(name.startswith(weights) and name[1:].isdigit() for name in found)
    return [(found[f"{weights}{i}"].astype(np.float32), found[f"{biases}{i}"].astype(np.float32)) for i in range(count)]


@cache
def kept_net(path: Path, ruleset: Ruleset, seats: int) -> Net:
    """A network, read once and kept in memory (at most 3 MB); raises NetworkMismatch and OSError."""
    return Net(path, ruleset, seats)


def _arrays(path: Path) -> dict[str, NDArray[Any]]:
    """The arrays of a file, after a check of their unpacked size; raises NetworkTooLarge."""
    with ZipFile(path) as packed:
        if sum(each.file_size for each in packed.infolist()) > LARGEST:
            raise NetworkTooLarge(str(path))
    with np.load(path, allow_pickle=False) as found:
        return dict(found)


def net_bot(path: Path, ruleset: Ruleset) -> Bot:
    """A bot that plays by a network, which reads only what its seat sees.

    Raises NetworkMismatch here for a network of other rules, and when asked at a table for which it was not trained;
    OSError if the file does not exist.
    """
    trained = {seats: _net_or_none(path, ruleset, seats) for seats in ruleset.seats}
    if not any(trained.values()):
        Net(path, ruleset, ruleset.seats[0])

    def choose(position: Position, seat: int, _rnd: Random) -> int:
        seats = position.seats
        return (trained[seats] or Net(path, ruleset, seats)).best(position, seat)

    return choose


def _net_or_none(path: Path, ruleset: Ruleset, seats: int) -> Net | None:
    try:
        return Net(path, ruleset, seats)
    except NetworkMismatch:
        return None
