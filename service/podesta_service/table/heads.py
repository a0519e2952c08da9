"""The verified heads of games' logs in this process, and how a broken log is handled."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from podesta_engines.core.errors import Drifted
from podesta_engines.game.events import Created, decode_entry
from podesta_eventstore import Stored, StreamDamaged, Streams
from podesta_service.randomness import Keys

from .caches import NewestCache
from .seals import Head, LogBroken, SealKeyMissing, checked

log = logging.getLogger(__name__)


class Heads:
    """Caches the newest head of up to `size` games, and verifies the entries after it.

    `alarm` is called for each broken log; its head is then dropped.
    """

    def __init__(self, store: Streams, keys: Keys, alarm: Callable[[], None], size: int) -> None:
        self._store, self._keys, self._alarm = store, keys, alarm
        self._heads = NewestCache[Head](size)
        self.get: Callable[[str], Head | None] = self._heads.get
        """The newest head that is known of a game."""
        self.remember = self._heads.put
        """Keep a head of a game."""

    def forget(self, game: str) -> None:
        """Forget a game."""
        self._heads.pop(game, None)

    async def checked(self, game: str, head: Head, entries: Sequence[Stored]) -> Head:
        """The head after more entries, which is kept if it is the newest known.

        Raises LogBroken and SealKeyMissing.
        """
        try:
            after = checked(game, head, entries, self._keys.sealing)
        except SealKeyMissing as missing:
            await self._check_key(game, missing)
            raise
        known = self._heads.get(game)
        if entries and (known is None or known.revision <= after.revision):
            self.remember(game, after)
        return after

    async def _check_key(self, game: str, missing: SealKeyMissing) -> None:
        """Raise LogBroken unless the first entry names a master key that is missing here."""
        try:
            first = decode_entry((await self._store.read(game, 0, 1))[0].data).events[0]
        except (Drifted, IndexError):
            first = None
        if type(first) is not Created or self._keys.knows(first.key):
            raise LogBroken("an entry is not sealed as it was written", missing.revision) from None

    # -- broken logs -------------------------------------------------------------------------------------------------

    @contextmanager
    def watched(self, game: str) -> Iterator[None]:
        """Raise the alarm if a block finds a broken log; LogBroken is raised then, whatever was damaged."""
        try:
            yield
        except (LogBroken, StreamDamaged) as error:
            raise self.broken(game, error) from None

    def broken(self, game: str, error: LogBroken | StreamDamaged) -> LogBroken:
        """Raise the alarm, and return the error to raise."""
        self.forget(game)
        self._alarm()
        log.critical("the log of game %s is broken: %s", game, error)
        return error if isinstance(error, LogBroken) else LogBroken(str(error))

    def lost(self, game: str, head: int, before: int) -> None:
        """Raise the alarm: the store has less than this process has seen. It was set back, or lagged at a failover."""
        log.critical("game %s was set back: the store has %d entries, this process has seen %d", game, head, before)
        self._alarm()
        self.forget(game)
