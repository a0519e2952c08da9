"""A limited number of slots, shared by address before all are taken; idle ones give way."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import Literal

from podesta_service.problems import Refusal

PATIENCE = 10.0
"""Seconds after which an idle slot gives way to an address that needs one."""
Full = Literal["address", "all"]
"""Why there is no slot: the address has its share, or all are taken."""


class Slot:
    """A slot of an address. `close` is called when it gives way, after it has been freed; it may be replaced."""

    __slots__ = ("_books", "address", "close", "since")

    def __init__(self, books: Slots, address: str, close: Callable[[], object]) -> None:
        self._books, self.address, self.close = books, address, close
        self.since: float | None = time.monotonic()
        """Since when it has been idle, in seconds; None while it is used."""

    def work(self, busy: bool) -> None:
        """Record that it is used from now on, or idle."""
        self.since = None if busy else time.monotonic()

    def leave(self) -> None:
        """Free the slot; may be repeated."""
        held = self._books.held.get(self.address, {})
        if held.pop(self, self) is None:
            self._books.count -= 1
            if not held:
                del self._books.held[self.address]


class Slots:
    """At most `most` slots, and `share` of an address.

    `refusal` makes the refusal of an address that finds none, `patience` is as PATIENCE (None: idle ones are in use),
    and `gave_way` is called after a slot was given up.
    """

    def __init__(
        self,
        most: int,
        share: Callable[[str], float],
        refusal: Callable[[Full, str], Refusal],
        patience: float | None = PATIENCE,
        gave_way: Callable[[], object] = int,
    ) -> None:
        self._most, self._share, self._refusal = most, share, refusal
        self._patience, self._gave_way = patience, gave_way
        self.held: dict[str, dict[Slot, None]] = {}
        """The slots in use, by address."""
        self.count = 0
        """How many slots are in use."""

    def enter(self, address: str, close: Callable[[], object] = int) -> Slot:
        """A slot for an address, if necessary one that another gives up; raises Refusal.

        An address that has its share gives up one of its own that is idle; if all slots are taken, another may.
        """
        held = self.held.get(address, {})
        if len(held) >= self._share(address) and not self._give_up(self._patient(held)):
            raise self._refusal("address", address)
        if self.count >= self._most and not self.make_room(len(held)):
            raise self._refusal("all", address)
        slot = Slot(self, address, close)
        self.held.setdefault(address, {})[slot] = None
        self.count += 1
        return slot

    def make_room(self, held: int = 0) -> bool:
        """Have an idle slot give way to an address that holds so many; returns whether one did.

        Without patience, the address with the most idle ones gives up its oldest. Otherwise that with the most slots
        does, if it has at least two more than the other; else the one that has been idle for longest, and long enough.
        """
        idle = [slots for slots in self.held.values() if _idle(slots)]
        if self._patience == 0:
            return self._give_up(_oldest(max(idle, key=lambda slots: len(_idle(slots)), default={})))
        most = max(idle, key=len, default={})
        every = (slot for slots in idle for slot in slots)
        return self._give_up(_oldest(most) if len(most) > held + 1 else self._patient(every))

    def _patient(self, slots: Iterable[Slot]) -> Slot | None:
        """The slot that has been idle longest, if that is long enough."""
        oldest = _oldest(slots)
        if oldest is None or oldest.since is None or self._patience is None:
            return None
        return oldest if time.monotonic() - oldest.since >= self._patience else None

    def _give_up(self, slot: Slot | None) -> bool:
        if slot is None:
            return False
        slot.leave()
        slot.close()
        self._gave_way()
        return True


def _oldest(slots: Iterable[Slot]) -> Slot | None:
    """The slot that has been idle longest."""
    return min(_idle(slots), key=attrgetter("since"), default=None)


def _idle(slots: Iterable[Slot]) -> list[Slot]:
    return [slot for slot in slots if slot.since is not None]
