"""The words of The Pillars of the Earth: vocabularies, questions and draws; how people read them stands in `texts/`."""

from __future__ import annotations

from itertools import combinations, product
from typing import NamedTuple

from podesta_engines.core.script import Kind
from podesta_engines.core.words import Vocabulary, Word, form

# -- pieces ----------------------------------------------------------------------------------------------------------

COLOUR = Vocabulary.of("colour", "blue", "red", "green", "yellow")
SEAT = Vocabulary.seats("seat", 4)
NUMBER = Vocabulary.numbers("number", 601)
SAND, WOOD, STONE, METAL = range(4)
GOLD, POINTS = 4, 5
"""Gold and points among the things a card takes or gives."""
RESOURCE = Vocabulary.of("resource", "sand", "wood", "stone", "metal")
THING = Vocabulary.of("thing", *(word.slug for word in RESOURCE.words), "gold", "points")
"""What craftsmen turn into what."""
TRADE = Vocabulary.of(
    "trade", "mortar_mixer", "woodworker", "stonecutter", "mason", "tool_maker", "potter", "architect", "carpenter",
    "sculptor", "glassblower", "goldsmith", "bellmaker", "organ_builder",
)  # fmt: skip
MORTAR_MIXER, WOODWORKER, STONECUTTER, MASON, TOOL_MAKER = range(5)
ARCHITECT, BELLMAKER, ORGAN_BUILDER = 6, 11, 12
TITLE = Vocabulary.of("title", *(word.slug for word in TRADE.words), "master_woodworker")
"""What stands on a craftsman's card: his trade, but a woodworker may be a master."""
_TITLES = (
    ("mortar_mixer", "woodworker", "stonecutter"),
    ("tool_maker", "master_woodworker", "mortar_mixer", "mason"),
    ("carpenter", "mason", "potter", "architect"),
    ("mason", "carpenter", "sculptor", "potter"),
    ("mason", "carpenter", "sculptor", "glassblower"),
    ("carpenter", "goldsmith", "sculptor", "glassblower"),
    ("goldsmith", "sculptor", "organ_builder", "bellmaker"),
)
"""The craftsmen by round; at the start everybody has one of each of the first three."""
TITLED = tuple((TITLE.parse(title), when) for when, titles in enumerate(_TITLES) for title in titles)
"""Title and round of every craftsman card."""
_FIRST = form("labels.starting", title=TITLE)
_LATER = form("labels.of_round", title=TITLE, round=NUMBER)


def _craftsman(title: int, when: int) -> Word:
    """`start_<title>` or `r<round>_<title>`."""
    slug = f"{f'r{when}' if when else 'start'}_{TITLE.slug(title)}"
    return Word(slug, said=_LATER(title, when) if when else _FIRST(title))


CRAFTSMAN = Vocabulary("craftsman", (_craftsman(*card) for card in TITLED))
STARTING = (0, 1, 2)
"""The craftsmen that everybody starts with."""
PER_ROUND = 4
RESOURCE_CARD = Vocabulary.of(
    "resource_card", *(f"{place}_{cubes}" for place in ("gravel_pit", "forest", "quarry") for cubes in (2, 3, 4))
)
PRIVILEGE = Vocabulary.of(
    "privilege", "pv_aliena", "pv_tom_builder", "pv_richard", "pv_prior_philip", "pv_francis", "pv_ellen",
    "pv_jack_builder", "pv_otto", "pv_tax_exemption", "pv_thomas", "pv_remigius", "pv_wool_fair",
    "pv_weeping_madonna", "pv_toledo", "pv_festivities", "pv_completion",
)  # fmt: skip
(
    ALIENA, TOM_BUILDER, RICHARD, PRIOR_PHILIP, FRANCIS, ELLEN, JACK_BUILDER, OTTO, TAX_EXEMPTION, THOMAS, REMIGIUS,
    WOOL_FAIR, WEEPING_MADONNA, TOLEDO, FESTIVITIES, COMPLETION,
) = range(16)  # fmt: skip
EVENT = Vocabulary.of(
    "event", "ev_kings_gift", "ev_richard_metal", "ev_prior_wool", "ev_volunteers", "ev_archbishop", "ev_william",
    "ev_conflict", "ev_town_wall", "ev_cold_winter", "ev_collapse",
)  # fmt: skip
(
    KINGS_GIFT, RICHARD_METAL, PRIOR_WOOL, VOLUNTEERS, ARCHBISHOP, WILLIAM, CONFLICT, TOWN_WALL, COLD_WINTER, COLLAPSE
) = range(10)  # fmt: skip
SPACE = Vocabulary.of(
    "space", "bishop", "kingsbridge_1", "kingsbridge_2", "priory_1", "priory_2", "court_1", "court_2", "court_3",
    "court_4", "shiring_1", "shiring_2", "castle", "market_1", "market_2", "market_3", "market_4", "cathedral",
)  # fmt: skip
BISHOP, KINGSBRIDGE, PRIORY, COURT, SHIRING, CASTLE, MARKET, CATHEDRAL = 0, 1, 3, 5, 9, 11, 12, 16
"""The first space of each location."""
PIECE = Vocabulary.of("piece", "nave", "portal", "apse", "tower_1", "tower_2", "roof")
PAIRS = tuple(combinations(range(9), 2))
"""The resource cards that may be left out."""
_PAIR = form("labels.pair", cards=RESOURCE_CARD)


