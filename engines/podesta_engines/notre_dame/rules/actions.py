"""Phase 3: the nine action cards and the seven sectors; numbers as in RULES.md."""

from __future__ import annotations

from podesta_engines.core.notes import note
from podesta_engines.core.script import Ask, Script
from podesta_engines.notre_dame.components import ELSEWHERE, FIGURES, route
from podesta_engines.notre_dame.notes import (
    BURIED,
    BURIED_SEEN,
    DONATED,
    DROVE,
    MESSAGE_LEFT,
    NO_EFFECT_TAKEN,
    PLAYED,
    STAYED,
)
from podesta_engines.notre_dame.pieces import (
    count,
    gain_gold,
    gain_markers,
    gain_prestige,
    home,
    may_take,
    movable,
    move_marker,
    obtainable,
    pay_gold,
    place_from_supply,
    rat_back,
    secret_of,
    send_friend,
    take_message,
)
from podesta_engines.notre_dame.state import (
    BANK,
    CARRIAGE_HOUSE,
    CLOISTER_SCHOOL,
    HOTEL,
    NOTRE_DAME,
    RESIDENCE,
    SECTORS,
    SQUARES,
    TRUSTED_FRIEND,
    State,
)
from podesta_engines.notre_dame.words import (
    ACTION_OF,
    BENEFITS,
    BOROUGH_OF,
    DONATE,
    DRIVE,
    FROM_SUPPLY,
    GOLD,
    LEAVE,
    MARKER,
    MOVE_FRIEND,
    NO_EFFECT,
    PLACE_MARKER,
    PLAY_CARD,
    STAY,
    STAY_AWAY,
    TAKE_MESSAGE,
    USE_HOTEL,
)

from .draft import show_card

EITHER = (0, 1)
SUPPLY_OR_NOT = (FROM_SUPPLY, NO_EFFECT)
TASK_OF = {NOTRE_DAME: "donate", TRUSTED_FRIEND: "move_friend"}
"""The tasks of the cards without a sector."""

# -- playing a card --------------------------------------------------------------------------------------------------


def play_card(g: State, seat: int) -> Script:
    """N-25, R-23: a card is played face up; with the second one the last card is put away unseen."""
    me, secret = g.players[seat], secret_of(g, seat)
    card = yield Ask(PLAY_CARD, seat, secret.hand.copy())
    secret.hand.remove(card)
    me.played.append(card)
    me.cards -= 1
    show_card(g, seat, card)
    note(g, PLAYED, seat, card)
    if me.cards == 1:
        bury(g, seat)
    action = ACTION_OF[card]
    g.agenda.append((TASK_OF[action], seat) if action >= SECTORS else ("place_marker", seat, action))


def bury(g: State, seat: int) -> None:
    """N-26: the third card goes face down on the common discard pile, which is closed to all."""
    card = secret_of(g, seat).hand.pop()
    g.players[seat].cards = 0
    note(g, BURIED, seat)
    note(g, BURIED_SEEN, seat, card, visible_to=seat)


def place_marker(g: State, seat: int, sector: int) -> Script:
    """N-28: a marker of the personal supply is placed, or, if that is empty, one of the board is moved; then N-29.

    N-27: a card may always be played without effect.
    """
    me = g.players[seat]
    options = SUPPLY_OR_NOT if me.supply else (*movable(me, sector), NO_EFFECT)
    source = yield Ask(PLACE_MARKER, seat, options, about=(sector,))
    if source == NO_EFFECT:
        note(g, NO_EFFECT_TAKEN, seat)
        return
    if source == FROM_SUPPLY:
        place_from_supply(g, seat, sector)
    else:
        move_marker(g, seat, source, sector)
    yield from use_sector(g, seat, sector)


def move_friend(g: State, seat: int) -> Script:
    """N-49, R-11: the trusted friend goes to a sector other than its own, and that sector is used."""
    me = g.players[seat]
    sector = yield Ask(MOVE_FRIEND, seat, (*ELSEWHERE[me.friend], STAY_AWAY))
    if sector == STAY_AWAY:
        note(g, NO_EFFECT_TAKEN, seat)
        return
    send_friend(g, seat, sector)
    yield from use_sector(g, seat, sector)


