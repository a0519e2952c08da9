"""The client builds as a wheel of its own, which imports where nothing is installed but what its metadata names."""

import re
from pathlib import Path

import pytest

from tests.packages.building import TREE, run_alone, site_of

FOREIGN = ("podesta_service", "podesta_engines", "podesta_eventstore", "litestar", "tests")
README = TREE / "clients" / "python" / "README.md"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the built wheel and what it needs, and nothing else."""
    return site_of("clients/python", tmp_path_factory.mktemp("client"))


def test_what_its_readme_imports_is_there(site: Path) -> None:
    """Every import of the README's code, in a Python that has neither the service nor the rules."""
    blocks = re.findall(r"```python\n(.*?)```", README.read_text(), re.DOTALL)
    imports = [line for block in blocks for line in re.findall(r"^(?:from|import) .*$", block, re.MULTILINE)]
    assert any("podesta_client" in line for line in imports)
    assert run_alone(site, "\n".join([*imports, "print('imported')"]), FOREIGN) == "imported\n"


def test_the_generated_messages_are_in_it(site: Path) -> None:
    """The stubs of the contract travel with the client, and the types with both."""
    code = "from podesta.v1.game_master_pb2_grpc import GameMasterStub\nprint(GameMasterStub.__name__)"
    assert run_alone(site, code, FOREIGN) == "GameMasterStub\n"
    assert (site / "podesta_client" / "py.typed").exists()


def test_a_client_without_the_engines_says_what_it_lacks(site: Path) -> None:
    """Only verifying a record needs the rules; without them the error names what is missing."""
    code = "import podesta_client\ntry:\n    podesta_client.verify(b'')\nexcept ImportError as error:\n    print(error)"
    assert "podesta_engines" in run_alone(site, code, FOREIGN)
