"""The engines build as a wheel of their own, which plays a game where nothing but msgspec is installed."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from podesta_engines import RULESETS
from tests.kit.sealed import record_of, sealed
from tests.kit.walks import REGISTRY, Table
from tests.packages.building import TREE, run_alone, site_of

ENGINES = TREE / "engines"
FOREIGN = ("podesta_service", "podesta_eventstore", "grpc", "litestar", "google", "tests")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the built wheel and msgspec, and nothing else."""
    return site_of("engines", tmp_path_factory.mktemp("engines"))


def test_the_wheel_plays_the_example_of_its_readme_in_an_empty_environment(site: Path) -> None:
    """The README's code runs as it stands and prints a standing for each of the three seats."""
    (code,) = re.findall(r"```python\n(.*?)```", (ENGINES / "README.md").read_text(), re.DOTALL)
    assert run_alone(site, code, FOREIGN).count("Standing(seat=") == 3


def test_the_client_verifies_a_record_with_the_wheel(site: Path, tmp_path: Path) -> None:
    """With the engines' wheel beside it, the client plays a record again, and names the line of a tampered one."""
    sealed = _sealed_game()
    (tmp_path / "game.jsonl").write_bytes(sealed)
    code = f"""
import sys
from pathlib import Path
sys.path.append({str(site)!r})
from podesta_client import Tampered, verify
record = Path({str(tmp_path / "game.jsonl")!r}).read_bytes()
print(verify(record).draws > 0)
try:
    verify(record.replace(b'"drawn"', b'"drown"', 1))
except Tampered as fault:
    print(fault.line)
"""
    run = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert run.stdout.split() == ["True", "1"]


def _sealed_game() -> bytes:
    """The record of a game."""
    return record_of(sealed(REGISTRY, Table(REGISTRY.named("golden-horn"), 2), 5))


def test_the_wheel_carries_every_ruleset(site: Path) -> None:
    """Whatever the tree registers, the wheel registers too."""
    names = run_alone(site, "from podesta_engines import RULESETS\nprint([r.rules for r in RULESETS.all()])", FOREIGN)
    assert names.strip() == str([ruleset.rules for ruleset in RULESETS.all()])
