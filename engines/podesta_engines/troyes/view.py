"""What clients see of Troyes, in words."""

from __future__ import annotations

from functools import cache

from msgspec import Struct

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


class DistrictView(Struct, frozen=True):
    """The dice of one district of the city square; owner is a seat or neutral; dice are words such as red.4."""

    owner: str
    dice: list[str]


class SpaceView(Struct, frozen=True):
    """One space of a building, and who stands there; values are those of the dice that lead to its row."""

    id: str
    building: str
    values: list[int]
    citizen: str | None


class BuildingView(Struct, frozen=True):
    """One building: die colour, wage of a standing citizen, its spaces, and whose citizens lie there."""

    id: str
    dice: str
    wage: int
    spaces: list[SpaceView]
    lying: list[str]


class ActivityView(Struct, frozen=True):
    """One activity space; card is null while it lies face down, when only candidates are known.

    dice is the colour of the group it takes, or any; first_space and second_space are points; first and second are the
    tradesmen on them, crowd those without a space; cubes are counts of a delayed card by owner.
    """

    colour: str
    number: int
    card: str | None
    candidates: list[str]
    dice: str
    cost: int
    divisor: int
    delayed: bool
    first_space: int
    second_space: int
    first: str | None
    second: str | None
    crowd: list[str]
    cubes: dict[str, int]


class EventView(Struct, frozen=True):
    """One event of the queue: colours that combat it, pips for a cube, spaces, and the cubes on it in order."""

    event: str
    dice: list[str]
    divisor: int
    spaces: int
    first_vp: int
    second_vp: int
    black_dice: int
    cubes: list[str]


class PlotView(Struct, frozen=True):
    """One place of the cathedral and whose cube it holds."""

    id: str
    level: int
    value: int
    cube: str | None


class StepView(Struct, frozen=True):
    """One answer or lot of a turn: the kind of the question, and the word that answered it."""

    kind: str
    word: str


class PlayerView(Struct, frozen=True):
    """One seat.

    supply and reserve are citizens in the personal and the general supply; purse are deniers in the district. vp (won
    so far) and characters are null or empty unless they are your own or revealed; score is the total so far, null where
    it is not known, with only the characters that you know of; parts are what everybody can count, or at the end all.
    """

    seat: int
    colour: str
    deniers: int
    influence: int
    supply: int
    reserve: int
    purse: int
    passed: bool
    cubes: dict[str, int]
    events: list[str]
    vp: int | None
    characters_held: int
    characters: list[str]
    score: int | None
    parts: dict[str, int]


class TroyesView(Struct, frozen=True):
    """The table as one seat sees it; seat is null for a spectator.

    phase is setup, place, upkeep, counter, actions or game_over; black_dice are values, high to low; unseen counts
    event cards that were not drawn, of which red_left red ones are still to come; discard are event cards nobody took;
    turn are the answers and lots of the turn in progress, or of the last one.
    """

    edition: str
    seat: int | None
    round: int
    rounds: int
    phase: str
    first_seat: int | None
    active_seat: int | None
    districts: list[DistrictView]
    black_dice: list[int]
    buildings: list[BuildingView]
    activities: list[ActivityView]
    queue: list[EventView]
    cathedral: list[PlotView]
    neutral_supply: int
    red_left: int
    unseen: dict[str, int]
    discard: list[str]
    turn: list[StepView]
    players: list[PlayerView]


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
    """T-142: who stands on a card without a space."""
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
    """A space and whose citizen stands on it: worked out once, as there are few."""
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
