"""Wheels of the tree's distributions, and places where they are installed with their dependencies alone."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterable
from email import message_from_bytes
from importlib.metadata import distribution
from pathlib import Path
from zipfile import ZipFile

from packaging.requirements import Requirement

TREE = Path(__file__).parents[2]
SERVING = ("engines", "eventstore", "clients/python", "service")
"""The distributions that `podesta` pulls in."""
MEMBERS = (*SERVING, "lab", "conformance")
OF_ITS_OWN = ("pyproject.toml", "README.md", "CHANGELOG.md", "LICENSE")
"""The files from which the distribution of the whole tree is built."""


def wheel(member: str, folder: Path, tree: Path = TREE) -> Path:
    """Build a member of a tree (`.` is the tree itself) as a wheel into a folder, from a copy."""
    source = folder / "sources" / member.replace("/", "-")
    if member == ".":
        source = folder / "sources" / "all"
        source.mkdir(parents=True)
        for name in OF_ITS_OWN:
            shutil.copy(tree / name, source)
    else:
        shutil.copytree(tree / member, source, ignore=shutil.ignore_patterns("__pycache__"))
    out = folder / "wheels" / source.name
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(source)]
    subprocess.run(build, check=True, capture_output=True)
    (built,) = out.glob("*.whl")
    return built


def requirements(built: Path) -> list[str]:
    """The requirements in the metadata of a wheel."""
    with ZipFile(built) as files:
        (name,) = [each for each in files.namelist() if each.endswith(".dist-info/METADATA")]
        return message_from_bytes(files.read(name)).get_all("Requires-Dist", [])


def needs(lines: Iterable[str]) -> set[str]:
    """The external distributions that requirements name for this machine, without extras."""
    required = [Requirement(line) for line in lines]
    found = {each.name for each in required if each.marker is None or each.marker.evaluate({"extra": ""})}
    return {name for name in found if not name.startswith("podesta")}


def link(names: Iterable[str], folder: Path, done: set[str] | None = None) -> Path:
    """Put installed distributions, and their dependencies, into a folder, without the tree's own."""
    folder.mkdir(exist_ok=True)
    done = set() if done is None else done
    for name in names:
        if name not in done:
            done.add(name)
            found = distribution(name)
            for top in {file.parts[0] for file in found.files or () if file.parts[0] != ".."}:
                if not (folder / top).exists():
                    (folder / top).symlink_to(found.locate_file(top))
            link(needs(found.requires or []), folder, done)
    return folder


def site_of(member: str, folder: Path) -> Path:
    """A folder with the wheel of a member, and with the distributions in its metadata."""
    built = wheel(member, folder)
    shutil.unpack_archive(built, folder / "site", "zip")
    return link(needs(requirements(built)), folder / "site")


def environment(folder: Path, wanted: str) -> Path:
    """A virtual environment with external distributions, into which pip has installed a requirement from wheels."""
    wheels = [wheel(member, folder) for member in (*MEMBERS, ".")]
    found = folder / "found"
    found.mkdir()
    for each in wheels:
        shutil.copy(each, found)
    others = link(needs(line for each in wheels for line in requirements(each)), folder / "others")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "env"], check=True)
    (site,) = (folder / "env").glob("lib/python*/site-packages")
    (site / "others.pth").write_text(f"{others}\n")
    pip = [sys.executable, "-m", "pip", "--python", str(folder / "env" / "bin" / "python"), "install", "--quiet"]
    pip += ["--disable-pip-version-check", "--no-index", "--find-links", str(found), wanted]
    subprocess.run(pip, check=True, capture_output=True, text=True)
    return folder / "env"


def run_in(env: Path, command: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a command of an environment, outside the tree."""
    command = str(env / "bin" / command)
    return subprocess.run([command, *words], capture_output=True, text=True, env={"COLUMNS": "160"}, cwd="/")


def run_alone(site: Path, code: str, absent: tuple[str, ...], cwd: Path | None = None) -> str:
    """Run code with the standard library and a site alone, where some modules must be absent; returns its output."""
    start = f"import sys; sys.path.append({str(site)!r})\nfrom importlib.util import find_spec\n"
    start += f"assert not any(map(find_spec, {absent}))\n"
    command = [sys.executable, "-I", "-S", "-c", start + code]
    return subprocess.run(command, check=True, capture_output=True, text=True, cwd=cwd).stdout
