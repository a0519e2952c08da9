"""The laws of heartbeats, a part of `StoreLaws`."""

import asyncio
import time

from podesta_eventstore.contract import OUTAGES, EventStore

SILENCE = 300
"""Milliseconds that count as an outage here."""


class BeatLaws:
    """The store's time and outages; the subclass has a fixture `store`. Other laws leave no beats."""

    async def test_a_beat_tells_the_time(self, store: EventStore) -> None:
        """It is between the call and the reply, as far as both clocks agree, with and without serving."""
        for serving in (True, False):
            before = time.time() * 1000
            assert before - 1 <= (await store.beat(serving)).now <= time.time() * 1000 + 1

    async def test_an_outage_is_noted_once(self, store: EventStore) -> None:
        """Of many who beat at once after a silence, all are told of one outage; who does not serve notes none."""
        seen, before = time.monotonic(), await store.beat()
        await asyncio.sleep(SILENCE / 1000 + 0.05)
        assert (await store.beat(False, SILENCE)).outages == before.outages
        after = await asyncio.gather(*(store.beat(True, SILENCE) for _ in range(5)))
        assert len({each.outages for each in after}) == 1
        assert len(after[0].outages) == len(before.outages) + 1
        newest = after[0].outages[-1]
        assert newest.since == before.now
        assert SILENCE <= newest.until - newest.since <= (time.monotonic() - seen) * 1000 + 2
        assert (await store.beat()).outages == after[0].outages

    async def test_the_newest_outages_are_kept(self, store: EventStore) -> None:
        """However many there are: the store remembers a fixed number, and forgets the oldest."""
        for _ in range(OUTAGES + 3):
            found = (await store.beat(True, 0)).outages
        assert len(found) == OUTAGES
        assert [each.since for each in found] == sorted(each.since for each in found)
        assert (await store.beat(True, 0)).outages[:-1] == found[1:]
