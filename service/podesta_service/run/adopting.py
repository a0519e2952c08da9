"""Adopting the games of a store that are older than seals."""

from __future__ import annotations

from collections.abc import AsyncIterator

from podesta_engines.core.errors import Drifted
from podesta_engines.game.format.levels import SEALED
from podesta_eventstore import NO_TOPIC, EventStore, StoreRefused, StreamNotFound
from podesta_service.model import STATUSES
from podesta_service.names import is_born_sealed
from podesta_service.randomness import Keys
from podesta_service.table.adopting import ADOPTED, adopted, check_adopted
from podesta_service.table.listing import every_game
from podesta_service.table.seals import beginning, checked

from .archive import Moved


async def adopt(store: EventStore, keys: Keys, for_good: bool) -> AsyncIterator[Moved]:
    """Put a seal beside each game whose newest entry has none, or, unless it is for good, only name them.

    A game that was adopted before is compared with its seal, and never sealed again. Raises StoreRefused where the
    store's level knows no seals yet.
    """
    if (await store.standing()).level < SEALED:
        raise StoreRefused("the store's level knows no seals yet; see `podesta level --raise`")
    for status in STATUSES:
        async for game in every_game(store, status, NO_TOPIC):
            if not is_born_sealed(game) and (moved := await _adopt(store, keys, game, for_good)):
                yield moved


async def _adopt(store: EventStore, keys: Keys, game: str, for_good: bool) -> Moved | None:
    """What became of a game; nothing, where all is well with it."""
    try:
        head = checked(game, beginning(game), await store.read(game), keys.sealing)
        labels = {} if head.seal else (await store.metadata(game)).labels
        if head.seal or ADOPTED in labels:
            if not head.seal:
                check_adopted(game, head, labels, keys.sealing)
            return None
        if for_good:
            await store.label(game, {ADOPTED: adopted(game, head, keys.sealing)})
    except StreamNotFound:
        return None
    except Drifted as error:
        return Moved(game, 0, f"not adopted: {error}")
    return Moved(game, head.revision, "adopted" if for_good else "to be adopted")
