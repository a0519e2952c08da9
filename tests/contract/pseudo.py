"""A made-up language: the English of every file, accented and in ⟦brackets⟧, written next to it as files."""

from __future__ import annotations

import json
import re
import shutil
import tomllib
from pathlib import Path

from podesta_engines.core.rulebook import rules_by_number
from podesta_engines.core.texts.sentences import flat

TREE = Path(__file__).parents[2]
CODE = "xx"
"""Its code."""
PACKAGES = ("engines/podesta_engines", "service/podesta_service", "lab/podesta_lab")
_ACCENTS = str.maketrans("aceiouy", "àçéîöûÿ")
_SLOT = re.compile(r"(\{\w[\w.]*[|?!]?)")
_NOTATION = re.compile(r"(?:mp|fp|m|f|n|p|-|~) ")


def site(folder: Path) -> Path:
    """A folder with the packages and the language; not a line of their code is changed."""
    for package in PACKAGES:
        to = folder / package.rpartition("/")[2]
        shutil.copytree(TREE / package, to, ignore=shutil.ignore_patterns("__pycache__"))
        for english in to.rglob("texts/en.toml"):
            texts = _texts(english.with_name("it.toml")) | _texts(english)  # the code has options in English
            lines = [f"{_key(key)} = {_quoted(bracketed(text, key))}" for key, text in texts.items()]
            english.with_name(f"{CODE}.toml").write_text("\n".join(lines), "utf-8")
        for book in to.rglob("RULES.md"):
            book.with_name(f"RULES.{CODE}.md").write_text(_rulebook(book.read_text("utf-8")), "utf-8")
    return folder


def _rulebook(text: str) -> str:
    """Each rule in brackets, except for its number."""
    for number, rule in rules_by_number(text).items():
        text = text.replace(rule, f"**{number} ⟦{_accented(rule[len(number) + 2 :])}⟧")
    return text


def _texts(path: Path) -> dict[str, str]:
    return dict(flat(tomllib.loads(path.read_text("utf-8"))))


def _key(key: str) -> str:
    return ".".join(map(_quoted, key.split(".")))


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def bracketed(text: str, key: str) -> str:
    """A text in brackets; for a noun, each of its forms."""
    if key.startswith("grammar."):
        return _accented(text)
    noun = _NOTATION.match(text) if key.startswith(("words.", "labels.")) else None
    if noun is None:
        return f"⟦{_accented(text)}⟧"
    return noun[0] + "/".join(f"⟦{_accented(form)}⟧" for form in text[noun.end() :].split("/"))


def _accented(text: str) -> str:
    """Accents on everything but the names of slots."""
    return "".join(part if i % 2 else part.translate(_ACCENTS) for i, part in enumerate(_SLOT.split(text)))
