"""Phase 4: the fifteen persons; numbers as in RULES.md."""

from __future__ import annotations

from collections.abc import Callable

from podesta_engines.core.notes import note
from podesta_engines.core.script import Ask, Script
from podesta_engines.notre_dame.components import ELSEWHERE, FIGURES
from podesta_engines.notre_dame.notes import CURED, GROUP_MOVED, HIRED, HIRED_NOBODY, PLACED
from podesta_engines.notre_dame.pieces import (
    count,
    counts,
    gain_gold,
    gain_markers,
    gain_prestige,
    move_marker,
    pay_gold,
    send_friend,
)
from podesta_engines.notre_dame.state import NONE, NOTRE_DAME, SECTORS, Player, State
from podesta_engines.notre_dame.words import (
    ASK_INNKEEPER,
    BEGGAR_KING,
    BISHOP,
    BISHOP_TO,
    CARPENTER,
    CITY_GUARD,
    DOCTOR,
    FOOL,
    FOOL_PIECE,
    FOOL_TO,
    FRIEND_AT,
    GENERAL,
    GROUPS,
    GUILD_MASTER,
    HIRE_NOBODY,
    HIRE_PERSON,
    INNKEEPER,
    LADY_IN_WAITING,
    LAWYER,
    MARKER_AT,
    MAYOR,
    MINSTREL,
    MINSTREL_PIECES,
    MINSTREL_TO,
    MONK,
    NIGHT_WATCH,
    USURER,
)

from .actions import benefits, take_benefit, use_sector

PRICE = 1


# -- hiring ----------------------------------------------------------------------------------------------------------


def hire_person(g: State, seat: int) -> Script:
    """N-50: a person that can act, or nobody; N-51: the gold is paid first, then the person acts."""
    options = [person for person in g.persons if can_act(g, seat, person)]
    person = yield Ask(HIRE_PERSON, seat, (*options, HIRE_NOBODY))
    if person == HIRE_NOBODY:
        note(g, HIRED_NOBODY, seat)
        return
    pay_gold(g, seat, PRICE)
    g.players[seat].hired = person
    note(g, HIRED, seat, person, PRICE)
    if person in CHOOSING:
        yield from CHOOSING[person](g, seat)
    else:
        ACTING[person](g, seat)


def can_act(g: State, seat: int, person: int) -> bool:
    """N-52, R-21: a person that moves pieces is offered only if a piece can move."""
    me = g.players[seat]
    if person == MINSTREL:
        return me.friend != NONE or any(me.pieces[:SECTORS])
    if person == FOOL:
        return me.friend != NONE or any(me.pieces)
    if person == BISHOP:
        return me.general > 0 and 0 in counts(me)
    return True


# -- brown persons ---------------------------------------------------------------------------------------------------


def innkeeper(g: State, seat: int) -> Script:
    """N-53, R-22: 3 prestige, then gold, a marker or the rat one back."""
    gain_prestige(g, seat, 3)
    benefit = yield Ask(ASK_INNKEEPER, seat, benefits(g, seat, 1))
    take_benefit(g, seat, benefit)


def minstrel(g: State, seat: int) -> Script:
    """N-54: one to three pieces go together from one sector to another, which does not act."""
    me = g.players[seat]
    g.moving = pieces = yield Ask(MINSTREL_PIECES, seat, groups(me))
    origin, markers, friend = GROUPS[pieces]
    sector = yield Ask(MINSTREL_TO, seat, ELSEWHERE[origin], about=(pieces,))
    g.moving = NONE
    me.pieces[origin] -= markers
    me.pieces[sector] += markers
    if friend:
        me.friend = sector
    note(g, GROUP_MOVED, seat, pieces, sector)


def groups(me: Player) -> list[int]:
    """N-54: the groups that can leave a sector."""
    return [
        option
        for option, (sector, markers, friend) in enumerate(GROUPS)
        if sector < SECTORS and markers <= me.pieces[sector] and friend <= (me.friend == sector)
    ]


def monk(g: State, seat: int) -> None:
    """N-55: 2 markers and 1 prestige."""
    gain_markers(g, seat, 2)
    gain_prestige(g, seat, 1)


