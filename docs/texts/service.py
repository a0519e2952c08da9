"""The texts of the service, the engines' refusals and the lab, filled with samples."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from string import Formatter

from podesta_engines.core.words import ENGLISH, Language

from .messages import NUMBERS, Value
from .rows import TREE, Row, of_files
from .table import samples

_PACKAGES = ("service/podesta_service", "engines/podesta_engines/core", "lab/podesta_lab")


def rows() -> Iterator[Row]:
    """Every sentence of their files."""
    for package in _PACKAGES:
        folder = TREE / package / "texts"
        there = {path.stem: path for path in (folder / f"{ENGLISH}.toml", *sorted(folder.glob("*.toml")))}
        yield from of_files(there, partial(_placed, folder.parent.name), lambda _, *said: spoken(*said))


def _placed(package: str, key: str) -> tuple[str, str]:
    return "service", f"{package}: {key.partition('.')[0]}"


def spoken(sentence: str, language: Language) -> list[str]:
    """The renderings of a sentence, one for each sample of a slot; a slot without samples is a number."""
    names = {name for _, name, _, _ in Formatter().parse(sentence.replace("{}", "")) if name}
    values: dict[str, Sequence[Value]] = {name: samples(language).get(name, NUMBERS) for name in names}
    most = max(map(len, values.values()), default=0)
    steps = ({name: every[i % len(every)] for name, every in values.items()} for i in range(most))
    return list(dict.fromkeys(sentence.format(**each) for each in steps)) if names else [sentence]
