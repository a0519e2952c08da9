"""Sunday: relics and shrines are bought and safeguarded; numbers as in RULES.md."""

from __future__ import annotations

from podesta_engines.colonia.components import FIGURES
from podesta_engines.colonia.notes import (
    BOUGHT,
    CARDS_AWAY,
    ENSHRINED,
    GUARD_HOME,
    LEFT_EMPTY,
    RELICS_DISCARDED,
    RELICS_MOVED,
    SAFEGUARDED,
)
from podesta_engines.colonia.pieces import holdings, open_loop, pass_loop
from podesta_engines.colonia.scoring import card_of, finish
from podesta_engines.colonia.state import BUYING, NONE, SAFEGUARDING, State
from podesta_engines.colonia.words import BUY_RELIC, ENSHRINE, FILL_SHRINE, NO, NO_FILL, NO_RELIC, SAFEGUARD, YES
from podesta_engines.core.notes import note
from podesta_engines.core.script import Ask, Script, in_order

EITHER = (YES, NO)

# -- buying ----------------------------------------------------------------------------------------------------------


def open_buying(g: State) -> None:
    """C-61: the sale begins."""
    open_loop(g, BUYING)


def relics_offered(g: State, seat: int) -> list[int] | None:
    """C-61: every card on display, safeguarded or not, that the seat's money of its city can buy."""
    me, here = g.players[seat], FIGURES[g.edition]
    assert me.holdings is not None
    cost, city, money = here.cost, here.relic_city, me.holdings.money
    cards = [card for card in g.display if card >= 0]
    return [card for card in cards if cost[card] <= money[city[card]]] if cards else None


def buy_relic(g: State, seat: int, card: int) -> None:
    """C-61: the cost goes to the bank and the card behind the screen; a member on it goes home (C-62)."""
    here = FIGURES[g.edition]
    city, mine, space = here.relic_city[card], holdings(g.players[seat]), g.display.index(card)
    mine.money[city] -= here.cost[card]
    note(g, BOUGHT, seat, card, here.cost[card], city, here.points[card], space + 1, int(g.options.open_holdings))
    g.display[space] = NONE
    _release(g, space, card)
    if here.shrine[card]:
        g.shrines[city] = seat
        g.agenda.append(("fill_shrine", seat, card))
    else:
        mine.relics.append(card)
        if g.shrines[city] == seat and g.enshrined[city] == NONE:
            g.agenda.append(("enshrine", seat, card))


def _release(g: State, space: int, card: int) -> None:
    """C-62: the member on a card that was bought goes home; its owner gets nothing else."""
    guard = g.guards[space]
    if guard != NONE:
        g.guards[space] = NONE
        g.players[guard].home += 1
        note(g, GUARD_HOME, guard, card, space + 1)


def fill_shrine(g: State, seat: int, shrine: int) -> Script:
    """C-63: one relic of the same city that the buyer owns may go in at once."""
    city_of = FIGURES[g.edition].relic_city
    city = city_of[shrine]
    options = [card for card in holdings(g.players[seat]).relics if city_of[card] == city]
    relic = yield Ask(FILL_SHRINE, seat, [*options, NO_FILL], about=(shrine,), sole=not g.options.open_holdings)
    if relic == NO_FILL:
        note(g, LEFT_EMPTY, seat, city)
    else:
        put_in(g, seat, relic, city)


def enshrine(g: State, seat: int, relic: int) -> Script:
    """C-64: a relic bought by the owner of an empty shrine of its city may go in now, or never (C-113)."""
    city = FIGURES[g.edition].relic_city[relic]
    choice = yield Ask(ENSHRINE, seat, EITHER, about=(relic,))
    if choice == YES:
        put_in(g, seat, relic, city)
    else:
        note(g, LEFT_EMPTY, seat, city)


def put_in(g: State, seat: int, relic: int, city: int) -> None:
    """C-65: a relic goes into its shrine and stays there, face up."""
    holdings(g.players[seat]).relics.remove(relic)
    g.enshrined[city] = relic
    here = FIGURES[g.edition]
    note(g, ENSHRINED, seat, relic, here.shrine_of[city], here.points[relic], int(g.options.open_holdings))


buying = pass_loop("buying", BUY_RELIC, NO_RELIC, relics_offered, buy_relic, screened=True)
"""C-61: one card, or pass."""


def close_buying(g: State) -> None:
    """C-66: the last week ends here, and the game with it; in the others cards are safeguarded."""
    if g.week == FIGURES[g.edition].limits.weeks:
        finish(g)
    else:
        open_loop(g, SAFEGUARDING)
        g.agenda += in_order(("safeguarding",), ("end_week",), ("start_week",))


# -- safeguarding ----------------------------------------------------------------------------------------------------


def cards_offered(g: State, seat: int) -> list[int] | None:
    """C-67: a member at home for a card without one; with none left no question is asked (C-111)."""
    if not g.players[seat].home:
        return None
    guards = g.guards
    return [card for space, card in enumerate(g.display) if card >= 0 and guards[space] == NONE] or None


def safeguard(g: State, seat: int, card: int) -> None:
    """C-67: a member goes from home onto the card."""
    space = g.display.index(card)
    g.players[seat].home -= 1
    g.guards[space] = seat
    note(g, SAFEGUARDED, seat, card, FIGURES[g.edition].points[card], space + 1)


safeguarding = pass_loop("safeguarding", SAFEGUARD, NO_RELIC, cards_offered, safeguard, screened=False)
"""C-67: one card, or pass."""


def end_week(g: State) -> None:
    """C-68: cards without a member are discarded, the others move to the lowest spaces (C-69); C-70: cards leave."""
    kept = [(card, guard) for card, guard in zip(g.display, g.guards, strict=True) if guard != NONE]
    gone = [card for card, guard in zip(g.display, g.guards, strict=True) if card != NONE and guard == NONE]
    if gone:
        g.relic_discard += gone
    if g.journal is not None:
        _tell_display(g, gone, kept)
        _tell_played(g)
    free = [NONE] * (len(g.display) - len(kept))
    g.display[:] = [card for card, _ in kept] + free
    g.guards[:] = [guard for _, guard in kept] + free
    for player in g.players:
        player.played, player.votes = NONE, 0
    g.ordinances.clear()
    g.decided.clear()
    g.agenda.append(("fill_display",))


def _tell_display(g: State, gone: list[int], kept: list[tuple[int, int]]) -> None:
    """C-68, C-69: the cards that are discarded, and those that move with the members on them."""
    space_of = {card: space for space, card in enumerate(g.display, 1)}
    if gone:
        alike, spaces = tuple([card_of(g, card) for card in gone]), tuple([space_of[card] for card in gone])
        note(g, RELICS_DISCARDED, NONE, tuple(gone), alike, spaces)
    rows = [(card, space_of[card], space, guard) for space, (card, guard) in enumerate(kept, 1)]
    if moving := [row for row in rows if row[1] != row[2]]:
        note(g, RELICS_MOVED, NONE, *zip(*moving, strict=True))


def _tell_played(g: State) -> None:
    """C-70: the family cards that leave the game."""
    played = [seat for seat, player in enumerate(g.players) if player.played != NONE]
    cards, votes = [g.players[seat].played for seat in played], [g.players[seat].votes for seat in played]
    note(g, CARDS_AWAY, NONE, tuple(played), tuple(cards), tuple(votes))
