"""The views of Troyes, in words."""

from __future__ import annotations

from functools import cache
from typing import Annotated

from msgspec import Meta, Struct

from podesta_engines.describing import one_of, word_of

from .components import FIGURES, NUMBER_OF
from .dice import values
from .scoring import open_parts, score
from .state import NONE, OWNERS, Player, State
from .words import (
    BUILDING,
    CARD,
    CHARACTER,
    COLOUR,
    EVENT,
    MODIFIER,
    OWNER,
    PHASE,
    PLAYER_COLOUR,
    PLOT,
    SPACE,
    untraced,
)

_EDITIONS = {number: name for name, number in NUMBER_OF.items()}
_PLOTS = [3 * column + level for level in range(3) for column in range(6)]

Card = Annotated[str, word_of("card")]
Character = Annotated[str, word_of("character")]
Colour = Annotated[str, word_of("colour")]
Die = Annotated[str, Meta(pattern=r"^(red|white|yellow)\.[1-6]$")]
Event = Annotated[str, word_of("event")]
Owner = Annotated[str, word_of("owner")]


class DistrictView(Struct, frozen=True):
    """The dice of one district of the city square."""

    owner: Owner
    """The owner of the district."""
    dice: list[Die]
    """Its dice, such as red.4."""


class SpaceView(Struct, frozen=True):
    """One space of a building."""

    id: Annotated[str, word_of("space")]
    """The space."""
    building: Annotated[str, word_of("building")]
    """The building that it belongs to."""
    values: list[int]
    """The values of the dice that lead to its row."""
    citizen: Owner | None
    """The owner of the citizen standing there."""


class BuildingView(Struct, frozen=True):
    """One building."""

    id: Annotated[str, word_of("building")]
    """The building."""
    dice: Colour
    """The colour of its dice."""
    wage: int
    """The wage of each citizen standing there."""
    spaces: list[SpaceView]
    """Its spaces."""
    lying: list[Owner]
    """The owners of citizens lying there."""


class ActivityView(Struct, frozen=True):
    """One activity space."""

    colour: Colour
    """The colour of the space."""
    number: int
    """Its number among those of the colour, from 1."""
    card: Card | None
    """The card on it; null while it is face down."""
    candidates: list[Card]
    """The cards that a face-down card may be."""
    dice: Annotated[str, one_of("any", "red", "white", "yellow")]
    """The colour of the group of dice that it takes, or any."""
    cost: int
    """The cost in deniers of placing a tradesman."""
    divisor: int
    """The sum of the dice is divided by this."""
    delayed: bool
    """Whether cubes are kept on it for later."""
    first_space: int
    """Points of its first space."""
    second_space: int
    """Points of its second space."""
    first: Owner | None
    """The owner of the tradesman on the first space."""
    second: Owner | None
    """The owner of the tradesman on the second space."""
    crowd: list[Owner]
    """The owners of tradesmen there without a space."""
    cubes: dict[Owner, int]
    """The cubes on a delayed card by owner."""


class EventView(Struct, frozen=True):
    """One event of the queue."""

    event: Event
    """The event."""
    dice: list[Colour]
    """The colours that combat it."""
    divisor: int
    """The sum of the dice is divided by this to give cubes."""
    spaces: int
    """How many cubes it takes."""
    first_vp: int
    """Points for the owner with the most cubes."""
    second_vp: int
    """Points for the second."""
    black_dice: int
    """How many black dice it brings."""
    cubes: list[Owner]
    """The cubes on it, in order."""


class PlotView(Struct, frozen=True):
    """One place of the cathedral."""

    id: Annotated[str, word_of("plot")]
    """The place."""
    level: int
    """Its level, from 1."""
    value: int
    """The value of the die that builds it."""
    cube: Owner | None
    """The owner of the cube there."""


class StepView(Struct, frozen=True):
    """One answer or lot of a turn."""

    kind: str
    """The kind of the question or draw."""
    word: str
    """The word that answered it."""


