"""A custom edition: checked by the command, played by a service with a setting for it, pinned by its hash."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import httpx
import pytest

from tests.kit.process import running_service

PODESTA = str(Path(sys.executable).parent / "podesta")
OWN = 'edition = "own_venice"'


def _copy(folder: Path, *changes: tuple[str, str]) -> Path:
    """Golden Horn's tables with another id, and other figures."""
    text = (files("podesta_engines.golden_horn") / "data" / "piatnik_2013_reconstructed.toml").read_text("utf-8")
    for old, new in (('edition = "piatnik_2013_reconstructed"', OWN), *changes):
        assert old in text
        text = text.replace(old, new, 1)
    target = folder / "own.toml"
    target.write_text(text, "utf-8")
    return target


def _check(file: Path, games: int = 6) -> subprocess.CompletedProcess[str]:
    environ = {name: value for name, value in os.environ.items() if name != "PODESTA_EDITIONS"}
    command = [PODESTA, "edition", "check", str(file), "--games", str(games)]
    return subprocess.run(command, capture_output=True, text=True, timeout=100, env=environ, check=False)


def test_a_good_edition_is_played(tmp_path: Path) -> None:
    """Differences are listed, games are played, and the output has the command to play it."""
    ran = _check(_copy(tmp_path, ("per_port = 9", "per_port = 8")))
    assert ran.returncode == 0, ran.stderr
    assert "goods.per_port: 9 -> 8" in ran.stdout
    assert "own_venice: an edition of golden-horn" in ran.stdout
    assert "6 games, every law kept" in ran.stdout


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("per_port = 9", 'per_port = "nine"', "Expected `int`, got `str` - at `$.goods.per_port`"),
        ("per_port = 9", "per_prot = 9", "unknown field `per_prot`"),
        ('sails = ["blue"]', 'sails = ["red"]', "the sails of fleet 0"),
        ("hand = 5", "hand = 50", "cannot be played"),
        (OWN, 'edition = "piatnik_2013_reconstructed"', "comes with the game"),
        ("[goods]", "[goods", "not TOML"),
        (OWN, f'{OWN}\nlike = "venice_1"', "no game has an edition called 'venice_1'"),
    ],
)
def test_a_bad_edition_is_refused(tmp_path: Path, old: str, new: str, said: str) -> None:
    """Wrong types, unknown tables, misfits, games that break, an id that is taken, no TOML, unlike any other."""
    ran = _check(_copy(tmp_path, (old, new)))
    assert ran.returncode == 1
    assert said in ran.stderr
    assert "Traceback" not in ran.stderr


def test_tables_of_no_game_are_refused(tmp_path: Path) -> None:
    """The known games are named."""
    (tmp_path / "what.toml").write_text("a = 1\n")
    ran = _check(tmp_path / "what.toml")
    assert "no game has tables like these; known: colonia, golden-horn" in ran.stderr


def test_the_number_in_states_stays_when_others_come(tmp_path: Path) -> None:
    """It follows from the file's own tables, not from the set of files."""
    program = "from podesta_engines.golden_horn.components import NUMBER_OF; print(NUMBER_OF['own_venice'])"
    alone = _copy(tmp_path, ("per_port = 9", "per_port = 8"))
    other = tmp_path / "another.toml"
    other.write_text(alone.read_text("utf-8").replace(OWN, 'edition = "another"'), "utf-8")
    said = {
        subprocess.check_output(
            [sys.executable, "-c", program], env=os.environ | {"PODESTA_EDITIONS": named}, text=True
        )
        for named in (str(alone), f"{other}{os.pathsep}{alone}", str(tmp_path))
    }
    assert len(said) == 1


def test_a_service_plays_it_and_notices_a_change(tmp_path: Path) -> None:
    """The catalogue lists it, a game opened with it is served, and a changed file stops that game alone."""
    file = _copy(tmp_path, ("per_port = 9", "per_port = 8"))
    asked = {"ruleset": "golden-horn", "edition": "own_venice", "seats": [{"bot": "greedy"}, {"claim": True}]}
    with running_service(tmp_path / "data", EDITIONS=str(tmp_path)) as service:
        listed = httpx.get(f"{service.rest}/v1/rulesets/golden-horn").json()["editions"]
        assert [each["edition"] for each in listed] == ["piatnik_2013_reconstructed", "own_venice"]
        opened = httpx.post(f"{service.rest}/v1/games", json=asked).json()["game"]
        assert sum(opened["view"]["ports"][0]["goods"].values()) in (0, 8)
        other = httpx.post(f"{service.rest}/v1/games", json=asked | {"edition": ""}).json()["game"]["game"]
    file.write_text(file.read_text().replace("per_port = 8", "per_port = 7"))
    with running_service(tmp_path / "data", EDITIONS=str(tmp_path)) as service:
        changed = httpx.get(f"{service.rest}/v1/games/{opened['game']}")
        assert (changed.status_code, changed.json()["type"]) == (500, "/problems/drifted")
        assert httpx.get(f"{service.rest}/v1/games/{other}").status_code == 200