def _pair(pair: tuple[int, int]) -> Word:
    """`<card>.<card>`."""
    a, b = map(RESOURCE_CARD.slug, pair)
    return Word(f"{a}.{b}", (("cards", f"{a},{b}"),), _PAIR(pair))


LEFT_OUT = Vocabulary("left_out", map(_pair, PAIRS))

# -- answers ---------------------------------------------------------------------------------------------------------

HIRE_FROM = len(RESOURCE_CARD) - len(STARTING)
"""Taking craftsman c is HIRE_FROM + c in CHOICE; taking resource card r is r."""
PASS_CHOICE = HIRE_FROM + len(CRAFTSMAN)
PLACE_FREE = len(SPACE)
"""Placing on space s is s in PLACEMENT; at no cost, with Remigius, PLACE_FREE + s."""
PASS_BUILDER = 2 * len(SPACE)
PER_BUY, PER_SALE = 4, 30
"""Cubes in one purchase or sale at most; nobody can ever own more than thirty that may be sold."""


class Buy(NamedTuple):
    """Cubes of one kind are bought at the market."""

    resource: int
    cubes: int


class Sell(NamedTuple):
    """Cubes of one kind are sold at the market."""

    resource: int
    cubes: int


DEALS: tuple[Buy | Sell, ...] = (
    *(Buy(resource, cubes) for resource in range(METAL) for cubes in range(1, PER_BUY + 1)),
    *(Sell(resource, cubes) for resource in range(len(RESOURCE)) for cubes in range(1, PER_SALE + 1)),
)
"""What every word of DEAL but the last one says."""
LEAVE = len(DEALS)


class Use(NamedTuple):
    """A craftsman works some times."""

    card: int
    times: int


PER_USE = 9
"""Uses of a craftsman in one answer at most."""
TIMES = Vocabulary.of("times", *map(str, range(PER_USE + 1)))
"""How often: once, twice, …"""
USES = tuple(Use(card, times) for card in range(len(CRAFTSMAN)) for times in range(1, PER_USE + 1))
"""What every word of WORK but the last one says."""
DONE = len(USES)
KEEP, REDRAW = 0, 1
USE, DECLINE = 0, 1
EITHER = (0, 1)
"""Both answers of a question that has two."""
PROTECTION = 0
"""In AUDIENCE; asking for resource r is r + 1."""
KEPT = tuple(kept for kept in product(range(6), repeat=4) if sum(kept) == 5)
"""The cubes of each kind that may be kept."""

_TAKE, _HIRE = form("labels.take", card=RESOURCE_CARD), form("labels.hire", card=CRAFTSMAN)
_PLACE, _PLACE_FREE = form("labels.place", space=SPACE), form("labels.place_free", space=SPACE)
_BUY, _SELL = (form(f"labels.{action}", number=NUMBER, resource=RESOURCE) for action in ("buy", "sell"))
_USE = form("labels.use", times=TIMES, card=CRAFTSMAN)
_ASK = form("labels.ask_for", resource=RESOURCE)
_KEEP = form("labels.keep", cubes=RESOURCE)


def _take(card: int) -> Word:
    """`take.<card>`, of a resource card."""
    slug = RESOURCE_CARD.slug(card)
    return Word(f"take.{slug}", (("action", "take"), ("card", slug)), _TAKE(card))


def _hire(card: int) -> Word:
    """`take.<card>`, of a craftsman."""
    slug = CRAFTSMAN.slug(card)
    return Word(f"take.{slug}", (("action", "take"), ("card", slug)), _HIRE(card))


def _place(space: int) -> Word:
    """`place.<space>`."""
    slug = SPACE.slug(space)
    return Word(f"place.{slug}", (("action", "place"), ("space", slug)), _PLACE(space))


def _place_free(space: int) -> Word:
    """`place_free.<space>`."""
    slug = SPACE.slug(space)
    return Word(f"place_free.{slug}", (("action", "place_free"), ("space", slug)), _PLACE_FREE(space))


def _deal(deal: Buy | Sell) -> Word:
    """`buy.<resource>.<cubes>` or `sell.<resource>.<cubes>`."""
    action, said = ("buy", _BUY) if isinstance(deal, Buy) else ("sell", _SELL)
    resource, cubes = RESOURCE.slug(deal.resource), str(deal.cubes)
    parts = (("action", action), ("resource", resource), ("cubes", cubes))
    return Word(f"{action}.{resource}.{cubes}", parts, said(deal.cubes, deal.resource))


def _use(use: Use) -> Word:
    """`use.<card>.<times>`."""
    card, times = CRAFTSMAN.slug(use.card), str(use.times)
    return Word(f"use.{card}.{times}", (("action", "use"), ("card", card), ("times", times)), _USE(use.times, use.card))


