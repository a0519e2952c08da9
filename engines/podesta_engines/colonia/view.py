"""What clients see of Colonia, in words."""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from podesta_engines.colonia.rules.council import hand
from podesta_engines.core.words import Vocabulary

from .components import FIGURES, NUMBER_OF, Figures
from .scoring import enshrined, score
from .state import (
    BUYING,
    CONTRACTS,
    EXTRA,
    LOADING,
    MARKET,
    NONE,
    ORDINANCE,
    SAFEGUARDING,
    VOTING,
    Berth,
    Player,
    State,
)
from .words import (
    BERTH,
    CITY,
    COLOUR,
    CRAFTSMAN,
    CURRENCY,
    GOOD,
    PHASE,
    RELIC,
    RESOURCE,
    SHIP,
    STALL,
    STREET,
    VERDICT,
    WEEK_CARD,
    WINDOW,
)
from .words import ORDINANCE as ORDINANCE_CARD

_EDITIONS = {number: name for name, number in NUMBER_OF.items()}
_LOOPS = (MARKET, CONTRACTS, LOADING, BUYING, SAFEGUARDING)


class OrdinanceView(Struct, frozen=True):
    """One ordinance of the week: day counts from Monday, 1; verdict is passed or rejected, null before the vote."""

    id: str
    day: int
    verdict: str | None


class StallView(Struct, frozen=True):
    """One market stall: what lies on it, or the seat that took it and its members there."""

    id: str
    resources: dict[str, int]
    seat: int | None
    members: int


class ContractView(Struct, frozen=True):
    """One contract in a craftsman's queue."""

    seat: int
    members: int


class CraftsmanView(Struct, frozen=True):
    """One craftsman: contracts from the top of his queue; capacity is how many of them he carries out this week (null
    from Thursday's end to Monday); next_cost is the members the next contract takes, while contracts are placed.
    """

    id: str
    makes: str
    recipe: list[str]
    contracts: list[ContractView]
    capacity: int | None
    next_cost: int | None


class HoldView(Struct, frozen=True):
    """One hold: its goods (none named on the extra hold, which takes any one), what it pays, and who marked it."""

    id: str
    goods: list[str]
    pays: int
    seat: int | None


class ShipView(Struct, frozen=True):
    """One ship in the harbour, by berth: sails tells that it sails this Saturday."""

    id: str
    berth: str
    city: str
    currency: str
    holds: list[HoldView]
    sails: bool


class RelicView(Struct, frozen=True):
    """One card on display, or owned: its cost in the currency of its city, its points, its space on display (1 to 12,
    the last two are the extra ones), and the seat that safeguards it.
    """

    id: str
    city: str
    currency: str
    shrine: bool
    cost: int
    points: int
    space: int | None
    guard_seat: int | None


class ShrineView(Struct, frozen=True):
    """One shrine that a seat owns, and the relic in it."""

    city: str
    relic: str | None


class PlayerView(Struct, frozen=True):
    """One seat. What its screen hides from you is null: money, goods, resources, relics and score; at the end only
    the kinds of the resources are hidden still.

    home, town_hall and streets count family members; cards are the family cards left, played_card the one of this
    week, votes what it counts (0 face down). shrine_points are those of relics in shrines, which all can see.
    """

    seat: int
    colour: str
    home: int
    town_hall: int
    streets: dict[str, int]
    cards: list[int]
    played_card: int | None
    votes: int
    shrines: list[ShrineView]
    shrine_points: int
    windows: list[str]
    money: dict[str, int] | None
    goods: dict[str, int] | None
    resources: dict[str, int] | None
    resource_count: int | None
    relics: list[RelicView] | None
    score: int | None


class ColoniaView(Struct, frozen=True):
    """The table as one seat sees it; seat is null for a spectator.

    week counts from 1 (0 in the setup) to weeks; order is that of play, its first seat the mayor; active_seat is the
    seat whose turn it is in a pass loop, and in_loop are the seats that have not passed, the next one first. ordinance
    is the one that is voted on, or takes effect. sailing is how many ships sail this Saturday, from Monday until then.
    die is the last roll. The decks and the week cards are counted, the discarded ships and relics named.
    """

    edition: str
    seat: int | None
    week: int
    weeks: int
    phase: str
    open_holdings: bool
    order: list[int]
    active_seat: int | None
    in_loop: list[int]
    week_card: str | None
    extra_rolls: int
    sailing: int | None
    die: int | None
    ordinances: list[OrdinanceView]
    ordinance: str | None
    one_member_fewer: bool
    stalls: list[StallView]
    craftsmen: list[CraftsmanView]
    harbour: list[ShipView]
    relics: list[RelicView]
    relic_deck_size: int
    relic_discard: list[str]
    ship_deck_size: int
    ship_discard: list[str]
    ordinances_left: int
    goods_supply: dict[str, int]
    players: list[PlayerView]


