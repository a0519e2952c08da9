"""The table of Troyes, as data only."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from podesta_engines.core.notes import Note
from podesta_engines.core.script import Task
from podesta_engines.describing import word_of

NONE = -1
"""No seat, no owner, no card."""
NEUTRAL = 4
"""The owner of grey citizens and cubes, and of the neutral district; seats are 0 to 3."""
OWNERS = 5

RED, WHITE, YELLOW = range(3)
"""The colours of dice and cards; also the buildings Palace, Bishopric and City Hall."""
ANY = 3
"""Any colours mixed: the group for Pilgrimage."""

SETUP, PLACE, UPKEEP, COUNTER, ACTIONS, GAME_OVER = range(6)
"""The phases of `State.phase`; UPKEEP is everything from Phase 0 to the roll of the black dice."""


class Secret(Struct, array_like=True, gc=False):
    """What only one seat may see: its victory points (T-260) and its characters (T-6)."""

    vp: int
    characters: list[int]


class Hidden(Struct, array_like=True, gc=False):
    """What no seat may see: the characters that were not dealt."""

    characters: list[int]


class Player(Struct, array_like=True, gc=False):
    """One seat.

    `supply` is the personal supply of citizens, `reserve` the general one; `posts` a mask of the activity spaces with
    its tradesmen; `purse` the deniers in the district (T-232); `cubes` are counts by modifier (index 0 unused);
    `events` the event cards taken; `won` and `shown` are the victory points and characters once they are revealed
    (T-263), NONE and empty before.
    """

    colour: int
    deniers: int
    influence: int
    supply: int
    reserve: int
    posts: int
    purse: int
    passed: bool
    cubes: list[int]
    events: list[int]
    won: int
    shown: list[int]
    secret: Secret | None


class Options(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The options of a game; each has a default and names its rule."""

    first_seat: Annotated[
        Annotated[int, Meta(ge=0, le=3)] | None,
        Meta(description="Who is the start player; drawn at random if not chosen.", extra={"rule": "T-1"}),
    ] = None
    colours: Annotated[
        list[Annotated[str, word_of("player_colour")]] | None,
        Meta(
            description="The players' colours; if not chosen: natural wood, blue, green and orange in seat order.",
            extra={"rule": "T-2"},
        ),
    ] = None
    lying_usable: Annotated[
        bool,
        Meta(
            description="Citizens expelled this round may be hired or placed again at once by their owner.",
            extra={"rule": "T-201"},
        ),
    ] = False
    grey_counts_as_rival: Annotated[
        bool,
        Meta(
            description="Grey cubes on an event keep a player who is alone there from earning both rewards.",
            extra={"rule": "T-183"},
        ),
    ] = True


class State(Struct, array_like=True, gc=False):
    """The table.

    `dice[5 * colour + district]` is a heap, see `dice.py`, and so is `black`. `standing` has the owners on the 18
    spaces of the buildings, `lying` a mask of owners for each building. `activities` are the cards on the nine spaces
    by colour and number, `tradesmen` the owners on their two spaces each. `queue` are event kinds and `marks` the
    owners of the cubes on each, in order. `cathedral[3 * (value - 1) + level - 1]` is the owner of a cube. `neutral`
    counts grey citizens in the supply, `unseen` event cards by kind that were not drawn, `discard` are event cards that
    no seat took. `trace` are the answers and lots of the turn in progress, or of the last one; see `words.traced`.
    """

    edition: int
    options: Options
    players: list[Player]
    first: int
    round: int
    rounds: int
    phase: int
    active: int
    dice: list[int]
    black: int
    standing: list[int]
    lying: list[int]
    activities: list[int]
    tradesmen: list[int]
    queue: list[int]
    marks: list[list[int]]
    cathedral: list[int]
    neutral: int
    unseen: list[int]
    discard: list[int]
    trace: list[int]
    hidden: Hidden | None
    agenda: list[Task]
    journal: list[Note] | None = None
