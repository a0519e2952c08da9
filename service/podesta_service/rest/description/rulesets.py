"""The schemas of a ruleset: its view, options and tables, and its variants of Game, Update and others."""

from __future__ import annotations

from functools import partial

from podesta_engines import RULESETS
from podesta_engines.core.ruleset import Result, Ruleset, Standing
from podesta_service.api.openings import create_game
from podesta_service.catalogue import Catalogue, WordEntry
from podesta_service.model import Game, Preview, Update
from podesta_service.rest.binding import Bound

from .asking import asking, with_fields
from .structs import Named, Schema, Schemas, answered, ref, taken
from .words import every_edition, thing, titled, union, vocabularies, worded

_ABOUT = {
    "Game": "A game as one seat, or a spectator (`seat` null), may see it; `ruleset` tells which.",
    "Update": "What one command changed, and the game after it, as one seat or a spectator may know it.",
    "GameWithoutView": "A game as streams with `view=none` tell it.",
    "UpdateWithoutView": "What one command changed, as streams with `view=none` tell it.",
    "Preview": "What a seat's answers would lead to, as far as the seat can know.",
    "Catalogue": "All that is known of a ruleset.",
    "NewGame": "A game to open.",
}
"""The schemas that exist once per ruleset; `ruleset` is the discriminator."""


def rulesets(named: Named) -> Schemas:
    """The schemas of every ruleset, and the unions of the schemas that exist once per ruleset.

    named: the schema name of a struct in requests.
    """
    every = RULESETS.all()
    found = {name: schema for ruleset in every for name, schema in of_ruleset(ruleset, named).items()}
    for name, about in _ABOUT.items():
        found[name] = union(about, "ruleset", {each.id: own_name(name, each) for each in every})
    return found


def own_name(name: str, ruleset: Ruleset) -> str:
    """`GoldenHornGame`; `NewGoldenHornGame`."""
    prefix = titled(ruleset.id)
    return f"New{prefix}{name.removeprefix('New')}" if name.startswith("New") else prefix + name


def of_ruleset(ruleset: Ruleset, named: Named) -> Schemas:
    """The schemas of one ruleset."""
    prefix = titled(ruleset.id)
    tables = next(iter(ruleset.editions.values())).components
    parts = [
        vocabularies(ruleset),
        asking(ruleset),
        answered([ruleset.view], partial(_view_name, prefix)),
        taken([ruleset.options], partial(_options_name, prefix)),
        _tables(type(tables), prefix),
        _games(ruleset),
        {f"New{prefix}Game": _new_game(ruleset, named)},
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


_EVERYWHERE = {
    "id": "Its word.",
    "source": "Where its figures come from.",
    "reconstructed": "Whether its figures could not be found, and are likely ones.",
}
_AT_THE_TOP = {
    "edition": "The edition's id.",
    "title": "The edition's name.",
    "reconstructed": "What could not be found, and is likely to be so.",
    "sources": "What the short names of sources stand for.",
}
"""Descriptions of the table fields that every ruleset has."""


def _tables(components: type, prefix: str) -> Schemas:
    """The component tables; the fields that every ruleset has share their descriptions."""
    found = answered([components], partial(_table_name, prefix))
    for name, schema in found.items():
        known = _AT_THE_TOP if name == f"{prefix}Tables" else _EVERYWHERE
        for field, part in schema["properties"].items():
            if "description" not in part and field in known:
                part["description"] = known[field]
    return found


def _table_name(prefix: str, struct: str) -> str:
    return f"{prefix}Tables" if struct == "Components" else f"{prefix}{struct}Entry"


def _games(ruleset: Ruleset) -> Schemas:
    """A game, an update, a preview and a result."""
    prefix, base = titled(ruleset.id), answered([Game, Update, Preview])
    of = f"of {ruleset.id}"
    own: Schemas = {"ruleset": {"type": "string", "const": ruleset.id}}
    notes = {"type": "array", "items": ref(f"{prefix}Note")}
    after: Schemas = {**own, "notes": notes, "after": ref(f"{prefix}Game")}
    told: Schemas = {**after, "events": {"type": "array", "items": ref("Event")}}
    viewless: Schemas = {**own, **_game(prefix), "view": {"type": "null"}}
    told_viewless = told | {"after": ref(f"{prefix}GameWithoutView")}
    return {
        f"{prefix}Game": with_fields(base["Game"], f"A game {of}.", {**own, **_game(prefix)}),
        f"{prefix}GameWithoutView": with_fields(base["Game"], f"A game {of}, without its view.", viewless),
        f"{prefix}Update": with_fields(base["Update"], f"An update {of}.", told),
        f"{prefix}UpdateWithoutView": with_fields(base["Update"], f"An update {of}, without a view.", told_viewless),
        f"{prefix}Preview": with_fields(base["Preview"], f"A preview {of}.", after),
        f"{prefix}Result": _result(prefix),
        f"{prefix}Standing": _standing(prefix),
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
    """An object with the words of a vocabulary as keys."""
    return {"type": "object", "propertyNames": ref(words), "additionalProperties": values}


def _new_game(ruleset: Ruleset, named: Named) -> Schema:
    """The body that opens a game: fields with defaults are optional."""
    prefix, base = titled(ruleset.id), taken([Bound(create_game).body], named)["NewGame"]
    own: Schemas = {"ruleset": {"type": "string", "const": ruleset.id}}
    seats = {**base["properties"]["seats"], "minItems": ruleset.seats.start, "maxItems": ruleset.seats.stop - 1}
    edition = {"type": "string", "enum": ["", *every_edition(ruleset)]}
    fields = {**own, "seats": seats, "edition": edition, "options": ref(f"{prefix}Options")}
    return with_fields(base, f"A game of {ruleset.id} to open.", fields)


def _catalogue(ruleset: Ruleset) -> Schemas:
    """The catalogue entry and its parts."""
    prefix, base = titled(ruleset.id), answered([Catalogue])
    words = {each.name: _entries(prefix, each.name) for each in ruleset.vocabularies}
    fields: Schemas = {
        "ruleset": {"type": "string", "const": ruleset.id},
        "editions": {"type": "array", "items": ref(f"{prefix}EditionEntry")},
        "vocabularies": thing("The words of each vocabulary, in their order.", words),
        "reasons": _entries(prefix, "reason", "Why a game may end."),
        "parts": _entries(prefix, "part", "What scores are made of."),
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


def _entries(prefix: str, vocabulary: str, about: str = "") -> Schema:
    """The words of a vocabulary as people read them."""
    base = answered([WordEntry])["WordEntry"]
    entry = with_fields(base, base["description"], {"word": ref(prefix + titled(vocabulary))})
    return {"type": "array", "items": entry, "description": about or f"The words of `{vocabulary}`."}
