"""The present gains from sectors and persons: for labels, and for bots that weigh answers."""

from __future__ import annotations

from collections.abc import Iterator

from podesta_engines.core.words import Vocabulary, Word, form

from .components import FIGURES
from .pieces import count, obtainable
from .state import BANK, CARRIAGE_HOUSE, CLOISTER_SCHOOL, HOTEL, NONE, PARK, RESIDENCE, SECTORS, Player, State
from .words import (
    BEGGAR_KING,
    CARPENTER,
    CITY_GUARD,
    GUILD_MASTER,
    LADY_IN_WAITING,
    LAWYER,
    MAYOR,
    NIGHT_WATCH,
    NUMBER,
)

_MOST = 200
"""A number larger than any gain from a sector or a person."""
_COUNTED = ("gold", "markers", "prestige", "drive")
_RAT = form("labels.gain_rat", number=NUMBER, to=NUMBER)


def _several(what: str) -> Iterator[Word]:
    """`gold_0`, `gold_1`, …; the first has no text of its own."""
    counted = form(f"labels.gain_{what}", number=NUMBER)
    yield Word(f"{what}_0")
    yield from (Word(f"{what}_{number}", said=counted(number)) for number in range(1, _MOST))


GAIN = Vocabulary(
    "gain",
    (
        *(word for what in _COUNTED for word in _several(what)),
        Word("rat_0"),
        *(Word(f"rat_{number}", said=_RAT(number, number - 1)) for number in range(1, _MOST)),
        Word("hotel_1"),
        Word("hotel_2"),
        Word("no_marker"),
    ),
)
"""The gains of answers, for labels; never an answer itself."""
Brought = tuple[int, int]
"""A word of GAIN, and the prestige that the park adds (N-12)."""
NO_MARKER: Brought = GAIN.parse("no_marker"), 0
"""N-28: there is no marker to place, so the card has no effect."""


def brings(what: str, number: int, bonus: int = 0) -> Brought:
    """A gain of an amount of gold, markers, prestige and so on."""
    return GAIN.parse(f"{what}_{number}"), bonus


def prestige(me: Player, base: int, park: int = 0) -> Brought:
    """N-12: an award, with the bonus from the park if it has `park` more pieces."""
    return brings("prestige", base, (count(me, PARK) + park) // 2 if base else 0)


def sector_brings(g: State, seat: int, sector: int, leaving: int = NONE, taken: int = 0) -> Brought:
    """N-29: the gain from a sector after another piece has entered it.

    leaving: the place from which that piece comes. taken: the number of pieces from the general supply.
    """
    me = g.players[seat]
    number = count(me, sector) + 1
    if sector == CLOISTER_SCHOOL:
        return brings("markers", min(number, me.general - taken))
    if sector == BANK:
        return brings("gold", obtainable(g, seat, number))
    if sector == RESIDENCE:
        return prestige(me, number, -(leaving == PARK))
    if sector == CARRIAGE_HOUSE:
        return brings("drive", number)
    if sector == HOTEL:
        return brings("hotel", 1 + (number >= FIGURES[g.edition].two_choices_from))
    return brings("rat", me.rat)


def points(g: State, me: Player, person: int, numbers: list[int]) -> int:
    """N-59 to N-67: prestige for a grey person, given the pieces in each sector; 0 for any other person."""
    return {
        CITY_GUARD: sum(me.pieces) + (me.friend != NONE),
        NIGHT_WATCH: numbers.count(0),
        GUILD_MASTER: 2 * sum(number >= 2 for number in numbers),
        BEGGAR_KING: FIGURES[g.edition].rat.highest - me.rat,
        LAWYER: 3 * (sum(me.messages) // 2),
        LADY_IN_WAITING: max(numbers),
        MAYOR: 3 * sum(number >= 3 for number in numbers),
        CARPENTER: SECTORS - numbers.count(0),
    }.get(person, 0)
