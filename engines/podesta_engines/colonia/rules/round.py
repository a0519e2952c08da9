"""The week of Colonia as a list of tasks, and Monday; numbers as in RULES.md."""

from __future__ import annotations

from collections.abc import Callable

from podesta_engines.colonia.components import FIGURES
from podesta_engines.colonia.notes import ORDINANCES_SHOWN, WEEK_BEGAN
from podesta_engines.colonia.pieces import draw_resource, fill_display, fill_harbour
from podesta_engines.colonia.setup import choose_good, roll_good, tell_draw
from podesta_engines.colonia.state import NONE, PREPARING, State
from podesta_engines.colonia.words import TURN_ORDINANCE, TURN_WEEK, WEEK_CARD
from podesta_engines.core.notes import note
from podesta_engines.core.script import Draw, Script, Task, in_order

from .council import council, count_council, leave_town_hall, set_order
from .craftsmen import contracts, open_contracts, roll_contracts, serve_contracts
from .loading import close_loading, loading, open_loading
from .market import close_market, market, open_market, stock
from .ordinances import exchange, extra_relics, street_return
from .relics import buying, close_buying, end_week, enshrine, fill_shrine, open_buying, safeguarding
from .sailing import sail
from .votes import vote, vote_day

MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY = range(1, 8)

WEEK: dict[int, tuple[Task, ...]] = {
    MONDAY: (("turn_week",), ("turn_ordinances",)),
    TUESDAY: (("council",), ("count_council",), ("set_order",), ("leave_town_hall",)),
    WEDNESDAY: (("vote_day", WEDNESDAY), ("open_market",), ("market",), ("close_market",)),
    THURSDAY: (("vote_day", THURSDAY), ("open_contracts",), ("contracts",), ("roll_contracts",), ("serve_contracts",)),
    FRIDAY: (("vote_day", FRIDAY), ("open_loading",), ("loading",), ("close_loading",)),
    SATURDAY: (("vote_day", SATURDAY), ("sail",)),
    SUNDAY: (("open_buying",), ("buying",), ("close_buying",)),
}
"""The days and their tasks; `close_buying` ends the game, or adds the rest of Sunday and the next week."""
_DAYS = {
    day: in_order(*tasks, ("start_day", day + 1)) if day < SUNDAY else in_order(*tasks) for day, tasks in WEEK.items()
}


def start_week(g: State) -> None:
    """C-17: a new week."""
    g.week += 1
    g.phase = PREPARING
    g.agenda.append(("start_day", MONDAY))


def start_day(g: State, day: int) -> None:
    """C-36: the tasks of a day, and after them the next day."""
    g.agenda += _DAYS[day]


def turn_week(g: State) -> Script:
    """C-17: the week card gives resources (C-18), contracts (C-19) and the ships that sail (C-20)."""
    card = yield Draw(TURN_WEEK, [card for card in range(len(WEEK_CARD)) if card not in g.week_cards])
    former = tuple(g.week_cards[-1:])
    g.week_cards.append(card)
    obey(g, card)
    note(g, WEEK_BEGAN, NONE, g.week, card, *g.capacity, FIGURES[g.edition].rolls[card], g.sailing, former)


def obey(g: State, card: int) -> None:
    """C-18 to C-20: the instructions of a week card; in the last week all ships sail."""
    here = FIGURES[g.edition]
    g.capacity[:] = here.contracts[card]
    last = g.week == here.limits.weeks
    g.sailing = len(g.harbour) if last else here.sailing[card]
    g.agenda += in_order(*[("stock", stall, number) for stall, number in enumerate(here.stalls[card])])


def turn_ordinances(g: State) -> Script:
    """C-21: three ordinances in the order of their days; those of the same day in the order of drawing."""
    here = FIGURES[g.edition]
    for _ in range(here.limits.ordinances_per_week):
        card = yield Draw(TURN_ORDINANCE, [card for card in range(len(here.days)) if card not in g.seen])
        g.seen.append(card)
        g.ordinances.append(card)
        g.decided.append(NONE)
    g.ordinances.sort(key=lambda card: here.days[card])
    note(g, ORDINANCES_SHOWN, NONE, tuple(g.ordinances))


TASKS: dict[str, Callable[..., Script | None]] = {
    "tell_draw": tell_draw,
    "draw_resource": draw_resource,
    "roll_good": roll_good,
    "choose_good": choose_good,
    "fill_harbour": fill_harbour,
    "fill_display": fill_display,
    "start_week": start_week,
    "start_day": start_day,
    "turn_week": turn_week,
    "stock": stock,
    "turn_ordinances": turn_ordinances,
    "council": council,
    "count_council": count_council,
    "set_order": set_order,
    "leave_town_hall": leave_town_hall,
    "vote_day": vote_day,
    "vote": vote,
    "street_return": street_return,
    "extra_relics": extra_relics,
    "exchange": exchange,
    "open_market": open_market,
    "market": market,
    "close_market": close_market,
    "open_contracts": open_contracts,
    "contracts": contracts,
    "roll_contracts": roll_contracts,
    "serve_contracts": serve_contracts,
    "open_loading": open_loading,
    "loading": loading,
    "close_loading": close_loading,
    "sail": sail,
    "open_buying": open_buying,
    "buying": buying,
    "fill_shrine": fill_shrine,
    "enshrine": enshrine,
    "close_buying": close_buying,
    "safeguarding": safeguarding,
    "end_week": end_week,
}
"""Every task of the agenda by name."""
