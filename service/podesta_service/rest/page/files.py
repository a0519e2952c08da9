"""The built table: each file in each encoding."""

from __future__ import annotations

import mimetypes
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from msgspec import Struct

BUILT = Path(__file__).parent / "built"
"""Where `make table-build` puts the table; not committed, but in the wheel."""
INDEX = "index.html"
_PACKED = {"br": ".br", "gzip": ".gz"}
"""The suffix of a compressed file by encoding, best first."""


class File(Struct, frozen=True):
    """A file: its media type, its entity tag, and its bytes by encoding, `""` being the plain ones."""

    media_type: str
    tag: str
    bodies: dict[str, bytes]


def read_files(folder: Path) -> Mapping[str, File]:
    """Every file of the built table by its path; empty if it has not been built."""
    suffixes = set(_PACKED.values())
    plain = [path for path in sorted(folder.rglob("*")) if path.is_file() and path.suffix not in suffixes]
    return {path.relative_to(folder).as_posix(): _read(path) for path in plain}


def _read(path: Path) -> File:
    body = path.read_bytes()
    packed = {name: path.with_name(path.name + suffix) for name, suffix in _PACKED.items()}
    bodies = {name: each.read_bytes() for name, each in packed.items() if each.is_file()} | {"": body}
    media_type = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return File(media_type, f'"{sha256(body).hexdigest()[:24]}"', bodies)
