"""A made-up language, derived from English by a script: any English on a page then comes from the page's own code.

Its region is made up, too, and its language Italian: so the service answers in Italian, and all English is the page's.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.table.building import HOME, TREE, run

TAG = "it-XA"
_PLAIN = "abcdefghijklmnopqrstuvwxyz"
_ACCENTED = "áƀçđéƒĝĥíĵķĺɱñóþǫŕšţúṽŵẋýž"
_LETTERS = str.maketrans(_PLAIN + _PLAIN.upper(), _ACCENTED + _ACCENTED.upper())
_ENGLISH = HOME / "src" / "texts" / "en"


def build(folder: Path) -> Path:
    """Build the table with one more language, by files alone; returns its folder."""
    home = folder / "clients" / "table"
    shutil.copytree(HOME, home, ignore=shutil.ignore_patterns("node_modules", "build"))
    shutil.copytree(TREE / "clients" / "typescript" / "src", folder / "clients" / "typescript" / "src")
    (home / "node_modules").symlink_to(HOME / "node_modules")
    (home / "src" / "texts" / TAG).mkdir()
    for path in _ENGLISH.glob("*.json"):
        said = json.dumps(pseudo(json.loads(path.read_text("utf-8"))))
        (home / "src" / "texts" / TAG / path.name).write_text(said, "utf-8")
    run("npm", "run", "--silent", "build", home=home)
    return folder / "service" / "podesta_service" / "rest" / "page" / "built"


def pseudo(messages: Any) -> Any:
    """Messages with every letter accented, a third longer, in brackets; slots and the direction of writing stay."""
    if isinstance(messages, str):
        return f"[{accented(messages)}]"
    return {key: said if key == "dir" else pseudo(said) for key, said in messages.items()}


def accented(message: str) -> str:
    """The words of a message with accents and long vowels."""
    return "".join(
        re.sub("[aeiou]", r"\g<0>\g<0>", part).translate(_LETTERS) if said else part for part, said in parts(message)
    )


def parts(message: str) -> Iterator[tuple[str, bool]]:
    """The parts of a message, and whether they are text: single braces enclose a slot, double ones text again."""
    depth = 0
    for part in re.split("([{}])", message):
        depth += {"{": 1, "}": -1}.get(part, 0)
        yield part, depth % 2 == 0 and part not in "{}"


def english() -> frozenset[str]:
    """The texts on the page that are English and not Italian, of one word or several."""
    return sayings(_ENGLISH) - sayings(_ENGLISH.with_name("it"))


def sayings(folder: Path) -> frozenset[str]:
    """The texts in the files of a language, without their slots."""
    files = [json.loads(path.read_text("utf-8")) for path in folder.glob("*.json")]
    said = {part.strip(" :,.…") for messages in files for text in flat(messages) for part, said in parts(text) if said}
    return frozenset(each for each in said if re.search(r"[^\W\d_]{3}", each))


def flat(messages: Any) -> Iterator[str]:
    """Every message of a file."""
    if isinstance(messages, str):
        yield messages
    else:
        for each in messages.values():
            yield from flat(each)
