"""The words of Colonia: vocabularies, questions and draws; their labels are in `texts/`."""

from __future__ import annotations

from itertools import permutations
from typing import NamedTuple

from podesta_engines.core.script import Kind
from podesta_engines.core.words import Form, Vocabulary, Word, form

# -- pieces ----------------------------------------------------------------------------------------------------------

COLOUR = Vocabulary.of("colour", "yellow", "blue", "green", "red", "orange", "purple")
RESOURCE = Vocabulary.of("resource", "leather", "iron", "wood", "linen", "fur")
GOOD = Vocabulary.of("good", "saddle", "wheel", "painting", "clothes", "shoes")
CRAFTSMAN = Vocabulary.of("craftsman", "saddler", "wainwright", "painter", "tailor", "shoemaker")
CITY = Vocabulary.of("city", "bergen", "bruges", "london", "novgorod")
CURRENCY = Vocabulary.of("currency", "mark", "gulden", "pound", "grivna")
NUMBER = Vocabulary.numbers("number", 601)
SEAT = Vocabulary.seats("seat", 6)
_CITIES = tuple(enumerate(word.slug for word in CITY.words))
_WINDOW, _SHIP = form("labels.window", city=CITY), form("labels.ship", city=CITY)
_RELIC, _SHRINE = form("labels.relic", city=CITY), form("labels.shrine", city=CITY)
_FAMILY_CARD = form("labels.family_card", value=NUMBER)
WINDOW = Vocabulary("window", (Word(f"window_{city}", said=_WINDOW(i)) for i, city in _CITIES))
FAMILY_CARD = Vocabulary("family_card", (Word(str(i), said=_FAMILY_CARD(i)) for i in range(21)))
STALL = Vocabulary.of("stall", *(f"s{i}" for i in range(1, 8)), "x1", "x2")
BERTH = Vocabulary.of("berth", "i", "ii", "iii", "iv")
STREET = Vocabulary.of("street", "tue", "wed", "thu", "fri")
LOCATION = Vocabulary.of(
    "location",
    *("week_card", "week_deck", "ordinance_deck", "town_hall", "die", "bag", "bank", "supply", "windows"),
    *("ship_deck", "ship_discard", "relic_deck", "relic_discard"),
    *("home", "cards", "played", "ballots", "screen", "money", "goods", "resources", "relics", "shrines"),
)
"""Places of the table that no other vocabulary names."""
WEEK_CARD = Vocabulary.of("week_card", *(f"week_{i:02}" for i in range(1, 15)))
ORDINANCE = Vocabulary.of(
    "ordinance",
    *("ord_wed_more_1", "ord_wed_more_2", "ord_wed_foreign"),
    *("ord_thu_street", "ord_thu_resources", *(f"ord_thu_{word.slug}" for word in CRAFTSMAN.words)),
    *("ord_fri_street", "ord_fri_extra_hold", "ord_fri_one_ship", "ord_fri_two_ships", "ord_fri_good"),
    *("ord_sat_relics", "ord_sat_fewer", "ord_sat_exchange"),
)
_TITLE = form("labels.title", ordinance=ORDINANCE)
TITLE = Vocabulary("ordinance", (Word(word.slug, said=_TITLE(i)) for i, word in enumerate(ORDINANCE.words)))
"""The ordinances as they appear in lists, in quotation marks."""
SHIP = Vocabulary("ship", (Word(f"ship_{city}_{n}", said=_SHIP(i)) for i, city in _CITIES for n in range(1, 5)))


def _cards(city: int, slug: str) -> list[Word]:
    """The eleven relics of a city, and its shrine."""
    relic, shrine = (("kind", "relic"), ("city", slug)), (("kind", "shrine"), ("city", slug))
    relics = [Word(f"relic_{slug}_{i:02}", relic, _RELIC(city)) for i in range(1, 12)]
    return [*relics, Word(f"shrine_{slug}", shrine, _SHRINE(city))]


RELIC = Vocabulary("relic", (word for i, city in _CITIES for word in _cards(i, city)))
CARD_OF = Vocabulary(
    "card_of",
    [
        *(Word(f"relic_{city}", said=_RELIC(i)) for i, city in _CITIES),
        *(Word(f"shrine_{city}", said=_SHRINE(i)) for i, city in _CITIES),
    ],
)
"""The relics of a city, and its shrine, for notes that count them."""
DIE = Vocabulary.numbers("die", 6, first=1)
SIX = 5
"""The face of the die for all craftsmen, or for any good."""

