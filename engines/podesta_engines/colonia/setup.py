"""Setting the table of Colonia, in the order of the rulebook; numbers as in RULES.md."""

from __future__ import annotations

from collections.abc import Sequence

from podesta_engines.core.errors import BadSetup
from podesta_engines.core.notes import note
from podesta_engines.core.ruleset import Setup
from podesta_engines.core.script import Ask, Draw, Script, Task, in_order
from podesta_engines.core.texts.sentences import sentence

from .components import FIGURES, NUMBER_OF, Figures
from .notes import GOOD_ROLLED, RESOURCES_DRAWN
from .pieces import some, take_good
from .state import NONE, SETUP, Hidden, Holdings, Options, Player, Secret, State
from .words import CHOOSE_GOOD, CITY, COLOUR, CRAFTSMAN, DIE, GOOD, RELIC, RESOURCE, ROLL_GOOD, SHIP, SIX, STALL, STREET

FACES = tuple(range(len(DIE)))


def set_up(setup: Setup) -> State:
    """C-1 to C-10: the table before anything is drawn; raises BadSetup."""
    options: Options = setup.options
    number = NUMBER_OF[setup.edition.id]
    here = FIGURES[number]
    colours = _colours(setup, options)
    spaces = here.limits.relic_display + here.limits.relic_extra_spaces
    return State(
        edition=number,
        options=options,
        players=[_player(here, colour, setup.seats) for colour in colours],
        week=0,
        phase=SETUP,
        order=[],
        loop=[],
        active=NONE,
        week_cards=[],
        seen=[],
        ordinances=[],
        decided=[],
        voting=NONE,
        fewer=False,
        stalls=[0] * len(STALL) * len(RESOURCE),
        stall_sizes=[0] * len(STALL),
        stall_seats=[NONE] * len(STALL),
        stall_members=[0] * len(STALL),
        queues=[[] for _ in CRAFTSMAN.words],
        capacity=[0] * len(CRAFTSMAN),
        placed=[0] * len(CRAFTSMAN),
        harbour=[],
        die=NONE,
        sailing=0,
        ship_deck=list(range(len(SHIP))),
        ship_discard=[],
        display=[NONE] * spaces,
        guards=[NONE] * spaces,
        relic_discard=[],
        relics_left=len(RELIC),
        supply=[here.pieces.goods] * len(GOOD),
        shrines=[NONE] * len(CITY),
        enshrined=[NONE] * len(CITY),
        windows=[NONE] * len(CITY),
        hidden=Hidden([here.pieces.resources] * len(RESOURCE), list(range(len(RELIC)))),
        agenda=[*in_order(*_preparations(setup.seats, here.start.resources))],
    )


def _colours(setup: Setup, options: Options) -> list[int]:
    """C-2: one colour for each seat; raises BadSetup."""
    known = [word.slug for word in COLOUR.words]
    chosen = known[: setup.seats] if options.colours is None else options.colours
    if unknown := [name for name in chosen if name not in known]:
        raise BadSetup("colours", sentence("not-one-of", wanted=unknown[0], known=list(known)), "C-2")
    if len(chosen) != setup.seats or len(set(chosen)) != setup.seats:
        raise BadSetup("colours", sentence("colours-differ", seats=setup.seats), "C-2")
    return [COLOUR.parse(name) for name in chosen]


def _player(here: Figures, colour: int, seats: int) -> Player:
    """C-1, C-2, C-5: members at home, six family cards, five of each currency."""
    return Player(
        colour=colour,
        home=here.members[seats],
        cards=sum(1 << value for value in here.pieces.family_cards),
        streets=[0] * len(STREET),
        holdings=Holdings([here.start.money] * len(CITY), [0] * len(GOOD), [], [0] * len(RESOURCE)),
        secret=Secret([0] * len(RESOURCE)),
    )


def _preparations(seats: int, resources: int) -> list[Task]:
    """C-10: resources, dice, ships, relics, in seat order; a choice after a 6 comes after all of them."""
    each = range(seats)
    return [
        *(task for seat in each for task in deal(seat, resources)),
        *(("roll_good", seat) for seat in each),
        ("fill_harbour",),
        ("fill_display",),
        ("start_week",),
    ]


def deal(seat: int, number: int) -> list[Task]:
    """C-6: a seat draws resources one by one."""
    return [("tell_draw", seat, number), *[("draw_resource", seat)] * number]


def tell_draw(g: State, seat: int, number: int) -> None:
    """C-6: all see how many resources a seat draws, as long as the bag lasts (C-96)."""
    assert g.hidden is not None
    if left := min(number, sum(g.hidden.bag)):
        note(g, RESOURCES_DRAWN, seat, left, int(g.options.open_holdings))


def roll_good(g: State, seat: int) -> Script:
    """C-7: the die gives its craftsman's good; on a 6 the seat chooses, in the setup only after all other draws."""
    die = yield Draw(ROLL_GOOD, FACES)
    note(g, GOOD_ROLLED, seat, die, some(g.die))
    g.die = die
    if die != SIX:
        take_good(g, seat, FIGURES[g.edition].makes[die])
    elif g.phase == SETUP:
        g.agenda.insert(1, ("choose_good", seat))
    else:
        g.agenda.append(("choose_good", seat))


def choose_good(g: State, seat: int) -> Script:
    """C-88: any good still in the supply; if there is none, the seat gets nothing."""
    options: Sequence[int] = [good for good, left in enumerate(g.supply) if left]
    if options:
        good = yield Ask(CHOOSE_GOOD, seat, options)
        take_good(g, seat, good)
