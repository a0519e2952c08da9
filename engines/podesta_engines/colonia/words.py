"""The words of Colonia: vocabularies, questions and draws, in English and Italian. Notes stand in `notes`."""

from __future__ import annotations

from itertools import permutations
from typing import NamedTuple

from podesta_engines.core.script import Kind
from podesta_engines.core.words import Text, Vocabulary, Word

# -- pieces ----------------------------------------------------------------------------------------------------------

COLOUR = Vocabulary.of(
    "colour",
    {
        "yellow": ("yellow", "giallo"),
        "blue": ("blue", "blu"),
        "green": ("green", "verde"),
        "red": ("red", "rosso"),
        "orange": ("orange", "arancione"),
        "purple": ("purple", "violetto"),
    },
)
RESOURCE = Vocabulary.of(
    "resource",
    {
        "leather": ("leather", "cuoio"),
        "iron": ("iron", "ferro"),
        "wood": ("wood", "legno"),
        "linen": ("linen", "lino"),
        "fur": ("fur", "pellicce"),
    },
)
GOOD = Vocabulary.of(
    "good",
    {
        "saddle": ("saddle", "sella"),
        "wheel": ("wheel", "ruota di carro"),
        "painting": ("painting", "quadro"),
        "clothes": ("clothes", "vestito"),
        "shoes": ("shoes", "calzature"),
    },
)
CRAFTSMAN = Vocabulary.of(
    "craftsman",
    {
        "saddler": ("saddler", "mastro sellaio"),
        "wainwright": ("wainwright", "mastro carraio"),
        "painter": ("painter", "pittore"),
        "tailor": ("tailor", "sarto"),
        "shoemaker": ("shoemaker", "mastro calzolaio"),
    },
)
CITY = Vocabulary.of(
    "city",
    {
        "bergen": ("Bergen", "Bergen"),
        "bruges": ("Bruges", "Bruges"),
        "london": ("London", "Londra"),
        "novgorod": ("Novgorod", "Novgorod"),
    },
)
CURRENCY = Vocabulary.of(
    "currency",
    {
        "mark": ("Mark", "Mark"),
        "gulden": ("Gulden", "Gulden"),
        "pound": ("Pound", "Sterline"),
        "grivna": ("Grivna", "Grivna"),
    },
)
WINDOW = Vocabulary.of(
    "window",
    {f"window_{w.slug}": (f"window of {w.label.en}", f"vetrata di {w.label.it}") for w in CITY.words},
)
FAMILY_CARD = Vocabulary.of("family_card", {str(i): (f"card {i}", f"carta {i}") for i in range(21)})
STALL = Vocabulary.of(
    "stall",
    {
        **{f"s{i}": (f"stall {i}", f"bancarella {i}") for i in range(1, 8)},
        **{f"x{i}": (f"extra stall {i}", f"bancarella supplementare {i}") for i in range(1, 3)},
    },
)
BERTH = Vocabulary.of("berth", {n.lower(): (n, n) for n in ("I", "II", "III", "IV")})
STREET = Vocabulary.of(
    "street",
    {
        "tue": ("street Tuesday", "campo strada martedì"),
        "wed": ("street Wednesday", "campo strada mercoledì"),
        "thu": ("street Thursday", "campo strada giovedì"),
        "fri": ("street Friday", "campo strada venerdì"),
    },
)
WEEK_CARD = Vocabulary.of(
    "week_card", {f"week_{i:02}": (f"week card {i}", f"carta settimana {i}") for i in range(1, 15)}
)
ORDINANCE = Vocabulary.of(
    "ordinance",
    {
        "ord_wed_more_1": ("one resource more on every stall", "una materia prima in più per bancarella"),
        "ord_wed_more_2": ("one resource more on every stall (2)", "una materia prima in più per bancarella (2)"),
        "ord_wed_foreign": ("two foreign merchants", "due mercanti stranieri"),
        "ord_thu_street": ("up to three members home from Wednesday", "fino a tre membri a casa da mercoledì"),
        "ord_thu_resources": ("two resources for everybody", "due materie prime a ciascuno"),
        "ord_thu_saddler": ("two more contracts of the saddler", "due incarichi in più del mastro sellaio"),
        "ord_thu_wainwright": ("two more contracts of the wainwright", "due incarichi in più del mastro carraio"),
        "ord_thu_painter": ("two more contracts of the painter", "due incarichi in più del pittore"),
        "ord_thu_tailor": ("two more contracts of the tailor", "due incarichi in più del sarto"),
        "ord_thu_shoemaker": ("two more contracts of the shoemaker", "due incarichi in più del mastro calzolaio"),
        "ord_fri_street": ("up to three members home from Thursday", "fino a tre membri a casa da giovedì"),
        "ord_fri_extra_hold": ("an extra hold on every ship", "una stiva in più su ogni barca"),
        "ord_fri_one_ship": ("one ship sails at once", "una barca salpa subito"),
        "ord_fri_two_ships": ("two ships sail at once", "due barche salpano subito"),
        "ord_fri_good": ("a good by die for everybody", "una merce a ciascuno con il dado"),
        "ord_sat_relics": ("two extra relics", "due reliquie in più"),
        "ord_sat_fewer": ("one member fewer to the next council", "un membro in meno al prossimo Consiglio"),
        "ord_sat_exchange": ("exchange up to five of a currency", "cambio di valuta fino a cinque"),
    },
)
SHIP = Vocabulary.of(
    "ship",
    {
        f"ship_{w.slug}_{i}": (f"{w.label.en} ship {i}", f"barca per {w.label.it} n. {i}")
        for w in CITY.words
        for i in range(1, 5)
    },
)


