"""The client builds as a wheel of its own, which can be imported with only its declared dependencies.

The event store builds as a wheel of its own, which works with only its declared dependencies.
"""

import re
from pathlib import Path

import pytest

from tests.packages.building import TREE, run_alone, site_of

FOREIGN = ("podesta_service", "podesta_engines", "podesta_eventstore", "litestar", "tests")
README = TREE / "clients" / "python" / "README.md"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the built wheel and its dependencies, and nothing else."""
    return site_of("clients/python", tmp_path_factory.mktemp("client"))


def test_what_its_readme_imports_is_there(site: Path) -> None:
    """Every import of the README's code, in a Python that has neither the service nor the rules."""
    blocks = re.findall(r"```python\n(.*?)```", README.read_text(), re.DOTALL)
    imports = [line for block in blocks for line in re.findall(r"^(?:from|import) .*$", block, re.MULTILINE)]
    assert any("podesta_client" in line for line in imports)
    assert run_alone(site, "\n".join([*imports, "print('imported')"]), FOREIGN) == "imported\n"


def test_the_generated_messages_are_in_it(site: Path) -> None:
    """The stubs of the contract are in the client's wheel, and so are both packages' types."""
    code = "from podesta.v1.game_master_pb2_grpc import GameMasterStub\nprint(GameMasterStub.__name__)"
    assert run_alone(site, code, FOREIGN) == "GameMasterStub\n"
    assert (site / "podesta_client" / "py.typed").exists()


def test_a_client_without_the_engines_says_what_it_lacks(site: Path) -> None:
    """Only verifying a record needs the rules; without them the error names the missing package."""
    code = "import podesta_client\ntry:\n    podesta_client.verify(b'')\nexcept ImportError as error:\n    print(error)"
    assert "podesta_engines" in run_alone(site, code, FOREIGN)


EVENTSTORE = TREE / "eventstore"
FOREIGN_TO_THE_STORE = ("podesta_service", "podesta_engines", "pytest", "grpc", "litestar", "tests")


@pytest.fixture(scope="module")
def store_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the built wheel and the distributions in its metadata, and nothing else."""
    return site_of("eventstore", tmp_path_factory.mktemp("eventstore"))


def test_the_wheel_runs_the_example_of_its_readme_in_an_empty_environment(store_site: Path, tmp_path: Path) -> None:
    """The README's code runs unchanged, on a Valkey that it starts itself."""
    (code,) = re.findall(r"```python\n(.*?)```", (EVENTSTORE / "README.md").read_text(), re.DOTALL)
    assert run_alone(store_site, code, FOREIGN_TO_THE_STORE, tmp_path).splitlines() == [
        "Appended(revision=1, duplicate=False, marked=False)",
        "Appended(revision=1, duplicate=True, marked=False)",
        "[b'created', b'finished']",
        "['journal-1']",
    ]


def test_the_wheel_carries_types_and_functions(store_site: Path) -> None:
    """Type checkers see the annotations, and the servers' functions are included as Lua."""
    package = store_site / "podesta_eventstore"
    assert (package / "py.typed").exists()
    parts = {path.stem for path in package.rglob("*.lua")}
    assert parts == {"heartbeats", "levels", "once", "reminders", "streams", "work"}


def test_only_the_laws_need_pytest(store_site: Path, tmp_path: Path) -> None:
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
    assert len(run_alone(store_site, code, FOREIGN_TO_THE_STORE, tmp_path).splitlines()) > 30
