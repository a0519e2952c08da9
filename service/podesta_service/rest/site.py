"""The documentation as built by `make docs`: its files and their contents.

A caller's path is never used to look for files: only files in the site's own list are served.
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
"""The suffix of a compressed file, by its encoding."""


class File(Struct, frozen=True):
    """A file of the site: its media type, a tag that changes with its content, and its compressed encodings."""

    type: str
    tag: str
    packed: list[str]


class Site:
    """A site in a folder, which may be built, rebuilt or removed while it is served."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def find(self, path: str) -> File | None:
        """A file by its path in the site; None if the site has no such file, or is not built."""
        return self._files().get(path)

    @property
    def is_built(self) -> bool:
        """Whether there is a site."""
        return bool(self._files())

    def read(self, path: str, encoding: str = "") -> bytes:
        """The bytes of a file of the site, in one of its encodings or plain. Raises OSError."""
        return (self._folder / f"{path}{_SUFFIXES.get(encoding, '')}").read_bytes()

    def _files(self) -> Mapping[str, File]:
        try:
            when = (self._folder / LIST).stat().st_mtime_ns
        except OSError:
            return {}
        return _listed(self._folder / LIST, when)


@lru_cache(maxsize=1)
def _listed(path: Path, _when: int) -> Mapping[str, File]:
    """The list of files, cached by its modification time."""
    return msgspec.json.decode(path.read_bytes(), type=dict[str, File])