def _relics(city: Word) -> list[Word]:
    """The eleven relics of a city, and its shrine."""
    en, it, where = city.label.en, city.label.it, ("city", city.slug)
    relics = [
        Word(
            f"relic_{city.slug}_{i:02}",
            Text(f"{en} relic {i}", f"reliquia di {it} n. {i}"),
            (("kind", "relic"), where),
        )
        for i in range(1, 12)
    ]
    shrine = Word(f"shrine_{city.slug}", Text(f"{en} shrine", f"scrigno di {it}"), (("kind", "shrine"), where))
    return [*relics, shrine]


RELIC = Vocabulary("relic", [word for city in CITY.words for word in _relics(city)])
DIE = Vocabulary("die", (Word(str(i), Text(str(i), str(i))) for i in range(1, 7)))
SEAT = Vocabulary.of("seat", {str(i): (f"player {i + 1}", f"giocatore {i + 1}") for i in range(6)})
NUMBER = Vocabulary.numbers("number", 601)
SIX = 5
"""The face of the die that stands for all craftsmen, or for any good."""

# -- answers ---------------------------------------------------------------------------------------------------------

_PASS = Word("pass", Text("pass", "passo"))
YES, NO = 0, 1


def _or_pass(name: str, words: Vocabulary) -> Vocabulary:
    """The words of a pass loop (C-12): the pieces, then `pass`."""
    return Vocabulary(name, [*words.words, _PASS])


TAKE = _or_pass("take", STALL)
PLACE = _or_pass("place", CRAFTSMAN)
PICK = _or_pass("pick", RELIC)
NO_STALL, NO_CONTRACT, NO_RELIC = len(STALL), len(CRAFTSMAN), len(RELIC)
HOLDS = 4
"""Printed holds of a ship at most."""


class Load(NamedTuple):
    """The goods of a printed hold, counted from 0, go onto a ship."""

    ship: int
    hold: int


class ExtraLoad(NamedTuple):
    """Any one good goes onto the extra hold of a ship (C-80)."""

    ship: int
    good: int


LOADS: tuple[Load | ExtraLoad, ...] = (
    *(Load(ship, hold) for ship in range(len(SHIP)) for hold in range(HOLDS)),
    *(ExtraLoad(ship, good) for ship in range(len(SHIP)) for good in range(len(GOOD))),
)
"""What every word of LOAD but the last one says."""
LOAD_OF = {load: option for option, load in enumerate(LOADS) if isinstance(load, Load)}
"""The word of every printed hold."""
EXTRA_OF = {load: option for option, load in enumerate(LOADS) if isinstance(load, ExtraLoad)}
"""The word of every good on every extra hold. (As tuples the two sorts of load would be equal.)"""
NO_HOLD = len(LOADS)


def _hold(ship: Word, hold: int) -> Word:
    """`<ship>.<hold>`, holds numbered from 1."""
    text = Text(f"hold {hold} of {ship.label.en}", f"stiva {hold} della {ship.label.it}")
    return Word(f"{ship.slug}.{hold}", text, (("ship", ship.slug), ("hold", str(hold))))


