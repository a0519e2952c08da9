"""Writing into the store gains no time: only outages witnessed by a process with the key count."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from random import Random
from typing import cast

import pytest
import redis

from podesta_engines.game.events import TimedOut, TimeGivenBack
from podesta_engines.game.format.terms import Clock
from podesta_eventstore import OUTAGE_MS, Beat, Heard, Outage
from podesta_eventstore.streams import keys
from podesta_service.chores.witness import PATIENCE, Witness
from podesta_service.master import Master
from podesta_service.run.audit import audit_game
from podesta_service.run.journal import Audit
from podesta_service.settings import Settings
from podesta_service.table.writer import Command
from tests.kit.clocks import ManualClock, opened
from tests.kit.fixtures import NewContext
from tests.kit.games import choose, command, log_of, of

KEY, OTHER = b"a key of seals", b"another"
START = 1_800_000_000_000


@pytest.fixture
def hands() -> ManualClock:
    """A clock."""
    return ManualClock()


class Store:
    """A store's beats, by a clock that is moved by hand; an intruder changes its fields."""

    def __init__(self) -> None:
        self.now, self.at = START, 0
        self.heard: Heard | None = None
        self.outages: tuple[Outage, ...] = ()

    def beat(self, witness: Witness, pass_ms: int = 1_000) -> tuple[TimeGivenBack, ...]:
        """A process beats after a while, and again until the outage is reported: the outages that it then accepts."""
        self.now += pass_ms
        for _ in range(2 * PATIENCE):
            if (believed := self.once(witness)) is not None:
                return believed
            self.now += 0 if witness.found else 100
        raise AssertionError

    def once(self, witness: Witness) -> tuple[TimeGivenBack, ...] | None:
        """A process beats once."""
        return witness.look(self._told(witness.heard, witness.found), serving=True)

    def _told(self, heard: Heard | None, found: Outage | None) -> Beat:
        told = Beat(self.now, self.at, self.heard, (*self.outages, *([found] if found else ())))
        self.at, self.heard, self.outages = self.now, heard or self.heard, told.outages
        return told


def served(store: Store, beats: int = 5, key: bytes = KEY) -> Witness:
    """A process that has served for some seconds."""
    witness = Witness([key])
    for _ in range(beats):
        store.beat(witness)
    return witness


def test_a_true_outage_counts_for_every_process_with_the_key() -> None:
    """The first process after it seals it, from the last beat on; others and later ones accept it, other keys do
    not."""
    store = Store()
    served(store)
    since = store.now
    first = Witness([KEY])
    believed = store.beat(first, 60_000)
    assert believed == (TimeGivenBack(since, since + 60_000),)
    assert store.beat(first) == store.beat(Witness([KEY]), 10) == store.beat(Witness([OTHER, KEY]), 10) == believed
    assert store.beat(Witness([OTHER]), 10) == ()


LEAP = 7_200_000


@pytest.mark.parametrize("lately", [True, False], ids=["has served before", "is new"])
def test_nobody_goes_by_a_time_before_its_outage_is_told(lately: bool) -> None:
    """One process beats between another's two beats after a silence, or after a leap of the store's clock."""
    store = Store()
    one = served(store)
    other = served(store) if lately else Witness([KEY])
    store.now += LEAP
    assert store.once(one) is None
    assert [store.once(other), store.once(other)] == [None, None]
    believed = store.once(one)
    assert believed
    assert LEAP - 10_000 < believed[0].until - believed[0].since < LEAP + 10_000
    assert store.once(other) == store.once(one) == store.beat(Witness([KEY])) == believed


def test_who_dies_before_it_tells_is_stood_in_for_and_counts_once() -> None:
    """The other process reports after some beats; if the first was only slow, the outage still counts once."""
    store = Store()
    one, other = served(store), served(store)
    store.now += LEAP
    assert store.once(one) is None
    believed = store.beat(other)
    assert len(believed) == 1
    assert store.beat(one) == store.beat(other) == store.beat(Witness([KEY])) == believed
    assert len(store.outages) == 2


def test_several_outages_do_not_overlap() -> None:
    """A process that dies after its first beat has sealed the time before; the next one goes on from there."""
    store = Store()
    served(store)
    believed = [store.beat(Witness([KEY]), 20_000) for _ in range(4)][-1]
    assert [each.until - each.since for each in believed] == [20_000] * 4
    assert all(a.until <= b.since for a, b in pairwise(believed))


Forge = Callable[[Store], tuple[Outage, ...]]
FORGERIES: dict[str, Forge] = {
    "an outage without a seal": lambda s: (Outage(s.now - 60_000, s.now, "-"),),
    "an outage under another key": lambda s: sealed_by(OTHER, s),
    "one that was moved": lambda s: tuple(Outage(a - 60_000, b, seal) for a, b, seal in sealed_by(KEY, s)),
    "one that lasts longer": lambda s: tuple(Outage(a, b + 60_000, seal) for a, b, seal in sealed_by(KEY, s)),
}


def sealed_by(key: bytes, store: Store) -> tuple[Outage, ...]:
    """An outage of another store, sealed by a key."""
    other = Store()
    other.now = store.now - 600_000
    served(other, key=key)
    other.beat(Witness([key]), 30_000)
    return other.outages


