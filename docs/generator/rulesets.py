"""A page for every ruleset: its questions, draws and notes, its vocabularies, and the view of a seat.

The page of reconstructed figures: figures of editions that could not be found, and their substitutes.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from lab.seats.page import published
from lab.seats.page import rows as seat_rows
from podesta_engines import RULESETS
from podesta_engines.core.editions import Edition
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.core.script import Kind
from podesta_engines.core.words import Form, Slots, Vocabulary
from podesta_engines.play.house import EXPERT, NET, names, seats_of
from podesta_service.rest.description.structs import answered

from .markdown import anchor, code, codes, page, table
from .schemas import fields, struct

TREE = Path(__file__).parents[2]
NAMES = {"English": "en", "Italian": "it"}
"""The languages that the pages show."""
_WAYS = {(False, False): "", (True, False): "secret", (False, True): "masked", (True, True): "secret, masked"}
_ABOUT_SEATS = """How each place in the order of play fares when one bot has all seats, each game on a deal of its own:
how often it won, with the 95 % interval, and its mean score; a shared first place counts in parts. Whoever begins is in
place 1; in Colonia, where players find an order by themselves, the first seat. `python -m lab.seats` plays on."""
_ABOUT_QUESTIONS = """A question is answered with a word of its vocabulary. *secret*: others learn that it was
answered, not how; *masked*: they do not learn which question it was either."""


def ruleset_pages() -> dict[str, str]:
    """The pages by their names: the list, and one for each ruleset."""
    rows = [
        (f"[`{one.id}`](rulesets/{one.id}.md)", one.name(), _seats(one), code(one.rules), codes(one.editions))
        for one in RULESETS.all()
    ]
    about = "`GET /v1/rulesets/{ruleset}` and `GetRuleset` serve the same, with component tables and the rules' text."
    head = table(["ruleset", "game", "players", "rules", "editions"], rows)
    return {"rulesets.md": page("Rulesets", about, head)} | {
        f"rulesets/{one.id}.md": ruleset_page(one) for one in RULESETS.all()
    }


def _seats(ruleset: Ruleset) -> str:
    return f"{ruleset.seats.start} to {ruleset.seats.stop - 1}"


def ruleset_page(ruleset: Ruleset) -> str:
    """The page of one ruleset."""
    return page(
        f"{ruleset.name()}: words and views",
        _head(ruleset),
        _options(ruleset),
        "## Questions",
        _ABOUT_QUESTIONS,
        _asked(ruleset),
        "## Notes",
        _noted(ruleset),
        *_seats_fare(ruleset),
        _view(ruleset),
        "## Vocabularies",
        *(_vocabulary(ruleset, words) for words in _vocabularies(ruleset)),
    )


def _seats_fare(ruleset: Ruleset) -> Iterator[str]:
    """The results of each place in the order of play, if measured."""
    if found := published(ruleset):
        yield "## Seats"
        yield _ABOUT_SEATS
        yield table(["players", "bot", "games", *map(str, range(1, ruleset.seats.stop))], seat_rows(found))


def _vocabularies(ruleset: Ruleset) -> list[Vocabulary]:
    """All vocabularies of a ruleset, each once, including those of its questions."""
    used = [kind.words for kind in ruleset.kinds] + [ruleset.reasons, ruleset.parts]
    return list({words.name: words for words in (*ruleset.vocabularies, *used)}.values())


def _head(ruleset: Ruleset) -> str:
    folder = Path(sys.modules[ruleset.set_up.__module__].__file__ or "").parent.name
    editions = ", ".join(
        f"[`{one}`](../../../engines/podesta_engines/{folder}/data/{one}.toml)" for one in ruleset.editions
    )
    return (
        f"`{ruleset.id}`, version `{ruleset.rules}`, for {_seats(ruleset)} players. "
        f"[The rules by number](../../../engines/podesta_engines/{folder}/RULES.md). "
        f"Editions with their tables: {editions}. "
        f"House players: {codes(names(ruleset))}.{_networks(ruleset)}"
    )


def _networks(ruleset: Ruleset) -> str:
    """The tables at which `net` and `expert` play."""
    tables = {bot: ", ".join(map(str, seats_of(ruleset, bot))) for bot in (NET, EXPERT)}
    return "".join(f" `{bot}` plays at tables of {found}." for bot, found in tables.items() if found)


def _options(ruleset: Ruleset) -> str:
    return "## Options\n\n" + fields(msgspec.json.schema(ruleset.options)["$defs"]["Options"], _here)


def _view_schema(of: type) -> tuple[dict[str, Any], dict[str, Any]]:
    """The schema of a view, and those of its parts by name."""
    parts = answered([of])
    return parts.pop(of.__name__), parts


def _here(name: str) -> str:
    return f"[{name}](#{anchor(name)})"


def _asked(ruleset: Ruleset) -> str:
    rows = [
        (
            code(one.name),
            one.rule,
            *_said(ruleset, one.form),
            _to(one.words),
            _slots(one.about),
            _WAYS[one.secret, one.masked],
        )
        for one in ruleset.kinds
    ]
    return table(["question or draw", "rule", *NAMES, "vocabulary", "about", ""], rows)


def _way(kind: Kind) -> str:
    return _WAYS[kind.secret, kind.masked]


def _said(ruleset: Ruleset, said: Form) -> tuple[str, ...]:
    """A sentence in every language; its slots are ellipses."""
    return tuple(ruleset.texts[language].gist(said) for language in NAMES.values())


def _slots(slots: Slots) -> str:
    return ", ".join(f"{code(name)}: {'list of ' if words.several else ''}{_to(words)}" for name, words in slots)


def _to(words: Vocabulary) -> str:
    return f"[{words.name}](#{anchor(words.name)})"


def _noted(ruleset: Ruleset) -> str:
    rows = [(code(one.name), one.rule, *_said(ruleset, one.form), _slots(one.args)) for one in ruleset.notes]
    return table(["note", "rule", *NAMES, "with"], rows)


def _view(ruleset: Ruleset) -> str:
    """The view and its parts. `msgspec` renames nothing, so the proto's messages have the same fields."""
    whole, parts = _view_schema(ruleset.view)
    about = struct("View", {**whole, "description": whole.get("description", "")}, 2, _here)
    return "\n\n".join([about, *(struct(name, part, 3, _here) for name, part in sorted(parts.items()))])


