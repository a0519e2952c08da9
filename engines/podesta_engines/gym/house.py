"""House bots, and `net` among them: a trained network where the engines have one for the table, played by numpy.

Whoever seats bots asks here. `play.bots` lies below and knows no networks, so that searches need no numpy; it is loaded
when a network plays, and at no other time.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from random import Random

from podesta_engines.core.errors import RulesError
from podesta_engines.core.position import Position
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.play import bots
from podesta_engines.play.bots import Bot
from podesta_engines.play.search import Tuning, never

NET = "net"
"""The house bot that plays by a network."""


class NoNet(RulesError):
    """The engines have no network for a ruleset at a table of so many seats."""

    def __init__(self, rules: str, seats: int, known: list[int]) -> None:
        there = ", ".join(map(str, known))
        super().__init__(
            f"no network plays {rules} at a table of {seats}; there is one for tables of {there}"
            if known
            else f"no network plays {rules}"
        )


class NoNumpy(RulesError):
    """Nothing in this process can play a network."""

    def __init__(self) -> None:
        super().__init__("networks are played by numpy, which is not installed: pip install 'podesta[net]'")


def trained(ruleset: Ruleset, seats: int) -> Path:
    """Where the network is that comes with the engines for these rules and so many seats; there need not be one."""
    return Path(__file__).parent / "nets" / f"{ruleset.rules.replace('/', '-')}-{seats}.npz"


def net_seats(ruleset: Ruleset) -> list[int]:
    """The numbers of seats at which `net` plays a ruleset: those with a network; none where numpy is not installed."""
    return [seats for seats in ruleset.seats if trained(ruleset, seats).is_file()] if has_numpy() else []


def has_numpy() -> bool:
    """Whether networks can be played here; numpy is looked for, and not loaded."""
    return find_spec("numpy") is not None


def check_net(ruleset: Ruleset, seats: int) -> None:
    """Raises NoNumpy, or NoNet, where `net` cannot play at a table of so many seats."""
    if not has_numpy():
        raise NoNumpy
    if seats not in (known := net_seats(ruleset)):
        raise NoNet(ruleset.rules, seats, known)


def names(ruleset: Ruleset, seats: int = 0) -> list[str]:
    """The house bots of a ruleset, for a table of so many seats; 0: of any."""
    known = net_seats(ruleset)
    return sorted([*bots.names(ruleset), *[NET] * bool(seats in known if seats else known)])


def has_bot(ruleset: Ruleset, name: str) -> bool:
    """Whether a name is that of a house bot. Of `net`, `check_net` says whether it can play at a table."""
    return name == NET or bots.has_bot(ruleset, name)


def bot(ruleset: Ruleset, name: str, tuning: Tuning | None = None, over: Callable[[], bool] = never) -> Bot:
    """A house bot by name, as in `play.bots`; raises KeyError.

    `net` raises NoNumpy or NoNet when it is asked at a table at which it cannot play.
    """
    return _by_net if name == NET else bots.bot(ruleset, name, tuning, over)


def _by_net(p: Position, seat: int, _rnd: Random) -> int:
    seats = len(p.state.players)
    check_net(p.rules, seats)
    from .net import kept_net

    return kept_net(trained(p.rules, seats), p.rules, seats).best(p, seat)
