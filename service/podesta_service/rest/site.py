"""The documentation as `make docs` has built it: which files there are, and what a reader gets of one.

Nothing is looked for by a caller's path: only what the site's own list names is served.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

import msgspec
from msgspec import Struct

LIST = "site.json"
"""The list of files in the site's folder."""
_SUFFIXES = {"br": ".br", "gzip": ".gz"}
"""Of a packed file, by its encoding."""


class File(Struct, frozen=True):
    """A file of the site: its media type, a tag that changes with its content, and the encodings it is packed in."""

    type: str
    tag: str
    packed: list[str]


class Site:
    """A built site in a folder, which may be built, built anew or taken away while it is served."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def find(self, path: str) -> File | None:
        """A file by its path in the site; None where the site has none, or is not built."""
        return self._files().get(path)

    @property
    def is_built(self) -> bool:
        """Whether there is a site."""
        return bool(self._files())

    def read(self, path: str, encoding: str = "") -> bytes:
        """The bytes of a file that the site has, packed in one of its encodings, or plain. Raises OSError."""
        return (self._folder / f"{path}{_SUFFIXES.get(encoding, '')}").read_bytes()

    def _files(self) -> Mapping[str, File]:
        try:
            when = (self._folder / LIST).stat().st_mtime_ns
        except OSError:
            return {}
        return _listed(self._folder / LIST, when)


@lru_cache(maxsize=1)
def _listed(path: Path, _when: int) -> Mapping[str, File]:
    """The list as it was written at a time; another time is another list."""
    return msgspec.json.decode(path.read_bytes(), type=dict[str, File])
