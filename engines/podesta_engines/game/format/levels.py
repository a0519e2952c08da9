"""Levels: what logs may be written with, as a number that all processes on a store agree on.

A process reads every level up to `HIGHEST`, and writes at the store's level, so that a process of the version before
can read what it writes, until an operator raises the level. A level never takes away what an earlier one could be read
with: it says what may be written from then on.
"""

from __future__ import annotations

from collections.abc import Mapping

LOWEST = 1
"""The lowest level that this version can write at: entries as maps, draws by revision and index."""
ARRAYS = 2
"""From here on, entries are written as arrays."""
LOTS = 3
"""From here on, new games draw by lot, from a seed that is salted."""
SEALED = 4
"""From here on, new games have ids of 17 letters, and entries are sealed."""
BUCKETS = 5
"""From here on, ids of new games tell their hour and their bucket."""
SHARED = 6
"""From here on, games may be shared: answers carry links of their seats' chains."""
PRACTICE = 7
"""From here on, practice games may be opened: their creation says so, and their seed was given."""
GOLDEN_HORN_2 = 8
"""From here on, games of Golden Horn are opened with `golden-horn/2`."""
SIGNED = 9
"""From here on, the ends of games are signed, and bundles of the archive have their indexes in blocks."""
NETS = 10
"""From here on, `net` may be seated: a house bot that plays by a trained network."""
HIGHEST = NETS
"""The highest level that this version can read and write."""

MEANS: Mapping[int, str] = {
    LOWEST: "entries are maps; draws follow from revision and index",
    ARRAYS: "entries are arrays, which take half the room",
    LOTS: "new games draw by lot, so that nobody can move a draw",
    SEALED: "entries are sealed, so that nobody without the master key writes one",
    BUCKETS: "new games are kept in buckets, so that lists of them are short to read",
    SHARED: "games may be shared: seats add to the draws as they go on",
    PRACTICE: "practice games may be opened, on a given deal",
    GOLDEN_HORN_2: "new games of Golden Horn follow golden-horn/2",
    SIGNED: "ends of games are signed, and a large archive is listed as fast as a small one",
    NETS: "trained networks may have seats, as the house bot `net`",
}
"""What is written from each level on."""
