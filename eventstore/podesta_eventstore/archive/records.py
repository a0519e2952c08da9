"""Record files: whole streams, compressed, in a directory or in object storage.

A file's name is `<stream>/<SHA-256 of the file>.gz`: no file is ever changed, and a damaged one is refused.
"""

import asyncio
import errno
import hashlib
import os
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Literal
from urllib.parse import unquote, urlsplit

import obstore
from obstore.exceptions import AlreadyExistsError, BaseError
from obstore.store import LocalStore, ObjectStore, S3Store

from podesta_eventstore.bounds import MAX_FETCHED, check_name
from podesta_eventstore.errors import (
    RecordDamaged,
    RecordMissing,
    StoreRefused,
    StoreUnavailable,
    reason,
    shown_address,
)
from podesta_eventstore.private import narrow, private_folder

from .packing import Record, pack, unpack

_PIECE, _PIECES = 6 << 20, 2
"""Bytes of a long file that are sent or read at once (S3 requires 5 MB or more), and how many pieces are in flight."""
_GONE = f"(os error {errno.ENOENT})"
"""Part of the library's message when the file that it is writing has gone: it has no error class for that."""
_KINDS = "a directory, file:///path or s3://bucket/prefix"


class Archive:
    """Record files under one URL.

    S3 is configured by the environment variables of AWS's own tools (`AWS_ENDPOINT_URL`, `AWS_ACCESS_KEY_ID`,
    `AWS_SECRET_ACCESS_KEY`, `AWS_REGION`; `AWS_ALLOW_HTTP=true` for a server without TLS).

    Every call may raise `StoreUnavailable`: the archive cannot be reached.
    """

    def __init__(self, url: str, *, shared: bool = False) -> None:
        """Open the archive at a URL or in a directory, which is created for its owner alone if it is missing.

        One that others can reach is refused, unless it is `shared`, as what is only read may be.

        Raises:
            ValueError: the URL is of no supported kind, or what it names cannot be used.
        """
        parts = urlsplit(url)
        self.url = shown_address(url)
        """The URL without credentials, for messages."""
        self._folder: Path | None = None
        if parts.scheme == "s3":
            self._files: ObjectStore = _s3(url)
        elif parts.scheme in ("", "file") and parts.netloc in ("", "localhost"):
            self._folder = _folder(Path(unquote(parts.path)).resolve(), shared)
            self._files = LocalStore(self._folder)
        else:
            raise ValueError(f"an archive is {_KINDS}, not {parts.scheme}://…")

    async def put(self, record: Record) -> str:
        """Keep a record, read it back, and return its digest.

        Raises:
            RecordDamaged: what was read back differs from what was written.
        """
        file = pack(record)
        digest = hashlib.sha256(file).hexdigest()
        await self.write(record_path(record.stream, digest), file)
        if await self.get(record.stream, digest) != record:
            raise RecordDamaged(f"the record of {record.stream!r} was not kept as it was written")
        return digest

    async def get(self, stream: str, digest: str) -> Record:
        """Return a record.

        Raises:
            RecordMissing: there is no record of this stream and digest.
            RecordDamaged: the file is not the one that was kept.
        """
        path = record_path(stream, digest)
        file = await self.fetch(path)
        if hashlib.sha256(file).hexdigest() != digest:
            raise RecordDamaged(f"{path} in the archive at {self.url} does not have the digest of its name")
        return unpack(file, path)

    async def names(self, stream: str = "") -> AsyncIterator[tuple[str, str]]:
        """Yield stream and digest of every record file, or of one stream's."""
        try:
            async for batch in obstore.list(self._files, prefix=stream or None):
                for meta in batch:
                    folder, _, file = meta["path"].rpartition("/")
                    if file.endswith(".gz") and (not stream or folder == stream):
                        yield folder, file.removesuffix(".gz")
        except BaseError as error:
            raise StoreUnavailable(f"the archive at {self.url} cannot be listed: {_first_line(error)}") from error

    async def erase(self, stream: str) -> int:
        """Delete every record file of the stream, and return how many there were."""
        digests = [digest async for _, digest in self.names(stream)]
        for digest in digests:
            await self.remove(record_path(stream, digest))
        self._clear(f"{check_name(stream)}/")
        return len(digests)

    async def write(self, path: str, file: bytes) -> None:
        """Write a file."""
        await self._put(path, file, "overwrite")

    async def write_pieces(self, path: str, pieces: AsyncIterator[bytes]) -> None:
        """Write a file piece by piece; it is there once it is whole. Errors of what yields the pieces are passed on."""
        try:
            await obstore.put_async(self._files, path, pieces, chunk_size=_PIECE, max_concurrency=_PIECES)
        except (BaseError, OSError) as error:
            raise StoreUnavailable(f"the archive at {self.url} accepts no record: {_first_line(error)}") from error
        await asyncio.to_thread(self._sync, path)

    async def digest(self, path: str) -> bytes:
        """Return the SHA-256 of a file, which is read piece by piece; raises RecordMissing."""
        found = hashlib.sha256()
        try:
            async for piece in (await obstore.get_async(self._files, path)).stream(min_chunk_size=_PIECE):
                found.update(piece)
        except FileNotFoundError:
            raise RecordMissing(f"the archive at {self.url} has no {path}") from None
        except BaseError as error:
            raise StoreUnavailable(f"the archive at {self.url} cannot be reached: {_first_line(error)}") from error
        return found.digest()

    async def create(self, path: str, file: bytes) -> bool:
        """Write a file unless the path is taken; return whether it was written, True for one caller only."""
        try:
            await self._put(path, file, "create")
        except AlreadyExistsError:
            return False
        return True

    async def _put(self, path: str, file: bytes, mode: Literal["create", "overwrite"], tries: int = 20) -> None:
        """Write a file, and again if another process that deletes the path has removed the unfinished file."""
        try:
            await obstore.put_async(self._files, path, file, mode=mode)
            await asyncio.to_thread(self._sync, path)
        except AlreadyExistsError:
            raise
        except (BaseError, OSError) as error:
            if tries == 1 or self._folder is None or _GONE not in str(error):
                raise StoreUnavailable(f"the archive at {self.url} accepts no record: {_first_line(error)}") from error
            await self._put(path, file, mode, tries - 1)

    async def fetch(self, path: str, begin: int = 0, end: int | None = None) -> bytes:
        """Return a file, or its bytes from `begin` up to `end`; a negative `begin` alone counts from its end.

        Raises:
            RecordMissing: there is no such file.
            RecordDamaged: it is larger than anything that is written.
        """
        try:
            if end is not None:
                _check_fetched(path, begin, end)
                return bytes(await obstore.get_range_async(self._files, path, start=begin, end=end))
            if begin < 0:
                found = await obstore.get_async(self._files, path, options={"range": {"suffix": -begin}})
            else:
                found = await obstore.get_async(self._files, path)
                _check_fetched(path, 0, found.meta["size"])
            return bytes(await found.bytes_async())[max(0, begin) :]
        except FileNotFoundError:
            raise RecordMissing(f"the archive at {self.url} has no {path}") from None
        except BaseError as error:
            raise StoreUnavailable(f"the archive at {self.url} cannot be reached: {_first_line(error)}") from error

    async def paths(self, prefix: str, after: str = "") -> AsyncIterator[str]:
        """Yield the paths that begin with a prefix, which ends with a slash, in alphabetical order."""
        found = list[str]()
        try:
            if self._folder is not None:
                found = await asyncio.to_thread(_below, self._folder, prefix)
            else:
                async for batch in obstore.list(self._files, prefix=prefix, offset=after or None):
                    found += [meta["path"] for meta in batch]
        except (BaseError, OSError) as error:
            raise StoreUnavailable(f"the archive at {self.url} cannot be listed: {_first_line(error)}") from error
        for path in sorted(each for each in found if each > after):
            yield path

    async def folder(self, prefix: str) -> tuple[list[str], list[str]]:
        """Return the folders (with a slash) and the files right below a prefix that ends with a slash, in order."""
        try:
            found = await obstore.list_with_delimiter_async(self._files, prefix=prefix)
        except BaseError as error:
            raise StoreUnavailable(f"the archive at {self.url} cannot be listed: {_first_line(error)}") from error
        folders = sorted(f"{each.rstrip('/')}/" for each in found["common_prefixes"])
        return folders, sorted(meta["path"] for meta in found["objects"])

    async def remove(self, path: str) -> None:
        """Delete a file, if there is one."""
        try:
            await obstore.delete_async(self._files, path)
        except FileNotFoundError:
            pass
        except BaseError as error:
            raise StoreUnavailable(f"the archive at {self.url} does not delete: {_first_line(error)}") from error
        self._clear(path)

    def _clear(self, path: str) -> None:
        """Delete a killed process's unfinished files from a directory: `<path>#1`, …"""
        if self._folder is not None:
            begin = self._folder / path if not path.endswith("/") else self._folder / path / "*"
            for each in begin.parent.glob(f"{begin.name}#*"):
                each.unlink(missing_ok=True)

    def _sync(self, path: str) -> None:
        """Flush a file in a directory, and the directories above it, to disk; restrict all to their owner."""
        if self._folder is None:
            return
        file = self._folder / path
        for each in (file, *(folder for folder in file.parents if folder.is_relative_to(self._folder))):
            try:
                descriptor = os.open(each, os.O_RDONLY)
            except FileNotFoundError:  # deleted in the meantime, which reading it back will reveal
                continue
            try:
                if each != self._folder:  # other users cannot enter it: below it, a file may have any mode
                    narrow(descriptor)
                os.fsync(descriptor)
            finally:
                os.close(descriptor)


