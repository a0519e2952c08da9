"""The peers: libraries with the versions that are installed, and games of each."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from podesta_engines import RULESETS


class Peer(Struct, frozen=True):
    """A library, its registry, the packages to install, and the games to play."""

    name: str
    library: str
    registry: Literal["PyPI", "npm", ""]
    packages: list[str]
    games: dict[str, str]
    """The library's name of each game, and its name in the table."""

    @property
    def version(self) -> str:
        """The version of the library itself."""
        return self.packages[0].rpartition("@" if self.registry == "npm" else "==")[2] if self.packages else ""


OWN = Peer("podesta", "Podestà", "", [], {ruleset.id: ruleset.id for ruleset in RULESETS.all()})


def compiled(own: Peer) -> Peer:
    """The same for our own, with the compiled engines."""
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
