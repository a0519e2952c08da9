"""The guide for frontends is right about ids: its program finds an answer's targets in the view."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from random import Random
from typing import Any

import msgspec
import pytest

from podesta_engines import RULESETS
from podesta_engines.core.board import NOTHING
from podesta_engines.core.disclose import observe, questions
from podesta_engines.core.ruleset import Ruleset
from podesta_service.catalogue import catalogue
from tests.docs.guides import GUIDES, blocks
from tests.kit.play import advance
from tests.kit.walks import Table, begin

TEXT = (GUIDES / "frontend.md").read_text("utf-8")
OTHERS = {
    "golden-horn": r"(card|good)\.\w+",
    "notre-dame": r"message\.m?\w+\.\w+",
    "pillars-of-the-earth": r"market_\w+",
}
"""The targets that are in neither a view nor a catalogue, as listed in the guide."""


def found_by_the_guide(view: Any) -> Callable[[Any], Iterable[str]]:
    """The function of the guide's program, for views of a schema."""
    (program,) = [block.code for block in blocks(TEXT) if block.file == "ids.py"]
    names: dict[str, Any] = {"VIEW": view}
    exec(program.partition("\ncatalogue, game")[0], names)  # the guide's own code, without its output
    return lambda value: names["ids"](view, value)


def plain(value: Any) -> Any:
    """A value as it is sent."""
    return msgspec.json.decode(msgspec.json.encode(value))


@pytest.mark.parametrize("ruleset", RULESETS.all(), ids=lambda ruleset: ruleset.id)
def test_every_target_is_shown_by_the_view_or_named_by_the_catalogue(ruleset: Ruleset) -> None:
    """Or is in the guide's table of ids to know."""
    known = plain(catalogue(ruleset.id, "en"))
    ids, p, rnd = found_by_the_guide(known["view"]), begin(Table(ruleset, ruleset.seats[-1]), 5), Random(5)
    words = {name: {each["word"] for each in every} for name, every in known["vocabularies"].items()}
    named = {f"{name}.{word}" for name, every in words.items() for word in every}
    of_seats, shown = set().union(*words.values()), 0
    while p.ask is not None:
        for ask in p.asks:
            there = set(ids(plain(observe(p, ask.seat))))
            touched = {t.id for each in questions(p, ask.seat) for option in each.options for t in option.targets}
            shown += len(touched & there)
            for one in touched - there - named - {NOTHING}:
                assert re.sub(r"^s\d+\.", "", one) in of_seats or re.fullmatch(OTHERS.get(ruleset.id, "-"), one), one
        advance(p, rnd)
    assert shown > 100


@pytest.mark.parametrize(("ruleset", "pattern"), OTHERS.items())
def test_the_guide_names_those_that_have_to_be_known(ruleset: str, pattern: str) -> None:
    """In its table, in the line of the ruleset."""
    line = next(each for each in TEXT.splitlines() if each.startswith(f"| `{ruleset}` |"))
    assert [each for each in re.findall(r"`([^`]+)`", line) if re.fullmatch(pattern, each)]
