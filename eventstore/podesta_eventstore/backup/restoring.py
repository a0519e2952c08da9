"""A backup laid out as the data directory of a server that is not running yet."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from podesta_eventstore.errors import StoreError, StoreRefused

from .appendlog import Part, manifest_of, parts
from .files import judge, sync

_DIRECTORY, _BASE, _MANIFEST = "appendonlydir", "appendonly.aof.1.base.rdb", "appendonly.aof.manifest"
_STAMP = re.compile(rb"#TS:(\d+)\r\n")
_LONGEST_STAMP = 64
_BEGUN = ".restoring"
"""What says in a data directory which backup is being laid out there."""


def lay_out(source: Path, data_dir: Path, at: int | None = None) -> None:
    """Lay a backup out in `data_dir`, which is empty or not there: a snapshot's file, or a copy of append-only files.

    A server that keeps append-only files does not look at a snapshot beside them and starts empty: the snapshot becomes
    their base. `at` (seconds since 1970) takes away what was written later; only copies of files know when that was.

    Interrupted, it can be called again with the same backup and time until `settle`: what is whole is then left alone.

    Raises:
        StoreRefused: the folder is not empty, the source is no backup, or it has nothing from so long ago.
        StoreError: a file is damaged.
    """
    if _was_begun(data_dir, f"{source.resolve()} {'' if at is None else at}") and (data_dir / _DIRECTORY).exists():
        return
    try:
        _lay_out(source, data_dir, at)
    except StoreError:
        settle(data_dir)  # nothing was laid out: another backup may be
        raise


def _lay_out(source: Path, data_dir: Path, at: int | None) -> None:
    """Make the files under another name, which they lose when they are whole."""
    draft = data_dir / f"{_DIRECTORY}.part"
    shutil.rmtree(draft, ignore_errors=True)
    draft.mkdir(mode=0o700)
    try:
        if source.is_dir():
            _files(source, draft, at)
        elif at is not None:
            raise StoreRefused(
                f"{source} is a snapshot, of one moment: a copy of append-only files can be cut at a time"
            )
        else:
            _snapshot(source, draft)
    except StoreError:
        shutil.rmtree(draft)
        raise
    for each in draft.iterdir():
        sync(each)
    sync(draft)
    draft.rename(data_dir / _DIRECTORY)
    sync(data_dir)


def settle(data_dir: Path) -> None:
    """What was laid out is a data directory like any other from now on."""
    (data_dir / _BEGUN).unlink(missing_ok=True)


def _was_begun(data_dir: Path, about: str) -> bool:
    """Whether this backup is being laid out there already; if not, it is from now on. Raises StoreRefused."""
    mark = data_dir / _BEGUN
    if mark.exists() and mark.read_text("utf-8") == about:
        return True
    if data_dir.exists() and any(data_dir.iterdir()):
        raise StoreRefused(f"{data_dir} is not empty: a backup is laid out where nothing can be overwritten")
    data_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
    data_dir.chmod(0o700)
    mark.write_text(about, "utf-8")
    return False


def _snapshot(source: Path, log: Path) -> None:
    judge("valkey-check-rdb", source)
    shutil.copyfile(source, log / _BASE)
    (log / _MANIFEST).write_text(f"file {_BASE} seq 1 type b\n", "utf-8")


def _files(source: Path, log: Path, at: int | None) -> None:
    manifest = manifest_of(source)
    kept = parts(manifest)
    for part in kept:
        shutil.copyfile(source / part.name, log / part.name)
        if part.kind == "b":
            judge("valkey-check-rdb", log / part.name)
    left = kept if at is None else _until(kept, log, at)
    (log / manifest.name).write_text("".join(f"{part.line}\n" for part in left), "utf-8")


def _until(kept: list[Part], log: Path, at: int) -> list[Part]:
    """Cut the increments at a time; the parts that are left."""
    begun = {part: _begins(log / part.name) for part in kept if part.kind == "i"}
    older = [part for part in kept if part.kind == "b" or (begun[part] or 0) <= at]
    first = next((stamp for stamp in begun.values() if stamp is not None), None)
    if first is None or first > at:
        since = "no times" if first is None else f"nothing from before {first}"
        raise StoreRefused(f"this copy has {since} (in seconds since 1970): take an earlier one")
    judge("valkey-check-aof", "--truncate-to-timestamp", str(at), log / older[-1].name)
    for part in kept:
        if part not in older:
            (log / part.name).unlink()
    return older


def _begins(path: Path) -> int | None:
    """When a file of increments begins; None where the server wrote no times (`aof-timestamp-enabled`)."""
    with path.open("rb") as file:
        found = _STAMP.match(file.read(_LONGEST_STAMP))
    return int(found[1]) if found else None
