"""What a ruleset's games are made of: its view, options and tables, and a game, an update and the rest of its own."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from podesta_engines import RULESETS
from podesta_engines.core.ruleset import Result, Ruleset, Standing
from podesta_service.catalogue import Catalogue, EditionEntry, KindEntry, RulesetSummary, WordEntry
from podesta_service.model import Game, Preview, Update
from podesta_service.rest.calls.openings import NewGame

from .asking import asking, with_fields
from .structs import Schema, Schemas, answered, ref, taken
from .words import thing, titled, union, vocabularies, worded

_ABOUT = {
    "Game": "A game as one seat, or a spectator (`seat` null), may see it; `ruleset` tells which.",
    "Update": "What one command changed, and the game after it, as one seat or a spectator may know it.",
    "Preview": "What a seat's answers would lead to, as far as the seat can know.",
    "Catalogue": "All that is known of a ruleset.",
    "NewGame": "A game to open.",
}
"""What comes once for every ruleset, told apart by `ruleset`."""


def rulesets() -> Schemas:
    """The schemas of every ruleset, and the unions of what each has of its own."""
    every = RULESETS.all()
    found = {name: schema for ruleset in every for name, schema in of_ruleset(ruleset).items()}
    for name, about in _ABOUT.items():
        found[name] = union(about, "ruleset", {each.id: own_name(name, each) for each in every})
    return found


def own_name(name: str, ruleset: Ruleset) -> str:
    """`GoldenHornGame`; `NewGoldenHornGame`."""
    prefix = titled(ruleset.id)
    return f"New{prefix}{name.removeprefix('New')}" if name.startswith("New") else prefix + name


def of_ruleset(ruleset: Ruleset) -> Schemas:
    """The schemas that are a ruleset's own."""
    prefix = titled(ruleset.id)
    tables = next(iter(ruleset.editions.values())).components
    parts = [
        vocabularies(ruleset),
        asking(ruleset),
        answered([ruleset.view], partial(_view_name, prefix)),
        taken([ruleset.options], partial(_options_name, prefix)),
        answered([type(tables)], partial(_table_name, prefix)),
        _games(ruleset),
        _catalogue(ruleset),
    ]
    names = [name for part in parts for name in part]
    if len(names) != len(set(names)):
        raise ValueError(f"{ruleset.id}: {sorted({name for name in names if names.count(name) > 1})} come twice")
    return {name: worded(schema, prefix) for part in parts for name, schema in part.items()}


def _view_name(prefix: str, struct: str) -> str:
    """`PlayerView` as `GoldenHornPlayerView`; the view itself has the prefix already."""
    return prefix + struct.removeprefix(prefix)


def _options_name(prefix: str, struct: str) -> str:
    return prefix + struct


def _table_name(prefix: str, struct: str) -> str:
    return f"{prefix}Tables" if struct == "Components" else f"{prefix}{struct}Entry"


def _games(ruleset: Ruleset) -> Schemas:
    """A game, an update, a preview and a result, and what opens a game."""
    prefix, base = titled(ruleset.id), answered([Game, Update, Preview])
    of = f"of {ruleset.id}"
    own = {"ruleset": {"type": "string", "const": ruleset.id}}
    notes = {"type": "array", "items": ref(f"{prefix}Note")}
    after = {**own, "notes": notes, "after": ref(f"{prefix}Game")}
    events = {"type": "array", "items": ref("Event")}
    return {
        f"{prefix}Game": with_fields(base["Game"], f"A game {of}.", {**own, **_game(prefix)}),
        f"{prefix}Update": with_fields(base["Update"], f"An update {of}.", {**after, "events": events}),
        f"{prefix}Preview": with_fields(base["Preview"], f"A preview {of}.", after),
        f"{prefix}Result": _result(prefix),
        f"{prefix}Standing": _standing(prefix),
        f"New{prefix}Game": _new_game(ruleset, own),
    }


def _game(prefix: str) -> Schemas:
    return {
        "edition": ref(f"{prefix}Edition"),
        "options": ref(f"{prefix}Options"),
        "waiting": {"type": "array", "items": ref(f"{prefix}Waiting")},
        "questions": {"type": "array", "items": ref(f"{prefix}Question")},
        "view": ref(f"{prefix}View"),
        "result": {"anyOf": [ref(f"{prefix}Result"), {"type": "null"}]},
    }


def _result(prefix: str) -> Schema:
    base = answered([Result])["Result"]
    standings = {"type": "array", "items": ref(f"{prefix}Standing")}
    return with_fields(base, base["description"], {"reason": ref(f"{prefix}Reason"), "standings": standings})


def _standing(prefix: str) -> Schema:
    base = answered([Standing])["Standing"]
    return with_fields(base, base["description"], {"parts": _by_word(f"{prefix}Part", {"type": "integer"})})


def _by_word(words: str, values: Schema) -> Schema:
    """Values by the words of a vocabulary."""
    return {"type": "object", "propertyNames": ref(words), "additionalProperties": values}


def _new_game(ruleset: Ruleset, own: Schemas) -> Schema:
    """What opens a game: its defaults may be left out."""
    prefix, base = titled(ruleset.id), taken([NewGame])["NewGame"]
    seats = {**base["properties"]["seats"], "minItems": ruleset.seats.start, "maxItems": ruleset.seats.stop - 1}
    edition = {"type": "string", "enum": ["", *ruleset.editions]}
    fields = {**own, "seats": seats, "edition": edition, "options": ref(f"{prefix}Options")}
    return with_fields(base, f"A game of {ruleset.id} to open.", fields)


def _catalogue(ruleset: Ruleset) -> Schemas:
    """The catalogue's entry, and its parts."""
    prefix, base = titled(ruleset.id), answered([Catalogue])
    words = {each.name: _words_of(ref(prefix + titled(each.name))) for each in ruleset.vocabularies}
    fields = {
        "ruleset": {"type": "string", "const": ruleset.id},
        "editions": {"type": "array", "items": ref(f"{prefix}EditionEntry")},
        "vocabularies": thing("The words of each vocabulary, in their order.", words),
        "reasons": _words_of(ref(f"{prefix}Reason")),
        "parts": _words_of(ref(f"{prefix}Part")),
    }
    edition = with_fields(
        base["EditionEntry"],
        base["EditionEntry"]["description"],
        {"edition": ref(f"{prefix}Edition"), "tables": ref(f"{prefix}Tables")},
    )
    return {
        f"{prefix}Catalogue": with_fields(base["Catalogue"], f"All that is known of {ruleset.id}.", fields),
        f"{prefix}EditionEntry": edition,
    }


def _words_of(word: Schema) -> Schema:
    """The words of a vocabulary as people read them."""
    return {"type": "array", "items": ref("WordEntry")}
