"""The end of a stream's life on the servers: sealed, released, restored, erased; its labels and metadata."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from podesta_eventstore.bounds import MAX_ENTRY, check_card, check_status
from podesta_eventstore.contract import Card, Labels, Lifecycle, Metadata, Stored
from podesta_eventstore.errors import StreamNotFinal, StreamNotFound
from podesta_eventstore.server.connection import Argument

from . import keys, library, replies
from .calls import Calls

_BATCH = 500
"""Entries that one call restores."""


class RedisLifecycle(Lifecycle, Labels):
    """Streams' lifecycle and labels, by server-side functions."""

    def __init__(self, calls: Calls, lists: Sequence[str]) -> None:
        self._calls = calls
        self._lists = lists

    async def metadata(self, stream: str) -> Metadata:
        """Ask for the hash and the head; see the contract."""
        fields, head = await asyncio.gather(
            self._calls.ask(keys.slot(stream), "HGETALL", keys.meta(stream)),
            self._calls.ask(keys.slot(stream), "XLEN", keys.log(stream)),
        )
        return replies.metadata(stream, fields, head)

    async def label(self, stream: str, labels: Mapping[str, str], expected: Mapping[str, str] | None = None) -> bool:
        """Set hash fields; see the contract."""
        known = expected or {}
        words: list[Argument] = [len(known), *_flat(known), *_flat(labels)]
        reply = await self._calls.run(keys.slot(stream), library.LABEL, own_keys(stream), *words)
        if reply[0] == b"changed":
            return False
        replies.check(stream, reply, b"labelled")
        return True

    async def seal(self, stream: str) -> int:
        """Mark the stream; see the contract."""
        final = self._lists[-1]
        reply = await self._calls.run(keys.slot(stream), library.SEAL, own_keys(stream), final)
        if reply[0] == b"archived":
            return (await self.metadata(stream)).head
        if reply[0] == b"status":
            raise StreamNotFinal(stream, reply[1].decode(), final)
        replies.check(stream, reply, b"sealed")
        return int(reply[1])

    async def release(self, stream: str, head: int, digest: str) -> None:
        """Unlink the entries; see the contract."""
        reply = await self._calls.run(keys.slot(stream), library.RELEASE, own_keys(stream), head, digest)
        replies.check(stream, reply, b"archived")

    async def forget(self, stream: str, head: int, *, live: bool = False) -> None:
        """Unlink everything and remove it from the lists; see the contract."""
        reply = await self.with_lists(library.FORGET, stream, "", own_keys(stream), (head, stream, int(live)))
        replies.check(stream, reply, b"forgotten")

    async def restore(
        self,
        stream: str,
        entries: Sequence[Stored],
        status: str,
        labels: Mapping[str, str] | None = None,
        card: Card | None = None,
    ) -> None:
        """Write the entries to a separate key in batches, then put them in place; see the contract."""
        check_status(status, self._lists)
        topic, shown = check_card(card, MAX_ENTRY)
        for start in range(0, len(entries), _BATCH):
            await self._refill(stream, start, entries[start : start + _BATCH])
        words: list[Argument] = [len(entries), status, stream, keys.doorbell(stream), shown, *_flat(labels or {})]
        reply = await self.with_lists(library.RESTORE, stream, topic, _every_key(stream), words)
        replies.check(stream, reply, b"restored")

    async def _refill(self, stream: str, start: int, batch: Sequence[Stored]) -> None:
        words = [part for entry in batch for part in (entry.command, entry.data)]
        reply = await self._calls.run(keys.slot(stream), library.REFILL, (keys.incoming(stream),), start, *words)
        replies.check(stream, reply, b"refilled")

    async def erase(self, stream: str) -> int:
        """Unlink everything and leave a tombstone; see the contract."""
        words = (stream, keys.doorbell(stream), self._lists[-1])
        reply = await self.with_lists(library.ERASE, stream, "", _every_key(stream), words)
        if reply[0] == b"missing":
            raise StreamNotFound(stream)
        return int(reply[1])

    async def generation(self, least: int = 0, more: int = 0) -> int:
        """Compare and add on the server; see the contract."""
        slot, written = keys.slot_of(keys.ARCHIVE), bool(least or more)
        return int(await self._calls.run(slot, library.GENERATION, [keys.ARCHIVE], least, more, confirmed=written))

    async def with_lists(
        self, function: str, stream: str, topic: str, own: Sequence[bytes], words: Sequence[Argument]
    ) -> Any:
        """Call a function with the keys of a stream's lists and its topic; repeat if it replies with another topic."""
        while True:
            names = (*own, *keys.listings(stream, self._lists, topic))
            reply = await self._calls.run(keys.slot(stream), function, names, *words, topic)
            if reply[0] != b"topic" or reply[1].decode() == topic:
                return reply
            topic = reply[1].decode()


def _every_key(stream: str) -> tuple[bytes, ...]:
    return (*own_keys(stream), keys.incoming(stream))


def own_keys(stream: str) -> tuple[bytes, bytes]:
    """Return the keys of the stream's entries and of its metadata."""
    return keys.log(stream), keys.meta(stream)


def _flat(labels: Mapping[str, str]) -> list[str]:
    return [word for pair in labels.items() for word in pair]
