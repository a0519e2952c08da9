"""Signed heads: proof for others of what the service has shown."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from podesta_service.context import Caller
from podesta_service.problems import KEY_MISSING, UNKNOWN_REVISION
from podesta_service.signing import SignedHead

from .call import Who, anybody, call
from .fields import LATEST, GameId, between

ONLOOKER = Who(anybody)
"""A seat or a spectator; the call looks at the game itself, for it may be at an earlier revision."""


class HeadWish(Struct, frozen=True):
    """The head to sign."""

    game: GameId
    at: Annotated[int, between(1, LATEST, "revision-range", name="at_revision", kind="int64")] | None = None
    """An earlier revision; absent: now"""


@call(
    "GET",
    "/v1/games/{game}/head",
    "Get the signed head of a revision",
    who=ONLOOKER,
    problems=[UNKNOWN_REVISION, KEY_MISSING],
    speaks=False,
    result=lambda of: of.signed,
)
async def get_signed_head(caller: Caller, asked: HeadWish, _: None) -> SignedHead:
    """Return a signed commitment to the log of a game so far, which can be shown to others as proof.

    Two different signed heads of one revision prove that the service has shown two versions of the game.
    """
    table, _ = await caller.context.master.look(asked.game, caller.token, asked.at)
    return caller.context.master.signed(table)
