"""Setting the table, in the order of the rulebook; numbers as in RULES.md."""

from __future__ import annotations

from podesta_engines.core.errors import BadSetup
from podesta_engines.core.notes import note
from podesta_engines.core.ruleset import Setup
from podesta_engines.core.script import Ask, Draw, Script, Task, in_order
from podesta_engines.core.texts.sentences import sentence

from .components import FIGURES, NUMBER_OF
from .notes import DEALT, FLEET_TAKEN, PLACED, STARTS, STOCKED, TILE_LAID
from .pieces import draw_card, draw_goods, fleet_of
from .state import NONE, PLACE, SETUP, Hidden, Options, Player, Secret, State
from .words import FLEET, FLIP_COIN, LAY_TILE, PLACE_SHIPS, PLACEMENTS, START_SEAT, TAKE_FLEET

BOTH_WAYS = (0, 1)


def set_up(setup: Setup) -> State:
    """G-16: the table before anything is drawn; raises BadSetup."""
    options: Options = setup.options
    number = NUMBER_OF[setup.edition.id]
    fleets = _chosen_fleets(setup, options)
    here, chart = FIGURES[number], FIGURES[number].maps[setup.seats]
    g = State(
        edition=number,
        options=options,
        players=[Player([0] * 6, fleet, 0, Secret([0] * 6)) for fleet in fleets],
        start=_chosen_start(setup, options),
        round=0,
        phase=SETUP,
        active=NONE,
        moving=NONE,
        end=NONE,
        tiles=[NONE] * len(chart.slots),
        reversed=[0] * len(chart.slots),
        route=list(chart.blank),
        at=[NONE] * 12,
        heading=[0] * 12,
        cargo=[NONE] * 12,
        load=[0] * 12,
        ports=[[0] * 6, [0] * 6],
        bag=[here.goods] * 6,
        bag_size=here.goods * 6,
        discard=[0] * 6,
        hidden=Hidden([here.cards] * 6),
        agenda=[*in_order(*_preparations(setup.seats, len(chart.slots), here.hand, options.layout))],
    )
    if options.layout == "standard":
        for slot in range(len(chart.slots)):
            _show_tile(g, slot, slot)
    return g


def _preparations(seats: int, slots: int, hand: int, layout: str) -> list[Task]:
    """G-16: the order of the setup."""
    each = range(seats)
    tiles: list[Task] = [(task, slot) for task in ("lay_tile", "turn_tile") for slot in range(slots)]
    return [
        ("choose_start",),
        *(("take_fleet", seat) for seat in each),
        *(tiles if layout == "random" else []),
        *(("place", turn) for turn in each),
        *(("stock", port) for port in (0, 1)),
        *(("deal", turn, card) for turn in each for card in range(hand)),
        ("start_round",),
    ]


def _chosen_start(setup: Setup, options: Options) -> int:
    """G-7: the start player, if the host names one; raises BadSetup."""
    seat = options.start_seat
    if seat is not None and seat >= setup.seats:
        raise BadSetup("start_seat", sentence("seat-not-one-of", seat=seat, last=setup.seats - 1), "G-7")
    return NONE if seat is None else seat


def _chosen_fleets(setup: Setup, options: Options) -> list[int]:
    """G-8: the fleets by seat, if the host names them; raises BadSetup."""
    chosen = options.fleets
    if chosen is None:
        return [NONE] * setup.seats
    known = [word.slug for word in FLEET.words]
    if unknown := [name for name in chosen if name not in known]:
        raise BadSetup("fleets", sentence("not-one-of", wanted=unknown[0], known=list(known)), "G-8")
    if len(chosen) != setup.seats or len(set(chosen)) != setup.seats:
        raise BadSetup("fleets", sentence("fleets-differ", seats=setup.seats), "G-8")
    return [FLEET.parse(name) for name in chosen]


def choose_start(g: State) -> Script:
    """G-7: the start player is drawn, each seat equally likely, unless the host named one."""
    if g.start == NONE:
        g.start = yield Draw(START_SEAT, range(len(g.players)))
    note(g, STARTS, g.start)


def take_fleet(g: State, seat: int) -> Script:
    """G-8: each seat gets one fleet, drawn among those that are left unless the host named it."""
    me = g.players[seat]
    ships: tuple[int, ...] = ()
    if me.fleet == NONE:
        taken = [player.fleet for player in g.players]
        me.fleet = yield Draw(TAKE_FLEET, [fleet for fleet in range(len(FLEET)) if fleet not in taken])
        ships = fleet_of(g, seat)
    note(g, FLEET_TAKEN, seat, me.fleet, ships)


def lay_tile(g: State, slot: int) -> Script:
    """G-10: a slot gets one of the unused tiles."""
    tile = yield Draw(LAY_TILE, [tile for tile in range(len(FIGURES[g.edition].tiles)) if tile not in g.tiles])
    _show_tile(g, slot, tile)


def turn_tile(g: State, slot: int) -> Script:
    """G-10: a fair coin decides which way round a tile is laid."""
    g.reversed[slot] = yield Draw(FLIP_COIN, BOTH_WAYS)
    _show_tile(g, slot, g.tiles[slot])
    first, _ = FIGURES[g.edition].maps[len(g.players)].slots[slot]
    note(g, TILE_LAID, NONE, g.tiles[slot], g.reversed[slot], tuple(g.route[first : first + 3]), slot)


def _show_tile(g: State, slot: int, tile: int) -> None:
    """G-9: the three spaces of a tile become part of the route, on the side with the slot's symbol."""
    here = FIGURES[g.edition]
    first, symbol = here.maps[len(g.players)].slots[slot]
    colours = here.tiles[tile][symbol]
    g.tiles[slot] = tile
    g.route[first : first + 3] = colours[::-1] if g.reversed[slot] else colours


def place(g: State, turn: int) -> Script:
    """G-12: clockwise from the start player, each distributes three ships over the two main ports."""
    seat = (g.start + turn) % len(g.players)
    g.phase, g.active = PLACE, seat
    ports = PLACEMENTS[(yield Ask(PLACE_SHIPS, seat, range(len(PLACEMENTS))))]
    ships = fleet_of(g, seat)
    for ship, port in zip(ships, ports, strict=True):
        _place_ship(g, ship, port)
    note(g, PLACED, seat, *ports, ships)


def _place_ship(g: State, ship: int, port: int) -> None:
    """G-13: a ship in Venice heads for Constantinople and the other way round."""
    g.at[ship] = (len(g.route) - 1) * port
    g.heading[ship] = -1 if port else 1


def stock(g: State, port: int) -> Script:
    """G-14: nine goods at random for each main port (G-53)."""
    g.phase, g.active = SETUP, NONE
    drawn = yield from draw_goods(g, port)
    note(g, STOCKED, NONE, port, drawn)


def deal(g: State, turn: int, card: int) -> Script:
    """G-15: five hidden cards for each seat, the start player first."""
    seat = (g.start + turn) % len(g.players)
    if not card:
        note(g, DEALT, seat, FIGURES[g.edition].hand)
    yield from draw_card(g, seat)
