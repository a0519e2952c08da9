"""The laws of heartbeats, a part of `StoreLaws`."""

import asyncio
import time

from podesta_eventstore.contract import OUTAGES, EventStore, Heard, Outage


class BeatLaws:
    """The store's time, and the data sent with beats; the subclass has a fixture `store`. Other laws leave no beats."""

    async def test_a_beat_tells_the_time(self, store: EventStore) -> None:
        """It is between the call and the reply, as far as both clocks agree, with and without serving."""
        for serving in (True, False):
            before = time.time() * 1000
            assert before - 1 <= (await store.beat(serving)).now <= time.time() * 1000 + 1

    async def test_the_first_after_a_silence_is_told_of_it(self, store: EventStore) -> None:
        """Of many simultaneous beats, one receives the beat before the silence; one without serving leaves no trace."""
        before = await store.beat()
        await asyncio.sleep(0.1)
        assert (await store.beat(False)).before == before.now
        after = await asyncio.gather(*(store.beat() for _ in range(5)))
        assert [each.before for each in after].count(before.now) == 1
        assert min(each.before for each in after) == before.now

    async def test_what_comes_with_a_beat_is_kept(self, store: EventStore) -> None:
        """Later beats receive what was heard, and every outage; from a beat without serving, nothing is stored."""
        await store.beat(True, Heard(17, "seal"))
        noted = await store.beat(True, Heard(18, "another"), Outage(3, 9, "s"))
        assert (noted.heard, noted.outages[-1]) == (Heard(17, "seal"), Outage(3, 9, "s"))
        await store.beat(False, Heard(19, "no"), Outage(4, 9, "no"))
        for _ in range(2):
            told = await store.beat()
            assert (told.heard, told.outages) == (Heard(18, "another"), noted.outages)

    async def test_the_newest_outages_are_kept(self, store: EventStore) -> None:
        """The store keeps a fixed number of outages, and drops the oldest."""
        noted = [Outage(number, number + 1, f"seal-{number}") for number in range(OUTAGES + 3)]
        for each in noted:
            found = (await store.beat(True, None, each)).outages
        assert found == tuple(noted[3:])
        assert (await store.beat()).outages == found
