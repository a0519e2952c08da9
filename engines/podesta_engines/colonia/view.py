"""The views of Colonia, in words."""

from __future__ import annotations

from functools import cache
from typing import Annotated

from msgspec import Struct

from podesta_engines.colonia.rules.council import hand
from podesta_engines.core.words import Vocabulary
from podesta_engines.describing import word_of

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

City = Annotated[str, word_of("city")]
Currency = Annotated[str, word_of("currency")]
Good = Annotated[str, word_of("good")]
Ordinance = Annotated[str, word_of("ordinance")]
Relic = Annotated[str, word_of("relic")]
Resource = Annotated[str, word_of("resource")]
Ship = Annotated[str, word_of("ship")]


class OrdinanceView(Struct, frozen=True):
    """One ordinance of the week."""

    id: Ordinance
    """The ordinance."""
    day: int
    """Its day, Monday being 1."""
    verdict: Annotated[str, word_of("verdict")] | None
    """Whether it was passed; null before the vote."""


class StallView(Struct, frozen=True):
    """One market stall: the resources on it, or the seat that took it."""

    id: Annotated[str, word_of("stall")]
    """The stall."""
    resources: dict[Resource, int]
    """The resources on it."""
    seat: int | None
    """The seat that took it."""
    members: int
    """The family members of that seat there."""


class ContractView(Struct, frozen=True):
    """One contract in a craftsman's queue."""

    seat: int
    """The seat that placed it."""
    members: int
    """The family members that it took."""


class CraftsmanView(Struct, frozen=True):
    """One craftsman."""

    id: Annotated[str, word_of("craftsman")]
    """The craftsman."""
    makes: Good
    """The good that he makes."""
    recipe: list[Resource]
    """The resources that it takes."""
    contracts: list[ContractView]
    """The contracts, from the top of his queue."""
    capacity: int | None
    """How many contracts he carries out this week; null from Thursday's end to Monday."""
    next_cost: int | None
    """The members that the next contract takes; null unless contracts are placed."""


class HoldView(Struct, frozen=True):
    """One hold of a ship."""

    id: str
    """Its number on the ship, from 1, or `extra`."""
    goods: list[Good]
    """The goods that it takes; none are named on the extra hold, which takes any one."""
    pays: int
    """What it pays."""
    seat: int | None
    """The seat that has filled it."""


class ShipView(Struct, frozen=True):
    """One ship in the harbour."""

    id: Ship
    """The ship."""
    berth: Annotated[str, word_of("berth")]
    """Its berth."""
    city: City
    """The city that it sails to."""
    currency: Currency
    """The currency that it pays in."""
    holds: list[HoldView]
    """Its holds."""
    sails: bool
    """Whether it sails this Saturday."""


class RelicView(Struct, frozen=True):
    """One card on display, or owned."""

    id: Relic
    """The card."""
    city: City
    """Its city."""
    currency: Currency
    """The currency of its city."""
    shrine: bool
    """Whether it is a shrine."""
    cost: int
    """What it costs in that currency."""
    points: int
    """Its points."""
    space: int | None
    """Its space on display, from 1; the last two are the extra ones. Null for one that is owned."""
    guard_seat: int | None
    """The seat that safeguards it."""


class ShrineView(Struct, frozen=True):
    """One shrine that a seat owns."""

    city: City
    """Its city."""
    relic: Relic | None
    """The relic in it."""


class PlayerView(Struct, frozen=True):
    """One seat. What its screen hides from you is null; at the end only the kinds of its resources are."""

    seat: int
    """The seat, from 0."""
    colour: Annotated[str, word_of("colour")]
    """Its colour."""
    home: int
    """Family members at home."""
    town_hall: int
    """Family members in the town hall."""
    streets: dict[Annotated[str, word_of("street")], int]
    """Family members in each street."""
    cards: list[int]
    """The family cards left to it."""
    played_card: int | None
    """The family card it played this week."""
    votes: int
    """What that card counts; 0 face down."""
    shrines: list[ShrineView]
    """Its shrines."""
    shrine_points: int
    """Points of relics in its shrines, which all can see."""
    windows: list[Annotated[str, word_of("window")]]
    """Its windows."""
    money: dict[Currency, int] | None
    """Its money by currency."""
    goods: dict[Good, int] | None
    """Its goods."""
    resources: dict[Resource, int] | None
    """Its resources by kind."""
    resource_count: int | None
    """How many resources it has."""
    relics: list[RelicView] | None
    """Its relics."""
    score: int | None
    """Its score so far."""


class ColoniaView(Struct, frozen=True):
    """The table as one seat sees it. The decks and the week cards are counted, the discarded ships and relics named."""

    edition: Annotated[str, word_of("edition")]
    """The edition of the components."""
    seat: int | None
    """The seat that sees it; null for a spectator."""
    week: int
    """The week, from 1; 0 during setup."""
    weeks: int
    """How many weeks there are."""
    phase: Annotated[str, word_of("phase")]
    """The phase of the game."""
    open_holdings: bool
    """Whether the game is played without screens."""
    order: list[int]
    """The seats in the order of play; the first is the mayor."""
    active_seat: int | None
    """The seat whose turn it is, in phases in which seats act until all have passed."""
    in_loop: list[int]
    """The seats that have not passed there, the next one first."""
    week_card: Annotated[str, word_of("week_card")] | None
    """The card of this week."""
    extra_rolls: int
    """How many extra contracts are rolled for this week."""
    sailing: int | None
    """How many ships sail this Saturday; null from then until Monday."""
    die: int | None
    """The last roll."""
    ordinances: list[OrdinanceView]
    """The ordinances of the week."""
    ordinance: Ordinance | None
    """The ordinance that is being voted on, or takes effect."""
    one_member_fewer: bool
    """Whether seats send one member fewer to the next council."""
    stalls: list[StallView]
    """The market stalls."""
    craftsmen: list[CraftsmanView]
    """The craftsmen."""
    harbour: list[ShipView]
    """The ships in the harbour, by berth."""
    relics: list[RelicView]
    """The cards on display."""
    relic_deck_size: int
    """How many relic cards are in the deck."""
    relic_discard: list[Relic]
    """The relic cards discarded."""
    ship_deck_size: int
    """How many ships are in the deck."""
    ship_discard: list[Ship]
    """The ships discarded."""
    ordinances_left: int
    """How many ordinances are still to come."""
    goods_supply: dict[Good, int]
    """The goods in the supply."""
    players: list[PlayerView]
    """Every seat."""


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
        open_holdings=g.options.open_holdings,
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
    """C-46, C-52: counters are shown only while they have a meaning."""
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
    """A hold and the seat that has filled it; cached, since there are few."""
    here = FIGURES[edition]
    goods = [GOOD.slug(good) for good in here.takes[ship][hold]]
    return HoldView(str(hold + 1), goods, here.pays[ship][hold], _or_none(mark))


@cache
def _relic(edition: int, card: int, space: int = NONE, guard: int = NONE) -> RelicView:
    """A relic, on a space of the display or owned by a seat; also cached."""
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
    """C-71: money, goods, resources and relics only if no screen hides them."""
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
