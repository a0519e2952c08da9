"""Editions that contain only their differences from another."""

from hashlib import sha256
from importlib.resources import files
from pathlib import Path

import msgspec
import pytest

from podesta_engines import RULESETS
from podesta_engines.core.editions import BadEdition, belongs, read_edition
from podesta_engines.core.errors import BadSetup
from podesta_engines.golden_horn.components import EDITIONS, Components
from podesta_engines.troyes.components import Components as Others

(UNDER,) = EDITIONS
HEAD = f'like = "{UNDER}"\nedition = "mine"\n'
PLAIN = EDITIONS[UNDER].components


def written(folder: Path, text: str) -> Path:
    """An operator's file."""
    path = folder / "mine.toml"
    path.write_text(text, "utf-8")
    return path


def test_the_rest_is_that_of_the_other(tmp_path: Path) -> None:
    """A table is changed inside, a row is found by its id, and a list of words is replaced."""
    changes = '[goods]\nper_port = 7\n[[ships]]\nid = "ship_a_one"\nsails = ["pink"]\n'
    mine = read_edition(written(tmp_path, HEAD + changes), Components).components
    assert (mine.edition, mine.goods.per_port, mine.goods.per_colour) == ("mine", 7, PLAIN.goods.per_colour)
    differ = [ship.id for ship, other in zip(mine.ships, PLAIN.ships, strict=True) if ship != other]
    assert differ == ["ship_a_one"]
    assert next(ship for ship in mine.ships if ship.id == "ship_a_one").sails == ["pink"]
    assert (mine.tiles, mine.title) == (PLAIN.tiles, PLAIN.title)


def test_its_hash_is_also_that_of_the_other(tmp_path: Path) -> None:
    """A game detects a change of either file."""
    under = (files("podesta_engines.golden_horn") / "data" / f"{UNDER}.toml").read_bytes()
    assert read_edition(written(tmp_path, HEAD), Components).sha256 == sha256(under + HEAD.encode()).hexdigest()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (HEAD.replace(UNDER, "../value"), "no edition that comes with the game is called '../value'"),
        ('like = 3\nedition = "mine"\n', "called 3"),
        (HEAD + "[goods]\nper_harbour = 7\n", "unknown field `per_harbour`"),
        (HEAD + '[[ships]]\nid = "ship_e_one"\n', "missing required field"),
        (HEAD + "goods = 7\n", "Expected `object`"),
    ],
)
def test_what_does_not_fit_is_refused(tmp_path: Path, text: str, said: str) -> None:
    """A base other than one of the game's editions, and anything unknown to its tables."""
    with pytest.raises(BadEdition, match=said.replace("..", r"\.\.")):
        read_edition(written(tmp_path, text), Components)


def test_it_belongs_to_the_game_of_the_other() -> None:
    """Even if it changes nothing."""
    assert belongs(HEAD.encode(), Components)
    assert not belongs(HEAD.encode(), Others)


def test_games_of_a_retired_edition_go_on() -> None:
    """It is offered no more, but found by its id."""
    ruleset = RULESETS.named("golden-horn")
    old = msgspec.structs.replace(ruleset.edition(), id="old")
    after = msgspec.structs.replace(ruleset, retired={"old": old})
    assert after.edition("old") is old
    assert after.edition().id == UNDER
    with pytest.raises(BadSetup) as caught:
        after.edition("older")
    assert "'old'" not in str(caught.value)
