"""Phase 5 and the end of rounds and passes; numbers as in RULES.md."""

from __future__ import annotations

from podesta_engines.core.notes import note
from podesta_engines.core.script import Ask, Script
from podesta_engines.notre_dame.components import FIGURES
from podesta_engines.notre_dame.notes import MARKERS_RETURNED, TILE_SHARED
from podesta_engines.notre_dame.pieces import (
    count,
    counts,
    gain_prestige,
    lose_marker,
    lose_prestige,
    move_rat,
    plague_value,
)
from podesta_engines.notre_dame.state import HOSPITAL, NONE, NOTRE_DAME, SECTORS, Player, State
from podesta_engines.notre_dame.words import DOCTOR, LOSE_MARKER


def suffer(g: State, seat: int) -> None:
    """N-71, R-16, R-17: the rat advances by the plague minus the pieces in the hospital, or moves back.

    N-72: past the last space it stops there, and the player loses prestige and a marker.
    """
    me, track = g.players[seat], FIGURES[g.edition].rat
    plague = 0 if me.hired == DOCTOR else plague_value(g)
    to = me.rat + plague - count(me, HOSPITAL)
    move_rat(g, seat, min(max(0, to), track.highest))
    if to > track.highest:
        lose_prestige(g, seat, track.lost_prestige)
        lose_from_fullest(g, seat)


def lose_from_fullest(g: State, seat: int) -> None:
    """N-73: a marker leaves the fullest sector; if several are equally full, the seat is asked."""
    sectors = fullest(g.players[seat])
    if len(sectors) > 1:
        g.agenda.append(("lose_marker", seat))
    else:
        for sector in sectors:
            lose_marker(g, seat, sector)


def choose_loss(g: State, seat: int) -> Script:
    """N-73: the seat chooses among the fullest sectors."""
    sector = yield Ask(LOSE_MARKER, seat, fullest(g.players[seat]))
    lose_marker(g, seat, sector)


def fullest(me: Player) -> list[int]:
    """N-73, R-18: the sectors with most pieces that have a marker to lose; the friend counts but cannot be lost."""
    numbers = counts(me)
    most = max(numbers)
    return [sector for sector in range(SECTORS) if numbers[sector] == most and me.pieces[sector]]


def share_tile(g: State) -> None:
    """N-76, R-4, R-19: the tile's value is shared among its markers, rounded down; then they are removed.

    In no game are there so many markers that the share is zero.
    """
    markers = sum([player.pieces[NOTRE_DAME] for player in g.players])
    if not markers:
        return
    share = FIGURES[g.edition].values[len(g.players)] // markers
    note(g, TILE_SHARED, NONE, share)
    for seat, player in enumerate(g.players):
        gain_prestige(g, seat, share * player.pieces[NOTRE_DAME])
    for seat, player in enumerate(g.players):
        return_markers(g, seat, player)


def return_markers(g: State, seat: int, player: Player) -> None:
    """N-76: all markers of the tile go back to the general supply of their colour."""
    if number := player.pieces[NOTRE_DAME]:
        player.pieces[NOTRE_DAME] = 0
        player.general += number
        note(g, MARKERS_RETURNED, seat, number)
