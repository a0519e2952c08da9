"""The end of Colonia: church windows, points, winner; numbers as in RULES.md."""

from __future__ import annotations

from podesta_engines.core.notes import note
from podesta_engines.core.ruleset import Result, rank

from .components import FIGURES
from .notes import SCORED, SCREEN_REMOVED, WINDOW_KEPT, WINDOW_WON
from .state import GAME_OVER, NONE, State
from .words import CITY, REASON


def finish(g: State) -> None:
    """C-89: the game is over: windows, then points."""
    g.phase = GAME_OVER
    if g.journal is not None and not g.options.open_holdings:
        _remove_screens(g)
    for city in range(len(CITY)):
        award_window(g, city)
    for seat in range(len(g.players)):
        parts = score(g, seat)
        note(g, SCORED, seat, parts["relics"], parts["shrines"], parts["windows"], parts["total"])


def _remove_screens(g: State) -> None:
    """C-71: at the end all holdings are shown, but of the resources only their number."""
    for seat, player in enumerate(g.players):
        mine = player.holdings
        assert mine is not None
        cards = tuple([card_of(g, card) for card in mine.relics])
        resources = sum(mine.known) + mine.unseen
        note(g, SCREEN_REMOVED, seat, _listed(mine.money), _listed(mine.goods), resources, tuple(mine.relics), cards)


def _listed(counts: list[int]) -> tuple[int, ...]:
    """Each kind, repeated by its number of pieces."""
    return tuple([kind for kind, number in enumerate(counts) for _ in range(number)])


def card_of(g: State, card: int) -> int:
    """C-3: a card's city and kind, as a word of CARD_OF."""
    here = FIGURES[g.edition]
    return here.relic_city[card] + len(CITY) * here.shrine[card]


def award_window(g: State, city: int) -> None:
    """C-90: the one seat with most of a currency gets its window and returns all of that currency."""
    amounts = [player.holdings.money[city] for player in g.players if player.holdings is not None]
    most = max(amounts)
    if amounts.count(most) > 1:
        note(g, WINDOW_KEPT, NONE, city, city)
        return
    seat = g.windows[city] = amounts.index(most)
    owner = g.players[seat].holdings
    assert owner is not None
    owner.money[city] = 0
    note(g, WINDOW_WON, seat, city, most, city)


def enshrined(g: State, seat: int) -> int:
    """C-91: twice the points of the relics in shrines, which all can see."""
    points = FIGURES[g.edition].points
    pairs = zip(g.shrines, g.enshrined, strict=True)
    return sum(2 * points[card] for owner, card in pairs if owner == seat and card != NONE)


def score(g: State, seat: int) -> dict[str, int]:
    """C-91: the points of a seat and its tie-breakers (C-92 to C-94), by word; screened holdings count as nothing."""
    me, here = g.players[seat], FIGURES[g.edition]
    relics = money = goods = resources = 0
    if me.holdings is not None:
        relics = sum(here.points[card] for card in me.holdings.relics)
        money, goods = sum(me.holdings.money), sum(me.holdings.goods)
        resources = sum(me.holdings.known) + me.holdings.unseen
    shrines = enshrined(g, seat)
    windows = here.limits.window_points * g.windows.count(seat)
    return {
        "relics": relics,
        "shrines": shrines,
        "windows": windows,
        "total": relics + shrines + windows,
        "money": money,
        "goods": goods,
        "resources": resources,
    }


def result(g: State) -> Result:
    """C-92: points decide, then money, then goods (C-93), then resources (C-94); full ties share the rank (C-95)."""
    parts = [score(g, seat) for seat in range(len(g.players))]
    keys = [(each["total"], each["money"], each["goods"], each["resources"]) for each in parts]
    return Result(REASON.slug(0), g.week, rank(keys, parts))


def bound(seats: int) -> int:
    """C-122: the maximum number of decisions: every action of a loop uses up something finite of the week."""
    weekly = 93 + 12 + 12 * seats
    return 6 * weekly + seats
