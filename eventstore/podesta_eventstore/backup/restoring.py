"""Restoring a backup as the data directory of a server that is not running yet."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from podesta_eventstore.errors import StoreError, StoreRefused
from podesta_eventstore.private import copy, private_folder, sync, write

from .appendlog import Part, manifest_of, parts
from .authentic import UNKEYED, Contents, Trust, check_file, contents_of
from .commands import Stamp, check_commands
from .files import check_snapshot
from .stamps import saved_at, stamps

_DIRECTORY, _BASE, _MANIFEST = "appendonlydir", "appendonly.aof.1.base.rdb", "appendonly.aof.manifest"
_BEGUN = ".restoring"
"""The file in a data directory that names the backup being laid out there."""


def lay_out(source: Path, data_dir: Path, at: int | None = None, trust: Trust = UNKEYED) -> bool:
    """Lay a backup out in `data_dir`, which is empty or not there: a snapshot's file, or a copy of append-only files.

    A server with append-only files ignores a snapshot next to them and starts empty: the snapshot becomes their base.
    `at` (seconds since 1970) cuts off everything written later; only copies of append-only files have times.

    Until then no server has run the files: their commands are checked (`commands.py`), and with a key in `trust` the
    files are compared with their list. Returns whether they were compared.

    If interrupted, call it again with the same backup and time; until `settle`, a finished layout is left unchanged.

    Raises:
        StoreRefused: the folder is not empty, the source is not a backup or was changed, it has commands that no
            function of ours writes, or nothing from before `at`.
        StoreError: a file is damaged.
    """
    listed = contents_of(source, trust)
    if _was_begun(data_dir, f"{source.resolve()} {'' if at is None else at}") and (data_dir / _DIRECTORY).exists():
        return listed is not None
    try:
        _lay_out(source, data_dir, at, listed)
    except StoreError:
        settle(data_dir)  # nothing was laid out, so another backup may follow
        raise
    return listed is not None


def _lay_out(source: Path, data_dir: Path, at: int | None, listed: Contents | None) -> None:
    """Make the files under a temporary name, and rename them when they are complete."""
    draft = data_dir / f"{_DIRECTORY}.part"
    shutil.rmtree(draft, ignore_errors=True)
    draft.mkdir(mode=0o700)
    try:
        if source.is_dir():
            _files(source, draft, at, listed)
        elif at is not None:
            raise StoreRefused(
                f"{source} is a snapshot, of one moment: a copy of append-only files can be cut at a time"
            )
        else:
            _snapshot(source, draft, listed)
    except StoreError:
        shutil.rmtree(draft)
        raise
    for each in draft.iterdir():
        sync(each)
    sync(draft)
    draft.rename(data_dir / _DIRECTORY)
    sync(data_dir)


def discard(data_dir: Path) -> None:
    """Remove a restored folder that must not be used."""
    shutil.rmtree(data_dir / _DIRECTORY, ignore_errors=True)
    settle(data_dir)


def settle(data_dir: Path) -> None:
    """Turn the restored folder into an ordinary data directory."""
    (data_dir / _BEGUN).unlink(missing_ok=True)


def _was_begun(data_dir: Path, about: str) -> bool:
    """Whether this backup was begun there before; if not, record that it is now. Raises StoreRefused."""
    mark = data_dir / _BEGUN
    if mark.exists() and mark.read_text("utf-8") == about:
        return True
    if data_dir.exists() and any(data_dir.iterdir()):
        raise StoreRefused(f"{data_dir} is not empty: a backup is laid out where nothing can be overwritten")
    if data_dir.exists():
        data_dir.chmod(0o700)
    private_folder(data_dir, "data directory")
    write(mark, about.encode())
    return False


def _snapshot(source: Path, log: Path, listed: Contents | None) -> None:
    copy(source, log / _BASE)
    check_file(log / _BASE, source.name, listed)
    check_snapshot(log / _BASE)
    write(log / _MANIFEST, f"file {_BASE} seq 1 type b\n".encode())


def _files(source: Path, log: Path, at: int | None, listed: Contents | None) -> None:
    copy(manifest_of(source), log / _MANIFEST)
    check_file(log / _MANIFEST, manifest_of(source).name, listed)
    kept = parts(log / _MANIFEST)
    for part in kept:
        copy(source / part.name, log / part.name)
        check_file(log / part.name, part.name, listed)
        if part.kind == "b":
            check_snapshot(log / part.name)
    left = kept if at is None else _until(kept, log, at)
    for part in left:
        if part.kind == "i":
            check_commands(log / part.name, last=part is left[-1])
    write(log / _MANIFEST, "".join(f"{part.line}\n" for part in left).encode())


def _until(kept: list[Part], log: Path, at: int) -> list[Part]:
    """Cut the increments at a time, and return the parts that are left; raises StoreRefused.

    The first increments begin when their base was saved; later ones without a stamp, in the last second of those
    before.
    """
    left = [part for part in kept if part.kind == "b"]
    found = [(part, stamps(log / part.name)) for part in kept if part.kind == "i"]
    begins = _begin([log / part.name for part in left], {log / part.name: times for part, times in found})
    if begins is None or begins > at:
        since = "no times" if begins is None else f"nothing from before {begins}"
        raise StoreRefused(f"this copy has {since} (in seconds since 1970): take an earlier one")
    for number, (part, times) in enumerate(found):
        if number and times and not times[0].offset:
            begins = times[0].second
        if begins > at:
            (log / part.name).unlink()
            continue
        _cut(log / part.name, times, at)
        left.append(part)
        begins = times[-1].second if times else begins
    return left


def _begin(bases: list[Path], increments: dict[Path, list[Stamp]]) -> int | None:
    """The first second that a copy can be restored to; None if the server wrote no times (`aof-timestamp-enabled`)."""
    if not any(increments.values()) and any(path.stat().st_size for path in increments):
        return None
    first = next((times[0].second for times in increments.values() if times), None)
    saved = saved_at(bases[-1]) if bases else None
    return first if saved is None else saved


def _cut(path: Path, times: list[Stamp], at: int) -> None:
    """Cut off everything written after a time."""
    later = next((stamp.offset for stamp in times if stamp.second > at), None)
    if later is not None:
        os.truncate(path, later)
