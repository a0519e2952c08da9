"""The views of The Pillars of the Earth, in words."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from podesta_engines.core.words import Vocabulary
from podesta_engines.describing import word_of

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

Craftsman = Annotated[str, word_of("craftsman")]
Event = Annotated[str, word_of("event")]
Privilege = Annotated[str, word_of("privilege")]
Resource = Annotated[str, word_of("resource")]
ResourceCard = Annotated[str, word_of("resource_card")]


class CraftsmanView(Struct, frozen=True):
    """One craftsman card."""

    id: Craftsman
    """The card."""
    trade: Annotated[str, word_of("trade")]
    """His trade."""
    capacity: int
    """How often he works in a round."""
    uses_left: int | None
    """How often he may still work; null unless his owner is using craftsmen now."""


class SpaceView(Struct, frozen=True):
    """One space for a master builder."""

    id: Annotated[str, word_of("space")]
    """The space."""
    location: str
    """The location that it belongs to."""
    seat: int | None
    """The seat with a master builder there."""
    card: Annotated[str, word_of("privilege", "craftsman")] | None
    """The privilege or craftsman there."""


class WheelView(Struct, frozen=True):
    """One cost of the wheel and the seat whose builder passed at it."""

    cost: int
    """The cost in gold."""
    seat: int | None
    """The seat whose builder declined it."""


class SupplyView(Struct, frozen=True):
    """The cards that may be taken in Phase I."""

    resource_cards: dict[ResourceCard, int]
    """The resource cards with the workers they need."""
    craftsmen: dict[Craftsman, int]
    """The craftsmen with their cost."""


class PlayerView(Struct, frozen=True):
    """One seat."""

    seat: int
    """The seat, from 0."""
    colour: Annotated[str, word_of("colour")]
    """Its colour."""
    gold: int
    """Its gold."""
    points: int
    """Its victory points."""
    cubes: dict[Resource, int]
    """Its cubes."""
    craftsmen: list[CraftsmanView]
    """Its craftsmen, in the order of its row."""
    craftsman_limit: int
    """How many craftsmen its row can hold."""
    privileges: list[Privilege]
    """Its privileges."""
    resource_cards: list[ResourceCard]
    """Its resource cards."""
    workers_free: int
    """Its free workers, including grey ones."""
    workers_in_mill: int
    """Its workers in the wool mill, including grey ones."""
    grey_workers: int
    """Grey workers lent to it for this round."""
    grey_workers_next: int
    """Grey workers lent to it for the next round."""
    builders_in_bag: int
    """Its master builders in the bag."""
    builders_aside: int
    """Its master builders set aside."""
    limited_this_round: bool
    """Whether the town wall holds one of its builders this round."""
    limited_next_round: bool
    """Whether the town wall will hold one of its builders next round."""
    passed: bool
    """Whether it takes no more cards in Phase I."""
    protected: bool
    """Whether it is protected from this round's event."""
    bought: list[Resource]
    """Resources it bought, and so may no longer sell in this step."""
    sold: list[Resource]
    """Resources it sold, and so may no longer buy in this step, unless the option lets it buy them back."""
    last_work: dict[Craftsman, int]
    """How often each craftsman was used in its last turn in the cathedral."""
    boosted: Craftsman | None
    """The craftsman who worked once more there."""
    known_event: Event | None
    """This round's event, if only you have seen it."""


class PillarsOfTheEarthView(Struct, frozen=True):
    """The table as one seat sees it."""

    edition: Annotated[str, word_of("edition")]
    """The edition of the components."""
    seat: int | None
    """The seat that sees it; null for a spectator."""
    round: int
    """The round, from 1; 0 during setup."""
    rounds: int
    """How many rounds there are."""
    phase: Annotated[str, word_of("phase")]
    """The step of the round."""
    start_seat: int | None
    """The start player."""
    active_seat: int | None
    """The seat that is deciding."""
    cathedral_pieces: list[Annotated[str, word_of("piece")]]
    """The pieces of the cathedral that have been built."""
    supply: SupplyView
    """The cards that may be taken in Phase I."""
    spaces: list[SpaceView]
    """The spaces for master builders."""
    market_stock: dict[Resource, int]
    """The cubes at the market."""
    court_metal: int
    """The metal at the king's court."""
    cost: int
    """The cost shown by the marker on the wheel."""
    wheel: list[WheelView]
    """The costs of the wheel."""
    drawn_builder: int | None
    """The seat whose builder was just drawn."""
    may_redraw: bool
    """Whether the start player may still draw again in this round."""
    event: Event | None
    """The revealed event."""
    event_seen_by: int | None
    """The seat that knows the event in advance."""
    asked_of_bishop: Resource | None
    """The cube that the bishop's visitor chose."""
    events_left: list[Event]
    """Events never revealed; in the end four of them are out of the game, and it is not known which."""
    privileges_left: list[Privilege]
    """Privileges never revealed; in the end four of them are out of the game, and it is not known which."""
    grey_workers_left: int
    """Grey workers at the castle."""
    tax: int | None
    """The tax of this round; null before it is rolled."""
    players: list[PlayerView]
    """Every seat."""


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
    """Counts of sand, wood, stone and, if given, metal."""
    return {word.slug: count for word, count in zip(RESOURCE.words, counts, strict=False)}


def _supply(g: State, here: Figures) -> SupplyView:
    return SupplyView(
        {RESOURCE_CARD.slug(card): here.workers[card] for card in cards_of(g.supply)},
        {CRAFTSMAN.slug(card): here.cost[card] for card in g.hiring},
    )


def _space(g: State, here: Figures, space: int) -> SpaceView:
    """A space, with the privilege or craftsman there."""
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
        sold=_words(RESOURCE, me.sold),
        last_work=_worked(me),
        boosted=_word(CRAFTSMAN, me.boosted),
        known_event=None if me.secret is None else _word(EVENT, me.secret.event),
    )


def _worked(me: Player) -> dict[str, int]:
    """How often each craftsman was used, in the order of their uses."""
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
