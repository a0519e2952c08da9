"""Practice games: opened on a given deal, and marked for good, for whoever chose it may know what will be drawn."""

from __future__ import annotations

import re
from typing import Any

from msgspec import UNSET, UnsetType

from podesta_engines.game.events import Created
from podesta_engines.game.format.levels import PRACTICE
from podesta_service.names import check_entropy
from podesta_service.problems import BAD_SETUP, refuse

_DEAL = re.compile("[0-9a-f]{64}")


def practising(deal: str, shared: bool, level: int) -> dict[str, Any]:
    """What a game just opened says of its deal, nothing where none was given; raises Refusal."""
    if not deal:
        return {}
    if not _DEAL.fullmatch(deal):
        raise refuse(BAD_SETUP, "a deal has 64 lowercase hexadecimal digits", field="deal")
    if shared:
        raise refuse(BAD_SETUP, "a practice game is drawn from its deal alone, and cannot be shared", field="deal")
    if level < PRACTICE:
        raise refuse(
            BAD_SETUP, "the store does not take practice games yet; an operator has to raise its level", field="deal"
        )
    return {"practice": True, "salt": deal}


def entropy_for(created: Created, entropy: str | UnsetType) -> str | UnsetType:
    """What a seat adds to the draws; in a practice game nothing, so that its deal is the one given. Raises Refusal."""
    found = check_entropy(entropy or "")
    return UNSET if created.practice or not found else found
