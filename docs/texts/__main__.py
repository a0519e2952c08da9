"""Write all texts for players on one page: `make texts`, which is build/texts/index.html."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby

from podesta_engines import RULESETS
from podesta_engines.core.words import ENGLISH, LANGUAGES, Language

from . import games, service, table, terms
from .rows import TREE, Row

PAGE = TREE / "build" / "texts" / "index.html"
_STYLE = """body { font: 15px/1.4 sans-serif; margin: 1rem; } small { color: #666; } td p { margin: 0 0 0.2rem; }
table { border-collapse: collapse; width: 100%; table-layout: fixed; } .lacks { background: #fdd; }
td, th { border-top: 1px solid #ccc; padding: 0.3rem; text-align: start; vertical-align: top; }
td { overflow-wrap: anywhere; }"""


def rows() -> list[Row]:
    """Every term and sentence for players: terms, game by game, then the table around them, then the service."""
    by_game = (row for ruleset in RULESETS.all() for row in games.rows(ruleset))
    found = [*terms.rows(), *by_game, *table.rows(), *service.rows()]
    order = [*(each.id for each in RULESETS.all()), "table", "service"]
    places = list(dict.fromkeys(row.place for row in found))
    return sorted(found, key=lambda row: (order.index(row.game), places.index(row.place)))


def languages() -> list[Language]:
    """Every language that the games or the table have, English first."""
    return list(dict.fromkeys([ENGLISH, *LANGUAGES, *table.languages()]))


def page(all_: Sequence[Row], spoken: Sequence[Language]) -> str:
    """The page: what is missing in each language, links, and a table for each place of each game."""
    places = [(name, list(found)) for name, found in groupby(all_, key=lambda row: (row.game, row.place))]
    links = {
        game: " · ".join(_link(*name, len(found)) for name, found in places if name[0] == game)
        for (game, _), _ in places
    }
    lacking = (f"{language}: {sum(language not in row.said for row in all_)} lacking" for language in spoken)
    return "\n".join(
        [
            f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Texts</title><style>{_STYLE}</style>',
            f"<h1>What players read</h1><p>{len(all_)} sentences; {', '.join(lacking)}.</p>",
            *(f"<p>{game}: {line}</p>" for game, line in links.items()),
            *(part for (game, place), found in places for part in _section(game, place, found, spoken)),
        ]
    )


def _link(game: str, place: str, count: int) -> str:
    return f'<a href="#{_anchor(game, place)}">{escape(place)}</a> ({count})'


def _anchor(game: str, place: str) -> str:
    return f"{game}-{place}".replace(" ", "-").replace(":", "")


def _section(game: str, place: str, found: Sequence[Row], spoken: Sequence[Language]) -> Iterator[str]:
    yield f'<h2 id="{_anchor(game, place)}">{game}: {escape(place)}</h2><table><tr><th>where</th>'
    yield "".join(f"<th>{language}</th>" for language in spoken) + "</tr>"
    for row in found:
        where = "<br>".join(dict.fromkeys(row.lines.values()))
        cells = "".join(_cell(row, language) for language in spoken)
        yield f"<tr><td>{escape(row.key)}<br><small>{where}</small></td>{cells}</tr>"
    yield "</table>"


def _cell(row: Row, language: Language) -> str:
    if language not in row.said:
        return '<td class="lacks">lacks this</td>'
    said = "".join(f"<p>{escape(each)}</p>" for each in row.said[language])
    return f'<td lang="{language}">{said}</td>'


if __name__ == "__main__":
    PAGE.parent.mkdir(parents=True, exist_ok=True)
    PAGE.write_text(page(rows(), languages()), "utf-8")
    print(PAGE.relative_to(TREE))