def donate(g: State, seat: int) -> Script:
    """N-48: a marker on Notre Dame and one to three gold for the church, both or nothing."""
    me = g.players[seat]
    sources = () if me.supply else movable(me, NOTRE_DAME)
    gifts = FIGURES[g.edition].donation
    most = min(len(gifts) - 1, me.gold) if me.supply or sources else 0
    gold = yield Ask(DONATE, seat, range(most + 1))
    if not gold:
        note(g, NO_EFFECT_TAKEN, seat)
        return
    pay_gold(g, seat, gold)
    note(g, DONATED, seat, gold)
    if me.supply:
        place_from_supply(g, seat, NOTRE_DAME)
    else:
        source = yield Ask(PLACE_MARKER, seat, sources, about=(NOTRE_DAME,))
        move_marker(g, seat, source, NOTRE_DAME)
    gain_prestige(g, seat, gifts[gold])


# -- using a sector --------------------------------------------------------------------------------------------------


def use_sector(g: State, seat: int, sector: int) -> Script:
    """N-29: the sector acts, with all its pieces counted after the placement."""
    number = count(g.players[seat], sector)
    if sector == CARRIAGE_HOUSE:
        yield from drive(g, seat, number)
    elif sector == HOTEL:
        yield from use_hotel(g, seat, number)
    elif sector == CLOISTER_SCHOOL:
        use_school(g, seat, number)
    elif sector == BANK:
        use_bank(g, seat, number)
    elif sector == RESIDENCE:
        use_residence(g, seat, number)
    else:
        use_park_or_hospital(g, seat)


def use_school(g: State, seat: int, number: int) -> None:
    """N-40: the cloister school gives as many markers as it has pieces."""
    gain_markers(g, seat, number)


def use_bank(g: State, seat: int, number: int) -> None:
    """N-41: the bank gives as much gold as it has pieces."""
    gain_gold(g, seat, number)


def use_residence(g: State, seat: int, number: int) -> None:
    """N-42: the residence gives as much prestige as it has pieces."""
    gain_prestige(g, seat, number)


def drive(g: State, seat: int, steps: int) -> Script:
    """N-43, R-13: the carriage drives along the streets, at most one square for each piece of the carriage house.

    Coming back to the same square is an option only if a message can be taken there.
    """
    me, here = g.players[seat], FIGURES[g.edition]
    options = here.drives[len(g.colours)][me.carriage][steps]
    if steps > 1 and may_take(g, seat, me.carriage):
        options = (me.carriage, *options)
    square = yield Ask(DRIVE, seat, options, about=(steps,))
    if square == STAY:
        note(g, STAYED, seat)
        return
    if g.journal is not None:
        path = route(here.streets[len(g.colours)], me.carriage, square)
        note(g, DROVE, seat, square, square % SQUARES, home(g, BOROUGH_OF[square]), me.carriage, path)
    me.carriage = square
    if may_take(g, seat, square):
        yield from stop_at_message(g, seat, square)


def stop_at_message(g: State, seat: int, square: int) -> Script:
    """N-44: a message that may be taken must be taken, unless the game's option makes it voluntary."""
    if not g.options.message_mandatory:
        about = (g.colours[BOROUGH_OF[square]], g.squares[square])
        choice = yield Ask(TAKE_MESSAGE, seat, EITHER, about=about)
        if choice == LEAVE:
            note(g, MESSAGE_LEFT, seat)
            return
    take_message(g, seat, square)


def use_hotel(g: State, seat: int, number: int) -> Script:
    """N-45, R-12: the hotel gives one choice of gold, marker and rat, and two when it has four pieces."""
    choices = 2 if number >= FIGURES[g.edition].two_choices_from else 1
    options = benefits(g, seat, choices)
    if options:
        choice = yield Ask(USE_HOTEL, seat, options)
        take_benefit(g, seat, choice)


def benefits(g: State, seat: int, choices: int) -> list[int]:
    """N-45: the possible benefits of one or two choices, each with an effect; a choice without any effect lapses."""
    me = g.players[seat]
    most = (obtainable(g, seat, choices), me.general, me.rat)
    for size in range(choices, 0, -1):
        options = [
            i
            for i, benefit in enumerate(BENEFITS)
            if len(benefit) == size and all(benefit.count(choice) <= most[choice] for choice in benefit)
        ]
        if options:
            return options
    return []


def take_benefit(g: State, seat: int, benefit: int) -> None:
    """N-45: the choices take effect one after the other."""
    for choice in BENEFITS[benefit]:
        if choice == GOLD:
            gain_gold(g, seat, 1)
        elif choice == MARKER:
            gain_markers(g, seat, 1)
        else:
            rat_back(g, seat)


def use_park_or_hospital(g: State, seat: int) -> None:
    """N-46, N-47: park and hospital move the rat one space back, however many pieces they have."""
    rat_back(g, seat)
