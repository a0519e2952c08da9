"""The house bot `net`: a trained network, played by numpy.

The engines find it by the entry point `net` of the group `podesta.bots`. numpy is imported only when a network plays.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from random import Random
from zipfile import ZipFile

from podesta_engines.core.position import Position
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.core.texts.sentences import Sentence
from podesta_engines.play.house import CannotPlay
from podesta_engines.play.search import never


class NoNetwork(CannotPlay):
    """There is no network for a ruleset at a table of this size."""

    def __init__(self, rules: str, seats: int, known: list[int]) -> None:
        key, there = "no-network-at" if known else "no-network", [str(each) for each in known]
        super().__init__(Sentence("podesta_lab", f"errors.{key}", {"ruleset": rules, "seats": seats, "known": there}))


class NoNumpy(CannotPlay):
    """numpy, which plays networks, is not installed."""

    def __init__(self) -> None:
        super().__init__(Sentence("podesta_lab", "errors.numpy-missing"))


def trained(ruleset: Ruleset, seats: int) -> Path:
    """The path of the lab's network for these rules and this number of seats, which may not exist."""
    return Path(__file__).parent / "nets" / f"{ruleset.rules.replace('/', '-')}-{seats}.npz"


@cache
def _there(path: Path) -> bool:
    return path.is_file()


@cache
def judges(path: Path) -> bool:
    """Whether a network of the lab also has values; does not need numpy."""
    with ZipFile(path) as arrays:
        return "v0.npy" in arrays.namelist()


def seats(ruleset: Ruleset) -> list[int]:
    """The numbers of seats for which there is a network; empty if numpy is not installed."""
    return [each for each in ruleset.seats if _there(trained(ruleset, each))] if has_numpy() else []


def has_numpy() -> bool:
    """Whether numpy is installed; does not import it."""
    return find_spec("numpy") is not None


def check(ruleset: Ruleset, at: int) -> None:
    """Raise NoNumpy or NoNetwork if `net` cannot play at a table of this size."""
    check_among(ruleset, at, seats(ruleset))


def need_numpy() -> None:
    """Raise NoNumpy if it is not installed."""
    if not has_numpy():
        raise NoNumpy


def check_among(ruleset: Ruleset, at: int, known: list[int]) -> None:
    """Raise NoNumpy, or NoNetwork if a number of seats is not among the known ones."""
    need_numpy()
    if at not in known:
        raise NoNetwork(ruleset.rules, at, known)


def load() -> None:
    """Import numpy, limited to one core, before the first move is timed."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    with suppress(ModuleNotFoundError):
        import_module("podesta_lab.gym.net")


def choose(p: Position, seat: int, _rnd: Random, over: Callable[[], bool] = never) -> int:  # noqa: ARG001 - it is quick
    """The choice of the network for this table; raises NoNumpy or NoNetwork."""
    at = p.seats
    check(p.rules, at)
    from .net import kept_net

    return kept_net(trained(p.rules, at), p.rules, at).best(p, seat)
