"""The round of Troyes, in the order of the rulebook, and every task by name; numbers as in RULES.md."""

from __future__ import annotations

from collections.abc import Callable

from podesta_engines.core.notes import note
from podesta_engines.core.script import Draw, Script, Task, in_order
from podesta_engines.troyes import notes
from podesta_engines.troyes.components import FIGURES
from podesta_engines.troyes.dice import ONE, colour_of_die, die, own_dice
from podesta_engines.troyes.pieces import lose_points, secret_of
from podesta_engines.troyes.places import card_space
from podesta_engines.troyes.scoring import scores
from podesta_engines.troyes.setup import choose_first, deal, settle, settle_neutrals
from podesta_engines.troyes.state import GAME_OVER, NEUTRAL, NONE, OWNERS, UPKEEP, State
from podesta_engines.troyes.words import CHARACTER, GENERAL, PERSONAL, POINTS_FROM, REVEAL, ROLL, UNMASK

from .actions import act, turn
from .activities import place_mark, shoot
from .event_cards import counter, draw_events, prepare, roll_black, strike
from .influence import FACES


def start_round(g: State) -> None:
    """T-9, T-40: a round is five phases, and a sixth before them in the first three."""
    g.round += 1
    g.phase, g.active = UPKEEP, NONE
    note(g, notes.ROUND_BEGAN, NONE, g.round)
    seats = len(g.players)
    tasks: list[Task] = [("reveal", 3 * colour + g.round - 1) for colour in range(3) if g.round <= 3]
    tasks.append(("pay_wages",))
    tasks += [("roll", (g.first + turn) % seats) for turn in range(seats)]
    tasks += [("roll", NEUTRAL), ("draw_events",), ("strike",)]
    g.agenda += in_order(*tasks)


def reveal(g: State, slot: int) -> Script:
    """T-7, T-40: the activity card on a space is turned up, one of three."""
    g.activities[slot] = yield Draw(REVEAL, FIGURES[g.edition].by_slot[slot])
    note(g, notes.REVEALED, NONE, g.activities[slot], card_space(slot))


def pay_wages(g: State) -> None:
    """T-50, T-51: ten deniers of income, then wages for standing citizens; two points if they cannot be paid."""
    here = FIGURES[g.edition]
    for seat, me in enumerate(g.players):
        owed = sum(here.wages[b] * g.standing[6 * b : 6 * b + 6].count(seat) for b in range(3))
        me.deniers += here.income.deniers
        paid = min(owed, me.deniers)
        me.deniers -= paid
        note(g, notes.INCOME, seat, here.income.deniers, paid)
        if paid < owed:
            note(g, notes.UNABLE, seat)
            lose_points(g, seat)


def roll(g: State, owner: int) -> Script:
    """T-60, T-61: a die for each standing citizen, red, white, yellow, into the owner's district."""
    rolled = []
    for colour in range(3):
        for _ in range(g.standing[6 * colour : 6 * colour + 6].count(owner)):
            face = yield Draw(ROLL, FACES)
            g.dice[OWNERS * colour + owner] += ONE[face + 1]
            rolled.append(die(owner, colour, face + 1))
    if rolled and g.journal is not None:
        dice = tuple(sorted(rolled))
        faces = [tuple([5 - number % 6 for number in dice if colour_of_die(number) == colour]) for colour in range(3)]
        told = (notes.NEUTRAL_ROLLED, NONE) if owner == NEUTRAL else (notes.ROLLED, owner)
        note(g, *told, dice, *faces)


def end_round(g: State) -> None:
    """T-240, T-242, T-243, T-244: deniers are collected, citizens stand up, dice are cleared, a new first player."""
    for seat, me in enumerate(g.players):
        _collect(g, seat)
        me.passed = False
    for building in range(3):
        _stand_up(g, building)
    _clear_dice(g)
    if g.round < g.rounds:
        giver, g.first = g.first, (g.first + 1) % len(g.players)
        note(g, notes.FIRST_PLAYER, g.first, (giver,))
        g.agenda.append(("start_round",))
    else:
        end_game(g)


def _collect(g: State, seat: int) -> None:
    """T-240: a seat takes the deniers from its district into its hand."""
    me = g.players[seat]
    if me.purse:
        me.deniers += me.purse
        note(g, notes.COLLECTED, seat, me.purse)
        me.purse = 0


def _stand_up(g: State, building: int) -> None:
    """T-241: lying citizens go to their owners' personal supplies, neutral ones to the neutral supply."""
    mask = g.lying[building]
    g.lying[building] = 0
    for owner in range(OWNERS):
        if mask >> owner & 1:
            note(g, notes.STOOD_UP, NONE, owner, GENERAL if owner == NEUTRAL else PERSONAL, building)
            if owner == NEUTRAL:
                g.neutral += 1
            else:
                g.players[owner].supply += 1


def _clear_dice(g: State) -> None:
    """T-242: unused dice go to the general supply."""
    if g.journal is not None and any(g.dice):
        left = tuple([number for owner in range(OWNERS) for number in own_dice(g.dice, owner)])
        note(g, notes.DICE_CLEARED, NONE, left)
    g.dice = [0] * (3 * OWNERS)


def end_game(g: State) -> None:
    """T-250, T-263: every character is revealed, then all seats are scored."""
    g.active = NONE
    held = FIGURES[g.edition].start.characters_by_players[len(g.players)]
    g.agenda += in_order(*[("unmask", seat) for seat in range(len(g.players)) for _ in range(held)], ("count",))


def unmask(g: State, seat: int) -> Script:
    """T-263: a character is turned up, as a lot with one outcome, so that the log shows all which it was."""
    me = g.players[seat]
    mine = secret_of(me).characters
    wanted = next(character for character in mine if character not in me.shown)
    weights = [int(character == wanted) for character in range(len(CHARACTER))]
    character = yield Draw(UNMASK, range(len(CHARACTER)), weights)
    me.shown.append(character)
    note(g, notes.UNMASKED, seat, character)


def count(g: State) -> None:
    """T-260, T-266: the points are turned up, and all seats are scored."""
    g.phase = GAME_OVER
    for me in g.players:
        me.won = secret_of(me).vp
    if g.journal is not None:
        for seat, parts in enumerate(scores(g)):
            _tell_score(g, seat, parts)


def _tell_score(g: State, seat: int, parts: dict[str, int]) -> None:
    """T-260 to T-263: the sum and its parts; those of the characters together."""
    characters = sum(parts[word.slug] for word in CHARACTER.words)
    known = (parts["won"], parts["events"], parts["tradesmen"], -parts["cathedral"], characters)
    note(g, notes.SCORED, seat, parts["total"] - POINTS_FROM, *known)


TASKS: dict[str, Callable[..., Script | None]] = {
    "choose_first": choose_first,
    "deal": deal,
    "settle": settle,
    "settle_neutrals": settle_neutrals,
    "start_round": start_round,
    "reveal": reveal,
    "pay_wages": pay_wages,
    "roll": roll,
    "draw_events": draw_events,
    "strike": strike,
    "roll_black": roll_black,
    "prepare": prepare,
    "counter": counter,
    "turn": turn,
    "act": act,
    "mark": place_mark,
    "shoot": shoot,
    "end_round": end_round,
    "unmask": unmask,
    "count": count,
}
"""Every task of the agenda by name."""
