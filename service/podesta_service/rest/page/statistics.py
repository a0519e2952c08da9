"""Statistics: the files that `podesta statistics` wrote into a folder, as the table's page requests them.

A caller's path is used only if it has the form of such a file's, so that none leads out of the folder. Games named as
examples are left out if the service does not have them, as when they were counted elsewhere.
"""

from __future__ import annotations

import gzip
import logging
import re
from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import brotli
import msgspec

from .files import File

log = logging.getLogger(__name__)

INDEX = "index.json"
"""The one file that changes; the others are in a folder named by their content."""
LARGEST = 4_000_000
"""Maximum bytes of a file; larger files are not served."""
_NAME = re.compile(r"index\.json|[0-9a-f]{16}/[a-z-]{1,40}-[0-9]{1,4}/[0-9]{1,5}\.json")
_EXAMPLE = b'"example":'
_JSON = "application/json"
_PLACE = b'name="podesta-statistics" content="'


class Statistics:
    """A folder of statistics, or none; files may be replaced while they are served."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    def index(self) -> bool:
        """Whether there are statistics."""
        return self._folder is not None and (self._folder / INDEX).is_file()

    def find(self, name: str) -> File | None:
        """A file by its path in the folder; None if there is no such file."""
        if self._folder is None or not _NAME.fullmatch(name):
            return None
        try:
            found = (self._folder / name).stat()
            return _read(self._folder / name, found.st_mtime_ns) if found.st_size <= LARGEST else None
        except OSError:
            return None
        except msgspec.DecodeError:
            log.warning("%s in PODESTA_STATISTICS_DIR is damaged: make the statistics again", name)
            return None


def examples_in(file: File) -> set[str]:
    """The ids of the games that a file names as examples."""
    return _named(file.bodies[""]) if _EXAMPLE in file.bodies[""] else set()


def linking(file: File, known: set[str]) -> File:
    """The file with only those examples that are known."""
    gone = frozenset(examples_in(file) - known)
    return _without(file.media_type, file.bodies[""], gone) if gone else file


@lru_cache(128)
def _named(body: bytes) -> set[str]:
    return {each["example"]["game"] for each in _exemplary(msgspec.json.decode(body))}


@lru_cache(128)
def _without(media_type: str, body: bytes, gone: frozenset[str]) -> File:
    told = msgspec.json.decode(body)
    for each in [each for each in _exemplary(told) if each["example"]["game"] in gone]:
        del each["example"]
    return _packed(media_type, msgspec.json.encode(told))


def _exemplary(told: Any) -> Iterator[dict[str, Any]]:
    """Every object in a file that has an example."""
    if isinstance(told, dict) and "example" in told:
        yield told
    for each in told.values() if isinstance(told, dict) else told if isinstance(told, list) else ():
        yield from _exemplary(each)


def with_statistics(page: File) -> File:
    """The page with a link to statistics."""
    return _linking(page.media_type, page.bodies[""])


@lru_cache(8)
def _linking(media_type: str, page: bytes) -> File:
    return _packed(media_type, page.replace(_PLACE + b'"', _PLACE + b'/statistics"'))


@lru_cache(128)
def _read(path: Path, _when: int) -> File:
    """A file with its packed bodies, by its modification time; raises OSError, and DecodeError for a damaged one."""
    body = path.read_bytes()
    msgspec.json.decode(body)
    return _packed(_JSON, body)


def _packed(media_type: str, body: bytes) -> File:
    packed = {"br": brotli.compress(body, quality=5), "gzip": gzip.compress(body, 6, mtime=0), "": body}
    return File(media_type, f'"{sha256(body).hexdigest()[:24]}"', packed)