def _folder(folder: Path, shared: bool) -> Path:
    """The archive's folder; raises ValueError if it cannot be made, or others can reach it."""
    try:
        return folder if shared and folder.is_dir() else private_folder(folder, "folder of archives or backups")
    except StoreRefused as error:
        raise ValueError(str(error)) from None
    except OSError as error:
        why = "there is a file" if isinstance(error, FileExistsError | NotADirectoryError) else reason(error)
        raise ValueError(f"the archive's folder {folder} cannot be made: {why}") from None


def _below(root: Path, prefix: str) -> list[str]:
    """Return the paths of the files below a folder of a directory, without those being written (`<path>#1`).

    It reads names only: a library that asks for the size of each takes four times as long.
    """
    found = list[str]()
    for folder, _, names in os.walk(root / prefix, onerror=_unless_missing):
        begin = folder.removeprefix(f"{root}/")
        found += [f"{begin}/{name}" for name in names if "#" not in name]
    return found


def _unless_missing(error: OSError) -> None:
    if not isinstance(error, FileNotFoundError):
        raise error


def _check_fetched(path: str, begin: int, end: int) -> None:
    if not 0 <= begin <= end <= begin + MAX_FETCHED:
        raise RecordDamaged(f"{path}: bytes {begin:,} to {end:,}; at most {MAX_FETCHED:,} are read at once")