def _extra(ship: Word, good: Word) -> Word:
    """`<ship>.extra.<good>`."""
    text = Text(
        f"{good.label.en} on the extra hold of {ship.label.en}",
        f"{good.label.it} nella stiva supplementare della {ship.label.it}",
    )
    return Word(f"{ship.slug}.extra.{good.slug}", text, (("ship", ship.slug), ("hold", "extra"), ("good", good.slug)))


LOAD = Vocabulary(
    "load",
    [
        *(_hold(ship, hold) for ship in SHIP.words for hold in range(1, HOLDS + 1)),
        *(_extra(ship, good) for ship in SHIP.words for good in GOOD.words),
        _PASS,
    ],
)
CHOICE = Vocabulary.of("choice", {"yes": ("yes", "sì"), "no": ("no", "no")})
FILL = Vocabulary("fill", [*RELIC.words, Word("none", Text("leave it empty", "lascialo vuoto"))])
NO_FILL = len(RELIC)
RETURN = Vocabulary.numbers("return", 10)
CHANGE_MAX = 10
"""The largest amount that EXCHANGE has words for."""


class Change(NamedTuple):
    """Some of one currency for as much of another."""

    origin: int
    target: int
    amount: int


CHANGES = tuple(
    Change(origin, target, amount)
    for origin, target in permutations(range(len(CURRENCY)), 2)
    for amount in range(1, CHANGE_MAX + 1)
)
"""What every word of CHANGE but the last one says."""


def _change(origin: Word, target: Word, amount: int) -> Word:
    """`<from>.<to>.<amount>`."""
    text = Text(f"{amount} {origin.label.en} for {target.label.en}", f"{amount} {origin.label.it} in {target.label.it}")
    slug = f"{origin.slug}.{target.slug}.{amount}"
    return Word(slug, text, (("from", origin.slug), ("to", target.slug), ("amount", str(amount))))


CHANGE = Vocabulary(
    "change",
    [
        *(_change(CURRENCY.words[origin], CURRENCY.words[target], amount) for origin, target, amount in CHANGES),
        Word("decline", Text("do not exchange", "non cambiare")),
    ],
)
DECLINE = len(CHANGES)
VERDICT = Vocabulary.of("verdict", {"rejected": ("rejected", "respinta"), "passed": ("passed", "approvata")})
DECK = Vocabulary.of("deck", {"ships": ("ships", "barche"), "relics": ("relics", "reliquie")})
SHIPS, RELICS = 0, 1
REASON = Vocabulary.of("reason", {"last_week": ("the last week is over", "è finita l'ultima settimana")})
PART = Vocabulary.of(
    "part",
    {
        "relics": ("relics", "reliquie"),
        "shrines": ("relics in shrines", "reliquie negli scrigni"),
        "windows": ("church windows", "vetrate della chiesa"),
        "total": ("total", "totale"),
        "money": ("money left", "denaro rimasto"),
        "goods": ("goods left", "merci rimaste"),
        "resources": ("resources left", "materie prime rimaste"),
    },
)
PHASE = Vocabulary.of(
    "phase",
    {
        "setup": ("setup", "preparazione"),
        "monday": ("preparing the week", "preparativi per la settimana"),
        "council": ("council and playing order", "Consiglio e ordine dei giocatori"),
        "voting": ("voting", "votazione"),
        "ordinance": ("effect of an ordinance", "effetto di un'ordinanza"),
        "market": ("market", "piazza del mercato"),
        "contracts": ("contracts", "incarichi"),
        "serving": ("extra contracts and goods", "incarichi extra e merci"),
        "loading": ("loading", "carico delle barche"),
        "sailing": ("sailing and payment", "partenza e riscossione"),
        "buying": ("buying relics", "acquisto delle reliquie"),
        "safeguarding": ("safeguarding relics", "reliquie al sicuro"),
        "game_over": ("game over", "fine della partita"),
    },
)

# -- questions -------------------------------------------------------------------------------------------------------

