"""The witness: downtime that this process can vouch for, sealed like entries of logs.

The store keeps whatever is written, and others may write to it. So an outage counts only if a process with the master
key has sealed it. Such a process seals an outage only from a sealed beat to its own first one, never over a time in
which it served itself.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence

from podesta_engines.game.events import TimeGivenBack
from podesta_eventstore import OUTAGE_MS, Beat, Heard, Outage
from podesta_service.table.clock import STALE

BEATS = "heartbeats"
"""The name under which seals ask for keys, in place of a game's; no game has such an id."""
_LATER = int(STALE * 1000)
"""Milliseconds after a sealed beat in which more beats may have come that were not sealed."""


class Witness:
    """Seals what this process has observed, and reads what others have sealed; the first key is its own."""

    def __init__(self, keys: Sequence[bytes]) -> None:
        self._keys = keys
        self._began = self._served = 0
        """When this process began to serve without a pause, and when it last did (ms since 1970, by the store)."""
        self.heard: Heard | None = None
        """The newest time that this process has received."""
        self.found: Outage | None = None
        """An outage that this process has ended, until it has been sent to the store."""

    def look(self, beat: Beat, serving: bool) -> tuple[TimeGivenBack, ...]:
        """Learn from a beat: the outages that count, oldest first."""
        sealed = sorted(each for each in beat.outages if each.until <= beat.now and self._is_sealed(each))
        self.found = self._ended(beat, sealed) if serving else None
        self.heard = Heard(beat.now, self._seals(_of_beat(beat.now))[0])
        if serving:
            if beat.now - self._served >= OUTAGE_MS:
                self._began = beat.now
            self._served = beat.now
        return tuple(TimeGivenBack(each.since, each.until) for each in sealed if not self._served_in(each))

    def _ended(self, beat: Beat, sealed: Sequence[Outage]) -> Outage | None:
        """The outage that a beat ends, if it is the first after a silence with a sealed beginning."""
        heard = beat.heard
        if heard is None or heard.at > beat.now or heard.seal not in self._seals(_of_beat(heard.at)):
            return None
        last = min(beat.before, heard.at + _LATER)
        since = max(last, heard.at, self._served, *(each.until for each in sealed))
        if min(beat.now - since, beat.now - beat.before) < OUTAGE_MS:
            return None
        return Outage(since, beat.now, self._seals(_of_outage(since, beat.now))[0])

    def _served_in(self, outage: Outage) -> bool:
        """Whether this process served during an outage, which is then none."""
        return outage.since < self._served and self._began < outage.until

    def _is_sealed(self, outage: Outage) -> bool:
        return outage.seal in self._seals(_of_outage(outage.since, outage.until))

    def _seals(self, said: str) -> list[str]:
        return [hmac.digest(key, said.encode(), "sha256").hex() for key in self._keys]


def _of_beat(at: int) -> str:
    return f"beat {at}"


def _of_outage(since: int, until: int) -> str:
    return f"outage {since} {until}"
