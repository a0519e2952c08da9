"""Texts of The Pillars of the Earth, in both languages: prompts for the open options, labels, cards."""

import pytest

from podesta_engines import questions
from podesta_engines.core.cards import card_texts
from podesta_engines.core.position import Position
from podesta_engines.core.words import Language
from tests.engines.pillars_of_the_earth.pillars import RULES, running, state, table
from tests.kit.play import play

RICH = {"gold": 20}


def prompt(p: Position) -> tuple[str, str]:
    """The prompt of the first open question in both languages."""
    english, italian = (questions(p, p.asks[0].seat, language)[0].prompt for language in ("en", "it"))
    return english, italian


def label(p: Position, word: str, language: Language = "it") -> str:
    """The label of an option of the first open question."""
    (question,) = questions(p, p.asks[0].seat, language)
    return next(option.label for option in question.options if option.word == word)


# -- prompts: only open options --------------------------------------------------------------------------------------


def builder_at(cost: int, **seat: object) -> Position:
    """The first seat's builder is drawn at some cost, with no redraw left."""
    g = state(p0={**RICH, **seat})
    g.cost, g.redraw = cost, False
    return play(running(g, ("draw_builder",)), "0")


def test_nothing_can_be_passed_at_no_cost() -> None:
    """P-53, P-176: the prompt at cost 0 does not mention passing."""
    assert prompt(builder_at(0)) == (
        "Place your master builder for free.",
        "Piazza gratis il tuo Maestro Costruttore.",
    )


@pytest.mark.parametrize(
    ("cost", "seat", "italian"),
    [
        (7, {}, "Piazza il tuo Maestro Costruttore per 7 monete d'oro oppure passa."),
        (1, {}, "Piazza il tuo Maestro Costruttore per 1 moneta d'oro oppure passa."),
        (
            5,
            {"privileges": ["pv_remigius"]},
            "Piazza il tuo Maestro Costruttore per 5 monete d'oro, piazzalo gratis con Remigius oppure passa.",
        ),
        (
            5,
            {"privileges": ["pv_remigius"], "gold": 4},
            "Usa Remigius per piazzare gratis il tuo Maestro Costruttore oppure passa.",
        ),
    ],
)
def test_placing_names_what_is_open(cost: int, seat: dict[str, object], italian: str) -> None:
    """P-53, P-56: paying, Remigius and passing, each only where it is among the options."""
    assert prompt(builder_at(cost, **seat))[1] == italian


@pytest.mark.parametrize(
    ("supply", "hiring", "italian"),
    [
        (["forest_2"], ["r1_mason"], "Prendi una carta materiale da costruzione, assolda un artigiano oppure passa."),
        (["forest_2"], [], "Prendi una carta materiale da costruzione oppure passa."),
        ([], ["r1_mason"], "Assolda un artigiano oppure passa."),
    ],
)
def test_choosing_names_what_is_open(supply: list[str], hiring: list[str], italian: str) -> None:
    """P-31: resource cards, craftsmen, or both."""
    assert prompt(table("choose", supply=supply, hiring=hiring, p0=RICH))[1] == italian


@pytest.mark.parametrize(
    ("seat", "italian"),
    [
        (
            {"gold": 5, "cubes": "1 sand"},
            "Sei nel primo spazio del mercato dei costruttori: compra, vendi o lascia il mercato.",
        ),
        ({"gold": 5, "cubes": ""}, "Sei nel primo spazio del mercato dei costruttori: compra o lascia il mercato."),
        (
            {"gold": 1, "cubes": "1 sand"},
            "Sei nel primo spazio del mercato dei costruttori: vendi o lascia il mercato.",
        ),
    ],
)
def test_the_market_names_what_is_open(seat: dict[str, object], italian: str) -> None:
    """P-111: buying and selling, each only where something can be bought or sold."""
    assert prompt(table("market", board={"market_1": 0}, p0=seat))[1] == italian