def fool(g: State, seat: int) -> Script:
    """N-56: one piece, also a marker of Notre Dame, goes to another sector, which acts."""
    me = g.players[seat]
    g.moving = piece = yield Ask(FOOL_PIECE, seat, single_pieces(me))
    origin, _, friend = GROUPS[piece]
    sector = yield Ask(FOOL_TO, seat, ELSEWHERE[origin], about=(piece,))
    g.moving = NONE
    if friend:
        send_friend(g, seat, sector)
    else:
        move_marker(g, seat, origin, sector)
    yield from use_sector(g, seat, sector)


def single_pieces(me: Player) -> list[int]:
    """N-56: every place with a marker, and the friend if he is on the board."""
    found = [MARKER_AT[place] for place in range(NOTRE_DAME + 1) if me.pieces[place]]
    if me.friend != NONE:
        found.append(FRIEND_AT[me.friend])
    return found


def usurer(g: State, seat: int) -> None:
    """N-57: 2 gold and 1 prestige."""
    gain_gold(g, seat, 2)
    gain_prestige(g, seat, 1)


def doctor(g: State, seat: int) -> None:
    """N-58: this round's plague counts 0 for this seat (N-71)."""
    note(g, CURED, seat)


# -- grey persons ----------------------------------------------------------------------------------------------------


def city_guard(g: State, seat: int) -> None:
    """N-59: 1 prestige for each piece in the borough and each marker on Notre Dame."""
    me = g.players[seat]
    gain_prestige(g, seat, sum(me.pieces) + (me.friend != NONE))


def night_watch(g: State, seat: int) -> None:
    """N-60: 1 prestige for each sector without a piece."""
    gain_prestige(g, seat, counts(g.players[seat]).count(0))


def bishop(g: State, seat: int) -> Script:
    """N-61, R-20: a marker of the general supply goes into an empty sector, which acts."""
    me = g.players[seat]
    sector = yield Ask(BISHOP_TO, seat, [sector for sector in range(SECTORS) if not count(me, sector)])
    me.general -= 1
    me.pieces[sector] += 1
    note(g, PLACED, seat, sector, GENERAL)
    yield from use_sector(g, seat, sector)


def guild_master(g: State, seat: int) -> None:
    """N-62: 2 prestige for each sector with at least two pieces."""
    gain_prestige(g, seat, 2 * sum(number >= 2 for number in counts(g.players[seat])))


def beggar_king(g: State, seat: int) -> None:
    """N-63: 1 prestige for each free space ahead of the rat."""
    gain_prestige(g, seat, FIGURES[g.edition].rat.highest - g.players[seat].rat)


def lawyer(g: State, seat: int) -> None:
    """N-64: 3 prestige for each two messages."""
    gain_prestige(g, seat, 3 * (sum(g.players[seat].messages) // 2))


def lady_in_waiting(g: State, seat: int) -> None:
    """N-65: 1 prestige for each piece of the fullest sector."""
    gain_prestige(g, seat, max(counts(g.players[seat])))


def mayor(g: State, seat: int) -> None:
    """N-66: 3 prestige for each sector with at least three pieces."""
    gain_prestige(g, seat, 3 * sum(number >= 3 for number in counts(g.players[seat])))


def carpenter(g: State, seat: int) -> None:
    """N-67: 1 prestige for each sector with at least one piece."""
    gain_prestige(g, seat, SECTORS - counts(g.players[seat]).count(0))


CHOOSING: dict[int, Callable[[State, int], Script]] = {
    INNKEEPER: innkeeper, MINSTREL: minstrel, FOOL: fool, BISHOP: bishop
}  # fmt: skip
"""Persons that ask a question, by their int."""
ACTING: dict[int, Callable[[State, int], None]] = {
    MONK: monk, USURER: usurer, DOCTOR: doctor, CITY_GUARD: city_guard, NIGHT_WATCH: night_watch,
    GUILD_MASTER: guild_master, BEGGAR_KING: beggar_king, LAWYER: lawyer, LADY_IN_WAITING: lady_in_waiting,
    MAYOR: mayor, CARPENTER: carpenter,
}  # fmt: skip
"""Persons that ask no question, by their int."""