def _vocabulary(ruleset: Ruleset, words: Vocabulary) -> str:
    """Its words; numbers in one line."""
    slugs = [word.slug for word in words.words]
    if slugs == [str(i) for i in range(len(slugs))]:
        return f"### {words.name}\n\nThe numbers `0` to `{len(slugs) - 1}`."
    labels = [[ruleset.texts[language].label(words, i) for language in NAMES.values()] for i in range(len(words))]
    rows = [(code(one.slug), *said, _parts(one.parts)) for one, said in zip(words.words, labels, strict=True)]
    head = ["word", *NAMES, "parts"]
    if not any(row[3] for row in rows):
        return f"### {words.name}\n\n" + table(head[:3], [row[:3] for row in rows])
    return f"### {words.name}\n\n" + table(head, rows)


def _parts(parts: tuple[tuple[str, str], ...]) -> str:
    return ", ".join(f"{name} {code(word)}" for name, word in parts)


_ABOUT = """Podestà plays from component tables that name the source of every figure. Some figures could be found
nowhere: neither in the rulebooks nor on pictures, nor in reports of those who own the games. They were designed to fit
everything that is known, and are marked as *reconstructed* in the tables, in the catalogue and here."""
_SEND = """## Do you own one of these games?

One photograph of a card settles more than all the reasoning behind its figure. Send figures, or a changed data file, as
an issue of the project, and say where they are printed; a figure with a source replaces a reconstructed one.

To play with true figures now, write a file that says which edition it is like (`like = "queen_2009"`), what it is
called (`edition = "mine"`), and what differs: whole tables, keys of a table, or rows by their `id`. Then

```sh
podesta edition check mine.toml
PODESTA_EDITIONS=mine.toml podesta serve
```

The check reads the file strictly, lists what differs from the game's own edition, and plays 200 games under the laws of
the rules. `PODESTA_EDITIONS` names files, or folders of files, joined as in `PATH`. A game is pinned to its edition by
the file's hash: it does not go on with a file that was changed, so keep the file as long as its games."""


def figures_page() -> str:
    """Every edition with its reconstructed figures."""
    parts = [
        part for ruleset in RULESETS.all() for edition in ruleset.editions.values() for part in _of(ruleset, edition)
    ]
    return page("Reconstructed figures", _ABOUT, *parts, _SEND)


def _of(ruleset: Ruleset, edition: Edition) -> Iterator[str]:
    tables: dict[str, Any] = msgspec.to_builtins(edition.components)
    yield f"## {tables['title']}\n\n{code(edition.id)} of {ruleset.name()}."
    reasons = tables["reconstructed"]
    yield "\n".join(f"- {reason}" for reason in reasons) or "Every figure has a source."
    yield table(["table", "row", "figures", "why"], _rows(tables))


def _rows(tables: Mapping[str, Any]) -> Iterator[tuple[str, str, str, str]]:
    """Every row marked as reconstructed: its place, its figures, and its source."""
    for name, found in tables.items():
        for row in found if isinstance(found, list) else [found]:
            if isinstance(row, dict) and row.get("reconstructed"):
                yield name, code(row.get("id", "")), _figures(row), str(row.get("source", ""))


def _figures(row: Mapping[str, Any]) -> str:
    kept = {name: value for name, value in row.items() if name not in ("id", "source", "reconstructed")}
    return "; ".join(f"{name} {_plain(value)}" for name, value in kept.items() if value not in (None, 0, "", [], False))


def _plain(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(_plain, value))
    return ", ".join(f"{key} {_plain(part)}" for key, part in value.items()) if isinstance(value, dict) else str(value)