def test_an_own_builder_is_not_somebody_s() -> None:
    """P-52: the start player's own builder is called "your"; at no cost none is named."""
    p = play(table("draw_builders"), "0")
    assert prompt(p) == (
        "One of your master builders is drawn at a cost of 7 gold: accept it or draw again?",
        "È stato pescato un tuo Maestro Costruttore, al costo di 7 monete d'oro: vuoi accettarlo o rifiutarlo?",
    )
    g = state(p0=RICH)
    g.cost = 0
    p = play(running(g, ("draw_builder",)), "1")
    assert prompt(p)[1] == "È stato pescato un Maestro Costruttore di {seat_1}: vuoi accettarlo o rifiutarlo?"


@pytest.mark.parametrize(
    ("event", "english"),
    [
        ("ev_conflict", 'The event is "Conflict": ask the Bishop for protection or for a cube.'),
        ("ev_volunteers", 'The event is "Volunteers", which is positive: which cube do you ask the Bishop for?'),
    ],
)
def test_the_bishop_protects_from_negative_events_only(event: str, english: str) -> None:
    """P-72: protection is mentioned only if it can be asked for."""
    assert prompt(play(table("event", board={"bishop": 0}), event))[0] == english


def test_francis_pays_less() -> None:
    """P-94, P-95: the tax of the die, and what this seat would pay; P-4: the cost of a lack of gold."""
    p = play(table("court", p0={**RICH, "privileges": ["pv_tax_exemption", "pv_francis"]}), "5")
    assert prompt(p)[0] == ('The tax is 5 gold, but with Francis you pay 2. Use the advantage card "Tax Exemption"?')
    assert label(p, "decline", "en") == "keep the card and pay 2 gold"
    p = play(table("court", p0={**RICH, "privileges": ["pv_tax_exemption", "pv_francis"]}), "2")
    assert prompt(p)[0] == 'The tax is 2 gold. Use the advantage card "Tax Exemption"?'
    p = play(table("court", p0={"gold": 1, "points": 3, "privileges": ["pv_tax_exemption"]}), "5")
    assert label(p, "decline") == "conserva la carta e paga 1 moneta d'oro, perdendo 2 punti vittoria"


# -- labels: name, cost, reward --------------------------------------------------------------------------------------


def test_remigius_costs_nothing() -> None:
    """P-53: the same space with and without the card."""
    p = builder_at(3, privileges=["pv_remigius"])
    assert label(p, "place.cathedral", "en") == "place at the cathedral for 3 gold: start player of the next round"
    assert label(p, "place_free.cathedral", "en") == (
        "place at the cathedral for free with Remigius: start player of the next round"
    )
    assert label(p, "place_free.castle") == (
        "piazza nel Castello di Shiring gratis con Remigius: 2 lavoratori grigi in più nel prossimo turno"
    )


def test_spaces_say_what_they_cost_and_bring() -> None:
    """P-53, P-84, P-80, P-100: price, points, the card on the space; Prior Philip counts."""
    p = builder_at(7, privileges=["pv_prior_philip"])
    assert label(p, "place.priory_1") == "piazza nella Residenza del Priore per 7 monete d'oro: 3 punti vittoria"
    assert label(p, "place.kingsbridge_1") == "piazza a Kingsbridge per 7 monete d'oro: carta vantaggio «Aliena»"
    assert label(p, "place.court_1", "en") == "place at the King's court for 7 gold: no tax and 1 metal"
    assert label(p, "place.shiring_1", "en") == (
        "place at Shiring for 7 gold: sculptor, 1 stone → 2 VP, up to 4 times a round"
    )
    assert label(p, "pass") == "passa"


def test_in_the_last_round_castle_and_cathedral_bring_nothing() -> None:
    """P-105, P-151: then the label does not mention it."""
    g = state(round=6, p0=RICH)
    g.cost, g.redraw = 2, False
    p = play(running(g, ("draw_builder",)), "0")
    assert label(p, "place.castle") == "piazza nel Castello di Shiring per 2 monete d'oro"
    assert label(p, "place.cathedral", "en") == "place at the cathedral for 2 gold"


