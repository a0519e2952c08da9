"""The audit: stored games replayed on the code that runs now."""

from __future__ import annotations

from collections.abc import AsyncIterator
from random import Random

from msgspec import Struct

from podesta_engines.core.errors import Drifted, UnknownRuleset
from podesta_engines.game.events import decode_entry
from podesta_eventstore import RecordDamaged, RecordMissing, StreamNotFound, Streams
from podesta_service.model import STATUSES
from podesta_service.table.listing import every_game
from podesta_service.table.table import fold_table


class Finding(Struct, frozen=True):
    """A game that does not replay, its head, and where it went wrong."""

    game: str
    revision: int
    problem: str


class Audit(Struct):
    """What was looked at: games, their entries, and the games that drift."""

    games: int = 0
    entries: int = 0
    drifted: list[Finding] = []


async def audit(store: Streams, share: float = 1.0, seed: int = 0) -> Audit:
    """Replay every stored game, or about a share of them chosen by the seed; raises StoreError when the store fails."""
    found, rnd = Audit(), Random(seed)
    async for game in _games(store):
        if share >= 1.0 or rnd.random() < share:
            await audit_game(store, game, found)
    return found


async def _games(store: Streams) -> AsyncIterator[str]:
    for status in STATUSES:
        async for game in every_game(store, status):
            yield game


async def audit_game(store: Streams, game: str, found: Audit) -> None:
    """Replay one game and add it to what was found; one that was erased meanwhile is none."""
    try:
        entries = await store.read(game)
    except StreamNotFound:
        return
    except (RecordMissing, RecordDamaged) as error:
        found.drifted.append(Finding(game, 0, str(error)))
        return
    found.games += 1
    found.entries += len(entries)
    try:
        fold_table(game, [decode_entry(entry.data) for entry in entries])
    except (Drifted, UnknownRuleset) as error:
        found.drifted.append(Finding(game, len(entries), str(error)))
