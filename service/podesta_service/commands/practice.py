"""Practice games: opened on a given deal, and always marked as such, since the host may know the draws."""

from __future__ import annotations

import re
from typing import Any

from msgspec import UNSET, UnsetType

from podesta_engines.game.events import Created
from podesta_service.names import check_entropy
from podesta_service.problems import BAD_SETUP, refuse

_DEAL = re.compile("[0-9a-f]{64}")


def practising(deal: str, shared: bool) -> dict[str, Any]:
    """The terms of a new game with a given deal; empty without one. Raises Refusal."""
    if not deal:
        return {}
    if not _DEAL.fullmatch(deal):
        raise refuse(BAD_SETUP, "deal-malformed", field="deal")
    if shared:
        raise refuse(BAD_SETUP, "practice-not-shared", field="deal")
    return {"practice": True, "deal": deal}


def entropy_for(created: Created, entropy: str | UnsetType) -> str | UnsetType:
    """A seat's contribution to the draws; nothing in a practice game, which has a given deal. Raises Refusal."""
    found = check_entropy(entropy or "")
    return UNSET if created.practice or not found else found
