"""The guide to search runs exactly as it is written, but for the port."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from podesta_service.views.simulating.asking import MOST_POSITIONS, MOST_STEPS
from podesta_service.views.simulating.computing import MOST_SECONDS
from podesta_service.views.simulating.searches import LONGEST, MOST_KEPT, MOST_OF_ONE, MOST_SEARCHES
from tests.kit.process import ServiceProcess, running_service

ROOT = Path(__file__).parents[3]
GUIDE = (ROOT / "docs" / "search.md").read_text("utf-8")
ALONE, OVER_THE_WIRE, LEAVES = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServiceProcess]:
    """The service on free ports."""
    with running_service(tmp_path_factory.mktemp("data")) as process:
        yield process


def output(program: str) -> str:
    """What a program prints, if it ends well and says nothing on standard error."""
    run = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=100)
    assert (run.returncode, run.stderr) == (0, "")
    return run.stdout


def test_a_search_in_a_program_of_its_own() -> None:
    """The first block plays a game between search and greed; the package is imported from the tree."""
    printed = output(ALONE)
    assert re.fullmatch(r"\[\d+, \d+\]\n", printed)


def test_a_search_over_the_wire(service: ServiceProcess) -> None:
    """The second block plays a game with nothing but the client."""
    printed = output(OVER_THE_WIRE.replace("localhost:50051", service.grpc))
    assert re.fullmatch(r"\[\d+, \d+\]\n", printed)


def test_leaves_are_judged_in_a_search(service: ServiceProcess) -> None:
    """The third block prints a number for each option of the first question."""
    printed = output(LEAVES.replace("localhost:50051", service.grpc))
    assert [re.fullmatch(r"[\w.]+ -?[\d.]+", line) is not None for line in printed.splitlines()] == [True] * 8


def test_its_limits_are_those_of_the_service() -> None:
    """Numbers in the text are the service's constants."""
    assert f"{MOST_POSITIONS:,} positions" in GUIDE
    assert f"{MOST_STEPS} steps" in GUIDE
    assert f"a search keeps {MOST_KEPT:,} positions" in GUIDE
    assert f"({MOST_OF_ONE} of one address, {MOST_SEARCHES} in a process)" in GUIDE
    assert (MOST_SECONDS, LONGEST) == (5, 600)
    assert "five seconds" in GUIDE


def test_the_files_it_names_are_there() -> None:
    """Every link leads to a file of the tree."""
    for link in re.findall(r"\]\(((?!http)[^)]+)\)", GUIDE):
        assert (ROOT / "docs" / link).exists(), link
