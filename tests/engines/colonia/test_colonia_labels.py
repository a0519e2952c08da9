"""The questions at a Colonia table: prompts for the open options, options with price, goods and pay."""

from types import SimpleNamespace

import pytest

from podesta_engines import questions
from podesta_engines.colonia.components import EDITIONS, FIGURES, NUMBER_OF
from tests.engines.colonia.colony import LOADING, at, display, give, harbour, ordain, queue, stalls, table

ENGLISH, ITALIAN = "en", "it"


def prompt(p, seat: int = 0) -> tuple[str, str]:
    """The question of a seat in English and Italian."""
    return questions(p, seat, ENGLISH)[0].prompt, questions(p, seat, ITALIAN)[0].prompt


def labels(p, word: str, seat: int = 0) -> tuple[str, str]:
    """An option of a seat's question in English and Italian."""
    found = [
        {option.word: option.label for option in questions(p, seat, language)[0].options} for language in ("en", "it")
    ]
    return found[0][word], found[1][word]


def sunday(**money: int):
    """The first seat buys: three relics, two of them alike and one safeguarded, and a shrine."""
    p = table()
    display(p.state, "relic_novgorod_01", "relic_bergen_04", "relic_bergen_05", "shrine_bruges")
    p.state.guards[2] = 1
    return at(give(p, 0, money=money), "open_buying", "buying")


# -- labels ----------------------------------------------------------------------------------------------------------


def test_a_relic_has_points_and_price() -> None:
    """C-61: and the seat that safeguards it; a shrine's label has its effect."""
    p = sunday(mark=30, gulden=30, grivna=30)
    assert labels(p, "relic_novgorod_01") == (
        "buy the Novgorod relic (1 point) for 5 grivnas",
        "compra per 5 grivne la reliquia di Novgorod da 1 punto",
    )
    assert labels(p, "relic_bergen_05") == (
        "buy the Bergen relic (2 points), safeguarded by {seat_1}, for 9 marks",
        "compra per 9 marchi la reliquia di Bergen da 2 punti messa al sicuro da {seat_1}",
    )
    assert labels(p, "shrine_bruges") == (
        "buy the Bruges shrine for 15 gulden: it doubles one relic's points",
        "compra per 15 fiorini lo scrigno di Bruges: raddoppia i punti di una reliquia",
    )
    assert labels(p, "pass") == ("pass", "passa")


def test_equal_relics_are_told_apart() -> None:
    """Two relics of a city with the same points and price are numbered."""
    p = table()
    display(p.state, "relic_bergen_04", "relic_bergen_05")
    p = at(give(p, 0, money={"mark": 9}), "open_buying", "buying")
    assert labels(p, "relic_bergen_05")[1] == (
        "compra per 9 marchi la reliquia di Bergen da 2 punti (n. 2 di 2 uguali)"
    )


def test_a_hold_has_goods_berth_and_pay() -> None:
    """C-53: the pay in the city's money, and whether the ship sails this Saturday."""
    p = table()
    harbour(p.state, "bruges_1", "london_1", "bergen_1", "novgorod_1")
    p = at(give(p, 0, goods="painting clothes shoes clothes"), *LOADING)
    assert labels(p, "ship_bruges_1.2") == (
        "load 1 painting and 1 set of clothes for Bruges (berth I, sails Saturday): 6 gulden",
        "carica 1 quadro e 1 vestito per Bruges (posto I, salpa sabato): 6 fiorini",
    )
    assert labels(p, "ship_novgorod_1.1") == (
        "load 1 set of clothes for Novgorod (berth IV, stays in the harbour): 3 grivnas",
        "carica 1 vestito per Novgorod (posto IV, resta in porto): 3 grivne",
    )


def test_equal_holds_are_told_apart(monkeypatch) -> None:
    """An edition may have a ship with two holds for the same goods at the same pay."""
    here = FIGURES[NUMBER_OF[next(iter(EDITIONS))]]
    takes, pays = [*here.takes], [*here.pays]
    takes[0], pays[0] = ((0,), (1,), (0,)), (3, 3, 3)
    figures = {name: getattr(here, name) for name in here.__struct_fields__}
    other = SimpleNamespace(**{**figures, "takes": (*takes,), "pays": (*pays,)})
    monkeypatch.setattr("podesta_engines.colonia.labels.FIGURES", dict.fromkeys(FIGURES, other))
    p = at(give(table(), 0, goods="saddle wheel painting clothes shoes"), *LOADING)
    assert (
        labels(p, "ship_bergen_1.1")[0]
        == "load 1 saddle for Bergen (berth I, sails Saturday): 3 marks (1 of 2 identical)"
    )
    assert labels(p, "ship_bergen_1.2")[0] == "load 1 wheel for Bergen (berth I, sails Saturday): 3 marks"


