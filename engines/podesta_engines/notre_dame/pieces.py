"""Pieces on the move: one function each for markers, gold, rats, prestige and messages, used for every cause."""

from __future__ import annotations

from collections.abc import Sequence

from podesta_engines.core.notes import note

from .components import FIGURES
from .notes import (
    FRIEND_MOVED,
    GOLD_GAINED,
    MARKER_LOST,
    MARKERS_GAINED,
    MESSAGE_TAKEN,
    MOVED,
    PLACED,
    PLAGUE_STRUCK,
    PRESTIGE_GAINED,
    RAT_MOVED,
)
from .state import NONE, NOTRE_DAME, PARK, SECTORS, SQUARES, Player, Secret, State
from .words import BOROUGH_OF, MARKER_AT, PERSONAL, SPARE, SUPPLY

# -- counting --------------------------------------------------------------------------------------------------------


def count(me: Player, sector: int) -> int:
    """N-8, N-14: pieces in a sector: its markers, and the trusted friend as one more."""
    return me.pieces[sector] + (me.friend == sector)


def counts(me: Player) -> list[int]:
    """N-8: pieces in each of the seven sectors."""
    found = me.pieces[:SECTORS]
    if me.friend != NONE:
        found[me.friend] += 1
    return found


def home(g: State, borough: int) -> int:
    """N-85: a borough as people name it: by its player, a spare one by its colour."""
    return {player.borough: seat for seat, player in enumerate(g.players)}.get(borough, SPARE + g.colours[borough])


# -- markers ---------------------------------------------------------------------------------------------------------


def gain_markers(g: State, seat: int, number: int) -> None:
    """N-9, R-1: markers come from the general supply into the personal one, as many as there are."""
    me = g.players[seat]
    number = min(number, me.general)
    if number:
        me.general -= number
        me.supply += number
        note(g, MARKERS_GAINED, seat, number)


def place_from_supply(g: State, seat: int, action: int) -> None:
    """N-28, R-8: a marker of the personal supply goes into a sector or on Notre Dame."""
    me = g.players[seat]
    me.supply -= 1
    me.pieces[action] += 1
    note(g, PLACED, seat, action, PERSONAL)


def move_marker(g: State, seat: int, source: int, action: int) -> None:
    """N-28, R-5: a marker that is already on the board goes to another place."""
    me = g.players[seat]
    me.pieces[source] -= 1
    me.pieces[action] += 1
    note(g, MOVED, seat, MARKER_AT[source], action)


def movable(me: Player, target: int) -> list[int]:
    """N-28, R-9, R-10: the places from which a marker may go to the target, including Notre Dame; never the friend."""
    pieces = me.pieces
    return [place for place in range(NOTRE_DAME + 1) if pieces[place] and place != target]


def lose_marker(g: State, seat: int, sector: int) -> None:
    """N-72: a marker goes back to the general supply."""
    me = g.players[seat]
    me.pieces[sector] -= 1
    me.general += 1
    note(g, MARKER_LOST, seat, sector)


def send_friend(g: State, seat: int, sector: int) -> None:
    """N-49, N-56: the friend goes to a sector, from another or from outside."""
    me = g.players[seat]
    note(g, FRIEND_MOVED, seat, sector, () if me.friend == NONE else (me.friend,))
    me.friend = sector


# -- gold ------------------------------------------------------------------------------------------------------------


def gain_gold(g: State, seat: int, number: int) -> None:
    """N-10, R-2: gold comes from the supply; if that is empty, coin by coin from the richest seat."""
    me = g.players[seat]
    supplied = min(number, g.gold)
    if supplied:
        g.gold -= supplied
        me.gold += supplied
        note(g, GOLD_GAINED, seat, supplied, SUPPLY)
    for _ in range(number - supplied):
        other = richest([player.gold for player in g.players], seat)
        if other == NONE:
            return
        g.players[other].gold -= 1
        me.gold += 1
        note(g, GOLD_GAINED, seat, 1, other)