class PlayerView(Struct, frozen=True):
    """One seat."""

    seat: int
    """The seat, from 0."""
    colour: Annotated[str, word_of("player_colour")]
    """Its colour."""
    deniers: int
    """Its deniers."""
    influence: int
    """Its influence."""
    supply: int
    """Citizens in its personal supply."""
    reserve: int
    """Citizens in the general supply."""
    purse: int
    """Deniers in its district."""
    passed: bool
    """Whether it has passed in this round."""
    cubes: dict[Annotated[str, word_of("modifier")], int]
    """Its cubes on delayed cards, by the card."""
    events: list[Event]
    """The event cards it has taken."""
    vp: int | None
    """Points won so far; null unless they are your own or revealed."""
    characters_held: int
    """How many characters it holds."""
    characters: list[Character]
    """Its characters; empty unless they are your own or revealed."""
    score: int | None
    """The total so far, with only the characters that you know of; null if it is unknown."""
    parts: dict[Annotated[str, word_of("part")], int]
    """The public parts of the score; at the end, all of it."""


class TroyesView(Struct, frozen=True):
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
    """The phase of the game."""
    first_seat: int | None
    """The first player."""
    active_seat: int | None
    """The seat whose turn it is."""
    districts: list[DistrictView]
    """The districts of the city square."""
    black_dice: list[int]
    """The values of the black dice, high to low."""
    buildings: list[BuildingView]
    """The three buildings."""
    activities: list[ActivityView]
    """The nine activity spaces."""
    queue: list[EventView]
    """The events that have not been countered, the oldest first."""
    cathedral: list[PlotView]
    """The places of the cathedral."""
    neutral_supply: int
    """Grey citizens in the supply."""
    red_left: int
    """How many red event cards are still to come."""
    unseen: dict[Event, int]
    """Event cards that were not drawn yet, by kind."""
    discard: list[Event]
    """Event cards that no seat took."""
    turn: list[StepView]
    """The answers and lots of the turn in progress, or of the last one."""
    players: list[PlayerView]
    """Every seat."""


def render(g: State) -> TroyesView:
    """An observed state in words."""
    known = sorted(c for player in g.players for c in (player.secret.characters if player.secret else player.shown))
    owners = [*range(len(g.players)), OWNERS - 1]
    return TroyesView(
        edition=_EDITIONS[g.edition],
        seat=_own_seat(g),
        round=g.round,
        rounds=g.rounds,
        phase=PHASE.slug(g.phase),
        first_seat=_or_none(g.first),
        active_seat=_or_none(g.active),
        districts=[_district(g, owner) for owner in owners],
        black_dice=list(values(g.black)),
        buildings=[_building(g, building) for building in range(3)],
        activities=[_activity(g, slot) for slot in range(9)],
        queue=[_event(g, kind, marks) for kind, marks in zip(g.queue, g.marks, strict=True)],
        cathedral=[_plot(plot, g.cathedral[plot]) for plot in _PLOTS],
        neutral_supply=g.neutral,
        red_left=g.rounds - _red_drawn(g),
        unseen={EVENT.slug(kind): left for kind, left in enumerate(g.unseen) if left},
        discard=[EVENT.slug(kind) for kind in g.discard],
        turn=[StepView(*_step(step)) for step in g.trace],
        players=[_player(g, seat, player, known) for seat, player in enumerate(g.players)],
    )


def _step(step: int) -> tuple[str, str]:
    kind, option = untraced(step)
    return kind.name, kind.words.slug(option)


def _or_none(seat: int) -> int | None:
    return None if seat == NONE else seat


def _owner(owner: int) -> str | None:
    return None if owner == NONE else OWNER.slug(owner)


def _masked(mask: int) -> list[str]:
    return [OWNER.slug(owner) for owner in range(OWNERS) if mask >> owner & 1]


def _crowd(g: State, slot: int) -> list[str]:
    """T-142: the tradesmen on a card without a space."""
    return [
        OWNER.slug(seat)
        for seat, player in enumerate(g.players)
        if player.posts >> slot & 1 and seat not in g.tradesmen[2 * slot : 2 * slot + 2]
    ]


def _own_seat(g: State) -> int | None:
    return next((seat for seat, player in enumerate(g.players) if player.secret is not None), None)


