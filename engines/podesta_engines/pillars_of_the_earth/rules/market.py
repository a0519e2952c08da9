"""Step 12: the market of Kingsbridge; numbers as in RULES.md."""

from __future__ import annotations

from podesta_engines.core.notes import note
from podesta_engines.core.script import Ask, Script
from podesta_engines.pillars_of_the_earth.answers import AT_MARKET, DEALS, LEAVE, PER_BUY, PER_SALE, Buy, Sell
from podesta_engines.pillars_of_the_earth.components import FIGURES
from podesta_engines.pillars_of_the_earth.notes import BOUGHT, LEFT_MARKET, SOLD
from podesta_engines.pillars_of_the_earth.pieces import gain_gold, has_trade, return_builder
from podesta_engines.pillars_of_the_earth.state import NONE, Player, State
from podesta_engines.pillars_of_the_earth.words import MARKET, METAL, RESOURCE, STONE, WOOD

SEATS = 4
"""The number of spaces of the market."""


def _deals_of(sort: type[Buy | Sell], kind: int, most: int) -> tuple[int, ...]:
    return tuple(
        option
        for option, deal in enumerate(DEALS)
        if isinstance(deal, sort) and deal.resource == kind and deal.cubes <= most
    )


BUYS = tuple(tuple(_deals_of(Buy, kind, most) for most in range(PER_BUY + 1)) for kind in range(METAL))
"""The purchases of a kind, by the maximum number of cubes."""
SALES = tuple(tuple(_deals_of(Sell, kind, most) for most in range(PER_SALE + 1)) for kind in range(len(RESOURCE)))
"""The sales of a kind, by the maximum number of cubes."""


def open_market(g: State) -> None:
    """P-110: the builders in the market act in the order of their spaces."""
    _go_on(g, MARKET + SEATS - 1)


def _go_on(g: State, space: int) -> None:
    """P-110, P-117, P-116: the next builder that has not left acts, until all have left."""
    for turn in range(1, SEATS + 1):
        following = MARKET + (space - MARKET + turn) % SEATS
        if g.board[following] != NONE:
            g.agenda.append(("deal", following))
            return


def deal(g: State, space: int) -> Script:
    """P-111, P-191: buy or sell cubes of one kind, or leave for good; a seat that can do neither leaves (P-115)."""
    seat = g.board[space]
    g.active = seat
    choice = yield Ask(AT_MARKET, seat, deals(g, g.players[seat]), about=(space,))
    if choice == LEAVE:
        return_builder(g, space)
        note(g, LEFT_MARKET, seat, space)
    else:
        deal = DEALS[choice]
        trade = buy if isinstance(deal, Buy) else sell
        trade(g, seat, deal.resource, deal.cubes)
    _go_on(g, space)


def deals(g: State, me: Player) -> list[int]:
    """P-111: every purchase (P-112), every sale (P-113) and leaving (P-115)."""
    options = purchases(g, me)
    options += sales(g, me)
    options.append(LEAVE)
    return options


def purchases(g: State, me: Player) -> list[int]:
    """P-112, P-192, P-190: sand, wood and stone as far as stock and gold allow; wood only with a woodworker.

    P-114: none of a kind sold in this step, unless the game's option allows it.
    """
    here, gold, stock = FIGURES[g.edition], me.gold, g.stock
    barred = 0 if g.options.buying_back else me.sold
    found: list[int] = []
    for resource, price in enumerate(here.buy):
        most = gold // price
        if most > stock[resource]:
            most = stock[resource]
        if most and not barred >> resource & 1 and (resource != WOOD or has_trade(g, me, here.wood_needs)):
            found += BUYS[resource][most]
    return found


def sales(g: State, me: Player) -> list[int]:
    """P-113, P-193: any cubes, stone only with a stonecutter; P-114: none of a kind bought in this step."""
    here = FIGURES[g.edition]
    found: list[int] = []
    for resource, cubes in enumerate(me.cubes):
        if cubes and not me.bought >> resource & 1 and (resource != STONE or has_trade(g, me, here.stone_needs)):
            found += SALES[resource][cubes]
    return found


def buy(g: State, seat: int, resource: int, cubes: int) -> None:
    """P-112: cubes come from the stock, which is not refilled in this round."""
    me = g.players[seat]
    gold = cubes * FIGURES[g.edition].buy[resource]
    g.stock[resource] -= cubes
    me.gold -= gold
    me.cubes[resource] += cubes
    me.bought |= 1 << resource
    note(g, BOUGHT, seat, resource, cubes, gold)


def sell(g: State, seat: int, resource: int, cubes: int) -> None:
    """P-113: cubes go to the general supply; gold above thirty is lost, which does not forbid the sale (P-118)."""
    me = g.players[seat]
    me.cubes[resource] -= cubes
    me.sold |= 1 << resource
    note(g, SOLD, seat, resource, cubes)
    gain_gold(g, seat, cubes * FIGURES[g.edition].sell[resource])
