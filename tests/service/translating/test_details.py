"""Details of refusals are told in the language asked: every one that the code can say, filled as it was."""

from __future__ import annotations

import re
import time
import tomllib
from importlib.resources import files

import pytest

from podesta_engines.game.takebacks import Obstacle
from podesta_service.translating import LONGEST, in_italian

from .details import details

TABLES = tomllib.loads(files("podesta_service").joinpath("texts", "it.toml").read_text("utf-8"))


def test_every_detail_has_its_translation() -> None:
    """None is missing, and none is of a detail that nobody says any more."""
    said = details().keys() | {each.value for each in Obstacle}
    translated = TABLES["details"].keys()
    assert (sorted(said - translated), sorted(translated - said)) == ([], [])


@pytest.mark.parametrize("table", TABLES)
def test_translations_have_the_same_gaps(table: str) -> None:
    """What is filled in stands in both, each gap once."""
    for english, italian in TABLES[table].items():
        found = sorted(map(int, re.findall(r"[{<](\d)[}>]", italian)))
        assert found == list(range(english.count("{}"))), english
        assert english != italian or not re.search("[a-z]{3}", re.sub("[{}<>]", "", english)), english


@pytest.mark.parametrize(
    ("english", "italian"),
    [
        ("the game has no revision 7; the newest is 3", "la partita non ha la revisione 7; la più recente è la 3"),
        ("the game waits for Ada, Seat 2", "la partita aspetta Ada, Posto 2"),
        ("fleets: 'x' is not one of a, b (G-8)", "fleets: 'x' non è tra questi: a, b (G-8)"),
        ("the limit of this token is used up; wait a little", "esaurito: il limite di questo token; aspetta un poco"),
        (
            "used up: 20 games opened an hour for one address; the next is allowed in 9 s",
            "esaurito: 20 partite aperte in un'ora per indirizzo; il prossimo è permesso tra 9 s",
        ),
        ("Expected `int`, got `str`", "qui va `int`, non `str`"),
        ("Expected `str` of length <= 40", "qui va `str` lungo al massimo 40"),
        (
            "the body is not JSON: JSON is malformed: invalid character (byte 3)",
            "il corpo non è JSON: il JSON non è ben formato: carattere non valido (byte 3)",
        ),
        ("somebody's own words", "somebody's own words"),
        ("no game has the id <0>{0}", "nessuna partita ha l'id <0>{0}"),
    ],
)
def test_details_are_filled_as_they_were(english: str, italian: str) -> None:
    """Words in gaps are translated where they are the service's own; what a caller sent stays as it is."""
    assert in_italian(english) == italian


def test_a_long_detail_costs_nothing() -> None:
    """Whoever makes the service say much cannot make it search much."""
    begin = time.process_time()
    assert in_italian("the game waits for " + ", " * LONGEST).startswith("the game waits")
    for _ in range(20):
        in_italian("x: " * (LONGEST // 3 - 1))
    assert time.process_time() - begin < 2
