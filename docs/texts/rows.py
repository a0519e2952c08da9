"""A sentence in every language, with its place and its rendered text."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from podesta_engines.core.texts.grammar import euphonic
from podesta_engines.core.texts.sentences import flat
from podesta_engines.core.words import Language

TREE = Path(__file__).parents[2]
NAMES = ("Anna", "Bruno", "Elena", "Dario", "Ugo", "Ida")
"""The players of the games in the texts."""
_SEAT = re.compile(r"\{seat_(\d)\}")
_HEADER = re.compile(r"^\[([^\]]+)\]")
_ENTRY = re.compile(r'^( *)"?(.+?)"?(?: =|:) ["{]')


class Row(NamedTuple):
    """A sentence: its owner, where it is shown, its key; by language its text, and the line of its file."""

    game: str
    place: str
    key: str
    said: Mapping[Language, list[str]]
    lines: Mapping[Language, str]


def named(text: str, language: Language) -> str:
    """A text with players' names, inserted as the service does."""
    return euphonic(_SEAT.sub(lambda found: NAMES[int(found[1])], text), language)


def read(path: Path) -> dict[str, str]:
    """The texts of a file by their keys; empty if there is no file."""
    text = path.read_text("utf-8") if path.is_file() else ""
    return dict(flat((tomllib.loads if path.suffix == ".toml" else json.loads)(text or "{}"))) if text else {}


def lines(path: Path) -> dict[str, str]:
    """The place of each key of a file, as `path:line`; the last one for a name in its own table."""
    found, table = dict[str, str](), list[str]()
    for at, line in enumerate(path.read_text("utf-8").splitlines() if path.is_file() else (), 1):
        if header := _HEADER.match(line):
            table = header[1].replace('"', "").split(".")
        elif entry := _ENTRY.match(line):
            depth = len(entry[1]) // 2 - 1 if path.suffix == ".json" else len(table)
            found[".".join(above := [*table[:depth], entry[2]])] = f"{path.as_posix().removeprefix(f'{TREE}/')}:{at}"
            table = above if path.suffix == ".json" else table
    return found


def of_files(
    there: Mapping[Language, Path],
    placed: Callable[[str], tuple[str, str]],
    spoken: Callable[[str, str, Language], list[str]],
) -> Iterator[Row]:
    """The rows of a file that each language has, with the places of its keys, and their rendered texts."""
    said, where = ({each: of(path) for each, path in there.items()} for of in (read, lines))
    for key in dict.fromkeys(key for texts in said.values() for key in texts):
        texts = {each: spoken(key, found[key], each) for each, found in said.items() if key in found}
        yield Row(*placed(key), key, texts, {each: at[key] for each, at in where.items() if key in at})
