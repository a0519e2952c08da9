"""A store whose games are sealed: what is read is what was written, or it is not told."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import aclosing

from podesta_engines.game.format.levels import SEALED
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
from podesta_service.names import is_born_sealed, is_game
from podesta_service.randomness import Keys

from . import cards
from .adopting import check_adopted
from .heads import Heads
from .seals import Head, LogBroken, PrefixUnknown, SealKeyMissing, after_plain, beginning, checked, head_at, put

log = logging.getLogger(__name__)


def bare(store: EventStore) -> EventStore:
    """A store as it is behind its seals: it is sealed once."""
    return store.inner if isinstance(store, SealedStore) else store


def _complete(head: Head) -> bool:
    """Whether all is known of a head that the next entry follows on."""
    return bool(head.seal) or head.prefix is not None


class SealedStore(StoreProxy):
    """Seals what is appended to games, and looks at the seals of what is read; raises LogBroken and SealKeyMissing.

    `level` says what may be written now, `alarm` is called for each log that is found broken. The heads of `size` games
    are remembered. With `strict`, a game without seals counts only if an operator has adopted it.
    """

    def __init__(
        self,
        inner: EventStore,
        keys: Keys,
        level: Callable[[], int] = lambda: SEALED,
        alarm: Callable[[], None] = lambda: None,
        size: int = 1000,
        strict: bool = False,
    ) -> None:
        super().__init__(inner)
        self._keys, self._level, self._strict = keys, level, strict
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
        """Append to a game under a seal, and to other streams as it is given."""
        revision = expected.value if isinstance(expected, Expected) else expected
        before = self._heads.get(stream)
        if card is not None and is_game(stream):
            card = card._replace(data=cards.sealed(self._keys.sealing(stream)[0], card.data))
        if before is None and (revision < 0 or not is_game(stream)):
            return await self.inner.append(stream, expected, data, command, status, card)
        try:
            if before is None or before.revision != revision or not _complete(before):
                before = await self._before(stream, revision)
            data, after = self._sealed(stream, before, command, data)
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

    def _sealed(self, game: str, before: Head, command: bytes, data: bytes) -> tuple[bytes, Head]:
        """The bytes of the entry after a head: once a game is sealed it stays so, whatever the level is."""
        if before.seal or self._level() >= SEALED:
            return put(game, before, command, data, self._keys.sealing)
        return data, after_plain(before, command, data)

    async def _look_at(self, game: str, before: Head, conflict: Conflict) -> None:
        """Look at what others have written meanwhile."""
        with self._heads.watched(game):
            if conflict.head < before.revision:
                self._heads.lost(game, conflict.head, before.revision)
            elif conflict.head > before.revision and not conflict.unseen:
                raise LogBroken("entries are missing", before.revision + 1)
            await self._heads.checked(game, before, conflict.unseen)

    async def _before(self, game: str, revision: int) -> Head:
        """The entry of a revision, as the one that the next follows on; raises Conflict where there is none."""
        head = self._heads.get(game)
        if head is not None and head.revision == revision and _complete(head):
            return head
        if not revision:
            return beginning(game)
        return await self._looked_up(game, revision)

    async def _looked_up(self, game: str, revision: int) -> Head:
        """The entry of a revision, and the key that it was sealed with; raises Conflict where there is none."""
        entries = await self.inner.read(game, max(0, revision - 2), min(2, revision))
        if not entries or entries[-1].revision != revision:
            raise Conflict(await self.inner.head(game), [])
        head = beginning(game) if len(entries) == revision else head_at(entries[0])
        found = entries if len(entries) == revision else entries[1:]
        try:
            after = await self._heads.checked(game, head, found)
        except PrefixUnknown:
            after = head_at(entries[0])
        return after if after.seal or after.prefix else (await self._whole(game, revision))[1]

    # -- reading -----------------------------------------------------------------------------------------------------

    async def read(self, stream: str, after: int = 0, limit: int | None = None) -> list[Stored]:
        """Read, and look at the seals; where nothing is known of the entry before, that one is read, too."""
        if not is_game(stream):
            return await self.inner.read(stream, after, limit)
        with self._heads.watched(stream):
            head = self._heads.get(stream)
            if after == 0 or (head is not None and head.revision == after):
                found = await self.inner.read(stream, after, limit)
                if after == 0:
                    head = beginning(stream)
                    self._check_some(found)
                assert head is not None
                return await self._through(stream, head, found)
            return await self._read_on(stream, after, limit)

    @staticmethod
    def _check_some(found: Sequence[Stored]) -> None:
        """A stream that is there has entries; one that has none was emptied."""
        if not found:
            raise LogBroken("the log was emptied", 1)

    async def _read_on(self, game: str, after: int, limit: int | None) -> list[Stored]:
        found = await self.inner.read(game, after - 1, None if limit is None else limit + 1)
        return await self._through(game, head_at(found[0]), found[1:]) if found else []

    async def _through(self, game: str, head: Head, found: Sequence[Stored]) -> list[Stored]:
        """Entries that were read after a head, looked at; where that takes the whole log, it is read."""
        try:
            after = await self._heads.checked(game, head, found)
        except PrefixUnknown:
            entries, after = await self._whole(game, found[-1].revision)
            found = entries[head.revision :]
        if self._strict and not after.seal:
            await self._check_adopted(game, after)
        return list(found)

    async def _whole(self, game: str, until: int) -> tuple[list[Stored], Head]:
        """A log from its beginning up to a revision, and the head there."""
        entries = await self.inner.read(game, 0, until)
        return entries, await self._heads.checked(game, beginning(game), entries)

    async def read_backward(self, stream: str, before: int | None = None, limit: int | None = None) -> list[Stored]:
        """Read backward, and look at the seals."""
        if not is_game(stream):
            return await self.inner.read_backward(stream, before, limit)
        with self._heads.watched(stream):
            found = await self.inner.read_backward(stream, before, None if limit is None else limit + 1)
            head, ordered = beginning(stream), found[::-1]
            if limit is not None and len(ordered) > limit:
                head, ordered = head_at(ordered[0]), ordered[1:]
            return (await self._through(stream, head, ordered))[::-1]

    async def follow(self, stream: str, after: int = 0) -> AsyncGenerator[Stored, None]:
        """Follow, and look at the seal of each entry."""
        head = await self._before(stream, after) if is_game(stream) else None
        async with aclosing(self.inner.follow(stream, after)) as entries:
            async for stored in entries:
                if head is not None:
                    with self._heads.watched(stream):
                        head = await self._heads.checked(stream, head, [stored])
                yield stored

    async def glimpses(self, streams: Sequence[str]) -> list[Glimpse | None]:
        """Look at many, and at the seals of games' cards; one that is not right is left out."""
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
        """Pick, and look at each seal by the entry before; what does not fit raises the alarm, and is left out."""
        before = [(game, revision - 1) for game, revision in wanted if revision > 1 and is_game(game)]
        found = await self.inner.pick([*wanted, *before])
        known = dict(zip(before, found[len(wanted) :], strict=True))
        return [
            self._picked(game, known.get((game, revision - 1)), entry) if is_game(game) else entry
            for (game, revision), entry in zip(wanted, found, strict=False)
        ]

    def _picked(self, game: str, before: Stored | None, entry: Stored | None) -> Stored | None:
        if entry is None or not is_born_sealed(game) or (before is None and entry.revision > 1):
            return None  # it takes the whole log to say
        try:
            checked(game, head_at(before) if before else beginning(game), [entry], self._keys.sealing)
        except LogBroken as error:
            self._heads.broken(game, error)
        except SealKeyMissing:
            pass
        else:
            return entry
        return None

    async def _check_adopted(self, game: str, head: Head) -> None:
        """Refuse a game without seals that nobody has adopted."""
        if head.prefix is None:
            head = (await self._whole(game, head.revision))[1]
        check_adopted(game, head, (await self.inner.metadata(game)).labels, self._keys.sealing)

    async def restore(
        self,
        stream: str,
        entries: Sequence[Stored],
        status: str,
        labels: Mapping[str, str] | None = None,
        card: Card | None = None,
    ) -> None:
        """Bring a stream back whose seals are right."""
        if is_game(stream):
            with self._heads.watched(stream):
                self._heads.forget(stream)
                checked(stream, beginning(stream), entries, self._keys.sealing)
        await self.inner.restore(stream, entries, status, labels, card)

    async def erase(self, stream: str) -> int:
        """Erase, and remember nothing of it."""
        self._heads.forget(stream)
        return await self.inner.erase(stream)
