"""Step 13: craftsmen build the cathedral; numbers as in RULES.md."""

from __future__ import annotations

from podesta_engines.core.notes import note
from podesta_engines.core.script import Ask, Script, in_order
from podesta_engines.pillars_of_the_earth.answers import BOOST, DONE, KEEP_CUBES, KEPT, USE_CRAFTSMAN, USES
from podesta_engines.pillars_of_the_earth.components import FIGURES
from podesta_engines.pillars_of_the_earth.notes import BOOSTED, CUBES_RETURNED, PIECE_ADDED, SCORED, WORKED
from podesta_engines.pillars_of_the_earth.pieces import (
    gain_gold,
    gain_points,
    has_trade,
    pay_gold,
    spend_cubes,
    turn_order,
)
from podesta_engines.pillars_of_the_earth.state import NONE, Player, State
from podesta_engines.pillars_of_the_earth.words import (
    ARCHBISHOP,
    ARCHITECT,
    BELLMAKER,
    CRAFTSMAN,
    GAME_OVER,
    GOLD,
    MASON,
    ORGAN_BUILDER,
    PER_USE,
    TOOL_MAKER,
)

UNBOOSTED = (ORGAN_BUILDER, BELLMAKER)
OPTIONS = tuple(
    tuple(
        tuple(i for i, use in enumerate(USES) if use.card == card and use.times <= most) for most in range(PER_USE + 1)
    )
    for card in range(len(CRAFTSMAN))
)
"""The options of a craftsman, by card and by the number of uses he has left."""


def build_cathedral(g: State) -> None:
    """P-130: in turn order each player uses craftsmen and stores cubes before the next begins."""
    g.agenda += in_order(*[("build", seat) for seat in turn_order(g)], ("add_piece",))


def build(g: State, seat: int) -> None:
    """P-140: every card may be used in this round as often as its number allows."""
    me = g.players[seat]
    g.active = g.working = seat
    me.work, me.boosted = [], NONE
    g.uses = [FIGURES[g.edition].capacity[card] for card in me.row]
    if g.event == ARCHBISHOP and eligible(g, me):
        g.agenda += in_order(("boost", seat), ("work", seat))
    else:
        g.agenda.append(("work", seat))


def eligible(g: State, me: Player) -> list[int]:
    """P-131, P-200, P-201: cards with a printed number, but neither organ builder nor bellmaker."""
    here = FIGURES[g.edition]
    return [card for card in me.row if here.printed[card] and here.trade[card] not in UNBOOSTED]


def boost(g: State, seat: int) -> Script:
    """P-131: the archbishop lets one craftsman work once more."""
    me = g.players[seat]
    card = yield Ask(BOOST, seat, eligible(g, me))
    me.boosted = card
    g.uses[me.row.index(card)] += FIGURES[g.edition].event[ARCHBISHOP]
    note(g, BOOSTED, seat, card)


def work(g: State, seat: int) -> Script:
    """P-132: use a craftsman a number of times, or finish; the order is free (P-134)."""
    me = g.players[seat]
    choice = yield Ask(USE_CRAFTSMAN, seat, works(g, me))
    if choice == DONE:
        finish(g, seat)
    else:
        me.work.append(choice)
        card, times = USES[choice]
        use(g, seat, card, times)
        g.agenda.append(("work", seat))


def works(g: State, me: Player) -> list[int]:
    """P-133: every craftsman, from once to as often as his uses and the inputs allow, and finishing."""
    here = FIGURES[g.edition]
    needs, conditional, have = here.needs, here.conditional, (*me.cubes, me.gold)
    options: list[int] = []
    for card, left in zip(me.row, g.uses, strict=True):
        for kind, number in needs[card]:
            times = have[kind] // number
            if times < left:
                left = times
        if left and (not conditional[card] or is_able(g, me, card)):
            options += OPTIONS[card][left]
    options.append(DONE)
    return options


def is_able(g: State, me: Player, card: int) -> bool:
    """P-135, P-194, P-199: a mason works only with a mortar mixer in the row; P-136: a tool maker must hold metal."""
    here = FIGURES[g.edition]
    if here.trade[card] == MASON:
        return has_trade(g, me, here.mason_needs)
    return all(me.cubes[kind] >= number for kind, number in here.must_hold[card])


def use(g: State, seat: int, card: int, times: int) -> None:
    """P-133, P-139: the inputs are spent and the outputs gained."""
    here, me = FIGURES[g.edition], g.players[seat]
    g.uses[me.row.index(card)] -= times
    if g.journal is not None:
        note(g, WORKED, seat, card, times)
    for kind, number in here.needs[card]:
        if kind == GOLD:
            pay_gold(g, seat, times * number)
        else:
            spend_cubes(g, seat, kind, times * number)
    if here.points[card]:
        gain_points(g, seat, times * here.points[card])
    if here.gold[card]:
        gain_gold(g, seat, times * here.gold[card])


def finish(g: State, seat: int) -> None:
    """P-138, P-137, P-142: an unused architect works by itself, and a tool maker if there is metal; then P-141."""
    here, me = FIGURES[g.edition], g.players[seat]
    for card, left in zip(me.row, tuple(g.uses), strict=True):
        if here.trade[card] in (ARCHITECT, TOOL_MAKER) and left and is_able(g, me, card):
            use(g, seat, card, left)
    g.working, g.uses = NONE, []
    if g.round < here.rounds and sum(me.cubes) > here.kept:
        g.agenda.append(("store", seat))


def store(g: State, seat: int) -> Script:
    """P-141: only five cubes are kept, of the player's choice; the rest is returned without compensation."""
    me = g.players[seat]
    choice = yield Ask(KEEP_CUBES, seat, keepable(me))
    kept = list(KEPT[choice])
    if g.journal is not None:
        counts = zip(me.cubes, kept, strict=True)
        note(g, CUBES_RETURNED, seat, tuple(kind for kind, (a, b) in enumerate(counts) for _ in range(a - b)))
    me.cubes = kept


def keepable(me: Player) -> list[int]:
    """P-141: every choice of five of the cubes."""
    sand, wood, stone, metal = me.cubes
    return [i for i, (a, b, c, d) in enumerate(KEPT) if a <= sand and b <= wood and c <= stone and d <= metal]


def add_piece(g: State) -> None:
    """P-143, P-151: the cathedral grows by a piece; with the last one the game is over (P-160)."""
    note(g, PIECE_ADDED, g.start, g.round - 1)
    g.active = NONE
    if g.round == FIGURES[g.edition].rounds:
        g.agenda.clear()
        g.phase = GAME_OVER
        for seat, player in enumerate(g.players):
            note(g, SCORED, seat, player.points, player.gold)
