"""The event store builds as a wheel of its own, which works with nothing installed but what its metadata names."""

import re
import shutil
import subprocess
import sys
from email import message_from_string
from importlib.metadata import distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

EVENTSTORE = Path(__file__).parents[2] / "eventstore"
FOREIGN = ("podesta_service", "podesta_engines", "pytest", "grpc", "litestar")
ALONE = f"from importlib.util import find_spec\nassert not any(map(find_spec, {FOREIGN}))\n"


def needs(lines: list[str]) -> set[str]:
    """The distributions that requirements name for this machine, without extras."""
    required = [Requirement(line) for line in lines]
    return {each.name for each in required if each.marker is None or each.marker.evaluate({"extra": ""})}


def link(name: str, folder: Path, done: set[str]) -> None:
    """Put an installed distribution and what it needs into a folder."""
    if name in done:
        return
    done.add(name)
    found = distribution(name)
    for top in {file.parts[0] for file in found.files or () if file.parts[0] != ".."}:
        if not (folder / top).exists():
            (folder / top).symlink_to(found.locate_file(top))
    for each in needs(found.requires or []):
        link(each, folder, done)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the built wheel and the distributions that its metadata names, and nothing else."""
    folder = tmp_path_factory.mktemp("wheel")
    source = shutil.copytree(EVENTSTORE, folder / "source", ignore=shutil.ignore_patterns("__pycache__"))
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(source)]
    subprocess.run(build, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    shutil.unpack_archive(wheel, folder / "site", "zip")
    (metadata,) = (folder / "site").glob("*.dist-info/METADATA")
    done: set[str] = set()
    for name in needs(message_from_string(metadata.read_text()).get_all("Requires-Dist", [])):
        link(name, folder / "site", done)
    return folder / "site"


def run_alone(site: Path, code: str, folder: Path) -> str:
    """Run code with the standard library and the site folder alone; returns what it printed."""
    start = f"import sys; sys.path.append({str(site)!r})\n"
    command = [sys.executable, "-I", "-S", "-c", start + ALONE + code]
    return subprocess.run(command, check=True, capture_output=True, text=True, cwd=folder).stdout


def test_the_wheel_runs_the_example_of_its_readme_in_an_empty_environment(site: Path, tmp_path: Path) -> None:
    """The README's code runs as it stands, on a Valkey that it starts itself."""
    (code,) = re.findall(r"```python\n(.*?)```", (EVENTSTORE / "README.md").read_text(), re.DOTALL)
    assert run_alone(site, code, tmp_path).splitlines() == [
        "Appended(revision=1, duplicate=False, marked=False)",
        "Appended(revision=1, duplicate=True, marked=False)",
        "[b'created', b'finished']",
        "['journal-1']",
    ]


def test_the_wheel_carries_types_and_functions(site: Path) -> None:
    """Type checkers see the annotations, and the servers' functions are there in their Lua."""
    package = site / "podesta_eventstore"
    assert (package / "py.typed").exists()
    assert {path.name for path in package.rglob("*.lua")} == {"reminders.lua", "streams.lua", "work.lua"}


def test_only_the_laws_need_pytest(site: Path, tmp_path: Path) -> None:
    """Every module but the laws can be imported without the extra `testing`."""
    code = """
from pathlib import Path
import podesta_eventstore
root = Path(podesta_eventstore.__file__).parent
for path in sorted(root.rglob("*.py")):
    name = ".".join(("podesta_eventstore", *path.relative_to(root).with_suffix("").parts)).removesuffix(".__init__")
    if ".testing" not in name:
        __import__(name)
        print(name)
"""
    assert len(run_alone(site, code, tmp_path).splitlines()) > 30
