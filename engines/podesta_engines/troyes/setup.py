"""Setting the table, in the order of the rulebook; numbers as in RULES.md."""

from __future__ import annotations

from podesta_engines.core.errors import BadSetup
from podesta_engines.core.notes import note
from podesta_engines.core.ruleset import Setup
from podesta_engines.core.script import Ask, Draw, Script, Task, in_order
from podesta_engines.core.texts.sentences import sentence

from . import notes
from .components import FIGURES, NUMBER_OF, Figures
from .pieces import secret_of
from .state import NEUTRAL, NONE, OWNERS, PLACE, SETUP, Hidden, Options, Player, Secret, State
from .words import CHARACTER, DEAL, DRAW_FIRST, MARAUDERS, PLACE_FIRST, PLAYER_COLOUR


def set_up(setup: Setup) -> State:
    """T-2 to T-9: the table before anything is drawn; raises BadSetup."""
    options: Options = setup.options
    number = NUMBER_OF[setup.edition.id]
    here = FIGURES[number]
    return State(
        edition=number,
        options=options,
        players=[_player(here, setup.seats, colour) for colour in _colours(setup, options)],
        first=_chosen_first(setup, options),
        round=0,
        rounds=here.start.rounds_by_players[setup.seats],
        phase=SETUP,
        active=NONE,
        dice=[0] * (3 * OWNERS),
        black=0,
        standing=[NONE] * 18,
        lying=[0] * 3,
        activities=[NONE] * 9,
        tradesmen=[NONE] * 18,
        queue=[MARAUDERS],
        marks=[[]],
        cathedral=[NONE] * 18,
        neutral=here.neutrals,
        unseen=[event.copies for event in here.events],
        discard=[],
        trace=[],
        hidden=Hidden(list(range(len(CHARACTER)))),
        agenda=[*in_order(*_preparations(setup.seats, here))],
    )


def _player(here: Figures, seats: int, colour: int) -> Player:
    """T-3: five deniers, influence four, some citizens at hand and the others in the general supply."""
    start = here.start
    supply = start.citizens_by_players[seats]
    return Player(
        colour=colour,
        deniers=start.deniers,
        influence=start.influence,
        supply=supply,
        reserve=start.citizens - supply,
        posts=0,
        purse=0,
        passed=False,
        cubes=[0] * 9,
        events=[],
        won=NONE,
        shown=[],
        secret=Secret(0, []),
    )


def _preparations(seats: int, here: Figures) -> list[Task]:
    """T-6, T-10 to T-13: characters, then citizens in snake order; grey ones before them if two play, else after."""
    each = range(seats)
    neutrals: list[Task] = [("settle_neutrals",)]
    laps = range(here.start.citizens_by_players[seats])
    return [
        ("choose_first",),
        *(("deal", turn) for _ in range(here.start.characters_by_players[seats]) for turn in each),
        *(neutrals if seats == 2 else []),
        *(("settle", turn) for lap in laps for turn in (reversed(each) if lap % 2 else each)),
        *(neutrals if seats > 2 else []),
        ("start_round",),
    ]


def _chosen_first(setup: Setup, options: Options) -> int:
    """T-1: the first player, if the host names one; raises BadSetup."""
    seat = options.first_seat
    if seat is not None and seat >= setup.seats:
        raise BadSetup("first_seat", sentence("seat-not-one-of", seat=seat, last=setup.seats - 1), "T-1")
    return NONE if seat is None else seat


def _colours(setup: Setup, options: Options) -> list[int]:
    """T-2: the colours by seat; raises BadSetup."""
    chosen = options.colours
    if chosen is None:
        return list(range(setup.seats))
    known = [word.slug for word in PLAYER_COLOUR.words]
    if unknown := [name for name in chosen if name not in known]:
        raise BadSetup("colours", sentence("not-one-of", wanted=unknown[0], known=list(known)), "T-2")
    if len(chosen) != setup.seats or len(set(chosen)) != setup.seats:
        raise BadSetup("colours", sentence("colours-differ", seats=setup.seats), "T-2")
    return [PLAYER_COLOUR.parse(name) for name in chosen]


def choose_first(g: State) -> Script:
    """T-1: the first player is drawn, each seat equally likely, unless the host named one."""
    if g.first == NONE:
        g.first = yield Draw(DRAW_FIRST, range(len(g.players)))
        note(g, notes.FIRST_PLAYER, g.first, ())
    else:
        note(g, notes.FIRST_PLAYER, g.first, (g.first,))


def deal(g: State, turn: int) -> Script:
    """T-6: a character for each seat, two with two players, seen by that seat alone."""
    hidden, seat = g.hidden, (g.first + turn) % len(g.players)
    assert hidden is not None
    character = yield Draw(DEAL, tuple(hidden.characters), None, seat)
    note(g, notes.DEALT, seat)
    hidden.characters.remove(character)
    mine = secret_of(g.players[seat]).characters
    mine.append(character)
    mine.sort()
    note(g, notes.CHARACTER_SEEN, seat, character, visible_to=seat)


def settle(g: State, turn: int) -> Script:
    """T-10, T-11: in snake order, each puts one citizen on any empty space."""
    seat = (g.first + turn) % len(g.players)
    g.phase, g.active = PLACE, seat
    space = yield Ask(PLACE_FIRST, seat, _empty(g))
    g.standing[space] = seat
    g.players[seat].supply -= 1
    note(g, notes.SETTLED, seat, space)


def _empty(g: State) -> list[int]:
    return [space for space, owner in enumerate(g.standing) if owner == NONE]


def settle_neutrals(g: State) -> None:
    """T-12, T-13: grey citizens fill the empty spaces, or six printed spaces with two players."""
    spaces = FIGURES[g.edition].neutral_spaces if len(g.players) == 2 else tuple(_empty(g))
    for space in spaces:
        g.standing[space] = NEUTRAL
    g.neutral -= len(spaces)
    note(g, notes.NEUTRALS_SETTLED, NONE, spaces)
