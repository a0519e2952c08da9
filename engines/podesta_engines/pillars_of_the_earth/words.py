"""The words of The Pillars of the Earth, except answers (`answers`); their labels are in `texts/`."""

from __future__ import annotations

from itertools import combinations

from podesta_engines.core.words import Vocabulary, Word, form

# -- pieces ----------------------------------------------------------------------------------------------------------

COLOUR = Vocabulary.of("colour", "blue", "red", "green", "yellow")
SEAT = Vocabulary.seats("seat", 4)
NUMBER = Vocabulary.numbers("number", 601)
SAND, WOOD, STONE, METAL = range(4)
GOLD, POINTS = 4, 5
"""Gold and points among the things that a card takes or gives."""
RESOURCE = Vocabulary.of("resource", "sand", "wood", "stone", "metal")
THING = Vocabulary.of("thing", *(word.slug for word in RESOURCE.words), "gold", "points")
"""The inputs and outputs of craftsmen."""
TRADE = Vocabulary.of(
    "trade", "mortar_mixer", "woodworker", "stonecutter", "mason", "tool_maker", "potter", "architect", "carpenter",
    "sculptor", "glassblower", "goldsmith", "bellmaker", "organ_builder",
)  # fmt: skip
MORTAR_MIXER, WOODWORKER, STONECUTTER, MASON, TOOL_MAKER = range(5)
ARCHITECT, BELLMAKER, ORGAN_BUILDER = 6, 11, 12
TITLE = Vocabulary.of("title", *(word.slug for word in TRADE.words), "master_woodworker")
"""The titles on craftsmen's cards: their trades, but a woodworker may be a master."""
_TITLES = (
    ("mortar_mixer", "woodworker", "stonecutter"),
    ("tool_maker", "master_woodworker", "mortar_mixer", "mason"),
    ("carpenter", "mason", "potter", "architect"),
    ("mason", "carpenter", "sculptor", "potter"),
    ("mason", "carpenter", "sculptor", "glassblower"),
    ("carpenter", "goldsmith", "sculptor", "glassblower"),
    ("goldsmith", "sculptor", "organ_builder", "bellmaker"),
)
"""The craftsmen by round; at the start every seat has one of each of the first three."""
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
"""The craftsmen that every seat starts with."""
PER_ROUND = 4
RESOURCE_CARD = Vocabulary.of(
    "resource_card", *(f"{place}_{cubes}" for place in ("gravel_pit", "forest", "quarry") for cubes in (2, 3, 4))
)
SITE_OF = tuple(word.slug.rpartition("_")[0] for word in RESOURCE_CARD.words)
"""The site of each resource card's workers."""
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
SITE = Vocabulary.of(
    "site", "general", "market", "court", "bishop", "shiring", "castle", "mill", "forest", "quarry", "gravel_pit",
    "cathedral", "pieces", "event", "tax", "grey_workers", "black_worker", "bag", "drawn", "aside", "supply",
    "resource_cards", "craftsman_deck", "privilege_deck", "event_deck", "craftsmen", "privileges", "workers",
    "next_workers", "start", "gold",
)  # fmt: skip
"""Locations, and places of the table that are not spaces for builders."""
GENERAL, MARKET_SITE, COURT_SITE, BISHOP_SITE, SHIRING_SITE, CASTLE_SITE = range(6)
PIECE = Vocabulary.of("piece", "nave", "portal", "apse", "tower_1", "tower_2", "roof")
PAIRS = tuple(combinations(range(9), 2))
"""The pairs of resource cards that may be left out."""
_PAIR = form("labels.pair", cards=RESOURCE_CARD)


def _pair(pair: tuple[int, int]) -> Word:
    """`<card>.<card>`."""
    a, b = map(RESOURCE_CARD.slug, pair)
    return Word(f"{a}.{b}", (("cards", f"{a},{b}"),), _PAIR(pair))


LEFT_OUT = Vocabulary("left_out", map(_pair, PAIRS))

# -- texts and the course of the game ----------------------------------------------------------------------------------

PER_USE = 9
"""The most uses of a craftsman in one answer."""
TIMES = Vocabulary.of("times", *map(str, range(PER_USE + 1)))
"""How often: once, twice, …"""
REASON = Vocabulary.of("reason", "cathedral_complete")
PART = Vocabulary.of("part", "points", "gold")
PHASE = Vocabulary.of(
    "phase", "setup", "prepare", "choose", "to_mill", "draw_builders", "place_passed", "event", "bishop", "mill",
    "kingsbridge", "priory", "forest", "quarry", "gravel_pit", "court", "shiring", "castle", "market", "cathedral",
    "new_start", "game_over",
)  # fmt: skip
SETUP, PREPARE = 0, 1
"""Phases in PHASE; the steps of a round follow one another from PREPARE on."""
GAME_OVER = len(PHASE) - 1
