"""What clients see of The Pillars of the Earth, in words."""

from __future__ import annotations

from msgspec import Struct

from podesta_engines.core.words import Vocabulary

from .answers import USES
from .components import FIGURES, NUMBER_OF, Figures
from .pieces import cards_of, row_limit
from .state import NONE, Player, State
from .words import (
    COLOUR,
    CRAFTSMAN,
    EVENT,
    GAME_OVER,
    KINGSBRIDGE,
    PHASE,
    PIECE,
    PRIVILEGE,
    RESOURCE,
    RESOURCE_CARD,
    SHIRING,
    SPACE,
    TRADE,
)

_EDITIONS = {number: name for name, number in NUMBER_OF.items()}


class CraftsmanView(Struct, frozen=True):
    """One craftsman card. uses_left is null unless its owner is using craftsmen just now."""

    id: str
    trade: str
    capacity: int
    uses_left: int | None


class SpaceView(Struct, frozen=True):
    """One space for a master builder. seat is whose builder stands there; card lies at this space."""

    id: str
    location: str
    seat: int | None
    card: str | None


class WheelView(Struct, frozen=True):
    """One cost of the wheel and the seat whose builder passed at it."""

    cost: int
    seat: int | None


class SupplyView(Struct, frozen=True):
    """The cards that may be taken in Phase I: resource cards with the workers they need, craftsmen with their cost."""

    resource_cards: dict[str, int]
    craftsmen: dict[str, int]


class PlayerView(Struct, frozen=True):
    """One seat.

    workers_free and workers_in_mill are workers, grey ones included; grey_workers are lent for this round,
    grey_workers_next for the next one. builders_in_bag and builders_aside are master builders. limited_this_round and
    limited_next_round tell of the town wall. privileges are advantage cards. passed means no more cards in Phase I.
    bought lists the resources that may not be sold any more in this step. last_work counts how often each craftsman was
    used in the seat's last turn in the cathedral, boosted names the one who worked once more there. known_event is this
    round's event if only you have seen it.
    """

    seat: int
    colour: str
    gold: int
    points: int
    cubes: dict[str, int]
    craftsmen: list[CraftsmanView]
    craftsman_limit: int
    privileges: list[str]
    resource_cards: list[str]
    workers_free: int
    workers_in_mill: int
    grey_workers: int
    grey_workers_next: int
    builders_in_bag: int
    builders_aside: int
    limited_this_round: bool
    limited_next_round: bool
    passed: bool
    protected: bool
    bought: list[str]
    last_work: dict[str, int]
    boosted: str | None
    known_event: str | None


class PillarsOfTheEarthView(Struct, frozen=True):
    """The table as one seat sees it; seat is null for a spectator.

    round counts from 1 to 6; phase is one of the steps of a round, setup or game_over; active_seat is the seat that
    decides just now. cost is where the marker stands on the wheel; drawn_builder is the seat whose builder was just
    drawn; may_redraw tells whether the start player still can in this round. event is the revealed event, event_seen_by
    the seat that knows it before; asked_of_bishop is the cube that his visitor chose. events_left and privileges_left
    are those never revealed, four each of which are out of the game in the end, nobody knows which. grey_workers_left
    are at the castle.
    """

    edition: str
    seat: int | None
    round: int
    rounds: int
    phase: str
    start_seat: int | None
    active_seat: int | None
    cathedral_pieces: list[str]
    supply: SupplyView
    spaces: list[SpaceView]
    market_stock: dict[str, int]
    court_metal: int
    cost: int
    wheel: list[WheelView]
    drawn_builder: int | None
    may_redraw: bool
    event: str | None
    event_seen_by: int | None
    asked_of_bishop: str | None
    events_left: list[str]
    privileges_left: list[str]
    grey_workers_left: int
    tax: int | None
    players: list[PlayerView]


