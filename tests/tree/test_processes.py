"""What starts and processes were measured to do stands in their tables."""

from datetime import date
from pathlib import Path

from benchmarks.service import starting
from benchmarks.shards.processes import Round, Store, limit, row

TODAY = date(2026, 11, 23)
BUSY = Round(1_000, 2.0, 0.5, 0.3, 0.2, 0.1, 0.3, 3.8)


def test_a_start_is_told_by_what_is_usual_and_what_lies_around_it() -> None:
    """The middle of the seconds, the least and the most, and what was computed; of each tree on each store."""
    found = [
        starting.Starts("this tree", Path(), private, [1.5, 0.8, 0.9], [0.7, 0.6, 0.8]) for private in (False, True)
    ]
    told = starting.table(found, TODAY, 2.0)
    assert "load 2.0; 3 starts in turn" in told
    assert "| this tree | is there | 0.90 s | 0.80 s | 1.50 s | 0.70 s | 1 s |" in told
    assert "| this tree | its own | 0.90 s |" in told


def test_what_is_used_up_is_named() -> None:
    """The one thread of the busiest server, else the cores, else the one thread of a process; or something else."""
    assert limit(BUSY, 2) == "the cores"
    assert limit(Round(1_000, 2.0, 0.5, 0.3, 1.9, 1.9, 0.3, 3.8), 2) == "the server's thread"
    assert limit(Round(1_000, 2.0, 1.9, 1.9, 0.2, 0.1, 0.3, 2.6), 2) == "the process's thread"
    assert limit(BUSY, 8).startswith("none of these")


def test_more_processes_are_told_beside_one() -> None:
    """The middle of the rounds, and its microseconds of CPU a move."""
    slower, faster = (Round(1_000, seconds, 0.5, 0.3, 0.2, 0.1, 0.3, 3.8) for seconds in (4.0, 1.0))
    told = row(Store("one server", "", [], "fsync"), 2, [slower, BUSY, faster], 250.0, 2)
    assert told.startswith("| one server | 2 | 500 | 2.00 | 500 µs | 200 µs | 300 µs | 5% | 1.9 of 2 | the cores |")
