"""The guide to house bots runs as written, except for the ports.

The guide to search runs exactly as written, except for the port.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from podesta_engines import RULESETS
from podesta_engines.play.bots import MOST_ITERATIONS
from podesta_engines.play.house import names
from podesta_engines.play.search import Tuning
from podesta_lab.expert.search import Guidance
from podesta_service.settings import Settings
from podesta_service.views.simulating.asking import MOST_POSITIONS, MOST_STEPS
from podesta_service.views.simulating.computing import MOST_SECONDS
from podesta_service.views.simulating.searches import LONGEST, MOST_KEPT, MOST_OF_ONE, MOST_SEARCHES
from tests.kit.process import ServiceProcess, running_service

ROOT = Path(__file__).parents[3]
GUIDE = (ROOT / "docs" / "house-bots.md").read_text("utf-8")


def test_its_calls_and_its_program(tmp_path: Path) -> None:
    """A bot as a game is opened, one on an open seat, and a game between bots that plays itself."""
    opening, seating, _ = re.findall(r"```sh\n(.*?)```", GUIDE, re.DOTALL)
    (program,) = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)
    with running_service(tmp_path, BOT_SECONDS="0.2") as process:
        rest = process.rest.removeprefix("http://")

        def run(command: str, **environ: str) -> dict[str, object]:
            text = command.replace("localhost:8080", rest)
            done = subprocess.run(
                ["bash", "-ec", text], env=os.environ | environ, capture_output=True, text=True, check=True, timeout=240
            )
            found: dict[str, object] = json.loads(done.stdout)
            return found

        opened: dict = run(opening)
        assert [(seat["name"], seat["bot"]) for seat in opened["game"]["seats"]] == [("Ada", ""), ("Robo", "greedy")]
        more: dict = run(opening.replace('{"name": "Robo", "bot": "greedy"}', "{}"))
        taken: dict = run(seating, GAME=more["game"]["game"], ADA=more["tokens"][0]["token"])
        assert taken["game"]["seats"][1]["bot"] == "search:100"
        done = subprocess.run(
            [sys.executable, "-c", program.replace("localhost:50051", process.grpc)],
            capture_output=True,
            text=True,
            timeout=100,
        )
        assert (done.returncode, done.stderr) == (0, "")
        bots, scores = done.stdout.splitlines()
        assert bots == str(names(RULESETS.named("golden-horn")))
        assert re.fullmatch(r"\[\('greedy', \d+\), \('search:20', \d+\)\]", scores)


def test_its_numbers_are_those_of_the_service() -> None:
    """Defaults and bounds in the text are the code's."""
    settings = Settings()
    assert f"1 to {MOST_ITERATIONS:,}" in GUIDE
    assert f"in {Tuning().iterations} play-outs" in GUIDE
    assert f"`--seconds` | `{settings.bot_seconds:g}`" in GUIDE
    assert f"({settings.bot_lease:g} seconds with the" in GUIDE
    assert (settings.own_bots, Settings(store_url="redis://db").own_bots) == (1, 0)
    assert settings.bot_limit == 2 * settings.bot_seconds + 1


def test_the_files_it_names_are_there() -> None:
    """Every link leads to a file of the tree."""
    for link in re.findall(r"\]\(((?!http)[^)]+)\)", GUIDE):
        assert (ROOT / "docs" / link.partition("#")[0]).exists(), link


SEARCH_GUIDE = (ROOT / "docs" / "search.md").read_text("utf-8")
ALONE, GUIDED, OVER_THE_WIRE, LEAVES = re.findall(r"```python\n(.*?)```", SEARCH_GUIDE, re.DOTALL)


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServiceProcess]:
    """The service on free ports."""
    with running_service(tmp_path_factory.mktemp("data")) as process:
        yield process


def output(program: str) -> str:
    """The output of a program, which must exit with 0 and print nothing on standard error."""
    run = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=100)
    assert (run.returncode, run.stderr) == (0, "")
    return run.stdout


def test_a_search_in_a_program_of_its_own() -> None:
    """The first block plays a game between search and greed; the package is imported from the tree."""
    printed = output(ALONE)
    assert re.fullmatch(r"\[\d+, \d+\]\n", printed)


def test_a_search_that_a_network_guides() -> None:
    """The second block answers one question, with the iterations and the options given in the text."""
    assert output(GUIDED) == "True 60\n"
    assert f"looks {Guidance().iterations} times ahead" in SEARCH_GUIDE
    assert f"the likeliest {Guidance().options} options" in SEARCH_GUIDE


def test_a_search_over_the_wire(service: ServiceProcess) -> None:
    """The third block plays a game with the client alone."""
    printed = output(OVER_THE_WIRE.replace("localhost:50051", service.grpc))
    assert re.fullmatch(r"\[\d+, \d+\]\n", printed)


def test_leaves_are_judged_in_a_search(service: ServiceProcess) -> None:
    """The fourth block prints a number for each option of the first question."""
    printed = output(LEAVES.replace("localhost:50051", service.grpc))
    assert [re.fullmatch(r"[\w.]+ -?[\d.]+", line) is not None for line in printed.splitlines()] == [True] * 8


def test_the_limits_of_search_are_those_of_the_service() -> None:
    """Numbers in the text are the service's constants."""
    assert f"{MOST_POSITIONS:,} positions" in SEARCH_GUIDE
    assert f"{MOST_STEPS} steps" in SEARCH_GUIDE
    assert f"a search keeps {MOST_KEPT:,} positions" in SEARCH_GUIDE
    assert f"({MOST_OF_ONE} of one address, {MOST_SEARCHES} in a process)" in SEARCH_GUIDE
    assert (MOST_SECONDS, LONGEST) == (5, 600)
    assert "five seconds" in SEARCH_GUIDE


def test_the_files_that_the_guide_to_search_names_are_there() -> None:
    """Every link leads to a file of the tree."""
    for link in re.findall(r"\]\(((?!http)[^)]+)\)", SEARCH_GUIDE):
        assert (ROOT / "docs" / link.partition("#")[0]).exists(), link
