"""The whole of it from wheels: `podesta` pulls the other four, and its command runs where there is no tree."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from podesta_engines import RULESETS
from tests.packages.building import MEMBERS, TREE, link, needs, requirements, wheel


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A virtual environment with other people's distributions, into which pip has put `podesta` from wheels."""
    folder = tmp_path_factory.mktemp("whole")
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
    pip += ["--disable-pip-version-check", "--no-index", "--find-links", str(found), "podesta"]
    subprocess.run(pip, check=True, capture_output=True, text=True)
    return folder / "env"


def run(environment: Path, command: str, *words: str) -> str:
    """Run a command of the environment, far from the tree; what it printed."""
    done = subprocess.run(
        [environment / "bin" / command, *words], capture_output=True, text=True, env={"COLUMNS": "160"}, cwd="/"
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_command_runs(environment: Path) -> None:
    """The console script is there, says what it can do, and knows every ruleset."""
    assert "serve" in run(environment, "podesta", "--help")
    listed = json.loads(run(environment, "podesta", "rulesets", "--json"))
    assert [each["ruleset"] for each in listed] == [ruleset.id for ruleset in RULESETS.all()]


def test_without_numpy_no_network_is_offered(environment: Path) -> None:
    """The extra `net` brings it; without, the catalogue names no networks, and whoever wants one is told why."""
    code = """
from importlib.util import find_spec
from podesta_engines import RULESETS
from podesta_engines.gym.house import NoNumpy, check_net
from podesta_service.catalogue import catalogue
assert find_spec("numpy") is None
rules = RULESETS.named("pillars-of-the-earth")
found = catalogue(rules.id, "en")
try:
    check_net(rules, 2)
except NoNumpy as why:
    print(found.net_seats, "net" in found.bots, why)
"""
    said = run(environment, "python", "-I", "-c", code)
    assert said == "[] False networks are played by numpy, which is not installed: pip install 'podesta[net]'\n"


def test_podesta_pulls_all_four_and_nothing_is_of_the_tree(environment: Path) -> None:
    """Each of the four is installed in the environment itself; the folders of the tree are not importable."""
    code = """
import json
from importlib.metadata import version
from importlib.util import find_spec
names = ("podesta_client", "podesta_engines", "podesta_eventstore", "podesta_service")
print(json.dumps({name: [version(name.replace("_", "-")), find_spec(name).origin] for name in names}))
assert not any(map(find_spec, ("tests", "docs", "benchmarks", "proto")))
"""
    found = json.loads(run(environment, "python", "-I", "-c", code))
    assert len(found) == 4
    assert all(Path(origin).is_relative_to(environment) for _, origin in found.values())


def test_the_service_answers_from_its_wheel(environment: Path) -> None:
    """What it needs besides Python modules travels with it: the OpenAPI document, the functions of the store."""
    code = """
from importlib.resources import files
print(len(files("podesta_service.rest.description").joinpath("openapi.json").read_text()))
print(sum(path.suffix == ".lua" for path in __import__("pathlib").Path(str(files("podesta_eventstore"))).rglob("*")))
"""
    document, functions = run(environment, "python", "-I", "-c", code).split()
    assert int(document) > 10_000
    assert int(functions) == len(list((TREE / "eventstore" / "podesta_eventstore").rglob("*.lua")))