# -- answers ---------------------------------------------------------------------------------------------------------

_PASS = Word("pass", said=form("labels.pass")())
YES, NO = 0, 1


def _or_pass(name: str, words: Vocabulary, said: Form) -> Vocabulary:
    """The words of a pass loop (C-12): the pieces, then `pass`."""
    return Vocabulary(name, [*_named(words, said), _PASS])


def _named(words: Vocabulary, said: Form) -> list[Word]:
    """The same slugs and parts as answers, each with its own text."""
    return [Word(word.slug, word.parts, said(i)) for i, word in enumerate(words.words)]


TAKE = _or_pass("take", STALL, form("labels.take", stall=STALL))
PLACE = _or_pass("place", CRAFTSMAN, form("labels.place", craftsman=CRAFTSMAN))
PICK = _or_pass("pick", RELIC, form("labels.pick", relic=RELIC))
NO_STALL, NO_CONTRACT, NO_RELIC = len(STALL), len(CRAFTSMAN), len(RELIC)
HOLDS = 4
"""The most printed holds of a ship."""
_BERTH_HOLD = form("labels.berth_hold", berth=BERTH, hold=NUMBER)
_BERTH_EXTRA = form("labels.berth_extra", berth=BERTH)


def _holds(berth: int, slug: str) -> list[Word]:
    """The holds of the ship on a berth, whichever it is; the extra one last."""
    printed = [Word(f"{slug}_{hold}", said=_BERTH_HOLD(berth, hold)) for hold in range(1, HOLDS + 1)]
    return [*printed, Word(f"{slug}_extra", said=_BERTH_EXTRA(berth))]


HOLD = Vocabulary("hold", (word for i, berth in enumerate(BERTH.words) for word in _holds(i, berth.slug)))
HOLD_AT = tuple(range(0, len(HOLD), HOLDS + 1))
"""The word of the first hold of each berth; the others follow."""


class Load(NamedTuple):
    """The goods of a printed hold, counted from 0, are loaded onto a ship."""

    ship: int
    hold: int


class ExtraLoad(NamedTuple):
    """One good of any kind is loaded onto the extra hold of a ship (C-80)."""

    ship: int
    good: int


LOADS: tuple[Load | ExtraLoad, ...] = (
    *(Load(ship, hold) for ship in range(len(SHIP)) for hold in range(HOLDS)),
    *(ExtraLoad(ship, good) for ship in range(len(SHIP)) for good in range(len(GOOD))),
)
"""The load of every word of LOAD but the last one."""
LOAD_OF = {load: option for option, load in enumerate(LOADS) if isinstance(load, Load)}
"""The word of every printed hold."""
EXTRA_OF = {load: option for option, load in enumerate(LOADS) if isinstance(load, ExtraLoad)}
"""The word of every good on every extra hold. (As tuples, the two kinds of load would be equal.)"""
NO_HOLD = len(LOADS)


_HOLD = form("labels.hold", ship=SHIP, hold=NUMBER)
_EXTRA_HOLD = form("labels.extra_hold", ship=SHIP, good=GOOD)


def _load(load: Load | ExtraLoad) -> Word:
    """`<ship>.<hold>`, holds numbered from 1, and `<ship>.extra.<good>`."""
    ship = SHIP.slug(load.ship)
    if isinstance(load, ExtraLoad):
        good = GOOD.slug(load.good)
        parts = (("ship", ship), ("hold", "extra"), ("good", good))
        return Word(f"{ship}.extra.{good}", parts, _EXTRA_HOLD(load.ship, load.good))
    hold = load.hold + 1
    return Word(f"{ship}.{hold}", (("ship", ship), ("hold", str(hold))), _HOLD(load.ship, hold))


LOAD = Vocabulary("load", [*map(_load, LOADS), _PASS])
CHOICE = Vocabulary.of("choice", "yes", "no")
FILL = Vocabulary("fill", [*_named(RELIC, form("labels.fill", relic=RELIC)), Word("none")])
NO_FILL = len(RELIC)
RETURN = Vocabulary.numbers("return", 10)
CHANGE_MAX = 10
"""The largest amount that EXCHANGE has words for."""


class Change(NamedTuple):
    """An amount of one currency for the same amount of another."""

    origin: int
    target: int
    amount: int