def render(g: State) -> PillarsOfTheEarthView:
    """An observed state in words."""
    here = FIGURES[g.edition]
    return PillarsOfTheEarthView(
        edition=_EDITIONS[g.edition],
        seat=next((seat for seat, player in enumerate(g.players) if player.secret is not None), None),
        round=g.round,
        rounds=here.rounds,
        phase=PHASE.slug(g.phase),
        start_seat=_or_none(g.start),
        active_seat=_or_none(g.active),
        cathedral_pieces=[
            word.slug for word in PIECE.words[: g.round if g.phase == GAME_OVER else max(g.round - 1, 0)]
        ],
        supply=_supply(g, here),
        spaces=[_space(g, here, space) for space in range(len(SPACE))],
        market_stock=_counts(g.stock),
        court_metal=g.court_metal,
        cost=g.cost,
        wheel=[WheelView(cost, _or_none(g.wheel[cost])) for cost in here.costs],
        drawn_builder=_or_none(g.drawn),
        may_redraw=g.redraw,
        event=_word(EVENT, g.event),
        event_seen_by=_or_none(g.peeked),
        asked_of_bishop=_word(RESOURCE, g.audience),
        events_left=_words(EVENT, g.events),
        privileges_left=_words(PRIVILEGE, g.privileges),
        grey_workers_left=here.grey_workers - sum(player.grey + player.granted for player in g.players),
        tax=g.tax or None,
        players=[_player(g, here, seat, player) for seat, player in enumerate(g.players)],
    )


def _or_none(seat: int) -> int | None:
    return None if seat == NONE else seat


def _word(words: Vocabulary, answer: int) -> str | None:
    return None if answer == NONE else words.slug(answer)


def _words(words: Vocabulary, mask: int) -> list[str]:
    return [words.slug(card) for card in cards_of(mask)]


def _counts(counts: list[int]) -> dict[str, int]:
    """Counts of sand, wood, stone and, if there, metal."""
    return {word.slug: count for word, count in zip(RESOURCE.words, counts, strict=False)}


def _supply(g: State, here: Figures) -> SupplyView:
    return SupplyView(
        {RESOURCE_CARD.slug(card): here.workers[card] for card in cards_of(g.supply)},
        {CRAFTSMAN.slug(card): here.cost[card] for card in g.hiring},
    )


def _space(g: State, here: Figures, space: int) -> SpaceView:
    """A space, with the privilege or craftsman that lies there."""
    card = None
    if 0 <= space - KINGSBRIDGE < 2:
        card = _word(PRIVILEGE, g.kingsbridge[space - KINGSBRIDGE])
    elif 0 <= space - SHIRING < 2:
        card = _word(CRAFTSMAN, g.shiring[space - SHIRING])
    return SpaceView(SPACE.slug(space), here.location[space], _or_none(g.board[space]), card)


def _player(g: State, here: Figures, seat: int, me: Player) -> PlayerView:
    return PlayerView(
        seat=seat,
        colour=COLOUR.slug(me.colour),
        gold=me.gold,
        points=me.points,
        cubes=_counts(me.cubes),
        craftsmen=_craftsmen(g, here, seat, me),
        craftsman_limit=row_limit(g, me),
        privileges=_words(PRIVILEGE, me.privileges),
        resource_cards=_words(RESOURCE_CARD, me.cards),
        workers_free=me.free,
        workers_in_mill=me.mill,
        grey_workers=me.grey,
        grey_workers_next=me.granted,
        builders_in_bag=me.bag,
        builders_aside=me.aside,
        limited_this_round=me.limited,
        limited_next_round=me.limited_next,
        passed=me.out,
        protected=me.protected,
        bought=_words(RESOURCE, me.bought),
        last_work=_worked(me),
        boosted=_word(CRAFTSMAN, me.boosted),
        known_event=None if me.secret is None else _word(EVENT, me.secret.event),
    )


def _worked(me: Player) -> dict[str, int]:
    """How often each craftsman was used, in the order in which they were."""
    found: dict[str, int] = {}
    for choice in me.work:
        card, times = USES[choice]
        found[CRAFTSMAN.slug(card)] = found.get(CRAFTSMAN.slug(card), 0) + times
    return found


def _craftsmen(g: State, here: Figures, seat: int, me: Player) -> list[CraftsmanView]:
    left = g.uses if g.working == seat else [NONE] * len(me.row)
    return [
        CraftsmanView(CRAFTSMAN.slug(card), TRADE.slug(here.trade[card]), here.capacity[card], _or_none(uses))
        for card, uses in zip(me.row, left, strict=True)
    ]


__all__ = [
    "CraftsmanView",
    "PillarsOfTheEarthView",
    "PlayerView",
    "SpaceView",
    "SupplyView",
    "WheelView",
    "render",
]