@pytest.mark.parametrize("forge", FORGERIES.values(), ids=FORGERIES)
def test_what_nobody_with_the_key_has_sealed_counts_for_nothing(forge: Forge) -> None:
    """Whatever else is written next to the beats, running processes and new ones accept no outage."""
    store = Store()
    witness = served(store)
    store.outages = forge(store)
    assert store.outages
    assert store.beat(witness) == store.beat(Witness([KEY])) == ()


def test_old_beats_that_are_put_back_move_nobody_who_served_since() -> None:
    """A serving process seals none over its own time, and accepts none sealed by one that began later."""
    store = Store()
    witness = served(store)
    at, heard = store.at, store.heard
    for _ in range(60):
        store.beat(witness)
    store.at, store.heard = at, heard
    assert store.beat(witness) == ()
    store.at, store.heard = at, heard
    deceived = store.beat(Witness([KEY]))
    assert len(deceived) == 1  # it cannot do better
    assert store.beat(witness) == ()


@pytest.mark.parametrize("heard", [None, Heard(START, "-"), Heard(START + 10**9, "-")])
def test_a_silence_without_a_sealed_beat_gives_nothing(heard: Heard | None) -> None:
    """As after versions that sealed none: the length of the outage is unknown."""
    store = Store()
    served(store)
    store.heard = heard
    assert store.beat(Witness([KEY]), 60_000) == ()


# -- on a real store ---------------------------------------------------------------------------------------------------


@pytest.fixture
def raw(settings: Settings) -> Iterator[redis.Redis]:
    """A client that writes to the store directly; all beats are removed."""
    client = redis.Redis.from_url(settings.store_url)
    client.delete(keys.BEAT)
    yield client
    client.delete(keys.BEAT)
    client.close()


async def serving(new_context: NewContext) -> Master:
    """A process that has served for two beats."""
    master: Master = (await new_context()).master
    master.heart.serving = True
    for _ in range(3):
        await master.heart.beat()
    return master


async def test_a_stores_writer_gives_nobody_time(new_context: NewContext, raw: redis.Redis) -> None:
    """Outages as older versions kept them, and forged sealed ones, with old beats put back: a late seat stays late."""
    master = await serving(new_context)
    told = cast("dict[bytes, bytes]", raw.hgetall(keys.BEAT))
    table, _ = await opened(master, "golden-horn", Clock("move", 1, policy="forfeit"))
    await asyncio.sleep(1.1)
    now = int(time.time() * 1000)
    for forged in (f"{now - 60_000} {now}", f"{now - 60_000} {now} {'0' * 64}"):
        raw.hset(keys.BEAT, mapping={**told, "at": now - 60_000, "outages": forged, "sealed": forged})
        await master.heart.beat()
        assert master.clock.away == ()
    await master.steward.tend(table.game)
    assert [type(each.events[0]) for each in await log_of(master, table.game)][1:] == [TimedOut]


async def test_a_true_outage_is_given_back(new_context: NewContext, raw: redis.Redis) -> None:
    """Without beats for a while, the next process seals the outage, the store keeps it, and a running clock gets the
    time."""
    first = await serving(new_context)
    table, _ = await opened(first, "golden-horn", Clock("move", 30, policy="forfeit"))
    await asyncio.sleep(OUTAGE_MS / 1000 + 0.2)
    second, third = (await new_context()).master, (await new_context()).master
    second.heart.serving = True
    for master in (second, third):
        await master.heart.beat()
    assert len(second.clock.away) == 1
    assert second.clock.away == third.clock.away
    newer = await third.writer.giver.give(await third.table(table.game))
    assert newer is not None
    assert of(TimeGivenBack, await log_of(third, table.game)) == [*third.clock.away]


async def test_an_outage_in_which_a_game_went_on_gives_it_nothing(new_context: NewContext, hands: ManualClock) -> None:
    """Its entries came in between; another game, without entries then, gets the time."""
    master = (await new_context(now=hands)).master
    games = [(await opened(master, "golden-horn", Clock("bank", 600)))[0] for _ in range(2)]
    since = int(hands() * 1000)
    hands.pass_(20)
    seat, answers = choose(games[0], Random(1))
    step, _ = await master.answering.answer(Command(games[0].game, seat, 1, command()), answers)
    hands.pass_(20)
    master.clock.away = (TimeGivenBack(since, int(hands() * 1000)),)
    assert await master.writer.giver.give(step.table) is None
    assert await master.writer.giver.give(games[1]) is not None


async def test_an_audit_compares_what_was_given_with_the_logs_own_gaps(
    new_context: NewContext, hands: ManualClock
) -> None:
    """Time that a process without this rule gave for an outage in which the game went on is reported at its entry."""
    master = (await new_context(now=hands)).master
    table, _ = await opened(master, "golden-horn", Clock("bank", 600))
    since = int(hands() * 1000)
    hands.pass_(20)
    seat, answers = choose(table, Random(1))
    step, _ = await master.answering.answer(Command(table.game, seat, 1, command()), answers)
    hands.pass_(20)
    found = Audit()
    await audit_game(master.store, table.game, found, master.writer.keys)
    assert not found.drifted
    await master.writer.giver._write(step.table, [TimeGivenBack(since, int(hands() * 1000))])
    await audit_game(master.store, table.game, found, master.writer.keys)
    (finding,) = found.drifted
    assert (finding.game, "in which entries were written" in finding.problem) == (table.game, True)
