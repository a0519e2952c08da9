"""The law of input from outside that cannot be used: it is named at once, in words of ours, with a remedy."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

FILES = {
    "FILE": b"no folder",
    "bin": b"\xff\x00\x9e" * 9,
    "bad.toml": b"a = [",
    "folder/inside": b"",
    "keyed/master.key": b"\xffsecretpiece",
}
"""The contents of a case's folder."""
OF_LIBRARIES = re.compile(
    r"Traceback|Errno|codec|literal for|Expected `|JSON is malformed|pydantic|msgspec|builder error|backends|field:host"
    r"|DNS|StatusCode|SSL\]|_ssl\.c|Request URL|Invalid (port|enum|IPv6)|Port could not|regex|\(at |escape"
)
"""Words of libraries that must not appear in our messages."""
SECRET = "secretpiece"


def lay_out(folder: Path, files: Mapping[str, bytes] = FILES) -> list[str]:
    """Put files into a folder; returns its contents."""
    for name, body in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(body)
        (folder / name).chmod(0o600)
    return listed(folder)


def listed(folder: Path) -> list[str]:
    """Every file and folder."""
    return sorted(each.relative_to(folder).as_posix() for each in folder.rglob("*"))


def check_named(said: str, code: int | str | None, named: str) -> None:
    """Check a command's message on such input, and its exit status."""
    assert code not in (0, None), said
    assert named in " ".join(said.split()), said
    assert not OF_LIBRARIES.search(said), said
    assert SECRET not in said, said
