"""What verify returns."""

from __future__ import annotations

from msgspec import Struct

from podesta_engines.core.ruleset import Result
from podesta_engines.game.fairness import BY_REVISION
from podesta_engines.game.format.terms import Forked


class Verified(Struct, frozen=True):
    """What a sound record says.

    `draws` were drawn again and came out the same. `copied` ones come from the game that this one was forked from: of
    these it is only known that they were possible. `rule` is the one that draws follow (2, by lot; 1, by revision and
    index). What is not excluded: how often each seat was `reissued`, and how often of these `by_operator`, so that
    somebody else may have played it; how many answers came by `timeouts`; how many draws were taken back (`undrawn`)
    after they had been seen. `entropy` is what each seat added to the draws' key. In a shared game `links` says how
    many each seat told of its chain, `anchored` how often it began another chain, `withheld` how many answers came by
    time-outs where a link was due. A game of `practice` is no fair one: whoever opened it had chosen its deal. `chain`
    is the last line's: two records with the same one are the same to the byte. `signature` is the service's, of the
    head before the last, by `key`: whether it is that key's is not looked at here.
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
    rule: int = BY_REVISION
    reissued: list[int] = []
    by_operator: list[int] = []
    timeouts: int = 0
    undrawn: int = 0
    links: list[int] = []
    anchored: list[int] = []
    withheld: int = 0
    practice: bool = False
    key: str = ""
    signature: str = ""
