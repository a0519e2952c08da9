"""The result of verify."""

from __future__ import annotations

from msgspec import Struct

from podesta_engines.core.ruleset import Result
from podesta_engines.game.format.terms import Forked


class Verified(Struct, frozen=True):
    """What a sound record proves.

    `draws` were repeated with the same outcomes. `copied` ones come from the game that this one was forked from: of
    these it is only known that they were possible. These are possible in a sound record, so they are reported: how
    often each seat was `reissued`, and how often `by_operator`, after which someone else may have played it; how many
    answers came by `timeouts`; how many draws were taken back (`undrawn`) after they had been seen; who `reinstated` it
    after its end had revealed everything; at which revisions its draws were `renewed` after a restore of the store.
    `entropy` is what each seat added to the draws' key. In a shared game, `links` is how many links each seat revealed,
    `anchored` how often it began another chain, `withheld` how many answers came by time-outs when a link was due. A
    game of `practice` is not fair: its opener had chosen the deal. `chain` is the last line's chain value: two records
    with the same one are identical to the byte. `signature` is the service's, of the head before the last, by `key`:
    whether it was made with that key is not checked here.
    """

    ruleset: str
    seats: list[str]
    revisions: int
    answers: int
    draws: int
    copied: int
    retractions: int
    entropy: list[str]
    commitment: str
    chain: str
    forked: Forked | None
    result: Result
    reissued: list[int] = []
    by_operator: list[int] = []
    timeouts: int = 0
    undrawn: int = 0
    links: list[int] = []
    anchored: list[int] = []
    withheld: int = 0
    practice: bool = False
    reinstated: list[str] = []
    renewed: list[int] = []
    key: str = ""
    signature: str = ""
