"""Tuesday: members sent to the council, and the playing order; numbers as in RULES.md."""

from __future__ import annotations

from collections.abc import Generator
from functools import cache

from podesta_engines.colonia.notes import CARD_SHOWN, COUNCIL_SENT, FACE_DOWN, HALL_LEFT, ORDER_SET, TIE_BROKEN
from podesta_engines.colonia.pieces import clear_street
from podesta_engines.colonia.state import COUNCIL, NONE, TUE, State
from podesta_engines.colonia.words import BREAK_TIE, FAMILY_CARD, PLAY_CARD
from podesta_engines.core.notes import note
from podesta_engines.core.script import Ask, Draw, Script, Together

# -- members sent to the council -------------------------------------------------------------------------------------


def council(g: State) -> Script:
    """C-22: every seat secretly chooses one of its family cards; the last one is played without a question (C-23)."""
    g.phase = COUNCIL
    together = Together([Ask(PLAY_CARD, seat, hand(player.cards)) for seat, player in enumerate(g.players)])
    yield together
    for seat, player in enumerate(g.players):
        player.played = together.answers[seat]
        player.cards &= ~(1 << player.played)


@cache
def hand(cards: int) -> tuple[int, ...]:
    """C-22: the values of the family cards left, from `Player.cards`."""
    return tuple(value for value in range(len(FAMILY_CARD)) if cards >> value & 1)


def count_council(g: State) -> None:
    """C-24: all cards are shown at once; then all seats send members."""
    for seat, player in enumerate(g.players):
        note(g, CARD_SHOWN, seat, player.played)
    for seat in range(len(g.players)):
        send(g, seat)
    g.fewer = False


def send(g: State, seat: int) -> None:
    """C-25: a seat sends as many members as its card says, or one fewer by ordinance; then the card counts (C-26)."""
    me = g.players[seat]
    need = me.played - g.fewer
    if me.home >= need:
        me.home -= need
        me.hall = need
        me.votes = me.played
        note(g, COUNCIL_SENT, seat, need, ())
    else:
        conscript(g, seat, need)


def conscript(g: State, seat: int, need: int) -> None:
    """C-27: with too few members at home, the rest come from the seat's own streets, as many as there are (C-28)."""
    me = g.players[seat]
    me.hall, me.home, me.votes = me.home, 0, 0
    streets: list[int] = []
    for street, there in enumerate(me.streets):
        taken = min(need - me.hall, there)
        me.streets[street] -= taken
        me.hall += taken
        streets += [street] * taken
    if me.hall:
        note(g, COUNCIL_SENT, seat, me.hall, tuple(streets))
    note(g, FACE_DOWN, seat, len(streets), me.played)


# -- playing order ---------------------------------------------------------------------------------------------------


def set_order(g: State) -> Script:
    """C-30: the higher card plays first; the first seat is the mayor (C-33)."""
    former = tuple(g.order)
    if former:
        g.order[:] = ranked(g)
    else:
        g.order[:] = yield from _first_order(g)
    note(g, ORDER_SET, g.order[0], tuple(g.order), former)


def ranked(g: State) -> list[int]:
    """C-31: seats with cards of equal votes are in the reverse of their order of last week."""
    return sorted(range(len(g.players)), key=lambda seat: (-g.players[seat].votes, -g.order.index(seat)))


def _first_order(g: State) -> Generator[Draw, int, list[int]]:
    """C-32: in the first week ties are broken by lot, the highest place first."""
    order: list[int] = []
    for value in sorted({player.votes for player in g.players}, reverse=True):
        tied = [seat for seat, player in enumerate(g.players) if player.votes == value]
        while len(tied) > 1:
            winner = yield Draw(BREAK_TIE, tuple(tied))
            note(g, TIE_BROKEN, winner)
            tied.remove(winner)
            order.append(winner)
        order += tied
    return order


def leave_town_hall(g: State) -> None:
    """C-34: members go home from street Tuesday, and those in the town hall take their places (C-102)."""
    clear_street(g, TUE)
    if g.journal is not None:
        note(g, HALL_LEFT, NONE, tuple([player.hall for player in g.players]))
    for player in g.players:
        player.streets[TUE] = player.hall
        player.hall = 0