CHANGES = tuple(
    Change(origin, target, amount)
    for origin, target in permutations(range(len(CURRENCY)), 2)
    for amount in range(1, CHANGE_MAX + 1)
)
"""The change of every word of CHANGE but the last one."""
_CHANGE = form("labels.change", origin=CURRENCY, target=CURRENCY, amount=NUMBER)


def _change(change: Change) -> Word:
    """`<from>.<to>.<amount>`."""
    origin, target, amount = CURRENCY.slug(change.origin), CURRENCY.slug(change.target), str(change.amount)
    parts = (("from", origin), ("to", target), ("amount", amount))
    return Word(f"{origin}.{target}.{amount}", parts, _CHANGE(*change))


CHANGE = Vocabulary("change", [*map(_change, CHANGES), Word("decline")])
DECLINE = len(CHANGES)
VERDICT = Vocabulary.of("verdict", "rejected", "passed")
DECK = Vocabulary.of("deck", "ships", "relics")
SHIPS, RELICS = 0, 1
REASON = Vocabulary.of("reason", "last_week")
PART = Vocabulary.of("part", "relics", "shrines", "windows", "total", "money", "goods", "resources")
PHASE = Vocabulary.of(
    "phase",
    *("setup", "monday", "council", "voting", "ordinance", "market", "contracts", "serving", "loading", "sailing"),
    *("buying", "safeguarding", "game_over"),
)

# -- questions -------------------------------------------------------------------------------------------------------

CHOOSE_GOOD = Kind("choose_good", "C-88", GOOD)
PLAY_CARD = Kind("play_family_card", "C-22", FAMILY_CARD, secret=True)
VOTE = Kind("vote", "C-37", CHOICE, secret=True, about=(("ordinance", ORDINANCE),))
STREET_RETURN = Kind("street_return", "C-76", RETURN, secret=True, about=(("street", STREET),), default=max)
EXCHANGE = Kind("exchange", "C-87", CHANGE, secret=True)
TAKE_STALL = Kind("take_stall", "C-43", TAKE)
PLACE_CONTRACT = Kind("place_contract", "C-46", PLACE)
LOAD_HOLD = Kind("load_hold", "C-53", LOAD)
BUY_RELIC = Kind("buy_relic", "C-61", PICK)
ENSHRINE = Kind("enshrine", "C-64", CHOICE, about=(("relic", RELIC),))
FILL_SHRINE = Kind("fill_shrine", "C-63", FILL, about=(("shrine", RELIC),))
SAFEGUARD = Kind("safeguard", "C-67", PICK)

# -- draws -----------------------------------------------------------------------------------------------------------

DRAW_RESOURCE = Kind("hand_resource", "C-6", RESOURCE)
STOCK_RESOURCE = Kind("stall_resource", "C-18", RESOURCE)
ROLL_GOOD = Kind("goods_die", "C-7", DIE)
ROLL_CONTRACT = Kind("contract_die", "C-49", DIE)
TURN_WEEK = Kind("week_card", "C-17", WEEK_CARD)
TURN_ORDINANCE = Kind("ordinance", "C-21", ORDINANCE)
BREAK_TIE = Kind("tie", "C-32", SEAT)
TURN_SHIP = Kind("ship", "C-59", SHIP)
TURN_RELIC = Kind("relic", "C-69", RELIC)
KINDS = (
    CHOOSE_GOOD, PLAY_CARD, VOTE, STREET_RETURN, EXCHANGE, TAKE_STALL, PLACE_CONTRACT, LOAD_HOLD, BUY_RELIC, ENSHRINE,
    FILL_SHRINE, SAFEGUARD, DRAW_RESOURCE, STOCK_RESOURCE, ROLL_GOOD, ROLL_CONTRACT, TURN_WEEK, TURN_ORDINANCE,
    BREAK_TIE, TURN_SHIP, TURN_RELIC,
)  # fmt: skip
LOTS = KINDS[KINDS.index(DRAW_RESOURCE) :]
"""The kinds that fate answers."""
VOCABULARIES = (
    COLOUR, RESOURCE, GOOD, CRAFTSMAN, CITY, CURRENCY, WINDOW, FAMILY_CARD, STALL, BERTH, STREET, WEEK_CARD, ORDINANCE,
    SHIP, HOLD, RELIC, CARD_OF, DIE, SEAT, NUMBER, LOCATION, TAKE, PLACE, PICK, LOAD, CHOICE, FILL, RETURN,
    CHANGE, VERDICT, DECK, REASON, PART, PHASE,
)  # fmt: skip
