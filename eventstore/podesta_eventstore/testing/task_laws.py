"""The laws of reminders and work, a part of `StoreLaws`."""

import asyncio
from collections.abc import Sequence
from uuid import uuid4

import pytest

from podesta_eventstore.bounds import MAX_ENTRY
from podesta_eventstore.contract import MARK, Appended, EventStore, Reminder
from podesta_eventstore.errors import EntryTooLarge

PATIENCE = 20.0
LEASE = 1_000
MANY = 10_000


def moment() -> int:
    """Return a time that no other law uses, in milliseconds."""
    return int.from_bytes(uuid4().bytes[:5]) + MANY * LEASE


async def due(store: EventStore, streams: Sequence[str], now: int) -> list[Reminder]:
    """Return what is due among these streams; anything else that is due is taken, too."""
    return [each for each in await store.due(now, MANY, LEASE) if each.stream in streams]


async def drain(store: EventStore, worker: str) -> None:
    """Finish all the work in the queue."""
    while items := await store.take_work(worker, 100, 0) + await store.steal_work(worker, 0, 100):
        await store.finish_work([item.id for item in items])


class TaskLaws:
    """Reminders and work; the subclass has fixtures `store` and `stream`."""

    async def test_an_append_tells_of_the_mark(self, store: EventStore, stream: str) -> None:
        """An append and its retry report whether the stream carries the label, from the next append on."""
        assert not (await store.append(stream, 0, b"1", bytes(16))).marked
        await store.label(stream, {MARK: "orders"})
        assert await store.append(stream, 1, b"2", b"second".ljust(16)) == Appended(2, duplicate=False, marked=True)
        assert await store.append(stream, 0, b"1", bytes(16)) == Appended(1, duplicate=True, marked=True)
        await store.label(stream, {MARK: ""})
        assert not (await store.append(stream, 2, b"3", b"third".ljust(16))).marked

    async def test_nothing_is_due_before_its_time(self, store: EventStore, stream: str) -> None:
        """A reminder is due from its millisecond on, for one caller until the lease has passed, then for another."""
        at = moment()
        await store.remind(stream, at)
        assert await due(store, [stream], at - 1) == []
        (first,) = await due(store, [stream], at)
        assert (first.stream, first.at) == (stream, at)
        assert await due(store, [stream], at + LEASE - 1) == []
        (second,) = await due(store, [stream], at + LEASE)
        assert second.at == at + LEASE
        assert not await store.settle(first, None)
        assert await store.settle(second, None)

    async def test_the_earlier_reminder_stays(self, store: EventStore, stream: str) -> None:
        """Of several times the earliest counts, in whatever order they are set."""
        at = moment()
        for each in (at + 5, at, at + 9):
            await store.remind(stream, each)
        (found,) = await due(store, [stream], at)
        assert await store.settle(found, None)

    async def test_a_settled_reminder_is_gone_or_moved(self, store: EventStore, stream: str) -> None:
        """Settled at a time it is due then, not when its lease ends; settled for good, never."""
        at = moment()
        await store.remind(stream, at)
        (found,) = await due(store, [stream], at)
        assert await store.settle(found, at + 3 * LEASE)
        assert not await store.settle(found, None)
        assert await due(store, [stream], at + 2 * LEASE) == []
        (found,) = await due(store, [stream], at + 3 * LEASE)
        assert await store.settle(found, None)
        assert await due(store, [stream], at + 9 * LEASE) == []

    async def test_who_was_reminded_meanwhile_is_not_settled(self, store: EventStore, stream: str) -> None:
        """A reminder that comes while an older one is handled is not lost, even after that was ended and set again."""
        at = moment()
        await store.remind(stream, at)
        (found,) = await due(store, [stream], at)
        await store.remind(stream, at + 5)
        assert not await store.settle(found, None)
        (again,) = await due(store, [stream], at + 5)
        assert await store.settle(again, None)
        await store.remind(stream, at + 7)
        assert not any([await store.settle(each, None) for each in (found, again)])
        assert len(await due(store, [stream], at + 7)) == 1

    async def test_each_reminder_goes_to_one_caller(self, store: EventStore, stream: str) -> None:
        """Many simultaneous callers share what is due, none more than its limit, and all of it is taken."""
        at, names = moment(), {f"{stream[:20]}-{number}" for number in range(60)}
        await asyncio.gather(*(store.remind(name, at + number) for number, name in enumerate(sorted(names))))
        taken: list[Reminder] = []
        while pages := [
            page for page in await asyncio.gather(*(store.due(at + 60, 7, MANY) for _ in range(5))) if page
        ]:
            assert all(len(page) <= 7 for page in pages)
            taken += [each for page in pages for each in page if each.stream in names]
        assert sorted(each.stream for each in taken) == sorted(names)
        assert all(await asyncio.gather(*(store.settle(each, None) for each in taken)))

    async def test_malformed_reminders_are_refused(self, store: EventStore, stream: str) -> None:
        """Malformed names, times before 0, no limit and no lease are the caller's mistakes."""
        for wrong in (store.remind("A", 1), store.remind(stream, -1), store.due(1, 0, 1), store.due(1, 1, 0)):
            with pytest.raises(ValueError, match=r"name|time|at least"):
                await wrong

    async def test_work_is_taken_once_in_its_order(self, store: EventStore, stream: str) -> None:
        """Each item goes to one worker, oldest first; finished items are gone, whichever worker had them."""
        await drain(store, stream)
        items = [bytes([0, number, 255]) for number in range(6)]
        for item in items:
            await store.put_work(item)
        first, second = await store.take_work("a", 4, 0), await store.take_work("b", 4, 0)
        assert [each.data for each in first + second] == items
        assert await store.take_work("a", 4, 0) == []
        for _ in range(2):
            await store.finish_work([each.id for each in first + second])
        assert await store.steal_work("c", 0, 9) == []
        await store.finish_work([])

    async def test_the_first_lane_goes_first(self, store: EventStore, stream: str) -> None:
        """Items of the first lane are taken before all others; a worker of that lane alone gets nothing else."""
        await drain(store, stream)
        for number, lane in enumerate((1, 0, 1, 0)):
            await store.put_work(b"%d" % number, lane)
        first = await store.take_work("a", 9, 0, 1)
        second = await store.take_work("a", 9, 0)
        assert [(each.data, each.lane) for each in first] == [(b"1", 0), (b"3", 0)]
        assert [(each.data, each.lane) for each in second] == [(b"0", 1), (b"2", 1)]
        await store.finish_work([each.id for each in first + second])

    async def test_what_waits_is_counted_by_lane(self, store: EventStore, stream: str) -> None:
        """Each lane is counted separately; taken items no longer wait, even if they are not finished."""
        await drain(store, stream)
        assert await store.waiting_work() == (0, 0)
        for number, lane in enumerate((1, 0, 1)):
            await store.put_work(b"%d" % number, lane)
        assert await store.waiting_work() == (1, 2)
        taken = await store.take_work("a", 2, 0)
        assert await store.waiting_work() == (0, 1)
        await store.finish_work([each.id for each in taken])
        assert await store.waiting_work() == (0, 1)
        await drain(store, stream)

    async def test_owners_take_turns(self, store: EventStore, stream: str) -> None:
        """However many items one owner has, another's next item waits for at most one of them at each turn."""
        await drain(store, stream)
        for number in range(6):
            await store.put_work(b"many-%d" % number, 1, "many")
        order = []
        for number in range(3):
            await store.put_work(b"few-%d" % number, 1, "few")
            for _ in range(2):
                (taken,) = await store.take_work("a", 1, 0)
                order.append(taken.data)
                await store.finish_work([taken.id])
        assert [each for each in order if each.startswith(b"few")] == [b"few-0", b"few-1", b"few-2"]
        assert [each for each in order if each.startswith(b"many")] == [b"many-0", b"many-1", b"many-2"]
        await drain(store, stream)

    async def test_unfinished_work_is_stolen(self, store: EventStore, stream: str) -> None:
        """Items not finished in time can be stolen, at most as many as requested, and not earlier."""
        await drain(store, stream)
        for number in range(3):
            await store.put_work(b"%d" % number)
        taken = await store.take_work("dead", 9, 0)
        assert await store.steal_work("thief", 60_000, 9) == []
        stolen = await store.steal_work("thief", 0, 2)
        assert stolen == taken[:2]
        await store.finish_work([each.id for each in stolen])
        assert await store.steal_work("thief", 0, 9) == taken[2:]
        await store.finish_work([taken[2].id])

    async def test_who_waits_for_work_is_woken(self, store: EventStore, stream: str) -> None:
        """Workers wait for an item, one gets it, and the others return empty when their time is over."""
        await drain(store, stream)
        async with asyncio.timeout(PATIENCE):
            waiting = [asyncio.create_task(store.take_work(f"w{number}", 1, PATIENCE / 2)) for number in range(3)]
            await asyncio.sleep(0.05)
            for number in range(3):
                await store.put_work(b"%d" % number)
            taken = [each for items in await asyncio.gather(*waiting) for each in items]
            assert sorted(each.data for each in taken) == [b"0", b"1", b"2"]
            assert await store.take_work("w", 1, 0.05) == []
        await store.finish_work([each.id for each in taken])

    async def test_malformed_work_is_refused(self, store: EventStore) -> None:
        """An item that is too large, a worker without a name, and a limit below 1 are refused."""
        with pytest.raises(EntryTooLarge):
            await store.put_work(bytes(MAX_ENTRY + 1))
        for wrong in (store.take_work("", 1, 0), store.take_work("a", 0, 0), store.steal_work("a", 0, 0)):
            with pytest.raises(ValueError, match="at least 1"):
                await wrong
        for strange in (store.put_work(b"", 2), store.put_work(b"", 0, "x" * 65), store.take_work("a", 1, 0, 3)):
            with pytest.raises(ValueError, match="lane"):
                await strange

    async def test_one_of_many_is_the_first(self, store: EventStore, stream: str) -> None:
        """Of many simultaneous callers, one gets True; another name has a first caller of its own."""
        told = await asyncio.gather(*(store.first(stream, 60) for _ in range(20)))
        assert sorted(told) == [*[False] * 19, True]
        assert not await store.first(stream, 60)
        assert await store.first(f"{stream[:20]}-other", 60)
        assert await store.head(stream) == 0

    async def test_the_first_is_forgotten_in_time(self, store: EventStore, stream: str) -> None:
        """After the given seconds there is a new first caller; malformed times and names are refused."""
        assert await store.first(stream, 1)
        assert not await store.first(stream, 1)
        async with asyncio.timeout(PATIENCE):
            while not await store.first(stream, 1):  # noqa: ASYNC110
                await asyncio.sleep(0.1)
        for wrong in (store.first(stream, 0), store.first("No Name", 1)):
            with pytest.raises(ValueError, match=r"at least 1|No Name"):
                await wrong
