"""The event store builds as a wheel of its own, which works with nothing installed but what its metadata names."""

import re
from pathlib import Path

import pytest

from tests.packages.building import TREE, run_alone, site_of

EVENTSTORE = TREE / "eventstore"
FOREIGN = ("podesta_service", "podesta_engines", "pytest", "grpc", "litestar", "tests")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the built wheel and the distributions that its metadata names, and nothing else."""
    return site_of("eventstore", tmp_path_factory.mktemp("eventstore"))


def test_the_wheel_runs_the_example_of_its_readme_in_an_empty_environment(site: Path, tmp_path: Path) -> None:
    """The README's code runs as it stands, on a Valkey that it starts itself."""
    (code,) = re.findall(r"```python\n(.*?)```", (EVENTSTORE / "README.md").read_text(), re.DOTALL)
    assert run_alone(site, code, FOREIGN, tmp_path).splitlines() == [
        "Appended(revision=1, duplicate=False, marked=False)",
        "Appended(revision=1, duplicate=True, marked=False)",
        "[b'created', b'finished']",
        "['journal-1']",
    ]


def test_the_wheel_carries_types_and_functions(site: Path) -> None:
    """Type checkers see the annotations, and the servers' functions are there in their Lua."""
    package = site / "podesta_eventstore"
    assert (package / "py.typed").exists()
    parts = {path.stem for path in package.rglob("*.lua")}
    assert parts == {"levels", "once", "reminders", "streams", "work"}


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
    assert len(run_alone(site, code, FOREIGN, tmp_path).splitlines()) > 30
