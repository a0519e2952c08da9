"""The service from wheels: `podesta` pulls in the four distributions that serve, and its command runs without the
tree."""

import json
from pathlib import Path

import pytest

from podesta_engines import RULESETS
from podesta_service.cli.main import BROUGHT, COMMANDS
from tests.packages.building import TREE, environment, run_in


@pytest.fixture(scope="module")
def env(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with `podesta` and its dependencies alone."""
    return environment(tmp_path_factory.mktemp("whole"), "podesta")


def run(env: Path, command: str, *words: str) -> str:
    """The output of a command."""
    done = run_in(env, command, *words)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_command_runs(env: Path) -> None:
    """The console script exists, lists its commands, and knows every ruleset."""
    assert "serve" in run(env, "podesta", "--help")
    listed = json.loads(run(env, "podesta", "rulesets", "--json"))
    assert [each["ruleset"] for each in listed] == [ruleset.id for ruleset in RULESETS.all()]


def test_without_the_laboratory_it_is_said_what_brings_it(env: Path) -> None:
    """Commands of other distributions are listed with these, and name them when they are called."""
    listed = "".join(run(env, "podesta", "--help").split())  # however its lines are broken
    for name, needed in BROUGHT.items():
        assert "".join(f"{name}{COMMANDS[name]}Needs{needed}.".split()) in listed
        refused = run_in(env, "podesta", name, "--help")
        assert (refused.returncode, f"{name} comes with {needed}: pip install {needed}" in refused.stderr) == (1, True)


def test_without_the_laboratory_a_network_is_a_bot_like_any_that_there_is_not(env: Path) -> None:
    """It is not in the catalogue, a seat for it is refused, and one that another process seated gets a stand-in."""
    code = """
from types import SimpleNamespace
from podesta_engines import RULESETS
from podesta_engines.game.events import Seated
from podesta_service.bots.standing_in import player_of
from podesta_service.catalogue import catalogue
from podesta_service.commands.plans import check_bot
from podesta_service.problems import Refusal
rules = RULESETS.named("pillars-of-the-earth")
found = catalogue(rules.id, "en")
print(found.net_seats, "net" in found.bots)
for name in ("net", "oracle"):
    try:
        check_bot(rules, 2, name)
    except Refusal as refusal:
        print(refusal.problem.detail, refusal.problem.legal == found.bots)
table = SimpleNamespace(ruleset=rules, holders=[None, None], game="g")
print(player_of(table, Seated(1, "Rete", bot="net")))
"""
    assert run(env, "python", "-I", "-c", code).splitlines() == [
        "[] False",
        "pillars-of-the-earth has no bot 'net' True",
        "pillars-of-the-earth has no bot 'oracle' True",
        "greedy",
    ]


def test_podesta_pulls_all_four_and_nothing_is_of_the_tree(env: Path) -> None:
    """Each of the four is installed in the environment itself; the folders of the tree are not importable."""
    code = """
import json
from importlib.metadata import version
from importlib.util import find_spec
names = ("podesta_client", "podesta_engines", "podesta_eventstore", "podesta_service")
print(json.dumps({name: [version(name.replace("_", "-")), find_spec(name).origin] for name in names}))
assert not any(map(find_spec, ("tests", "docs", "benchmarks", "proto", "lab", "podesta_lab", "podesta_conformance")))
"""
    found = json.loads(run(env, "python", "-I", "-c", code))
    assert len(found) == 4
    assert all(Path(origin).is_relative_to(env) for _, origin in found.values())


def test_the_service_answers_from_its_wheel(env: Path) -> None:
    """Its data files are included: the OpenAPI document, the functions of the store."""
    code = """
from importlib.resources import files
print(len(files("podesta_service.rest.description").joinpath("openapi.json").read_text()))
print(sum(path.suffix == ".lua" for path in __import__("pathlib").Path(str(files("podesta_eventstore"))).rglob("*")))
"""
    document, functions = run(env, "python", "-I", "-c", code).split()
    assert int(document) > 10_000
    assert int(functions) == len(list((TREE / "eventstore" / "podesta_eventstore").rglob("*.lua")))
