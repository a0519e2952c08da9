"""The witness: downtime that this process can vouch for, sealed like entries of logs.

The store keeps whatever is written, and others may write to it. So an outage counts only if a process with the master
key has sealed it. Such a process seals an outage only from a sealed beat to its own first one, never over a time in
which it served itself. The store receives an outage one beat after the silence; a process that beats
in between must not use the store's time yet.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Sequence

from podesta_engines.game.events import TimeGivenBack
from podesta_eventstore import OUTAGE_MS, Beat, Heard, Outage
from podesta_service.table.clock import STALE

BEATS = "heartbeats"
"""The name under which seals ask for keys, in place of a game's; no game has such an id."""
_LATER = int(STALE * 1000)
"""Milliseconds after a sealed beat in which more beats may have come that were not sealed."""
PATIENCE = 10
"""How many of its own beats a process waits for the one that ended a silence to report it, before it does so itself."""


class Witness:
    """Seals what this process has observed, and reads what others have sealed; the first key is its own."""

    def __init__(self, keys: Sequence[bytes]) -> None:
        self._keys = keys
        self._began = self._served = 0
        """When this process began to serve without a pause, and when it last did (ms since 1970, by the store)."""
        self._waits: list[int] = []
        """Times of this process's beats since the end of a silence that was not yet reported to the store."""
        self._tells = False
        self.heard: Heard | None = None
        """The newest time that this process has received."""
        self.found: Outage | None = None
        """An outage to send to the store with the next beat."""

    def look(self, beat: Beat, serving: bool) -> tuple[TimeGivenBack, ...] | None:
        """Learn from a beat: the outages that count, oldest first; None while one is unreported."""
        sealed = sorted(_apart(each for each in beat.outages if each.until <= beat.now and self._is_sealed(each)))
        since = self._silence(beat, sealed)
        if since is not None and self._wait(beat, serving):
            self.heard, self.found = None, self._outage(since, self._waits[0]) if self._tells else None
            return None
        self.heard, self.found = Heard(beat.now, self._seals(_of_beat(beat.now))[0]), None
        self._waits, self._tells = [], False
        if serving:
            self._serve(beat.now)
        return tuple(TimeGivenBack(since, until) for since, until, _ in sealed if not self._served_in(since, until))

    def _wait(self, beat: Beat, serving: bool) -> bool:
        """Whether to wait until the store has the silence that has ended; also decides whether this process reports it.

        The first process to beat afterwards reports it, or one that has waited too long; only if it serves.
        """
        is_first = beat.now - beat.before >= OUTAGE_MS
        self._waits = [*self._waits[:PATIENCE], beat.now]
        self._tells = self._tells or (serving and (is_first or len(self._waits) > PATIENCE))
        return serving or not is_first

    def _silence(self, beat: Beat, sealed: Sequence[Outage]) -> int | None:
        """When a silence began that is not sealed yet, and lasted until this beat or shortly before it.

        None if there was none, or if its beginning is not sealed.
        """
        heard = beat.heard
        if heard is None or heard.at > beat.now or heard.seal not in self._seals(_of_beat(heard.at)):
            return None
        last = min(beat.before, heard.at + _LATER)
        since = max(last, heard.at, self._served, *(each.until for each in sealed))
        return since if beat.now - since >= OUTAGE_MS else None

    def _serve(self, now: int) -> None:
        if now - self._served >= OUTAGE_MS:
            self._began = now
        self._served = now

    def _outage(self, since: int, until: int) -> Outage:
        return Outage(since, until, self._seals(_of_outage(since, until))[0])

    def _served_in(self, since: int, until: int) -> bool:
        """Whether this process served during an outage, which is then none."""
        return since < self._served and self._began < until

    def _is_sealed(self, outage: Outage) -> bool:
        return outage.seal in self._seals(_of_outage(outage.since, outage.until))

    def _seals(self, said: str) -> list[str]:
        return [hmac.digest(key, said.encode(), "sha256").hex() for key in self._keys]


def _apart(outages: Iterable[Outage]) -> list[Outage]:
    """The outages without those that overlap an earlier report, since two processes may report the same silence."""
    found = list[Outage]()
    for each in outages:
        if all(each.until <= other.since or other.until <= each.since for other in found):
            found.append(each)
    return found


def _of_beat(at: int) -> str:
    return f"beat {at}"


def _of_outage(since: int, until: int) -> str:
    return f"outage {since} {until}"
