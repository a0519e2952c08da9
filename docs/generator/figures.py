"""The page of reconstructed figures: which figure of which edition could not be found, and what stands for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from podesta_engines import RULESETS
from podesta_engines.core.editions import Edition
from podesta_engines.core.ruleset import Ruleset

from .markdown import code, page, table

_ABOUT = """Podestà plays from component tables that name the source of every figure. Some figures could be found
nowhere: neither in the rulebooks nor on pictures, nor in reports of those who own the games. They were designed to fit
everything that is known, and are marked as *reconstructed* in the tables, in the catalogue and here."""
_SEND = """## Do you own one of these games?

One photograph of a card settles more than all the reasoning behind its figure. Send figures, or a changed data file, as
an issue of the project, and say where they are printed; a figure with a source replaces a reconstructed one.

To play with true figures now, copy the data file, give it an id of its own (`edition = "mine"`), mend the figures and

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
    yield f"## {tables['title']}\n\n{code(edition.id)} of {ruleset.name.en}."
    reasons = tables["reconstructed"]
    yield "\n".join(f"- {reason}" for reason in reasons) or "Every figure has a source."
    yield table(["table", "row", "figures", "why"], _rows(tables))


def _rows(tables: Mapping[str, Any]) -> Iterator[tuple[str, str, str, str]]:
    """Every row that is marked as reconstructed: where it stands, its figures, and what its source says."""
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
