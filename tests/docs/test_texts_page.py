"""The page of texts: all texts for players, filled, with their places, and the gaps of a language."""

from __future__ import annotations

import re
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from docs.texts import table
from docs.texts.__main__ import languages, page, rows
from docs.texts.messages import fill, parse
from docs.texts.rows import TREE, Row, read

TOML = [path for room in ("engines", "service", "lab") for path in (TREE / room).glob("podesta_*/**/texts/*.toml")]
FILES = [
    *TREE.glob("clients/table/src/texts/*/*.json"),
    *(path for path in TOML if path.stem != "rules" and "frozen" not in path.parts),
]


@pytest.fixture(scope="module")
def all_() -> Sequence[Row]:
    """Every row of the page."""
    return rows()


def test_every_key_of_every_file_is_there_with_its_line(all_: Sequence[Row]) -> None:
    """No file and no key is left out; each is where the page says."""
    found: dict[str, set[str]] = {}
    for row in all_:
        for place in row.lines.values():
            path, line = place.split(":")
            found.setdefault(path, set()).add(row.key)
            assert row.key.split(".")[-1] in (TREE / path).read_text("utf-8").splitlines()[int(line) - 1]
    assert len(FILES) > 30
    wanted = {path.relative_to(TREE).as_posix(): set(read(path)) for path in FILES}
    assert {path: keys - found.get(path, set()) for path, keys in wanted.items() if keys - found.get(path, set())} == {}


def test_every_sentence_is_filled_in_both_languages(all_: Sequence[Row]) -> None:
    """No slot is left, and no text is missing or empty."""
    left = [
        (row.key, text) for row in all_ for said in row.said.values() for text in said if re.search(r"\{\w|\w\}", text)
    ]
    assert left == []
    assert [row.key for row in all_ if [*row.said] != languages() or not all(row.said.values())] == []


def test_sentences_have_values_of_games(all_: Sequence[Row]) -> None:
    """Singular and plural, each gender, each currency: in notes of recorded games, and on the board."""
    said = {(row.game, row.key): " ".join(row.said["it"]) for row in all_}
    assert {"marchi", "fiorini", "sterline", "grivne"} <= set(re.findall(r"\w+", said["colonia", "notes.paid"]))
    assert re.search(r"\b1 sterlina\b|\b1 punto\b", said["colonia", "notes.bought"])
    assert {"1 merce rossa", "2 merci gialle", "8 merci rosse"} <= {
        text for row in all_ if row.key == "goods" for text in row.said["it"]
    }
    assert said["colonia", "words.currency.mark"] == "il marco · 2 marchi"
    assert said["troyes", "labels.queued"].startswith("l'evento al posto ")


def test_a_language_shows_what_it_lacks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A third language is a folder: its texts are next to the others, and missing ones are marked and counted."""
    shutil.copytree(table.TEXTS, tmp_path / "texts")
    (tmp_path / "texts" / "fr").mkdir()
    (tmp_path / "texts" / "fr" / "troyes.json").write_text(
        '{\n  "deniers": "Deniers",\n  "cost": "{deniers} deniers"\n}\n'
    )
    monkeypatch.setattr(table, "TEXTS", tmp_path / "texts")
    found = [*table.rows()]
    whole = page(found, languages())
    assert re.search(rf"{len(found)} sentences; en: 0 lacking, it: 0 lacking, fr: {len(found) - 2} lacking", whole)
    assert whole.count('<td class="lacks">') == len(found) - 2
    assert '<td lang="fr"><p>1 deniers</p><p>2 deniers</p>' in whole
    assert whole.count("fr/troyes.json:2<") == 1


def test_a_message_is_filled_as_the_table_fills_it() -> None:
    """Cases by number and by word, also nested, as in `clients/table/tests/texts.test.ts`."""
    text = "{name}: {n, plural, =0 {nothing} one {# {what}} other {# {what}s}}{late, select, true {, late} other {}}."
    said = [
        fill(parse(text), {"name": "Ada", "n": n, "what": "rat", "late": late})
        for n, late in ((0, ""), (1, "true"), (2, ""))
    ]
    assert said == ["Ada: nothing.", "Ada: 1 rat, late.", "Ada: 2 rats."]
