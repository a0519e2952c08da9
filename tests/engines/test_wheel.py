"""The engines build as a wheel of their own, which plays a game where nothing but msgspec is installed."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

ENGINES = Path(__file__).parents[2] / "engines"
FOREIGN = ("podesta_service", "podesta_eventstore", "grpc", "litestar")
ALONE = f"from importlib.util import find_spec\nassert not any(map(find_spec, {FOREIGN}))\n"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the built wheel and msgspec, and nothing else."""
    folder = tmp_path_factory.mktemp("wheel")
    source = shutil.copytree(ENGINES, folder / "source", ignore=shutil.ignore_patterns("__pycache__"))
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(source)]
    subprocess.run(build, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    shutil.unpack_archive(wheel, folder / "site", "zip")
    (folder / "site" / "msgspec").symlink_to(Path(msgspec.__file__).parent)
    return folder / "site"


def run_alone(site: Path, code: str) -> str:
    """Run code with the standard library and the site folder alone; answers what it printed."""
    start = f"import sys; sys.path.append({str(site)!r})\n"
    command = [sys.executable, "-I", "-S", "-c", start + ALONE + code]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def test_the_wheel_plays_the_example_of_its_readme_in_an_empty_environment(site: Path) -> None:
    """The README's code runs as it stands and prints a standing for each of the three seats."""
    (code,) = re.findall(r"```python\n(.*?)```", (ENGINES / "README.md").read_text(), re.DOTALL)
    assert run_alone(site, code).count("Standing(seat=") == 3


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
    from tests.kit.sealed import record_of, sealed
    from tests.kit.walks import REGISTRY, Table

    return record_of(sealed(REGISTRY, Table(REGISTRY.named("golden-horn"), 2), 5))


def test_the_wheel_carries_every_ruleset(site: Path) -> None:
    """Whatever the tree registers, the wheel registers too."""
    from podesta_engines import RULESETS

    names = run_alone(site, "from podesta_engines import RULESETS\nprint([r.rules for r in RULESETS.all()])")
    assert names.strip() == str([ruleset.rules for ruleset in RULESETS.all()])