def _audience(resource: int) -> Word:
    """`resource.<resource>`."""
    slug = RESOURCE.slug(resource)
    return Word(f"resource.{slug}", (("action", "resource"), ("resource", slug)), _ASK(resource))


def _kept(cubes: tuple[int, ...]) -> Word:
    """`<sand>.<wood>.<stone>.<metal>`."""
    parts = tuple((word.slug, str(n)) for word, n in zip(RESOURCE.words, cubes, strict=True))
    return Word(".".join(map(str, cubes)), parts, _KEEP([kind for kind, n in enumerate(cubes) for _ in range(n)]))


def _plain(action: str) -> Word:
    """An answer that names nothing."""
    return Word(action, (("action", action),))


CHOICE = Vocabulary(
    "choice",
    [*map(_take, range(len(RESOURCE_CARD))), *map(_hire, range(len(STARTING), len(CRAFTSMAN))), _plain("pass")],
)
_SPACES = range(len(SPACE))
PLACEMENT = Vocabulary("placement", [*map(_place, _SPACES), *map(_place_free, _SPACES), _plain("pass")])
DEAL = Vocabulary("deal", [*map(_deal, DEALS), _plain("leave")])
WORK = Vocabulary("work", [*map(_use, USES), _plain("done")])
SECOND_DRAW = Vocabulary.of("second_draw", "keep", "redraw")
WHETHER = Vocabulary.of("whether", "use", "decline")
AUDIENCE = Vocabulary("audience", [_plain("protection"), *map(_audience, range(METAL))])
KEEPING = Vocabulary("keeping", map(_kept, KEPT))
REASON = Vocabulary.of("reason", "cathedral_complete")
PART = Vocabulary.of("part", "points", "gold")
PHASE = Vocabulary.of(
    "phase", "setup", "prepare", "choose", "to_mill", "draw_builders", "place_passed", "event", "bishop", "mill",
    "kingsbridge", "priory", "forest", "quarry", "gravel_pit", "court", "shiring", "castle", "market", "cathedral",
    "new_start", "game_over",
)  # fmt: skip
SETUP, PREPARE = 0, 1
"""In PHASE; the steps of a round follow one another from PREPARE on."""
GAME_OVER = len(PHASE) - 1

# -- questions and draws ---------------------------------------------------------------------------------------------

CHOOSE = Kind("choose", "P-31", CHOICE)
DISMISS = Kind("dismiss", "P-7", CRAFTSMAN)
SECOND = Kind("redraw", "P-52", SECOND_DRAW, about=(("owner", SEAT), ("cost", NUMBER)))
PLACE = Kind("place", "P-53", PLACEMENT, about=(("cost", NUMBER),))
PLACE_PASSED = Kind("place_passed", "P-58", PLACEMENT, about=(("cost", NUMBER),))
ASK_BISHOP = Kind("bishop", "P-72", AUDIENCE, about=(("event", EVENT),))
USE_THOMAS = Kind("thomas", "P-74", WHETHER, about=(("event", EVENT),))
LOSE = Kind("lose", "P-75", CRAFTSMAN)
EXEMPTION = Kind("tax_exemption", "P-94", WHETHER, about=(("tax", NUMBER),))
AT_MARKET = Kind("market", "P-111", DEAL, about=(("space", SPACE),))
BOOST = Kind("boost", "P-131", CRAFTSMAN)
USE_CRAFTSMAN = Kind("use", "P-132", WORK)
KEEP_CUBES = Kind("keep", "P-141", KEEPING)
START_SEAT = Kind("start_seat", "P-11", SEAT)
TURN_PRIVILEGE = Kind("privilege", "P-20", PRIVILEGE)
TURN_CRAFTSMAN = Kind("craftsman", "P-21", CRAFTSMAN)
LEAVE_OUT = Kind("left_out", "P-23", LEFT_OUT)
DRAW_BUILDER = Kind("builder", "P-50", SEAT)
TURN_EVENT = Kind("event", "P-70", EVENT)
PEEK = Kind("peek", "P-26", EVENT)
ROLL_TAX = Kind("tax", "P-91", NUMBER)
KINDS = (
    CHOOSE, DISMISS, SECOND, PLACE, PLACE_PASSED, ASK_BISHOP, USE_THOMAS, LOSE, EXEMPTION, AT_MARKET, BOOST,
    USE_CRAFTSMAN, KEEP_CUBES, START_SEAT, TURN_PRIVILEGE, TURN_CRAFTSMAN, LEAVE_OUT, DRAW_BUILDER, TURN_EVENT, PEEK,
    ROLL_TAX,
)  # fmt: skip
VOCABULARIES = (
    COLOUR, SEAT, NUMBER, RESOURCE, TRADE, CRAFTSMAN, RESOURCE_CARD, PRIVILEGE, EVENT, SPACE, PIECE, LEFT_OUT, CHOICE,
    PLACEMENT, DEAL, WORK, SECOND_DRAW, WHETHER, AUDIENCE, KEEPING, REASON, PART, PHASE, THING, TITLE, TIMES,
)  # fmt: skip
