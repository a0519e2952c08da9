"""Moves: a seat's answer and the outcome of a draw, in the words of log and wire.

Their tags and field names are part of the storage format (see `podesta_engines.game.events`).
"""

from __future__ import annotations

from msgspec import Struct


class Answered(Struct, frozen=True, tag="answered", tag_field="event"):
    """A seat answered a question. Redacted, it loses the option, and the question too where its kind is masked."""

    seat: int
    question: str | None
    option: str | None


class Drawn(Struct, frozen=True, tag="drawn", tag_field="event"):
    """Fate answered. `seen_by` is the one seat that sees the outcome, or None for all."""

    lot: str
    outcome: str | None
    seen_by: int | None = None


Move = Answered | Drawn
"""What brings a position forward."""
