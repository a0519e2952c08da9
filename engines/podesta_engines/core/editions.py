"""Editions: component tables with their sources, a game's own and an operator's.

`PODESTA_EDITIONS` names an operator's files, or folders of files (joined as in PATH): each is an edition of the ruleset
whose table names it uses. Every edition is pinned by its hash: a game refuses to go on with a changed file.

A file with `like = "<edition>"` has only what differs from an edition of the package: tables, or rows by their `id`.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterable, Mapping
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

VARIABLE = "PODESTA_EDITIONS"


class Edition(Struct, frozen=True):
    """The components of one edition: data with sources, decoded into the game's own frozen struct.

    sha256: the hash of the data file, preceded by that of the file it is like, if any; stored with every game so that a
    changed file is noticed.
    """

    id: str
    sha256: str
    components: Any
    own: bool = False
    """Whether it is the operator's own, not the package's."""


class BadEdition(ValueError):
    """A file is not an edition; the message says which file, where and why."""


def load_editions(package: str, names: Iterable[str], components: type[Struct]) -> dict[str, Edition]:
    """Editions by id: those of a package's `data/<name>.toml`, then the operator's, sorted by id; raises BadEdition."""
    built = {name: _decoded(name, _packed(package, name), components) for name in names}
    try:
        own = [read_edition(path, components) for path in own_files() if belongs(raw_edition(path), components)]
    except BadEdition as error:
        raise BadEdition(f"{VARIABLE}: {error}") from None
    if clashes := [edition.id for edition in own if edition.id in built]:
        raise BadEdition(f"{clashes[0]!r} is the id of an edition that comes with the game: give yours another")
    return built | {edition.id: edition for edition in sorted(own, key=lambda edition: edition.id)}


def numbered(editions: Mapping[str, Edition], first: int = 0) -> dict[str, int]:
    """The number of each edition in stored states: its place in the package, or, for an operator's own, from its hash.

    So numbers do not change when an operator's editions come and go; those of `first` editions that are gone are not
    used again. Raises BadEdition for two with the same number.
    """
    built = [name for name, edition in editions.items() if not edition.own]
    found = {name: number for number, name in enumerate(built, first)}
    found |= {name: _OWN + int(each.sha256[:7], 16) for name, each in editions.items() if each.own}
    if len(set(found.values())) != len(found):
        raise BadEdition("two editions of one's own have the same tables, or nearly: keep one of them")
    return found


def own_files() -> list[Path]:
    """The files that PODESTA_EDITIONS names."""
    named = [Path(name) for name in os.environ.get(VARIABLE, "").split(os.pathsep) if name]
    return [file for path in named for file in (sorted(path.glob("*.toml")) if path.is_dir() else [path])]


def read_edition(path: Path, components: type[Struct]) -> Edition:
    """An edition from a file; raises BadEdition."""
    edition = _decoded(str(path), raw_edition(path), components)
    return msgspec.structs.replace(edition, id=edition.components.edition, own=True)


def raw_edition(path: Path) -> bytes:
    """The bytes of a file, if it is TOML; raises BadEdition."""
    try:
        raw = path.read_bytes()
        tomllib.loads(raw.decode())
    except tomllib.TOMLDecodeError as error:
        place = _PLACE.search(str(error))
        raise BadEdition(f"{path} is not TOML: look at {place[0] if place else 'its end'}") from None
    except UnicodeDecodeError as error:
        raise BadEdition(f"{path} is not TOML, which is text in UTF-8: look at byte {error.start}") from None
    except OSError as error:
        raise BadEdition(f"{path} cannot be read: {error.strerror}") from None
    return raw


def belongs(raw: bytes, components: type[Struct]) -> bool:
    """Whether most tables of a file are those of a game; of a file with `like`, whether the game has that edition."""
    tables, known = _tables(raw), {field.encode_name for field in msgspec.structs.fields(components)}
    keys = set(tables) - _COMMON - {_LIKE}
    return _has(components, tables[_LIKE]) if _LIKE in tables else 2 * len(keys & known) > len(keys)


def liked(raw: bytes) -> str:
    """The edition that a file says it is like; empty if it names none."""
    return str(_tables(raw).get(_LIKE, ""))


_OWN = 1_000
"""The first number that an operator's edition can have."""
_COMMON = {"edition", "title", "reconstructed", "sources"}
"""Keys that every game's editions have."""
_PLACE = re.compile(r"line \d+, column \d+")
"""The position of the error in the parser's message."""
_LIKE = "like"
"""The key that names the edition of the package that a file is like."""


def _tables(raw: bytes) -> dict[str, Any]:
    return tomllib.loads(raw.decode())


def _packed(package: str, name: str) -> bytes:
    return files(package).joinpath("data", f"{name}.toml").read_bytes()


def _package(components: type[Struct]) -> str:
    return components.__module__.rpartition(".")[0]


def _has(components: type[Struct], name: object) -> bool:
    """Whether a game's package has an edition of that name."""
    found = files(_package(components)).joinpath("data").iterdir()
    return f"{name}.toml" in {file.name for file in found}


def _decoded(name: str, raw: bytes, components: type[Struct]) -> Edition:
    """Decode strictly into a game's frozen components."""
    try:
        whole, tables = _whole(name, raw, components)
        return Edition(name, sha256(whole).hexdigest(), msgspec.convert(tables, components, str_keys=True))
    except msgspec.ValidationError as error:
        raise BadEdition(f"{name}: {error}") from None


def _whole(name: str, raw: bytes, components: type[Struct]) -> tuple[bytes, dict[str, Any]]:
    """The bytes and tables of a file, merged over those of the edition that it is like."""
    tables = _tables(raw)
    like = tables.pop(_LIKE, None)
    if like is None:
        return raw, tables
    if not _has(components, like):
        raise BadEdition(f"{name}: no edition that comes with the game is called {like!r}")
    whole, under = _whole(name, _packed(_package(components), like), components)
    return whole + raw, _over(under, tables)


def _over(under: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Tables with changes merged in: nested tables by key, rows of a list by their ids."""
    changed = {key: _changed(under.get(key), value) for key, value in changes.items()}
    return {**under, **changed}


def _changed(before: Any, after: Any) -> Any:
    if isinstance(before, dict) and isinstance(after, dict):
        return _over(before, after)
    if not (_has_ids(before) and _has_ids(after)):
        return after
    rows = {row["id"]: row for row in before}
    return list(_over(rows, {row["id"]: row for row in after}).values())


def _has_ids(rows: Any) -> bool:
    return isinstance(rows, list) and all(isinstance(row, dict) and "id" in row for row in rows)
