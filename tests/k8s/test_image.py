"""What goes into the image."""

import re
from importlib.metadata import requires
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CONTAINERFILE = (ROOT / "k8s/Containerfile").read_text()


def closure(distribution: str) -> set[str]:
    """A distribution and everything it needs, extras and other platforms left out."""
    found, open_ = set(), {distribution}
    while open_:
        found.add(current := open_.pop())
        needs = [need for need in requires(current) or [] if ";" not in need]
        open_ |= {re.match(r"[\w-]+", need)[0].lower() for need in needs} - found
    return found


def test_the_build_tools_are_the_whole_closure_of_hatchling():
    """The Containerfile takes from the lock exactly what building the wheels needs."""
    listed = re.search(r"keep = /\^\(([\w|-]+)\)==/", CONTAINERFILE)
    assert set(listed[1].split("|")) == closure("hatchling")


def test_everything_from_outside_is_held_to_a_hash():
    """Each pip call either requires hashes or may not look outside the build."""
    calls = re.findall(r"bin/pip .*?(?:install|wheel) [^&\n]*", CONTAINERFILE)
    assert len(calls) == 5
    assert all("--require-hashes" in call or "--no-index" in call for call in calls)


@pytest.mark.parametrize("file", ["Containerfile", "build_image.sh"])
def test_no_index_is_named(file):
    """Where packages come from is the builder's configuration, not the tree's."""
    assert not re.search(r"index-url|find-links|https?://", (ROOT / "k8s" / file).read_text())


def test_the_last_stage_is_not_root_and_runs_nothing():
    """A numeric user, and no command that could leave files of root behind."""
    last = CONTAINERFILE.split("\nFROM ")[-1]
    assert re.search(r"^USER [1-9]\d*:[1-9]\d*$", last, re.MULTILINE)
    assert not re.search(r"^RUN ", last, re.MULTILINE)


def test_what_is_copied_is_let_into_the_build():
    """Each source of the Containerfile is there and is named in the ignore file."""
    let_in = {line[1:] for line in (ROOT / "k8s/.containerignore").read_text().splitlines() if line.startswith("!")}
    for line in re.findall(r"^COPY (?!--from)(.*)$", CONTAINERFILE, re.MULTILINE):
        for source in line.split()[:-1]:
            assert (ROOT / source).exists()
            assert any(Path(source).match(pattern) or source.startswith(f"{pattern}/") for pattern in let_in), source
