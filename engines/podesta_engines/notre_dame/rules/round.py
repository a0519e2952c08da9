"""The frame of a game of Notre Dame: three passes of three rounds of five phases; numbers as in RULES.md."""

from __future__ import annotations

from collections.abc import Callable

from podesta_engines.core.notes import note
from podesta_engines.core.script import Script, in_order
from podesta_engines.notre_dame.components import FIGURES
from podesta_engines.notre_dame.notes import BELL_PASSED, CARDS_AWAY, PASS_BEGAN, ROUND_BEGAN, SCORED
from podesta_engines.notre_dame.pieces import secret_of
from podesta_engines.notre_dame.setup import FULL_DECK, ROUNDS, choose_start, lay_messages, nothing_known
from podesta_engines.notre_dame.state import ACTIONS, GAME_OVER, HIRE, NONE, PLAGUE, PLAY_ONE, State

from . import draft, plague
from .actions import donate, move_friend, place_marker, play_card
from .persons import PRICE, hire_person

ROUNDS_OF_PASS = 3
ROUND = in_order(
    ("reveal",),
    ("deal", 0),
    ("draft_one",),
    ("draft_two",),
    ("play", 0),
    ("hire", 0),
    ("plague", 0),
    ("end_round",),
)
"""The tasks of a round; those with a number are repeated for every turn of a phase."""


def start_round(g: State) -> None:
    """N-7: five phases; in those where seats act one after another, in turn order from the start player."""
    if g.round % ROUNDS_OF_PASS == 0:
        start_pass(g)
    g.round += 1
    note(g, ROUND_BEGAN, NONE, g.round)
    g.agenda += ROUND


def start_pass(g: State) -> None:
    """N-77, N-5: all brown persons, the three grey ones of the pass, and full decks of action cards."""
    passage, groups = g.round // ROUNDS_OF_PASS, FIGURES[g.edition].groups
    g.brown, g.grey = list(groups[0]), list(groups[1 + passage])
    g.drafted = 0
    for seat, player in enumerate(g.players):
        player.deck_size = ACTIONS
        secret = secret_of(g, seat)
        secret.deck = FULL_DECK
        secret.known = nothing_known(len(g.players))
    note(g, PASS_BEGAN, NONE, passage)


def _next_seat(g: State, task: str, turn: int, turns: int) -> int:
    """N-7: the seat of a turn, counted from the start player; the next turn goes on the agenda."""
    if turn + 1 < turns:
        g.agenda.append((task, turn + 1))
    return (g.start + turn) % len(g.players)


def deal(g: State, turn: int) -> None:
    """N-21: every seat draws three cards."""
    g.agenda.append(("draw_three", _next_seat(g, "deal", turn, len(g.players))))


def play(g: State, turn: int) -> None:
    """N-25: every seat plays a card in turn order, and then every seat a second one."""
    seats = len(g.players)
    seat = _next_seat(g, "play", turn, 2 * seats)
    g.phase, g.active = PLAY_ONE + turn // seats, seat
    g.agenda.append(("play_card", seat))


def hire(g: State, turn: int) -> None:
    """N-50: every seat with gold may hire a person, in turn order. N-26: played cards are hidden from here on."""
    if turn == 0:
        note(g, CARDS_AWAY, NONE, tuple([card for player in g.players for card in player.played]))
    g.phase = HIRE
    g.active = seat = _next_seat(g, "hire", turn, len(g.players))
    if g.players[seat].gold >= PRICE:
        g.agenda.append(("hire_person", seat))


def suffer(g: State, turn: int) -> None:
    """N-71: the plague comes to every seat in turn order; each loss is settled before the next seat's rat moves."""
    g.phase = PLAGUE
    g.active = seat = _next_seat(g, "plague", turn, len(g.players))
    plague.suffer(g, seat)


def end_round(g: State) -> None:
    """N-75: the persons leave the display, and the bell-ringer goes to the left, after round 9 as well."""
    giver, g.start = g.start, (g.start + 1) % len(g.players)
    note(g, BELL_PASSED, g.start, giver, tuple(g.persons))
    g.persons = []
    for player in g.players:
        player.hired = NONE
        player.played = []
    g.active = NONE
    if g.round % ROUNDS_OF_PASS == 0:
        plague.share_tile(g)
    if g.round < ROUNDS:
        g.agenda.append(("start_round",))
    else:
        end_game(g)


def end_game(g: State) -> None:
    """N-80: the game is over after nine rounds, and all prestige is shown."""
    g.phase = GAME_OVER
    for seat, player in enumerate(g.players):
        note(g, SCORED, seat, player.prestige or 0, player.gold, player.supply)


TASKS: dict[str, Callable[..., Script | None]] = {
    "choose_start": choose_start,
    "lay_messages": lay_messages,
    "start_round": start_round,
    "reveal": draft.reveal,
    "deal": deal,
    "draw_three": draft.draw_three,
    "draft_one": draft.draft_one,
    "draft_two": draft.draft_two,
    "play": play,
    "play_card": play_card,
    "place_marker": place_marker,
    "move_friend": move_friend,
    "donate": donate,
    "hire": hire,
    "hire_person": hire_person,
    "plague": suffer,
    "lose_marker": plague.choose_loss,
    "end_round": end_round,
}
"""Every task of the agenda by name."""
