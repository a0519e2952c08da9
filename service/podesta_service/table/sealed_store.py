"""A store with sealed games: reads return what was written, or fail."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import aclosing

from podesta_eventstore import (
    Appended,
    Card,
    Conflict,
    EventStore,
    Expected,
    Glimpse,
    Stored,
    StoreProxy,
    StreamDamaged,
    StreamErased,
    StreamNotFound,
)
from podesta_service.names import is_game
from podesta_service.randomness import Keys

from . import cards
from .heads import Heads
from .seals import BEGINNING, Head, LogBroken, SealKeyMissing, checked, head_at, put

log = logging.getLogger(__name__)


def bare(store: EventStore) -> EventStore:
    """A store without its seals' wrapper; there is at most one."""
    return store.inner if isinstance(store, SealedStore) else store


class SealedStore(StoreProxy):
    """Seals what is appended to games, and checks the seals of what is read; raises LogBroken and SealKeyMissing.

    A game without seals counts as broken. `alarm` is called for each broken log; the heads of `size` games
    are cached.
    """

    def __init__(
        self,
        inner: EventStore,
        keys: Keys,
        alarm: Callable[[], None] = lambda: None,
        size: int = 1000,
    ) -> None:
        super().__init__(inner)
        self._keys = keys
        self._heads = Heads(inner, keys, alarm, size)

    # -- writing -----------------------------------------------------------------------------------------------------

    async def append(
        self,
        stream: str,
        expected: int | Expected,
        data: bytes,
        command: bytes,
        status: str | None = None,
        card: Card | None = None,
    ) -> Appended:
        """Append to a game under a seal, and to other streams unchanged."""
        revision = expected.value if isinstance(expected, Expected) else expected
        before = self._heads.get(stream)
        if card is not None and is_game(stream):
            card = card._replace(data=cards.sealed(self._keys.sealing(stream)[0], card.data))
        if before is None and (revision < 0 or not is_game(stream)):
            return await self.inner.append(stream, expected, data, command, status, card)
        try:
            if before is None or before.revision != revision:
                before = await self._before(stream, revision)
            data, after = put(stream, before, command, data, self._keys.sealing)
            written = await self.inner.append(stream, revision, data, command, status, card)
        except Conflict as conflict:
            if before is not None and before.revision == revision:
                await self._look_at(stream, before, conflict)
            raise
        except StreamErased:
            raise
        except StreamNotFound:
            if revision:
                self._heads.lost(stream, 0, revision)
            raise
        except (LogBroken, StreamDamaged) as error:
            raise self._heads.broken(stream, error) from None
        if not written.duplicate:
            self._heads.remember(stream, after)
        return written

    async def _look_at(self, game: str, before: Head, conflict: Conflict) -> None:
        """Verify what others have written in the meantime."""
        with self._heads.watched(game):
            if conflict.head < before.revision:
                self._heads.lost(game, conflict.head, before.revision)
            elif conflict.head > before.revision and not conflict.unseen:
                raise LogBroken("entries are missing", before.revision + 1)
            await self._heads.checked(game, before, conflict.unseen)

    async def _before(self, game: str, revision: int) -> Head:
        """The entry of a revision, as the predecessor of the next; raises Conflict if it does not exist."""
        head = self._heads.get(game)
        if head is not None and head.revision == revision:
            return head
        if not revision:
            return BEGINNING
        return await self._looked_up(game, revision)

    async def _looked_up(self, game: str, revision: int) -> Head:
        """The entry of a revision, and the key that sealed it; raises Conflict if it does not exist."""
        entries = await self.inner.read(game, max(0, revision - 2), min(2, revision))
        if not entries or entries[-1].revision != revision:
            raise Conflict(await self.inner.head(game), [])
        head = BEGINNING if len(entries) == revision else head_at(entries[0])
        return await self._heads.checked(game, head, entries if len(entries) == revision else entries[1:])

    # -- reading -----------------------------------------------------------------------------------------------------

    async def read(self, stream: str, after: int = 0, limit: int | None = None) -> list[Stored]:
        """Read and verify; if the entry before is unknown, it is read too."""
        if not is_game(stream):
            return await self.inner.read(stream, after, limit)
        try:
            head = self._heads.get(stream)
            if after == 0 or (head is not None and head.revision == after):
                found = await self.inner.read(stream, after, limit)
                if after == 0:
                    head = BEGINNING
                    self._check_some(found)
                assert head is not None
                return await self._through(stream, head, found)
            return await self._read_on(stream, after, limit)
        except (LogBroken, StreamDamaged) as error:
            raise self._heads.broken(stream, error) from None

    @staticmethod
    def _check_some(found: Sequence[Stored]) -> None:
        """Raise for a stream that exists without entries: it was emptied."""
        if not found:
            raise LogBroken("the log was emptied", 1)

    async def _read_on(self, game: str, after: int, limit: int | None) -> list[Stored]:
        found = await self.inner.read(game, after - 1, None if limit is None else limit + 1)
        return await self._through(game, head_at(found[0]), found[1:]) if found else []

    async def _through(self, game: str, head: Head, found: Sequence[Stored]) -> list[Stored]:
        """Verify entries that were read after a head."""
        await self._heads.checked(game, head, found)
        return list(found)

    async def read_backward(self, stream: str, before: int | None = None, limit: int | None = None) -> list[Stored]:
        """Read backward, and verify."""
        if not is_game(stream):
            return await self.inner.read_backward(stream, before, limit)
        with self._heads.watched(stream):
            found = await self.inner.read_backward(stream, before, None if limit is None else limit + 1)
            head, ordered = BEGINNING, found[::-1]
            if limit is not None and len(ordered) > limit:
                head, ordered = head_at(ordered[0]), ordered[1:]
            return (await self._through(stream, head, ordered))[::-1]

    async def follow(self, stream: str, after: int = 0) -> AsyncGenerator[Stored, None]:
        """Follow, and verify each entry."""
        head = await self._before(stream, after) if is_game(stream) else None
        async with aclosing(self.inner.follow(stream, after)) as entries:
            async for stored in entries:
                if head is not None:
                    with self._heads.watched(stream):
                        head = await self._heads.checked(stream, head, [stored])
                yield stored

    async def glimpses(self, streams: Sequence[str]) -> list[Glimpse | None]:
        """Look many up, and check the seals of games' cards; a wrong one is left out."""
        found = await self.inner.glimpses(streams)
        return [self._shown(stream, glimpse) for stream, glimpse in zip(streams, found, strict=True)]

    def _shown(self, stream: str, glimpse: Glimpse | None) -> Glimpse | None:
        if glimpse is None or not glimpse.card or not is_game(stream):
            return glimpse
        card = cards.unsealed(self._keys.sealing(stream), glimpse.card)
        if not card:
            log.warning("no key fits the card of game %s: its log is read instead", stream)
        return glimpse._replace(card=card)

    async def pick(self, wanted: Sequence[tuple[str, int]]) -> list[Stored | None]:
        """Pick, and check each seal against the entry before; a wrong one raises the alarm, and is left out."""
        before = [(game, revision - 1) for game, revision in wanted if revision > 1 and is_game(game)]
        found = await self.inner.pick([*wanted, *before])
        known = dict(zip(before, found[len(wanted) :], strict=True))
        return [
            self._picked(game, known.get((game, revision - 1)), entry) if is_game(game) else entry
            for (game, revision), entry in zip(wanted, found, strict=False)
        ]

    def _picked(self, game: str, before: Stored | None, entry: Stored | None) -> Stored | None:
        if entry is None or (before is None and entry.revision > 1):
            return None
        try:
            checked(game, head_at(before) if before else BEGINNING, [entry], self._keys.sealing)
        except LogBroken as error:
            self._heads.broken(game, error)
        except SealKeyMissing:
            pass
        else:
            return entry
        return None

    async def restore(
        self,
        stream: str,
        entries: Sequence[Stored],
        status: str,
        labels: Mapping[str, str] | None = None,
        card: Card | None = None,
    ) -> None:
        """Restore a stream with valid seals."""
        if is_game(stream):
            with self._heads.watched(stream):
                self._heads.forget(stream)
                checked(stream, BEGINNING, entries, self._keys.sealing)
        await self.inner.restore(stream, entries, status, labels, card)

    async def erase(self, stream: str) -> int:
        """Erase a stream, and forget its head."""
        self._heads.forget(stream)
        return await self.inner.erase(stream)
