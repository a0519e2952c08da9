"""Moves: a seat's answer and the outcome of a draw, in the words of log and wire.

Their tags and field names are part of the storage format (see `podesta_engines.game.events`).
"""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType


class Answered(Struct, frozen=True, tag="answered", tag_field="event"):
    """A seat answered a question. Redacted, it loses the option, and also the question if its kind is masked."""

    seat: int
    """The seat that answered."""
    question: str | None
    """The kind of question; null where it is masked from the reader."""
    option: str | None
    """The word it answered; null where it is secret from the reader."""
    link: str | UnsetType = UNSET
    """In a shared game, with the first answer of a visit: the next link of the seat's chain, in hex."""


class Drawn(Struct, frozen=True, tag="drawn", tag_field="event"):
    """A lot was drawn."""

    lot: str
    """The kind of draw."""
    outcome: str | None
    """The word that was drawn; null where the reader may not know it."""
    seen_by: int | None = None
    """The one seat that sees the outcome; null if all do."""


Move = Answered | Drawn
"""A step that brings a position forward."""
