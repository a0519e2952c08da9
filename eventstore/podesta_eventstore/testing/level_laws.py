"""The laws of levels and of heartbeats, parts of `StoreLaws`."""

import asyncio
import time

import pytest

from podesta_eventstore.contract import OUTAGES, EventStore, Heard, Member, Outage
from podesta_eventstore.errors import LevelTooHigh


class LevelLaws:
    """The store's level; the subclass has fixtures `store` and `stream`. A store keeps its level between laws."""

    async def test_members_are_known_until_they_leave(self, store: EventStore, stream: str) -> None:
        """A joining member receives all others; joining again updates a member, leaving removes it."""
        old, new = Member(f"{stream}-1", 1, 2, "a build, with spaces"), Member(f"{stream}-2", 1, 3)
        await store.join(old)
        assert {old, new} <= set((await store.join(new)).members)
        assert {old, new} <= set((await store.level_status()).members)
        again = Member(old.name, 1, 9, "another")
        await store.join(again)
        found = (await store.level_status()).members
        assert again in found
        assert old not in found
        await store.leave(old.name)
        await store.leave(old.name)
        await store.leave(new.name)
        assert not {each.name for each in (await store.level_status()).members} & {old.name, new.name}

    async def test_a_level_is_raised_when_all_can(self, store: EventStore, stream: str) -> None:
        """While a living member cannot go so high, the level stays; afterwards it never goes down again."""
        before = (await store.level_status()).level
        behind, able = Member(f"{stream}-1", 1, before), Member(f"{stream}-2", 1, before + 1)
        await store.join(behind)
        await store.join(able)
        with pytest.raises(LevelTooHigh, match=behind.name) as refused:
            await store.raise_level(before + 1)
        assert refused.value.behind == [behind]
        assert (await store.level_status()).level == before
        await store.leave(behind.name)
        assert (await store.raise_level(before + 1)).level == before + 1
        assert (await store.raise_level(before + 1)).level == before + 1
        with pytest.raises(ValueError, match="never lowered"):
            await store.raise_level(before)
        assert (await store.join(able)).level == before + 1
        await store.leave(able.name)

    async def test_only_a_store_without_a_level_takes_on_one(self, store: EventStore, stream: str) -> None:
        """Later members find the existing level."""
        first = await store.raise_level(max(2, (await store.level_status()).level))
        assert (await store.join(Member(stream, 1, first.level + 5), begin=first.level + 5)).level == first.level
        await store.leave(stream)

    async def test_many_raise_and_join_at_once(self, store: EventStore, stream: str) -> None:
        """All receive the same level in the end."""
        level = (await store.level_status()).level + 1
        members = [Member(f"{stream}-{number}", 1, level) for number in range(8)]
        joined = (store.join(each) for each in members)
        await asyncio.gather(*joined, *(store.raise_level(level) for _ in range(8)))
        status = await store.level_status()
        assert status.level == level
        assert set(members) <= set(status.members)
        await asyncio.gather(*(store.leave(each.name) for each in members))

    async def test_what_is_no_level_is_refused(self, store: EventStore) -> None:
        """A level below 1, a member without a name, and a lowest level above the highest are refused."""
        for wrong in (store.raise_level(0), store.join(Member("", 1, 1)), store.join(Member("m", 2, 1))):
            with pytest.raises(ValueError, match="level"):
                await wrong


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
