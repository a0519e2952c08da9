"""Editions: component tables with their sources, those of a game's package and an operator's own.

`PODESTA_EDITIONS` names files, or folders of files, of one's own (joined as in PATH): each is an edition of the ruleset
whose tables it has. Like any other it is pinned by its hash: a game refuses to go on with a file that was changed.
"""

from __future__ import annotations

import os
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

    sha256 is that of the data file; it is stored with every game, so that a changed file is noticed.
    """

    id: str
    sha256: str
    components: Any
    own: bool = False
    """Whether it is no edition of the package, but of whoever runs it."""


class BadEdition(ValueError):
    """A file that is no edition: which, where in it, and why."""


def load_editions(package: str, names: Iterable[str], components: type[Struct]) -> dict[str, Edition]:
    """Editions by id: those of a package's `data/<name>.toml`, then one's own by their ids; raises BadEdition."""
    built = {name: _decoded(name, _packed(package, name), components) for name in names}
    own = [read_edition(path, components) for path in own_files() if belongs(path.read_bytes(), components)]
    if clashes := [edition.id for edition in own if edition.id in built]:
        raise BadEdition(f"{clashes[0]!r} is the id of an edition that comes with the game: give yours another")
    return built | {edition.id: edition for edition in sorted(own, key=lambda edition: edition.id)}


def numbered(editions: Mapping[str, Edition]) -> dict[str, int]:
    """The number of each edition in stored states: its place in the package, or what its own tables make it.

    So it stays when editions of one's own come and go; raises BadEdition for two that would have the same.
    """
    built = [name for name, edition in editions.items() if not edition.own]
    found = {name: number for number, name in enumerate(built)}
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
    edition = _decoded(str(path), path.read_bytes(), components)
    return msgspec.structs.replace(edition, id=edition.components.edition, own=True)


def belongs(raw: bytes, components: type[Struct]) -> bool:
    """Whether most tables of a file are those of a game; raises BadEdition where it is no TOML."""
    keys, known = set(_tables(raw)), {field.encode_name for field in msgspec.structs.fields(components)}
    return 2 * len(keys & known - _COMMON) > len(keys - _COMMON)


_OWN = 1_000
"""The first number that an edition of one's own can have."""
_COMMON = {"edition", "title", "reconstructed", "sources"}
"""Tables that every game's editions have."""


def _tables(raw: bytes) -> dict[str, Any]:
    try:
        return tomllib.loads(raw.decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadEdition(f"not TOML: {error}") from None


def _packed(package: str, name: str) -> bytes:
    return files(package).joinpath("data", f"{name}.toml").read_bytes()


def _decoded(name: str, raw: bytes, components: type[Struct]) -> Edition:
    """Decode strictly into a game's frozen components."""
    try:
        return Edition(name, sha256(raw).hexdigest(), msgspec.toml.decode(raw, type=components))
    except (msgspec.DecodeError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadEdition(f"{name}: {error}") from None