def test_cards_say_what_they_take_and_bring() -> None:
    """P-32, P-34: workers of a resource card; cost and work of a craftsman."""
    p = table("choose", supply=["quarry_3"], hiring=["r2_architect", "r1_tool_maker"], p0=RICH)
    assert label(p, "take.quarry_3") == "prendi la Cava (3 pietre) con 8 lavoratori"
    assert label(p, "take.r2_architect") == (
        "assolda l'Ingegnere strutturale per 6 monete d'oro: 1 punto vittoria, 1 volta per turno"
    )
    hired = "hire the tool maker for 2 gold: 2 gold if you have 1 metal, once a round"
    assert label(p, "take.r1_tool_maker", "en") == hired


def test_uses_say_what_they_turn_into_what() -> None:
    """P-133: for the chosen number of uses; the round only if the row has two of a title."""
    row = ("start_mortar_mixer", "r1_mason", "r2_mason", "r4_glassblower", "r1_master_woodworker")
    p = table("cathedral", p0={"row": row, "cubes": "1 sand 2 wood 2 stone 1 metal"})
    assert label(p, "use.r2_mason.2") == "usa 2 volte il Muratore del turno 2: 2 pietre → 2 punti vittoria"
    assert label(p, "use.r2_mason.2", "en") == "use the mason (round 2) twice: 2 stone → 2 VP"
    assert label(p, "use.r4_glassblower.1") == "usa 1 volta il Vetraio: 1 sabbia e 1 metallo → 3 punti vittoria"
    assert label(p, "use.r1_master_woodworker.2", "en") == "use the master woodworker twice: 2 wood → 8 gold"
    assert label(p, "done") == "termina"


def test_deals_have_their_price() -> None:
    """P-112, P-113, P-118: including the loss above thirty."""
    p = table("market", board={"market_1": 0}, p0={"gold": 28, "cubes": "1 metal"})
    assert label(p, "buy.stone.2") == "compra 2 pietre per 8 monete d'oro"
    assert label(p, "buy.stone.1") == "compra 1 pietra per 4 monete d'oro"
    assert label(p, "sell.metal.1") == "vendi 1 metallo per 5 monete d'oro (di cui 3 perse perché oltre il limite)"
    assert label(p, "sell.metal.1", "en") == "sell 1 metal for 5 gold (3 gold over the limit is lost)"


def test_kept_cubes_are_counted() -> None:
    """P-141: each kind once, without kinds that are not kept."""
    p = table("cathedral", round=2, p0={"row": ["start_mortar_mixer"], "cubes": "2 sand 4 stone"})
    assert prompt(p)[1] == "Quali 5 cubi conservi?"
    assert label(p, "1.0.4.0") == "conserva 1 sabbia e 4 pietre"
    assert label(p, "2.0.3.0", "en") == "keep 2 sand and 3 stone"


# -- cards -----------------------------------------------------------------------------------------------------------


def test_cards_are_told_with_the_edition_s_figures() -> None:
    """P-163 to P-167: every figure comes from the data."""
    texts = card_texts(RULES, RULES.edition(), "it")
    assert texts["craftsman"]["r4_mason"].text == (
        "Costa 5 monete d'oro. Trasforma 1 pietra in 1 punto vittoria, fino a 5 volte per turno. "
        "Lavora solo se hai un Impastatore di malta."
    )
    assert texts["privilege"]["pv_wool_fair"].text == "Ricevi immediatamente 8 monete d'oro."
    assert texts["space"]["castle"].text == "Nel prossimo turno hai 2 lavoratori grigi in più."
    assert texts["resource_card"]["quarry_4"].rules == ["P-32", "P-86", "P-164"]