def test_a_stall_has_its_content() -> None:
    """C-43: resources counted, then the members."""
    p = stalls(table(), 4, 3)
    p.state.stalls[:5] = [2, 0, 1, 0, 1]
    p = at(p, "open_market", "market")
    assert labels(p, "s1") == (
        "take 2 leather, 1 wood and 1 fur with 4 members",
        "prendi 2 cuoio, 1 legno e 1 pelliccia con 4 membri",
    )


def test_a_contract_says_what_it_takes_and_gives() -> None:
    """C-46: members, resources and good, and the contracts before it."""
    p = queue(give(table(), 0, resources="wood linen"), "painter", (1, 1))
    p = at(p, "open_contracts", "contracts")
    english, italian = labels(p, "painter")
    assert english.startswith("order a painting from the painter: 1 member, 1 wood and 1 linen (1 contract before")
    assert italian.startswith("commissiona un quadro al pittore con 1 membro, 1 legno e 1 lino (1 incarico prima")
    assert italian.endswith("del tuo; oggi ne esegue almeno 1)")


def test_a_card_says_what_it_sends() -> None:
    """C-25, C-27: members and votes, or that it will count 0."""
    p = at(give(table(), 0, home=4), "council")
    assert labels(p, "4")[1] == "gioca la carta famiglia di valore 4: 4 membri in Consiglio, 4 voti"
    assert labels(p, "8")[1] == "gioca la carta famiglia di valore 8, che varrà 0: in casa hai solo 4 membri"
    nobody = at(give(table(), 0, home=0), "council")
    assert labels(nobody, "3")[0] == "play family card 3, which will count 0: no members at home"


@pytest.mark.parametrize(
    ("word", "english", "italian"),
    [
        ("mark.gulden.1", "exchange 1 mark for 1 gulden", "cambia 1 marco in 1 fiorino"),
        ("mark.pound.2", "exchange 2 marks for 2 pounds", "cambia 2 marchi in 2 sterline"),
        ("decline", "do not exchange", "non cambiare denaro"),
    ],
)
def test_an_exchange_has_both_sums(word: str, english: str, italian: str) -> None:
    """C-87: singular and plural of both currencies."""
    assert labels(at(give(table(), 0, money={"mark": 2}), "exchange"), word) == (english, italian)


# -- prompts ---------------------------------------------------------------------------------------------------------


def test_a_vote_says_what_is_voted_on() -> None:
    """C-37: the ordinance's title, its effect with the edition's figure, and the seat's votes."""
    p = table()
    ordain(p, "ord_thu_street")
    p = at(give(p, 0, votes=6), ("vote", 0))
    english, italian = prompt(p)
    assert english == (
        'Edict "Home from Wednesday": each player may immediately take up to 3 members home from street field '
        '"Wednesday". Yes or no? You have 6 votes.'
    )
    assert italian == (
        "Ordinanza «Rientro dal campo mercoledì»: ciascuno può riportare subito in casa fino a 3 membri dal campo "
        "strada «mercoledì». Sì o no? Hai 6 voti."
    )


@pytest.mark.parametrize(
    ("money", "italian"),
    [
        ({"mark": 9, "gulden": 15}, "Compra una reliquia o uno scrigno, o passa."),
        ({"mark": 9}, "Compra una reliquia o passa."),
        ({"gulden": 15}, "Compra uno scrigno o passa."),
        ({"pound": 15}, "Il tuo denaro non basta per nessuna delle carte esposte: devi passare."),
    ],
)
def test_only_what_is_open_is_offered_on_sunday(money, italian: str) -> None:
    """C-13, C-61: relics, shrines, both, or nothing but to pass."""
    assert prompt(sunday(**money))[1] == italian


def test_only_what_is_open_is_offered_to_a_shrine() -> None:
    """C-63: a seat without a relic of the city is not asked which."""
    p = sunday(gulden=10)
    say = at(p, ("fill_shrine", 0, 23))
    assert prompt(say)[1] == "Non hai reliquie di Bruges: lo scrigno resta vuoto."
    p.state.players[0].holdings.relics.append(12)
    assert prompt(at(p, ("fill_shrine", 0, 23)))[0] == (
        "Which relic do you put into the Bruges shrine? It will be worth double."
    )


def test_passing_is_no_question_without_goods_or_resources() -> None:
    """C-13: a seat that can only pass is shown the reason."""
    p = at(table(), *LOADING)
    assert prompt(p)[0] == "You do not have the goods for any empty hold: you have to pass."
    p = at(table(), "open_contracts", "contracts")
    assert prompt(p)[1] == "Non hai le materie prime per nessuno degli incarichi possibili: devi passare."
