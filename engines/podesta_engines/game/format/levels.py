"""Levels: the formats in which logs may be written, as a number that all processes on a store agree on.

A process reads every level up to `HIGHEST`, and writes at the store's level, so that a process of the previous version
can read what it writes, until an operator raises the level. Raising it never makes older entries unreadable: it only
allows new formats from then on.
"""

from __future__ import annotations

from collections.abc import Mapping

LOWEST = 1
"""The lowest level at which this version can write: the first format."""
HIGHEST = LOWEST
"""The highest level that this version can read and write."""

MEANS: Mapping[int, str] = {LOWEST: "the first format"}
"""What each level allows to be written."""
