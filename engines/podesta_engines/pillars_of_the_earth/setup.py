"""Setting the table, in the order of the rulebook; numbers as in RULES.md."""

from __future__ import annotations

from podesta_engines.core.errors import BadSetup
from podesta_engines.core.notes import note
from podesta_engines.core.ruleset import Setup
from podesta_engines.core.script import Draw, Script
from podesta_engines.core.texts.sentences import sentence

from .answers import START_SEAT
from .components import FIGURES, NUMBER_OF
from .notes import STARTS
from .state import NONE, Options, Player, Secret, State
from .words import COLOUR, EVENT, SETUP, SPACE, STARTING


def set_up(setup: Setup) -> State:
    """P-12, P-16, P-17: the table before anything is drawn; raises BadSetup."""
    options: Options = setup.options
    number = NUMBER_OF[setup.edition.id]
    here = FIGURES[number]
    return State(
        edition=number,
        options=options,
        players=[_player(number, colour) for colour in _chosen_colours(setup, options)],
        start=_chosen_start(setup, options),
        round=0,
        phase=SETUP,
        active=NONE,
        privileges=here.regular,
        events=(1 << len(EVENT)) - 1,
        craftsmen=0,
        kingsbridge=[NONE, NONE],
        shiring=[NONE, NONE],
        supply=0,
        hiring=[],
        stock=[0, 0, 0],
        court_metal=0,
        cost=here.costs[0],
        board=[NONE] * len(SPACE),
        taken=0,
        wheel=[NONE] * len(here.costs),
        drawn=NONE,
        redraw=False,
        event=NONE,
        peeked=NONE,
        audience=NONE,
        tax=0,
        working=NONE,
        uses=[],
        agenda=[("choose_start",)],
    )


def _player(number: int, colour: int) -> Player:
    """P-12: three craftsmen, twelve workers and three builders for every seat; gold depends on the start player."""
    here = FIGURES[number]
    return Player(
        colour=colour,
        gold=0,
        points=here.start_points,
        row=list(STARTING),
        cubes=[0] * 4,
        free=here.worker_count,
        bag=here.builders,
        secret=Secret(),
    )


def _chosen_start(setup: Setup, options: Options) -> int:
    """P-11: the start player, if the host names one; raises BadSetup."""
    seat = options.start_seat
    if seat is not None and seat >= setup.seats:
        raise BadSetup("start_seat", sentence("seat-not-one-of", seat=seat, last=setup.seats - 1), "P-11")
    return NONE if seat is None else seat


def _chosen_colours(setup: Setup, options: Options) -> list[int]:
    """P-12: a colour for each seat, in the order of the box unless the host names them; raises BadSetup."""
    chosen = options.colours
    if chosen is None:
        return list(range(setup.seats))
    known = [word.slug for word in COLOUR.words]
    if unknown := [name for name in chosen if name not in known]:
        raise BadSetup("colours", sentence("not-one-of", wanted=unknown[0], known=list(known)), "P-12")
    if len(chosen) != setup.seats or len(set(chosen)) != setup.seats:
        raise BadSetup("colours", sentence("colours-differ", seats=setup.seats), "P-12")
    return [COLOUR.parse(name) for name in chosen]


def choose_start(g: State) -> Script:
    """P-11: the start player is drawn, each seat equally likely, unless the host named one."""
    seats = len(g.players)
    if g.start == NONE:
        g.start = yield Draw(START_SEAT, range(seats))
    for turn in range(seats):
        g.players[(g.start + turn) % seats].gold = FIGURES[g.edition].start_gold[turn]
    note(g, STARTS, g.start, tuple([player.gold for player in g.players]))
    g.agenda.append(("step", 0))
