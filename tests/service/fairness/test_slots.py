"""Laws of slots: bounds hold, only idle slots give way, and who has few finds one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from hypothesis import given
from hypothesis import strategies as st

from podesta_service.fairness.slots import PATIENCE, Full, Slot, Slots
from podesta_service.problems import NO_CONNECTION_LEFT, Refusal, refuse

ADDRESSES = st.sampled_from("abcd")
CROWD = st.lists(st.tuples(st.just("enter"), ADDRESSES), min_size=6, max_size=12)
MORE = st.lists(
    st.one_of(
        st.tuples(st.just("enter"), ADDRESSES),
        st.tuples(st.sampled_from(("work", "rest", "patient", "leave")), st.integers(0, 20)),
    ),
    max_size=60,
)
STEPS = st.builds(lambda crowd, more: [*crowd, *more], CROWD, MORE)
"""So many come at first that most slots are taken, or all."""
PATIENCES = st.sampled_from((0.0, PATIENCE, None))
MOST, SHARE = 6, 3


@dataclass
class World:
    """Slots, and what became of each."""

    patience: float | None
    live: list[Slot] = field(default_factory=list)
    closed: list[Slot] = field(default_factory=list)
    refused: list[tuple[Full, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.slots = Slots(MOST, lambda _: SHARE, self._refusal, self.patience)

    def _refusal(self, why: Full, address: str) -> Refusal:
        self.refused.append((why, address))
        return refuse(NO_CONNECTION_LEFT, "lobby-full")

    def enter(self, address: str) -> Slot | None:
        """A new slot, if there is one."""
        self.closed.clear()
        try:
            slot = self.slots.enter(address)
        except Refusal:
            return None
        slot.close = self._closing(slot)
        self.live = [each for each in (*self.live, slot) if each not in self.closed]
        return slot

    def _closing(self, slot: Slot) -> Callable[[], None]:
        return lambda: self.closed.append(slot)

    def held(self, address: str) -> list[Slot]:
        """The live slots of an address."""
        return [each for each in self.live if each.address == address]

    def do(self, step: str, index: int) -> None:
        """Use a slot, let it rest, for a moment or for very long, or leave it (twice)."""
        if not self.live:
            return
        slot = self.live[index % len(self.live)]
        if step == "leave":
            self.live.remove(slot)
            slot.leave()
            slot.leave()
        else:
            slot.work(busy=step == "work")
        if step == "patient" and slot.since is not None:
            slot.since -= 1_000


@given(STEPS, PATIENCES)
def test_the_books_are_exact_and_within_bounds(steps: Sequence[tuple[str, object]], patience: float | None) -> None:
    """Whatever happens, the books hold exactly the live slots, no empty address, and no more than is allowed."""
    world = World(patience)
    for step, what in steps:
        world.enter(str(what)) if step == "enter" else world.do(step, int(str(what)))
        books = world.slots
        assert books.count == len(world.live) <= MOST
        assert {slot for held in books.held.values() for slot in held} == set(world.live)
        assert all(0 < len(held) <= SHARE for held in books.held.values())


@given(STEPS, PATIENCES)
def test_who_gives_way_is_idle_and_had_more_or_was_idle_for_long(
    steps: Sequence[tuple[str, object]], patience: float | None
) -> None:
    """At most one slot gives way to a newcomer: never a used one, and only for a reason."""
    world = World(patience)
    for step, what in steps:
        if step != "enter":
            world.do(step, int(str(what)))
            continue
        address, before = str(what), list(world.live)
        world.enter(address)
        assert len(world.closed) <= 1
        for slot in world.closed:
            many = [each for each in before if each.address == slot.address]
            mine = [each for each in before if each.address == address]
            assert slot.since is not None
            full = len(before) == MOST or slot.address == address
            fair = len(before) == MOST and len(many) > len(mine) + 1
            long = patience == 0 or (patience is not None and any(each is slot for each in idle_for_long(before)))
            assert full
            if patience == 0 and len(mine) < SHARE:
                idle = Counter(each.address for each in before if each.since is not None)
                assert idle[slot.address] == max(idle.values())
            assert fair or long
            assert slot is min((each for each in many if each.since is not None), key=lambda each: each.since or 0.0)


def idle_for_long(slots: Sequence[Slot]) -> list[Slot]:
    """Those that any patience is at an end with."""
    freshest = max((each.since for each in slots if each.since is not None), default=0.0)
    return [each for each in slots if each.since is not None and each.since < freshest - PATIENCE]


@given(STEPS, PATIENCES)
def test_who_is_refused_has_its_share_or_finds_nothing_fair(
    steps: Sequence[tuple[str, object]], patience: float | None
) -> None:
    """A refusal changes nothing; no address with two more than the newcomer keeps an idle slot."""
    world = World(patience)
    for step, what in steps:
        if step != "enter":
            world.do(step, int(str(what)))
            continue
        address, before = str(what), list(world.live)
        if world.enter(address) is not None:
            continue
        assert (world.live, world.closed) == (before, [])
        why, who = world.refused[-1]
        assert who == address
        assert (len(world.held(address)) >= SHARE) if why == "address" else (len(before) == MOST)
        idle = [each for each in before if each.since is not None]
        if patience == 0:
            assert not [each for each in idle if why == "all" or each.address == address]
        elif why == "all":
            assert all(len(world.held(each.address)) <= len(world.held(address)) + 1 for each in idle)
