"""The data of games conform to the API's description, in every ruleset."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from podesta_engines import RULESETS
from podesta_engines.core.disclose import note_texts, observe, questions, waiting
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.game.endings import ENDINGS
from podesta_engines.game.events import Created
from podesta_service.catalogue import catalogue
from podesta_service.context import Context
from podesta_service.rest.description.openapi import PATH
from podesta_service.rest.description.words import titled
from tests.contract.described import wrong
from tests.kit.evidence import evidence
from tests.kit.games import log_of, of, open_game, play_on
from tests.kit.play import advance
from tests.kit.walks import Table, begin

EVERY = pytest.mark.parametrize("ruleset", RULESETS.all(), ids=lambda ruleset: ruleset.id)


def walked(ruleset: Ruleset, seed: int) -> Iterator[Any]:
    """The positions of a random game; the seed decides the number of players."""
    p, rnd = begin(Table(ruleset, ruleset.seats[seed % len(ruleset.seats)]), seed), Random(seed)
    p.listen()
    yield p
    while p.ask is not None:
        advance(p, rnd)
        yield p


@pytest.mark.slow
@EVERY
@pytest.mark.parametrize("seed", range(evidence(2, 6)))
def test_what_a_game_shows_is_as_described(ruleset: Ruleset, seed: int) -> None:
    """Views, questions with their options, notes and awaited seats, in a random game."""
    prefix, rnd = titled(ruleset.id), Random(seed)
    for p in walked(ruleset, seed):
        heard = p.heard()
        if rnd.random() > 0.2:
            continue
        for seat in (None, rnd.choice(p.asks).seat if p.asks else 0):
            assert wrong(f"{prefix}View", observe(p, seat)) == []
            assert [each for text in note_texts(ruleset, heard, seat) for each in wrong(f"{prefix}Note", text)] == []
            for question in questions(p, seat):
                assert wrong(f"{prefix}Question", question) == []
        assert [each for one in waiting(p) for each in wrong(f"{prefix}Waiting", one)] == []
    assert wrong(f"{prefix}Result", ruleset.result(p.state)) == []


@EVERY
def test_the_catalogue_is_as_described(ruleset: Ruleset) -> None:
    """With its tables, vocabularies and schemas, in both languages."""
    for language in ("en", "it"):
        assert wrong(f"{titled(ruleset.id)}Catalogue", catalogue(ruleset.id, language)) == []


@EVERY
def test_what_is_not_so_is_noticed(ruleset: Ruleset) -> None:
    """An unknown word, and a missing field, are errors."""
    prefix = titled(ruleset.id)
    view = msgspec.to_builtins(observe(next(walked(ruleset, 0)), None), str_keys=True)
    assert wrong(f"{prefix}View", view) == []
    assert wrong(f"{prefix}View", {**view, "phase": "siesta"})
    assert wrong(f"{prefix}View", {**view, "more": 1})
    assert wrong(f"{prefix}View", {name: part for name, part in view.items() if name != "players"})


async def test_updates_are_as_described_and_the_record_tells_more(context: Context) -> None:
    """The salt is in no update, not even the first, only in the record; nor is it in the description."""
    master = context.master
    game, _ = await open_game(master)
    for revision in range(1, (await play_on(master, game, Random(4))).revision + 1):
        step = await master.tables.step(game, revision)
        for viewer in (None, 0):
            assert wrong("Update", step.show(viewer, "en")) == []
    (created,) = of(Created, await log_of(master, game))
    assert wrong("Created", created) == ["$: Additional properties are not allowed ('salt' was unexpected)"]


def test_every_reason_of_an_ending_is_known() -> None:
    """Those of the rules, and those of any game."""
    for ruleset in RULESETS.all():
        known = msgspec.json.decode(PATH.read_bytes())["components"]["schemas"][f"{titled(ruleset.id)}Reason"]["enum"]
        assert known == [word.slug for word in (*ruleset.reasons.words, *ENDINGS.words)]
