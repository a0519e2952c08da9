"""Who is measured: libraries from the registries, with the versions that are installed, and games of each."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from podesta_engines import RULESETS


class Peer(Struct, frozen=True):
    """A library, where it comes from, what is installed of it, and which of its games are played."""

    name: str
    library: str
    registry: Literal["PyPI", "npm", ""]
    packages: list[str]
    games: dict[str, str]
    """What the library calls each game, and what the table says of it."""

    @property
    def version(self) -> str:
        """The version of the library itself."""
        return self.packages[0].rpartition("@" if self.registry == "npm" else "==")[2] if self.packages else ""


OWN = Peer("podesta", "Podestà", "", [], {ruleset.id: ruleset.id for ruleset in RULESETS.all()})


def compiled(own: Peer) -> Peer:
    """The same of our own, by the compiled engines."""
    return replace(own, library=f"{own.library}, compiled")


COMPILED = compiled(OWN)
PEERS = (
    Peer(
        "open_spiel",
        "OpenSpiel",
        "PyPI",
        ["open_spiel==2.0.2"],
        {
            "backgammon": "backgammon (C++)",
            "gin_rummy": "gin rummy (C++)",
            "hearts": "hearts (C++)",
            "python_block_dominoes": "dominoes (Python)",
        },
    ),
    Peer("catanatron", "Catanatron", "PyPI", ["catanatron==3.2.1"], {"catan": "Catan, 4 players"}),
    Peer("rlcard", "RLCard", "PyPI", ["rlcard==1.2.0"], {"gin-rummy": "gin rummy", "uno": "Uno"}),
    Peer(
        "pettingzoo",
        "PettingZoo",
        "PyPI",
        ["pettingzoo==1.27.0", "rlcard==1.2.0", "pygame==2.6.1"],
        {"texas_holdem_no_limit_v6": "Texas hold 'em"},
    ),
    Peer(
        "boardgame_io",
        "boardgame.io",
        "npm",
        ["boardgame.io@0.50.2", "koa-compose@4.1.0"],
        {"take": "a toy, no server"},
    ),
)

CYCLES = Peer("podesta_aec", "Podestà, one table", "", [], OWN.games)
TABLES = Peer("podesta_tables", "Podestà, 64 tables", "", [], OWN.games)
ENVIRONMENTS = (
    next(each for each in PEERS if each.name == "pettingzoo"),
    Peer(
        "catanatron_gym",
        "Catanatron's gym",
        "PyPI",
        ["catanatron_gym==4.0.0", "catanatron==3.2.1", "gymnasium==0.29.1"],
        {"vector": "Catan, features", "mixed": "Catan, features and a board"},
    ),
)
"""Environments of others, for learners."""