def richest(gold: Sequence[int], seat: int) -> int:
    """N-10: the giver of a coin when the supply is empty: the richest other seat, the first to the left of those tied.

    NONE if the receiver alone has most.
    """
    seats = len(gold)
    others = [(seat + i) % seats for i in range(1, seats)]
    giver = max(others, key=gold.__getitem__)
    return giver if gold[giver] >= gold[seat] and gold[giver] else NONE


def obtainable(g: State, seat: int, wanted: int) -> int:
    """N-10: how many of the wanted coins this seat would get."""
    if g.gold >= wanted:
        return wanted
    gold = [player.gold for player in g.players]
    gold[seat] += g.gold
    for got in range(g.gold, wanted):
        other = richest(gold, seat)
        if other == NONE:
            return got
        gold[other] -= 1
        gold[seat] += 1
    return wanted


def pay_gold(g: State, seat: int, number: int) -> None:
    """N-10: payments go into the supply."""
    g.players[seat].gold -= number
    g.gold += number


# -- rats and prestige -----------------------------------------------------------------------------------------------


def move_rat(g: State, seat: int, to: int) -> None:
    """N-11: the rat marker goes to a space of its track."""
    me = g.players[seat]
    if to != me.rat:
        note(g, RAT_MOVED, seat, me.rat, to)
        me.rat = to


def rat_back(g: State, seat: int) -> None:
    """N-11, R-7: the rat marker goes one space back, unless it is on 0."""
    move_rat(g, seat, max(0, g.players[seat].rat - 1))


def gain_prestige(g: State, seat: int, base: int) -> None:
    """N-12, R-3, R-24: an award of at least 1 brings one more for each pair of pieces in the park."""
    if base < 1:
        return
    me = g.players[seat]
    bonus = count(me, PARK) // 2
    assert me.prestige is not None
    me.prestige += base + bonus
    note(g, PRESTIGE_GAINED, seat, base, bonus)


def lose_prestige(g: State, seat: int, number: int) -> None:
    """N-13, R-6: prestige is given back, as far as there is any."""
    me = g.players[seat]
    assert me.prestige is not None
    lost = min(number, me.prestige)
    me.prestige -= lost
    note(g, PLAGUE_STRUCK, seat, lost)


# -- messages --------------------------------------------------------------------------------------------------------


def may_take(g: State, seat: int, square: int) -> bool:
    """N-44, R-14, R-15: a colour may be taken if no colour still on the board has been taken less often."""
    if g.squares[square] == NONE:
        return False
    held = g.players[seat].messages
    mine = held[BOROUGH_OF[square]]
    fewer = [borough for borough, number in enumerate(held) if number < mine]
    return not any(_on_board(g, borough) for borough in fewer)


def _on_board(g: State, borough: int) -> bool:
    """N-44: whether messages of a borough's colour are left; they are in that borough only (N-4)."""
    _, *edge = g.squares[SQUARES * borough : SQUARES * (borough + 1)]
    return any(message != NONE for message in edge)


def take_message(g: State, seat: int, square: int) -> None:
    """N-44: the message goes to the player, and its benefits come at once (C-6)."""
    message, borough = g.squares[square], BOROUGH_OF[square]
    me = g.players[seat]
    g.squares[square] = NONE
    me.messages[borough] += 1
    note(g, MESSAGE_TAKEN, seat, g.colours[borough], message, square)
    prestige, gold, markers, rat = FIGURES[g.edition].messages[message]
    gain_prestige(g, seat, prestige)
    gain_gold(g, seat, gold)
    gain_markers(g, seat, markers)
    for _ in range(rat):
        rat_back(g, seat)


def plague_value(g: State) -> int:
    """N-70: the number of rats on the three persons."""
    rats = FIGURES[g.edition].rats
    return sum([rats[person] for person in g.persons])


def secret_of(g: State, seat: int) -> Secret:
    """A seat's secret; raises AssertionError in a state in which it is hidden."""
    secret = g.players[seat].secret
    assert secret is not None
    return secret
