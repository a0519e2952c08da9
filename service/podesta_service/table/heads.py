"""The heads of games' logs that this process has looked at, and what it does where a log turns out to be broken."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from podesta_engines.core.errors import Drifted
from podesta_engines.game.events import Created, decode_entry
from podesta_eventstore import Stored, StreamDamaged, Streams
from podesta_service.randomness import Keys

from .seals import Head, LogBroken, SealKeyMissing, checked

log = logging.getLogger(__name__)


class Heads:
    """Remembers the newest head of up to `size` games, and looks at what follows on it.

    `alarm` is called for each log that is found broken; what was remembered of it is forgotten.
    """

    def __init__(self, store: Streams, keys: Keys, alarm: Callable[[], None], size: int) -> None:
        self._store, self._keys, self._alarm, self._size = store, keys, alarm, size
        self._heads: OrderedDict[str, Head] = OrderedDict()  # looked at with every move: LRUCache is no C

    def get(self, game: str) -> Head | None:
        """The newest head that is known of a game."""
        return self._heads.get(game)

    def remember(self, game: str, head: Head) -> None:
        """Know a head of a game from now on, and forget the game that was looked at longest ago."""
        self._heads[game] = head
        self._heads.move_to_end(game)
        if len(self._heads) > self._size:
            self._heads.popitem(last=False)

    def forget(self, game: str) -> None:
        """Know nothing of a game."""
        self._heads.pop(game, None)

    async def checked(self, game: str, head: Head, entries: Sequence[Stored]) -> Head:
        """The head after some more entries, which is remembered where it is the newest that is known.

        Raises LogBroken, SealKeyMissing, and PrefixUnknown where it takes the whole log to say.
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
        """Whether the first entry names a master key that is not here; if it is here, the log is broken."""
        try:
            first = decode_entry((await self._store.read(game, 0, 1))[0].data).events[0]
        except (Drifted, IndexError):
            first = None
        if type(first) is not Created or self._keys.knows(first.key):
            raise LogBroken("an entry is not sealed as it was written", missing.revision) from None

    # -- where a log is broken ---------------------------------------------------------------------------------------

    @contextmanager
    def watched(self, game: str) -> Iterator[None]:
        """Raise the alarm where a log is found broken meanwhile; it raises LogBroken then, whatever was damaged."""
        try:
            yield
        except (LogBroken, StreamDamaged) as error:
            raise self.broken(game, error) from None

    def broken(self, game: str, error: LogBroken | StreamDamaged) -> LogBroken:
        """Raise the alarm: what is to be raised instead of what went wrong."""
        self.forget(game)
        self._alarm()
        log.critical("the log of game %s is broken: %s", game, error)
        return error if isinstance(error, LogBroken) else LogBroken(str(error))

    def lost(self, game: str, head: int, before: int) -> None:
        """Raise the alarm: the store has less than this process has seen; it was set back, or lagged at a takeover."""
        log.critical("game %s was set back: the store has %d entries, this process has seen %d", game, head, before)
        self._alarm()
        self.forget(game)
