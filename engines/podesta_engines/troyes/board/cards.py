"""The motions of Troyes' notes on the tile and cards; numbers as in RULES.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from podesta_engines.core.board import Motion, Moved, own, thing
from podesta_engines.troyes.words import CHARACTER

from .zones import activity, card

Viewer = int | None
Several = Sequence[int]


def first_player(_: Viewer, seat: int, giver: Several) -> Iterator[Motion]:
    """T-1, T-243: the tile; a seat named by the host has it from the beginning."""
    if seat not in giver:
        came = own(giver[0], "start_player") if giver else ""
        yield Motion("start_player", came, own(seat, "start_player"))


def dealt(viewer: Viewer, seat: int) -> Iterator[Motion]:
    """T-6: to others, a back."""
    if viewer != seat:
        yield Motion(own(seat, "character"), "", own(seat, "characters"))


def character_seen(_: Viewer, seat: int, character: int) -> Iterator[Motion]:
    """T-6: the character, for the seat itself."""
    yield Motion(thing("character", CHARACTER.slug(character)), "", own(seat, "characters"))


def unmasked(viewer: Viewer, seat: int, character: int) -> Iterator[Motion]:
    """T-263: a character is turned up for the other viewers."""
    if viewer != seat:
        place = own(seat, "characters")
        yield Motion(thing("character", CHARACTER.slug(character)), place, place, was=own(seat, "character"))


def revealed(_: Viewer, _seat: int, number: int, at: int) -> Iterator[Motion]:
    """T-40."""
    yield Motion(card(number), activity(at), activity(at), was="card")


MOTIONS: Mapping[str, Moved] = {
    "first_player": first_player,
    "dealt": dealt,
    "character_seen": character_seen,
    "revealed": revealed,
    "unmasked": unmasked,
}
"""By kind of note."""
