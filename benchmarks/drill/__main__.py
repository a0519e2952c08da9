"""Drill a service of three processes behind its proxy: `python -m benchmarks.drill [--short]`.

Callers play games through haproxy (the settings of k8s/components/haproxy, with TLS) without a pause, over REST, over
gRPC and against house bots, while processes are stopped, killed and hung, one has a wrong clock, none serves, the store
is killed and filled, its disk too, and links are cut (as root, with iptables): six minutes, the short form two. At the
end the store's disk is lost with everything on it, and restored from what was shipped: moves of the last minute may be
missing, no others. The long form writes its table into docs/scaling.md, unless a bar was missed. A call has failed if
the caller got no answer, or one that blames the service; over gRPC our client retries for half a minute before it
reports a failure, but not during the rolling restart, which no caller may notice.

Alerts are the tree's, on a real Prometheus if it is installed (Debian's package); an alert counts if it becomes pending
or fires within a minute of the fault. The exit code is 1 if acknowledged moves were lost, doubled or skipped, if a
rolling restart failed a call or a killed process more than one, or if Prometheus is installed and no alert names a
fault.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic, sleep

import httpx

from benchmarks.helping import offer_help
from benchmarks.peers.tables import written

from .callers import Caller, playing, wrong
from .disk import MOST, Loss, lost_disk
from .faults import FAKETIME, Site, recovered, site
from .link import may_cut
from .watching import Watch, watching

Fault = tuple[str, Callable[[Site], None]]
SHORT: tuple[Fault, ...] = (
    ("rolling restart", Site.roll),
    ("kill -9 of a process", Site.crash),
    ("store killed for 3 s", Site.lose_store),
    ("store's disk full for 4 s", Site.fill_disk),
    ("house bots killed for 3 s", Site.lose_bots),
)
LONG: tuple[Fault, ...] = (
    *SHORT,
    ("a process hangs for 8 s", Site.hang),
    ("store without memory for 15 s", Site.fill_store),
    ("nobody serves for 5 s", Site.lose_everybody),
    ("the link to the store cut for 5 s", Site.cut_store),
    ("the links to a process cut for 8 s", Site.cut_process),
    ("a process's clock two days ahead for 12 s", Site.wrong_clock),
)
PAGE = Path(__file__).parents[2] / "docs" / "scaling.md"
BEGIN = "<!-- written by make drill -->"
HEAD = "| fault | calls meanwhile | failed | of one caller, at most | alerts within 60 s |\n|---|---|---|---|---|"
WITHIN = 60.0
_NAMED = 15.0
"""Seconds to wait for the alert of a fault."""


@dataclass(frozen=True)
class Row:
    """The effects of a fault."""

    fault: str
    seconds: float
    calls: int
    failed: Counter[str]
    worst: int
    """Failed calls of the caller with the most."""
    alerts: list[str]

    def __str__(self) -> str:
        failed = ", ".join(f"{number} {how}" for how, number in self.failed.most_common()) or "none"
        return f"| {self.fault} | {self.calls} | {failed} | {self.worst} | {', '.join(self.alerts) or '-'} |"


def drilled(
    found: Site,
    faults: Sequence[Fault],
    callers: Sequence[Caller],
    watch: Watch | None,
) -> Iterator[Row]:
    """Apply each fault, and yield its effects once every caller is served again."""
    for said, happens in faults:
        sleep(2)
        began = monotonic()
        happens(found)
        recovered([each.calls for each in callers])
        ended = monotonic()
        while watch and said != SHORT[0][0] and monotonic() < ended + _NAMED and not watch.has_news(began):
            sleep(0.5)
        yield _row(said, began, ended, callers, watch)


def _row(said: str, began: float, ended: float, callers: Sequence[Caller], watch: Watch | None) -> Row:
    mine = [[how for at, how in each.calls if began <= at <= ended] for each in callers]
    failed = [[how for how in each if how != "ok"] for each in mine]
    told = watch.told(began, WITHIN) if watch else []
    total = Counter(how for each in failed for how in each)
    return Row(said, ended - began, sum(map(len, mine)), total, max(map(len, failed)), told)


def drill(folder: Path, faults: Sequence[Fault], callers: int) -> tuple[list[Row], Loss, list[str], int]:
    """Run the drill; the rows are printed as they come.

    Returns the rows, the cost of a lost disk, the errors, and the number of acknowledged moves.
    """
    rows: list[Row] = []
    with site(folder) as found:
        every = found.callers(callers)
        missing = {Site.fill_disk: not found.disk, Site.wrong_clock: not FAKETIME}
        missing |= dict.fromkeys((Site.cut_store, Site.cut_process), not may_cut())
        possible = [each for each in faults if not missing.get(each[1])]
        with watching(folder / "prometheus", found.watched()) as watch, playing(every):
            sleep(3)
            for row in drilled(found, possible, every, watch):
                print(row, flush=True)
                rows.append(row)
        with httpx.Client(base_url=found.url, verify=found.trusted, timeout=30) as http:
            bad = wrong(http, every)
        loss = lost_disk(found, found.callers(callers))
        if loss.age > MOST:
            bad.append(f"moves acknowledged {loss.age:.0f} s before the disk was lost are gone")
    bad += [f"{row.fault}: nothing named it" for row in rows[1:] if watch and not row.alerts]
    return rows, loss, bad + missed(rows), sum(len(game.acknowledged) for each in every for game in each.games)


def missed(rows: Sequence[Row]) -> list[str]:
    """The missed bars: a rolling restart may fail no call, a killed process one."""
    most = {fault: number for number, (fault, _) in enumerate(SHORT[:2])}
    over = [row for row in rows if row.failed.total() > most.get(row.fault, row.failed.total())]
    return [f"{row.fault}: {row.failed.total()} calls failed" for row in over]


def main(arguments: Sequence[str]) -> int:
    """Print the table; returns the exit code."""
    short = "--short" in arguments
    print(HEAD)
    with tempfile.TemporaryDirectory() as folder:
        rows, loss, bad, moves = drill(Path(folder), SHORT if short else LONG, 4 if short else 12)
    total = f"{moves:,} moves were acknowledged; lost, doubled or skipped, or bars missed: {len(bad)}"
    print("\n".join([total, str(loss), *bad]))
    if not short and not bad:
        load = f"{datetime.now(UTC).date()}, {os.cpu_count()} cores, load {os.getloadavg()[1]:.1f}."
        PAGE.write_text(
            written(PAGE.read_text(), "\n".join([f"{load} {total}.\n", HEAD, *map(str, rows), f"\n{loss}"]), BEGIN)
        )
    return 1 if bad else 0


if __name__ == "__main__":
    offer_help(__doc__)
    sys.exit(main(sys.argv[1:]))
