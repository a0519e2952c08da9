"""Metrics for Prometheus: calls, streams, the store, the rules, games, and this process."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from typing import TypeVar

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    GCCollector,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)

from . import tracing
from .build import VERSION, commit
from .cache_sizes import CachedGames, FollowedGames, show_held
from .outcomes import CallTimer
from .vitals import StoreGauges
from .words import APPENDS, CLOSED, DROPPED, FAULTS, LIMITED_BY, NOTICES, OPENING_REFUSED, REFUSED, WIRES, WORK, Wire

disable_created_metrics()  # type: ignore[no-untyped-call]  # they would be a third of the lines, for no use

log = logging.getLogger(__name__)
_Kind = TypeVar("_Kind", Counter, Gauge, Histogram)


_RULES = (0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0)
_CALLS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
_STORE = (0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)
_STREAMS = (1.0, 10.0, 60.0, 300.0, 900.0, 3600.0, 14400.0)
_LATE = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 60.0)
_THOUGHTS = (0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0)
_LAGS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0)


class Metrics:
    """The metrics of one process. Labels are words of the contract, never ids, names or tokens."""

    def __init__(self) -> None:
        self.ended = 0
        """Ended calls of any outcome."""
        self.registry = CollectorRegistry()
        for collector in (ProcessCollector, PlatformCollector, GCCollector):
            collector(registry=self.registry)
        self._gauge("podesta_build", "1; the running version and commit", "version", "commit")(VERSION, commit()).set(1)
        about_calls = "Calls by outcome (ok, problem type, cancelled) and by HTTP status or gRPC code"
        self._calls = self._counter("podesta_calls", about_calls, "wire", "call", "outcome", "code")
        about_faults = "Calls that failed because of an error in code or data"
        self._faults = self._counter("podesta_faults", about_faults, "problem")
        about_seconds = "Seconds until a call was answered, or a stream began"
        self._seconds = self._histogram("podesta_call_seconds", about_seconds, _CALLS, "wire", "call")
        self._streams = self._gauge("podesta_streams", "Streams open now", "wire", "call")
        self._stream_seconds = self._histogram(
            "podesta_stream_seconds", "Seconds that streams were open", _STREAMS, "wire", "call"
        )
        self._frames = self._counter("podesta_frames", "Updates sent to followers, and updates encoded", "wire", "work")
        self._limited = self._counter("podesta_limited", "Calls beyond a limit, by kind of limit", "by")
        about_connections = "Open connections of callers"
        self._connections = Gauge("podesta_connections", about_connections, ["wire"], registry=self.registry)
        about_refused = "Refused connections, and refused calls of addresses with too many open"
        self._refused = self._counter("podesta_connections_refused", about_refused, "wire", "why")
        about_closed = "Connections closed to make room, or because responses were not read"
        self._closed = self._counter("podesta_connections_closed", about_closed, "wire", "why")
        self._dropped = self._counter("podesta_followers_dropped", "Followers dropped as too slow", "reason")
        self._appends = self._counter("podesta_appends", "Appends to logs of games, by outcome", "outcome")
        self._store = self._histogram("podesta_store_seconds", "Seconds of a call to the store", _STORE, "operation")
        self._store_failures = self._counter("podesta_store_failures", "Failed calls to the store", "operation")
        about_broken = "Game logs found altered or truncated"
        self._broken = self._counter("podesta_logs_broken", about_broken)
        self._fold = self._histogram("podesta_fold_seconds", "Seconds spent folding entries", _RULES, "ruleset")
        self._folded = self._counter("podesta_folded_entries", "Entries folded", "ruleset")
        self._decide = self._histogram("podesta_decide_seconds", "Seconds spent deciding answers", _RULES, "ruleset")
        self._lookups = self._counter("podesta_table_lookups", "Lookups of games in memory, by result", "result")
        about_late = "Seconds by which a game with a clock, an order or a bot was handled late"
        self._reminders = self._histogram("podesta_reminder_late_seconds", about_late, _LATE)
        self._work = self._counter("podesta_bot_work", "Games queued for bots, taken, stolen and finished", "step")
        self._thoughts = self._histogram(
            "podesta_bot_seconds", "Seconds that a house bot took to decide", _THOUGHTS, "ruleset", "bot"
        )
        self._notices = self._counter("podesta_webhook_notices", "Attempts to send a webhook's notice", "outcome")
        self._notice_seconds = self._histogram("podesta_webhook_seconds", "Seconds of such an attempt", _CALLS)
        about_changes = "Games that this process opened, started or ended"
        self._changes = self._counter("podesta_games_changed", about_changes, "ruleset", "to")
        about_games = "Games in the store at the last census"
        self._games = Gauge("podesta_games", about_games, ["ruleset", "state"], registry=self.registry)
        self._census = self._gauge("podesta_census_timestamp_seconds", "When games were last counted")
        self.vitals = StoreGauges(self.registry)
        about_level = "Level of the log format: the store's, and the highest that this version supports"
        self._level = self._gauge("podesta_level", about_level, "of")
        about_refused = "Games not opened and seats not reissued, by quota or problem"
        self._opening_refused = self._counter("podesta_opening_refused", about_refused, "why")
        self._lag = self._histogram("podesta_loop_lag_seconds", "Seconds by which the event loop was late", _LAGS)
        self._start_at_zero()

    def _counter(self, name: str, text: str, *labels: str) -> Callable[..., Counter]:
        return _children(Counter(name, text, labels, registry=self.registry), labels)

    def _gauge(self, name: str, text: str, *labels: str) -> Callable[..., Gauge]:
        return _children(Gauge(name, text, labels, registry=self.registry), labels)

    def _histogram(self, name: str, text: str, buckets: Sequence[float], *labels: str) -> Callable[..., Histogram]:
        return _children(Histogram(name, text, labels, buckets=buckets, registry=self.registry), labels)

    def _start_at_zero(self) -> None:
        """Create series before their first event, so that a first conflict is an increase and not a new series."""
        for wire in WIRES:
            for work in ("sent", "encoded"):
                self._frames(wire, work)
            for why in REFUSED:
                self._refused(wire, why)
            for why in CLOSED:
                self._closed(wire, why)
        for counter, words in (
            (self._faults, FAULTS),
            (self._limited, LIMITED_BY),
            (self._appends, APPENDS),
            (self._lookups, ("hit", "miss")),
            (self._dropped, DROPPED),
            (self._work, WORK),
            (self._notices, NOTICES),
            (self._opening_refused, OPENING_REFUSED),
        ):
            for word in words:
                counter(word)

    def watch(self, tables: CachedGames, feeds: FollowedGames) -> None:
        """Expose the process's cached games, followed games and followers."""
        show_held(self.registry, tables, feeds)

    # -- calls and streams -------------------------------------------------------------------------------------------

    def call(self, wire: Wire, call: str, timed: bool = True) -> CallTimer:
        """Count and time a call; a Refusal counts under its problem type, a disconnected caller as cancelled.

        Any other exception counts as internal. A call that is not `timed`, such as a stream, is only counted.
        """
        return CallTimer(self.answered, wire, call, timed)

    def answered(self, wire: Wire, call: str, outcome: str, code: str, seconds: float | None) -> None:
        """Record that a call has ended."""
        self.ended += 1
        self._calls(wire, call, outcome, code).inc()
        if outcome in FAULTS:
            self._faults(outcome).inc()
        if seconds is not None:
            self._seconds(wire, call).observe(seconds, None if tracing.spans is None else tracing.spans.ids())

    @contextmanager
    def stream(self, wire: Wire, call: str) -> Iterator[None]:
        """Count a stream while it is open, and time it."""
        with self._streams(wire, call).track_inprogress(), self._stream_seconds(wire, call).time():
            yield

    def frame(self, wire: Wire, encoded: bool) -> None:
        """Record an update sent to one follower, freshly encoded or shared with another."""
        self._frames(wire, "sent").inc()
        if encoded:
            self._frames(wire, "encoded").inc()

    def limited(self, by: str) -> None:
        """Record a call beyond the limit of a token or an address."""
        self._limited(by).inc()

    def connections(self, wire: Wire, count: Callable[[], float]) -> None:
        """Expose how many connections of a wire are open, counted at each scrape."""
        self._connections.labels(wire).set_function(count)

    def refused(self, wire: Wire, why: str) -> None:
        """Record a refused connection, or a refused call of an address with too many open; `why` is one of REFUSED."""
        self._refused(wire, why).inc()

    def closed(self, wire: Wire, why: str) -> None:
        """Record a connection closed for one of CLOSED."""
        self._closed(wire, why).inc()

    def dropped(self, reason: str) -> None:
        """Record a dropped follower."""
        self._dropped(reason).inc()

    # -- the store and the rules -------------------------------------------------------------------------------------

    def stored(self, operation: str, seconds: float | None, failed: bool) -> None:
        """Record a call to the store; a blocking one has no duration."""
        if seconds is not None:
            self._store(operation).observe(seconds, None if tracing.spans is None else tracing.spans.ids())
        failures = self._store_failures(operation)  # exposed from the first call on
        if failed:
            failures.inc()

    def appended(self, outcome: str) -> None:
        """Record the outcome of an append, one of APPENDS."""
        self._appends(outcome).inc()

    def broken(self) -> None:
        """Record a log that is corrupt, or has lost its end."""
        self._broken().inc()

    def folded(self, ruleset: str, entries: int, seconds: float) -> None:
        """Record folded entries."""
        self._fold(ruleset).observe(seconds)
        self._folded(ruleset).inc(entries)

    def decided(self, ruleset: str, seconds: float) -> None:
        """Record answers carried out, or refused by the rules."""
        self._decide(ruleset).observe(seconds)

    def looked_up(self, found: bool) -> None:
        """Record a lookup of a game, in memory or not."""
        self._lookups("hit" if found else "miss").inc()

    # -- games -------------------------------------------------------------------------------------------------------

    def changed(self, ruleset: str, to: str) -> None:
        """Record a game that became open, running or ended by an append of this process."""
        self._changes(ruleset, to).inc()

    def counted(self, games: Mapping[tuple[str, str], int], at: float) -> None:
        """Set the result of a census at a time: the games by ruleset and state; all others are 0."""
        self._games.clear()
        for (ruleset, state), number in games.items():
            self._games.labels(ruleset, state).set(number)
        self._census().set(at)

    def levelled(self, store: int, highest: int) -> None:
        """Set the store's level, and the highest that this version supports."""
        self._level("store").set(store)
        self._level("version").set(highest)

    def not_opened(self, why: str) -> None:
        """Record a game that was not opened, or a seat that was not reissued."""
        self._opening_refused(why).inc()

    def reminded(self, late: float) -> None:
        """Record that a due game was handled, and how many seconds late."""
        self._reminders().observe(late)

    def worked(self, step: str, number: int) -> None:
        """Record games that reached a stage of the house bots' work, one of WORK."""
        self._work(step).inc(number)

    @contextmanager
    def thinking(self, ruleset: str, bot: str) -> Iterator[None]:
        """Time a house bot's thinking, including the wait for its turn."""
        with self._thoughts(ruleset, bot).time():
            yield

    @contextmanager
    def sending(self) -> Iterator[None]:
        """Time an attempt to send a webhook's notice."""
        with self._notice_seconds().time():
            yield

    def sent(self, outcome: str) -> None:
        """Record the outcome of an attempt, one of NOTICES."""
        self._notices(outcome).inc()

    # -- this process ------------------------------------------------------------------------------------------------

    def late(self, seconds: float) -> None:
        """Record how late the event loop ran a timer."""
        self._lag().observe(seconds)

    def expose(self) -> bytes:
        """The exposition text for Prometheus."""
        return generate_latest(self.registry)


def _children(instrument: _Kind, labels: Sequence[str]) -> Callable[..., _Kind]:
    """An instrument's child for some labels, cached: the contract bounds how many there are."""
    if not labels:
        return lambda: instrument
    find: Callable[..., _Kind] = cache(instrument.labels)
    return find