def record_path(stream: str, digest: str) -> str:
    """Return the path of a record file."""
    return f"{check_name(stream)}/{digest}.gz"


def _s3(url: str) -> S3Store:
    """Object storage at a URL; raises ValueError."""
    parts, endpoint = urlsplit(url), os.environ.get("AWS_ENDPOINT_URL", os.environ.get("AWS_ENDPOINT", ""))
    if "@" in parts.netloc:
        raise ValueError("an archive's URL has no keys: they are AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY")
    if endpoint.startswith("http://") and os.environ.get("AWS_ALLOW_HTTP", "").lower() not in (
        "true",
        "1",
        "yes",
        "on",
    ):
        told = f"AWS_ENDPOINT_URL is {shown_address(endpoint)}, without TLS"
        raise ValueError(f"{told}: set AWS_ALLOW_HTTP=true if that is meant")
    try:
        return S3Store.from_url(url)
    except (BaseError, ValueError):
        told = f"the archive {shown_address(url)} cannot be used"
        raise ValueError(f"{told}: write s3://bucket/prefix, and look at AWS_…") from None


def _first_line(error: Exception) -> str:
    """The first line of an error, without the library's name for it."""
    if isinstance(error, OSError):
        return reason(error)
    return re.sub(r"^Generic \w+ error: ", "", shown_address(str(error).partition("\n")[0]))