def render(g: State) -> ColoniaView:
    """An observed state in words."""
    here = FIGURES[g.edition]
    in_loop = g.loop if g.phase in _LOOPS else []
    return ColoniaView(
        edition=_EDITIONS[g.edition],
        seat=_or_none(g.viewer),
        week=g.week,
        weeks=here.limits.weeks,
        phase=PHASE.slug(g.phase),
        open_holdings=g.open_holdings,
        order=list(g.order),
        active_seat=_or_none(g.active) if g.phase in _LOOPS else None,
        in_loop=list(in_loop),
        week_card=WEEK_CARD.slug(g.week_cards[-1]) if g.week_cards else None,
        extra_rolls=here.rolls[g.week_cards[-1]] if g.week_cards else 0,
        sailing=g.sailing or None,
        die=None if g.die == NONE else g.die + 1,
        ordinances=_ordinances(g, here),
        ordinance=ORDINANCE_CARD.slug(g.ordinances[g.voting]) if g.phase in (VOTING, ORDINANCE) else None,
        one_member_fewer=g.fewer,
        stalls=[_stall(g, stall) for stall in range(len(STALL))],
        craftsmen=[_craftsman(g, here, craftsman) for craftsman in range(len(CRAFTSMAN))],
        harbour=[_ship(g, here, i, berth) for i, berth in enumerate(g.harbour)],
        relics=[_relic(g.edition, card, i, g.guards[i]) for i, card in enumerate(g.display) if card != NONE],
        relic_deck_size=g.relics_left,
        relic_discard=[RELIC.slug(card) for card in g.relic_discard],
        ship_deck_size=len(g.ship_deck),
        ship_discard=[SHIP.slug(ship) for ship in g.ship_discard],
        ordinances_left=len(here.days) - len(g.seen),
        goods_supply=_counts(GOOD, g.supply),
        players=[_player(g, seat, player) for seat, player in enumerate(g.players)],
    )


def _or_none(seat: int) -> int | None:
    return None if seat == NONE else seat


def _counts(words: Vocabulary, counts: list[int]) -> dict[str, int]:
    return {word.slug: count for word, count in zip(words.words, counts, strict=True)}


def _ordinances(g: State, here: Figures) -> list[OrdinanceView]:
    return [
        OrdinanceView(ORDINANCE_CARD.slug(card), here.days[card], None if verdict == NONE else VERDICT.slug(verdict))
        for card, verdict in zip(g.ordinances, g.decided, strict=True)
    ]


def _stall(g: State, stall: int) -> StallView:
    on_it = g.stalls[stall * len(RESOURCE) : (stall + 1) * len(RESOURCE)]
    return StallView(
        STALL.slug(stall), _counts(RESOURCE, on_it), _or_none(g.stall_seats[stall]), g.stall_members[stall]
    )


def _craftsman(g: State, here: Figures, craftsman: int) -> CraftsmanView:
    """C-46, C-52: counters are shown only while they mean something."""
    return CraftsmanView(
        id=CRAFTSMAN.slug(craftsman),
        makes=GOOD.slug(here.makes[craftsman]),
        recipe=[RESOURCE.slug(kind) for kind in here.recipes[craftsman]],
        contracts=[ContractView(contract.seat, contract.members) for contract in g.queues[craftsman]],
        capacity=g.capacity[craftsman] if any(g.capacity) else None,
        next_cost=g.placed[craftsman] + 1 if g.phase == CONTRACTS else None,
    )


def _ship(g: State, here: Figures, index: int, berth: Berth) -> ShipView:
    ship = berth.ship
    holds = [_hold(g.edition, ship, hold, berth.marks[hold]) for hold in range(len(here.takes[ship]))]
    if berth.extra or berth.marks[EXTRA] != NONE:
        holds.append(HoldView("extra", [], here.limits.extra_hold_pays, _or_none(berth.marks[EXTRA])))
    city = here.city_of[ship]
    return ShipView(SHIP.slug(ship), BERTH.slug(index), CITY.slug(city), CURRENCY.slug(city), holds, index < g.sailing)


@cache
def _hold(edition: int, ship: int, hold: int, mark: int) -> HoldView:
    """A hold and who has filled it: worked out once, as there are few."""
    here = FIGURES[edition]
    goods = [GOOD.slug(good) for good in here.takes[ship][hold]]
    return HoldView(str(hold + 1), goods, here.pays[ship][hold], _or_none(mark))


@cache
def _relic(edition: int, card: int, space: int = NONE, guard: int = NONE) -> RelicView:
    """A relic, in a space of the display or with a seat; worked out once, too."""
    here = FIGURES[edition]
    city = here.relic_city[card]
    return RelicView(
        id=RELIC.slug(card),
        city=CITY.slug(city),
        currency=CURRENCY.slug(city),
        shrine=here.shrine[card],
        cost=here.cost[card],
        points=here.points[card],
        space=None if space == NONE else space + 1,
        guard_seat=_or_none(guard),
    )


def _player(g: State, seat: int, player: Player) -> PlayerView:
    """C-71: money, goods, resources and relics only where no screen hides them."""
    mine = player.holdings
    return PlayerView(
        seat=seat,
        colour=COLOUR.slug(player.colour),
        home=player.home,
        town_hall=player.hall,
        streets=_counts(STREET, player.streets),
        cards=list(hand(player.cards)),
        played_card=_or_none(player.played),
        votes=player.votes,
        shrines=[
            ShrineView(CITY.slug(city), None if g.enshrined[city] == NONE else RELIC.slug(g.enshrined[city]))
            for city, owner in enumerate(g.shrines)
            if owner == seat
        ],
        shrine_points=enshrined(g, seat),
        windows=[WINDOW.slug(city) for city, owner in enumerate(g.windows) if owner == seat],
        money=None if mine is None else _counts(CURRENCY, mine.money),
        goods=None if mine is None else _counts(GOOD, mine.goods),
        resources=None if player.secret is None else _counts(RESOURCE, player.secret.resources),
        resource_count=None if mine is None else sum(mine.known) + mine.unseen,
        relics=None if mine is None else [_relic(g.edition, card) for card in mine.relics],
        score=None if mine is None else score(g, seat)["total"],
    )


__all__ = [
    "ColoniaView",
    "ContractView",
    "CraftsmanView",
    "HoldView",
    "OrdinanceView",
    "PlayerView",
    "RelicView",
    "ShipView",
    "ShrineView",
    "StallView",
    "render",
]
