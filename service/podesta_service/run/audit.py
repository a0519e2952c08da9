"""The audit: stored games replayed on the running code, their seals checked, their draws repeated."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Sequence
from random import Random

from podesta_engines import RULESETS
from podesta_engines.core.errors import Drifted, UnknownRuleset
from podesta_engines.game.events import Entry, TimeGivenBack, decode_entry
from podesta_engines.game.facts import created_in
from podesta_engines.game.lottery import seeded
from podesta_engines.game.verify import Tampered, redraw
from podesta_eventstore import EventStore, RecordDamaged, RecordMissing, StreamNotFound, Streams
from podesta_service.chores.giving_back import was_played
from podesta_service.model import STATUSES
from podesta_service.problems import Refusal
from podesta_service.randomness import Keys
from podesta_service.table.listing import every_game
from podesta_service.table.sealed_store import SealedStore
from podesta_service.table.seals import LogBroken, SealKeyMissing
from podesta_service.table.table import fold_table

from .journal import Audit, Finding, Journal, Tell


async def audit(
    store: EventStore,
    keys: Keys | None,
    share: float = 1.0,
    seed: int = 0,
    journal: Journal | None = None,
    tell: Tell = lambda _: None,
) -> Audit:
    """Replay every stored game, or about a share of them chosen by the seed; raises StoreError when the store fails.

    Without keys, seals and draws cannot be checked: every game is `unproved`. Games in the journal are skipped, all
    others are added to it; `tell` is called with each.
    """
    keys = keys or Keys(secrets.token_bytes(32))
    found, sealed, known = Audit(), SealedStore(store, keys), journal.known if journal else {}
    for each in known.values():
        found.add(each)
    async for game in _games(store):
        if game not in known and _is_chosen(game, share, seed):
            part = Audit()
            await audit_game(sealed, game, part, keys)
            found.add(part)
            if journal:
                journal.note(game, part)
            tell(game)
    return found


def _is_chosen(game: str, share: float, seed: int) -> bool:
    """Whether a game belongs to the share, whatever else is stored, so that an audit can be resumed."""
    return share >= 1.0 or Random(f"{seed}/{game}").random() < share


async def _games(store: Streams) -> AsyncIterator[str]:
    for status in STATUSES:
        async for game in every_game(store, status):
            yield game


async def audit_game(store: SealedStore, game: str, found: Audit, keys: Keys) -> None:
    """Replay one game and add it to the findings; a game erased in the meantime is skipped."""
    try:
        entries = await _read(store, game, found)
    except StreamNotFound:
        return
    except (RecordMissing, RecordDamaged) as error:
        found.drifted.append(Finding(game, 0, str(error)))
        return
    except LogBroken as error:
        found.games += 1
        found.broken.append(Finding(game, error.revision or 0, str(error.why)))
        return
    found.games += 1
    found.entries += len(entries)
    try:
        _look(game, [decode_entry(data) for data in entries], keys, found)
    except (Drifted, UnknownRuleset) as error:
        found.drifted.append(Finding(game, len(entries), str(error)))


async def _read(store: SealedStore, game: str, found: Audit) -> list[bytes]:
    """The entries of a game; without the key of their seals, they are returned unchecked."""
    try:
        return [entry.data for entry in await store.read(game)]
    except SealKeyMissing:
        found.unproved.append(game)
        return [entry.data for entry in await store.inner.read(game)]


def _compare_gaps(log: Sequence[Entry]) -> None:
    """Check that time was given back only for gaps in the log itself; raises Drifted."""
    for number, entry in enumerate(log):
        for event in entry.events:
            if type(event) is TimeGivenBack and was_played(event, log[:number]):
                raise Drifted("time is given back for an outage in which entries were written", number + 1)


def _look(game: str, log: Sequence[Entry], keys: Keys, found: Audit) -> None:
    """Replay a log, and its draws if the seed is known; raises Drifted, which never reveals the correct draw."""
    _compare_gaps(log)
    try:
        seeds = [keys.seed(game, created) for created in seeded(log, created_in(log[0]))]
    except Refusal:
        if game not in found.unproved:
            found.unproved.append(game)
        fold_table(game, log)
        return
    try:
        redraw(log, RULESETS, *seeds)
    except Tampered as error:
        fold_table(game, log)
        raise Drifted("what happened does not follow from seed and rules", error.line) from None