CHOOSE_GOOD = Kind("choose_good", "C-88", GOOD, Text("You rolled a 6: which good?", "Hai tirato 6: quale merce?"))
PLAY_CARD = Kind(
    "play_family_card",
    "C-22",
    FAMILY_CARD,
    Text("Which family card do you play?", "Quale carta famiglia giochi?"),
    secret=True,
)
VOTE = Kind(
    "vote",
    "C-37",
    CHOICE,
    Text("Ordinance: {ordinance}. Yes or no?", "Ordinanza: {ordinance}. Sì o no?"),
    secret=True,
    about=(("ordinance", ORDINANCE),),
)
STREET_RETURN = Kind(
    "street_return",
    "C-76",
    RETURN,
    Text("How many members go home from {street}?", "Quanti membri tornano a casa dal {street}?"),
    secret=True,
    about=(("street", STREET),),
)
EXCHANGE = Kind("exchange", "C-87", CHANGE, Text("Exchange money?", "Vuoi cambiare denaro?"), secret=True)
TAKE_STALL = Kind("take_stall", "C-43", TAKE, Text("Take a stall, or pass.", "Prendi una bancarella o passa."))
PLACE_CONTRACT = Kind(
    "place_contract",
    "C-46",
    PLACE,
    Text("Place a contract with a craftsman, or pass.", "Commissiona un incarico a un artigiano o passa."),
)
LOAD_HOLD = Kind("load_hold", "C-53", LOAD, Text("Load a hold, or pass.", "Carica una stiva o passa."))
BUY_RELIC = Kind("buy_relic", "C-61", PICK, Text("Buy a relic or a shrine, or pass.", "Compra una reliquia o passa."))
ENSHRINE = Kind(
    "enshrine",
    "C-64",
    CHOICE,
    Text("Put the {relic} into your shrine?", "Vuoi mettere la {relic} nello scrigno?"),
    about=(("relic", RELIC),),
)
FILL_SHRINE = Kind(
    "fill_shrine",
    "C-63",
    FILL,
    Text("Which relic goes into the {shrine}?", "Quale reliquia metti nello {shrine}?"),
    about=(("shrine", RELIC),),
)
SAFEGUARD = Kind("safeguard", "C-67", PICK, Text("Safeguard a card, or pass.", "Metti al sicuro una carta o passa."))

# -- draws -----------------------------------------------------------------------------------------------------------

DRAW_RESOURCE = Kind(
    "hand_resource", "C-6", RESOURCE, Text("Which resource from the bag?", "Quale materia prima dal sacco?")
)
STOCK_RESOURCE = Kind(
    "stall_resource", "C-18", RESOURCE, Text("Which resource for the stall?", "Quale materia prima per la bancarella?")
)
ROLL_GOOD = Kind("goods_die", "C-7", DIE, Text("The die for a good?", "Il dado per una merce?"))
ROLL_CONTRACT = Kind("contract_die", "C-49", DIE, Text("The die for a contract?", "Il dado per un incarico?"))
TURN_WEEK = Kind("week_card", "C-17", WEEK_CARD, Text("Which week card?", "Quale carta settimana?"))
TURN_ORDINANCE = Kind("ordinance", "C-21", ORDINANCE, Text("Which ordinance?", "Quale ordinanza?"))
BREAK_TIE = Kind("tie", "C-32", SEAT, Text("Who stands higher?", "Chi sta più in alto?"))
TURN_SHIP = Kind("ship", "C-59", SHIP, Text("Which ship?", "Quale barca?"))
TURN_RELIC = Kind("relic", "C-69", RELIC, Text("Which relic card?", "Quale carta reliquia?"))
KINDS = (
    CHOOSE_GOOD, PLAY_CARD, VOTE, STREET_RETURN, EXCHANGE, TAKE_STALL, PLACE_CONTRACT, LOAD_HOLD, BUY_RELIC, ENSHRINE,
    FILL_SHRINE, SAFEGUARD, DRAW_RESOURCE, STOCK_RESOURCE, ROLL_GOOD, ROLL_CONTRACT, TURN_WEEK, TURN_ORDINANCE,
    BREAK_TIE, TURN_SHIP, TURN_RELIC,
)  # fmt: skip
LOTS = KINDS[KINDS.index(DRAW_RESOURCE) :]
"""The kinds that fate answers."""
VOCABULARIES = (
    COLOUR, RESOURCE, GOOD, CRAFTSMAN, CITY, CURRENCY, WINDOW, FAMILY_CARD, STALL, BERTH, STREET, WEEK_CARD, ORDINANCE,
    SHIP, RELIC, DIE, SEAT, NUMBER, TAKE, PLACE, PICK, LOAD, CHOICE, FILL, RETURN, CHANGE, VERDICT, DECK, REASON, PART,
    PHASE,
)  # fmt: skip
