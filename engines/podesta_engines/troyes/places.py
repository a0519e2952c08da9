"""Places of the table that are not answers, for notes and the board."""

from __future__ import annotations

from collections.abc import Iterator

from podesta_engines.core.words import Vocabulary, Word, form

from .words import COLOUR, NUMBER

_CARD, _FIRST, _SECOND = (
    form(f"labels.activity_{name}", colour=COLOUR, number=NUMBER) for name in ("card", "first", "second")
)


def _places(slot: int) -> Iterator[Word]:
    """T-142: a space for an activity card, and its two spaces for tradesmen."""
    colour, number = slot // 3, slot % 3 + 1
    slug = f"{COLOUR.slug(colour)}_{number}"
    yield Word(slug, said=_CARD(colour, number))
    yield Word(f"{slug}.first", said=_FIRST(colour, number))
    yield Word(f"{slug}.second", said=_SECOND(colour, number))


ACTIVITY = Vocabulary("activity", (word for slot in range(9) for word in _places(slot)))
"""`<colour>_<number>` for a card, its cubes and tradesmen without a space; `.first` and `.second` for spaces."""


def card_space(slot: int) -> int:
    """The word of ACTIVITY for the card on one of the nine spaces."""
    return 3 * slot


def trade_space(space: int) -> int:
    """The word of ACTIVITY for one of the spaces of `State.tradesmen`."""
    slot, second = divmod(space, 2)
    return 3 * slot + 1 + second


PLACE = Vocabulary.of(
    "place", "cathedral", "bank", "dice", "black_dice", "discard", "neutral_supply", "neutral_cubes",
    "neutral_district", "start_player", "deniers", "supply", "general", "cubes", "characters", "events",
)  # fmt: skip
"""Places with names of their own."""
PLACES = (ACTIVITY, PLACE)
