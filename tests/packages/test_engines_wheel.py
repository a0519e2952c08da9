"""The engines build as a wheel of their own, which plays a game with only msgspec installed.

Laboratory and conformance kit from wheels: alone, and as additions to an installed service.
"""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from podesta_engines import RULESETS
from podesta_service.cli.main import BROUGHT
from tests.kit.sealed import record_of, sealed
from tests.kit.walks import REGISTRY, Table
from tests.packages.building import TREE, environment, run_alone, run_in, site_of

ENGINES = TREE / "engines"
FOREIGN = ("podesta_service", "podesta_eventstore", "grpc", "litestar", "google", "tests")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the built wheel and msgspec, and nothing else."""
    return site_of("engines", tmp_path_factory.mktemp("engines"))


def test_the_wheel_plays_the_example_of_its_readme_in_an_empty_environment(site: Path) -> None:
    """The README's code runs unchanged and prints a standing for each of the three seats."""
    (code,) = re.findall(r"```python\n(.*?)```", (ENGINES / "README.md").read_text(), re.DOTALL)
    assert run_alone(site, code, FOREIGN).count("Standing(seat=") == 3


def test_the_client_verifies_a_record_with_the_wheel(site: Path, tmp_path: Path) -> None:
    """With the engines' wheel installed, the client replays a record, and names the line of a tampered one."""
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


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the laboratory and its dependencies."""
    return environment(tmp_path_factory.mktemp("lab"), "podesta-lab")


@pytest.fixture(scope="module")
def beside(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the service, the laboratory and the conformance kit."""
    return environment(tmp_path_factory.mktemp("both"), "podesta[lab,conformance]")


def arena(env: Path, command: str, out: Path) -> str:
    """The output of a short match."""
    words = ("arena", "golden-horn", "greedy", "random", "--games", "2", "--out", str(out))
    done = run_in(env, command, *words)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_laboratory_plays_without_a_service(alone: Path, tmp_path: Path) -> None:
    """Bots meet in the arena without service and store installed."""
    code = "from importlib.util import find_spec\nprint(find_spec('podesta_service'), find_spec('podesta_eventstore'))"
    assert run_in(alone, "python", "-I", "-c", code).stdout == "None None\n"
    assert "golden-horn, 2 seats" in arena(alone, "podesta-lab", tmp_path / "out")
    assert (tmp_path / "out" / "blocks.jsonl").is_file()


def test_its_commands_are_those_of_podesta(beside: Path, tmp_path: Path) -> None:
    """They and the conformance kit's join the others by their entry points, and need nothing more."""
    assert "Needs" not in run_in(beside, "podesta", "--help").stdout
    assert all(run_in(beside, "podesta", name, "--help").returncode == 0 for name in BROUGHT)
    assert "golden-horn, 2 seats" in arena(beside, "podesta", tmp_path / "out")


def test_without_numpy_no_network_is_offered(beside: Path) -> None:
    """The extra `net` brings it; without it, the catalogue names no networks, and a seat for one is refused with the
    reason."""
    code = """
from importlib.util import find_spec
from podesta_engines import RULESETS
from podesta_engines.play.house import NET, CannotPlay, check, plugin_bots
from podesta_service.catalogue import catalogue
assert find_spec("numpy") is None
rules = RULESETS.named("pillars-of-the-earth")
found = catalogue(rules.id, "en")
try:
    check(rules, 2, NET)
except CannotPlay as why:
    print(sorted(plugin_bots()), found.net_seats, found.summary.expert_seats, {"expert", "net"} & {*found.bots}, why)
"""
    said = run_in(beside, "python", "-I", "-c", code).stdout
    why = "networks run on numpy, which is not installed: pip install 'podesta[net]'"
    assert said == f"['expert', 'net'] [] [] set() {why}\n"
