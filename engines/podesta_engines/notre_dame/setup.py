"""Setting the table, in the order of the rulebook; numbers as in RULES.md."""

from __future__ import annotations

from podesta_engines.core.errors import BadSetup
from podesta_engines.core.notes import note
from podesta_engines.core.ruleset import Setup
from podesta_engines.core.script import Draw, Script, in_order
from podesta_engines.core.texts.sentences import sentence

from .components import FIGURES, NUMBER_OF, SEAT_COLOURS, SPARE_COLOURS
from .notes import BOROUGH_TAKEN, MESSAGE_LAID, STARTS
from .pieces import home
from .state import ACTIONS, NONE, SECTORS, SETUP, SQUARES, UNKNOWN, Options, Player, Secret, State
from .words import COLOUR, LAY_MESSAGE, START_SEAT

ROUNDS = 9
FULL_DECK = (1 << ACTIONS) - 1


def set_up(setup: Setup) -> State:
    """N-1: the table before anything is drawn; raises BadSetup."""
    options: Options = setup.options
    number = NUMBER_OF[setup.edition.id]
    here = FIGURES[number]
    boroughs = here.boroughs[setup.seats]
    return State(
        edition=number,
        options=options,
        colours=_colours(setup.seats, boroughs, options.colours),
        players=[_player(number, setup.seats, seat) for seat in range(setup.seats)],
        start=_chosen_start(setup.seats, options.start_seat),
        round=0,
        phase=SETUP,
        active=NONE,
        gold=here.start.total_gold - here.start.gold * setup.seats,
        squares=[NONE] * (SQUARES * boroughs),
        brown=list(here.groups[0]),
        grey=[],
        persons=[],
        drafted=0,
        moving=NONE,
        agenda=[
            *in_order(("choose_start",), *[("lay_messages", borough) for borough in range(boroughs)], ("start_round",))
        ],
    )


def _player(edition: int, seats: int, seat: int) -> Player:
    """N-3: the start of every seat; with two players they own opposite boroughs (N-85)."""
    start = FIGURES[edition].start
    boroughs = FIGURES[edition].boroughs[seats]
    borough = seat * boroughs // seats
    return Player(
        borough=borough,
        prestige=0,
        gold=start.gold,
        supply=start.supply,
        general=start.markers - start.supply,
        rat=0,
        friend=NONE,
        carriage=SQUARES * borough,
        pieces=[0] * (SECTORS + 1),
        messages=[0] * boroughs,
        played=[],
        secret=Secret([], [], FULL_DECK, nothing_known(seats)),
    )


def nothing_known(seats: int) -> bytearray:
    """N-88: a seat's knowledge of the cards before any is drawn."""
    return bytearray([UNKNOWN]) * (ACTIONS * seats)


def _chosen_start(seats: int, seat: int | None) -> int:
    """N-6: the start player, if the host names one; raises BadSetup."""
    if seat is not None and seat >= seats:
        raise BadSetup("start_seat", sentence("seat-not-one-of", seat=seat, last=seats - 1), "N-6")
    return NONE if seat is None else seat


def _colours(seats: int, boroughs: int, chosen: list[str] | None) -> list[int]:
    """N-2: the colours by borough; spare boroughs take the first unused ones; raises BadSetup."""
    taken = list(SEAT_COLOURS[:seats]) if chosen is None else _chosen_colours(seats, chosen)
    if seats == boroughs:
        return taken
    spare = iter([colour for colour in SPARE_COLOURS if colour not in taken])
    owned = {seat * boroughs // seats: colour for seat, colour in enumerate(taken)}
    return [owned[borough] if borough in owned else next(spare) for borough in range(boroughs)]


def _chosen_colours(seats: int, chosen: list[str]) -> list[int]:
    """N-2: the colours by seat as the host names them; raises BadSetup."""
    known = [word.slug for word in COLOUR.words]
    if unknown := [name for name in chosen if name not in known]:
        raise BadSetup("colours", sentence("not-one-of", wanted=unknown[0], known=list(known)), "N-2")
    if len(chosen) != seats or len(set(chosen)) != seats:
        raise BadSetup("colours", sentence("colours-differ", seats=seats), "N-2")
    return [COLOUR.parse(name) for name in chosen]


def choose_start(g: State) -> Script:
    """N-6, N-90: the start player is drawn, each seat equally likely, unless the host named one."""
    if g.start == NONE:
        g.start = yield Draw(START_SEAT, range(len(g.players)))
    note(g, STARTS, g.start)
    for seat, player in enumerate(g.players):
        note(g, BOROUGH_TAKEN, seat, player.borough, g.colours[player.borough])


def lay_messages(g: State, borough: int) -> Script:
    """N-4, N-91, R-25: the four messages of a borough are placed face up on its edge squares, in random order."""
    left = list(range(SQUARES - 1))
    for square in range(SQUARES * borough + 1, SQUARES * (borough + 1)):
        message = (yield Draw(LAY_MESSAGE, left.copy())) if len(left) > 1 else left[0]
        left.remove(message)
        g.squares[square] = message
        if g.journal is not None:
            note(g, MESSAGE_LAID, NONE, square, message, square % SQUARES, home(g, borough), g.colours[borough])
