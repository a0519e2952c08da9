"""A short path to a directory, for a unix socket in it: kernels take 108 bytes (Linux) or 104 (macOS, BSD).

If the directory's own path is too long, a private folder in the system's temporary one has a link to it. The directory
stores the folder's path, in a link of its own, so that all its users agree on one folder; after a crash the next user
takes the same folder again.
"""

import os
import secrets
import shutil
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

from podesta_eventstore.errors import StoreRefused

_LONGEST = 100
_KEPT, _LINK, _PREFIX = "short-path", "d", "podesta-"


def short_path(directory: Path, name: str) -> Path:
    """Return a path of the file `name` in the directory that a socket can have; its user holds the directory's lock.

    Raises:
        StoreRefused: no temporary folder has a path that is short enough, or a link cannot be made there.
    """
    if _fits(directory / name):
        return directory / name
    for _ in range(2):
        folder = _agreed(directory, name)
        if _leads_to(folder, directory):
            return folder / _LINK / name
        (directory / _KEPT).unlink(missing_ok=True)  # left from the directory that this one was copied from
    raise StoreRefused(f"{folder} cannot be made a private folder with a link to {directory}: use a shorter path")


def remove_short_path(directory: Path) -> None:
    """Remove the folder and the link to it; the caller is the directory's last user."""
    with suppress(OSError):
        folder = (directory / _KEPT).readlink()
        if _leads_to(folder, directory):
            shutil.rmtree(folder)
        (directory / _KEPT).unlink()


def _fits(path: Path) -> bool:
    return len(os.fsencode(path)) <= _LONGEST


def _agreed(directory: Path, name: str) -> Path:
    """The folder that the first user of the directory chose: a link is created atomically."""
    if not (directory / _KEPT).is_symlink():
        with suppress(FileExistsError):
            (directory / _KEPT).symlink_to(_new_folder(directory, name))
    return (directory / _KEPT).readlink()


def _new_folder(directory: Path, name: str) -> Path:
    """A folder with an unguessable name, in the first temporary folder with a short enough path that can be written."""
    folder = f"{_PREFIX}{secrets.token_hex(8)}"
    for place in (Path(tempfile.gettempdir()), Path("/tmp")):  # noqa: S108 - the folder in it is private
        if _fits(place / folder / _LINK / name) and os.access(place, os.W_OK | os.X_OK):
            _sweep(place)
            return place / folder
    raise StoreRefused(
        f"the path of {directory} is too long for a socket ({_LONGEST} bytes), and so is that of the temporary folder "
        f"{tempfile.gettempdir()}, in which a link would shorten it: use a data directory with a shorter path, or set "
        "TMPDIR to a folder with a short path"
    )


def _leads_to(folder: Path, directory: Path) -> bool:
    """Make the folder and its link if they are missing; return whether they are this user's and the directory's."""
    with suppress(OSError):
        folder.mkdir(mode=0o700)
    with suppress(OSError):
        if _is_private(folder):
            (folder / _LINK).symlink_to(directory)
    with suppress(OSError):
        return _is_private(folder) and (folder / _LINK).readlink() == directory
    return False


def _is_private(folder: Path) -> bool:
    about = folder.lstat()
    return stat.S_ISDIR(about.st_mode) and about.st_uid == os.geteuid() and not about.st_mode & 0o077


def _sweep(place: Path) -> None:
    """Remove this user's folders for directories that no longer exist, as after a crash and a clean-up."""
    for folder in place.glob(f"{_PREFIX}*"):
        with suppress(OSError):
            if _is_private(folder) and (folder / _LINK).is_symlink() and not (folder / _LINK).exists():
                shutil.rmtree(folder)
