"""The README's first games run exactly as written, except for the ports.

The README's picture: drawn by `make demo`, and it fetches nothing.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from docs.demo import TARGET, draw
from tests.kit.process import ServiceProcess, running_service

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()


def blocks(heading: str, language: str) -> str:
    """The code of a section, its blocks joined."""
    (section,) = re.findall(rf"^## {heading}\n(.*?)(?=^## )", README, re.DOTALL | re.MULTILINE)
    return "\n".join(re.findall(rf"```{language}\n(.*?)```", section, re.DOTALL))


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServiceProcess]:
    """The service as `make serve` runs it, on free ports."""
    with running_service(tmp_path_factory.mktemp("data")) as process:
        yield process


def test_the_game_with_curl(service: ServiceProcess, tmp_path: Path) -> None:
    """The shell blocks open a game, show Ada's question, take her answer and stream it in Italian."""
    code = blocks("A first game with curl", "sh").replace("localhost:8080", service.rest.removeprefix("http://"))
    run = subprocess.run(["bash", "-euc", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert '"kind":"place_ships"' in run.stdout
    assert '"revision":2' in run.stdout
    assert run.stdout.count("event: update") == 2
    assert "id: 2" in run.stdout


def test_the_bot_with_python(service: ServiceProcess, tmp_path: Path) -> None:
    """The Python block plays a whole game and prints two standings."""
    code = blocks("A first bot with Python", "python").replace("localhost:50051", service.grpc)
    run = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert re.fullmatch(r"([12] [01] \d+\n){2}", run.stdout)


def test_the_commands_that_it_names_are_there() -> None:
    """Every make target and file that the README names exists."""
    help_text = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for target in re.findall(r"`make (\w+)`|^make (\w+)", README, re.MULTILINE):
        assert f"make {''.join(target)} " in help_text
    for link in re.findall(r"\]\(((?!http)[^)]+)\)", README):
        assert (ROOT / link.partition("#")[0]).exists(), link


def test_every_setting_that_it_names_is_one() -> None:
    """The table of settings names real ones with their actual defaults."""
    from podesta_service.settings import Settings, variable

    known = {variable(name) for name in Settings.__struct_fields__}
    assert set(re.findall(r"PODESTA_[A-Z_]+", README)) <= known
    assert str(Settings().rest_port) in README
    assert str(Settings().grpc_port) in README


def test_nothing_of_the_environment_is_needed() -> None:
    """The tests above run without any PODESTA_ variable of the caller."""
    assert not [name for name in os.environ if name.startswith("PODESTA_")]


def test_the_picture_is_current() -> None:
    """The committed file is what `make demo` draws today: the game, its notes and its frame are the same every time."""
    assert TARGET.read_text("utf-8") == draw()


def test_the_picture_is_an_svg_that_names_no_address() -> None:
    """It is well-formed, and loads nothing: no font, no style, no image."""
    svg = TARGET.read_text("utf-8")
    assert ElementTree.fromstring(svg).tag == "{http://www.w3.org/2000/svg}svg"
    assert re.findall(r"https?://[^\s\"]+|@import|@font-face|<image", svg) == ["http://www.w3.org/2000/svg"]