def _red_drawn(g: State) -> int:
    """T-9: how many red events have entered."""
    kinds = FIGURES[g.edition].events
    return sum(event.copies - left for event, left in zip(kinds, g.unseen, strict=True) if event.colour == 0)


def _district(g: State, owner: int) -> DistrictView:
    dice = [
        f"{COLOUR.slug(colour)}.{value}" for colour in range(3) for value in values(g.dice[OWNERS * colour + owner])
    ]
    return DistrictView(OWNER.slug(owner), dice)


def _building(g: State, building: int) -> BuildingView:
    spaces = [_space(g.edition, space, g.standing[space]) for space in range(6 * building, 6 * building + 6)]
    wages = FIGURES[g.edition].wages[building]
    return BuildingView(BUILDING.slug(building), COLOUR.slug(building), wages, spaces, _masked(g.lying[building]))


@cache
def _space(edition: int, space: int, owner: int) -> SpaceView:
    """A space and the owner of the citizen on it; cached, since there are few."""
    building = space // 6
    rows = FIGURES[edition].rows[building]
    faces = [value + 1 for value, (first, end) in enumerate(rows) if first <= space < end]
    return SpaceView(SPACE.slug(space), BUILDING.slug(building), faces, _owner(owner))


def _activity(g: State, slot: int) -> ActivityView:
    here, card = FIGURES[g.edition], g.activities[slot]
    if card == NONE:
        return _face_down(g.edition, slot)
    colour = COLOUR.slug(slot // 3)
    figures, modifier = here.cards[card], here.modifier[card]
    counts = {f"seat_{seat}": player.cubes[modifier] for seat, player in enumerate(g.players) if modifier}
    return ActivityView(
        colour=colour,
        number=slot % 3 + 1,
        card=CARD.slug(card),
        candidates=[],
        dice="any" if figures.mixed else colour,
        cost=figures.cost,
        divisor=figures.divisor,
        delayed=figures.delayed,
        first_space=figures.spaces[0],
        second_space=figures.spaces[1],
        first=_owner(g.tradesmen[2 * slot]),
        second=_owner(g.tradesmen[2 * slot + 1]),
        crowd=_crowd(g, slot),
        cubes=counts,
    )


@cache
def _face_down(edition: int, slot: int) -> ActivityView:
    colour, hidden = COLOUR.slug(slot // 3), [CARD.slug(each) for each in FIGURES[edition].by_slot[slot]]
    return ActivityView(colour, slot % 3 + 1, None, hidden, colour, 0, 0, False, 0, 0, None, None, [], {})


def _event(g: State, kind: int, marks: list[int]) -> EventView:
    event = FIGURES[g.edition].events[kind]
    return EventView(
        event=EVENT.slug(kind),
        dice=[COLOUR.slug(colour) for colour in event.dice],
        divisor=event.divisor,
        spaces=event.spaces,
        first_vp=event.vp[0],
        second_vp=event.vp[1],
        black_dice=event.black,
        cubes=[OWNER.slug(owner) for owner in marks],
    )


@cache
def _plot(plot: int, owner: int) -> PlotView:
    return PlotView(PLOT.slug(plot), plot % 3 + 1, plot // 3 + 1, _owner(owner))


def _player(g: State, seat: int, me: Player, known: list[int]) -> PlayerView:
    vp = me.secret.vp if me.secret else _or_none(me.won)
    mine = me.secret.characters if me.secret else me.shown
    parts = score(g, seat, vp, known) if vp is not None else open_parts(g, seat)
    return PlayerView(
        seat=seat,
        colour=PLAYER_COLOUR.slug(me.colour),
        deniers=me.deniers,
        influence=me.influence,
        supply=me.supply,
        reserve=me.reserve,
        purse=me.purse,
        passed=me.passed,
        cubes={MODIFIER.slug(modifier): count for modifier, count in enumerate(me.cubes) if count},
        events=[EVENT.slug(kind) for kind in me.events],
        vp=vp,
        characters_held=FIGURES[g.edition].start.characters_by_players[len(g.players)],
        characters=[CHARACTER.slug(character) for character in mine],
        score=parts.get("total"),
        parts=parts,
    )
