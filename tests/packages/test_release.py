"""The contents of a release."""

from __future__ import annotations

from pathlib import Path

from release.tree import git, unpack


def test_a_release_is_made_of_the_files_of_its_commit(tmp_path: Path) -> None:
    """All of them, and no others; also on the oldest Python, which lacks `tarfile`'s safe extraction."""
    unpack("HEAD", tmp_path)
    files = [path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()]
    committed = git("ls-tree", "-r", "-z", "--name-only", "HEAD").strip("\0").split("\0")
    assert sorted(files) == sorted(committed)
