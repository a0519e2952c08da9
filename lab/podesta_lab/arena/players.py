"""Players of the arena: house bots by name, functions from files, and networks."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from traceback import extract_tb
from typing import SupportsIndex
from zipfile import BadZipFile

from podesta_engines.core.errors import RulesError
from podesta_engines.core.position import Position
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.play.forward import determinize
from podesta_engines.play.house import CannotPlay, bot, has_bot
from podesta_lab.gym.house import NoNumpy, has_numpy, trained

from .tunings import tuned

Choose = Callable[[Position, int, Random], SupportsIndex | str]
"""Chooses for an asked seat: an option as an int or a word."""

NET = ".npz"
"""The suffix of a trained network's file."""
_TRAINED = re.compile(r"net:([2-6])")


class NoSuchPlayer(ValueError):
    """There is no house bot, file or function of that name."""


class PlayerFailed(Exception):
    """A player's own code failed, or returned an invalid answer; the message says which player's, and where."""


def player(ruleset: Ruleset, name: str) -> Choose:
    """A player by name: a house bot (`greedy`, `search:40ms`, `net`), `path/to/file.py:function`, or a network.

    A network is a file, `file.npz`, or one of this package: `net:2` for tables of two, `net` for the table at which it
    plays. A search may be tuned: `search:40ms:horizon=0` (see `tunings`).

    The function is called as `choose(position, seat, rnd)`. Its position is one that the seat cannot distinguish from
    the true one, so it may look at everything and learns nothing hidden. Raises NoSuchPlayer.
    """
    path, colon, function = name.rpartition(":")
    if colon and path.endswith(".py"):
        return _guarded(name, _blindfolded(_function(path, function)))
    if name.endswith(NET) or _TRAINED.fullmatch(name):
        return _net(ruleset, name)
    return _house_bot(ruleset, name)


def _house_bot(ruleset: Ruleset, name: str) -> Choose:
    """A house bot, or a tuned search."""
    try:
        if (search := tuned(ruleset, name)) is not None:
            return search
    except KeyError as error:
        raise NoSuchPlayer(f"{name!r} tunes no search: {error.args[0]}") from None
    except CannotPlay as error:
        raise NoSuchPlayer(str(error)) from None
    if not has_bot(ruleset, name):
        raise NoSuchPlayer(f"{ruleset.id} has no bot {name!r}; a bot of your own is path/to/file.py:function")
    return bot(ruleset, name)


def _net(ruleset: Ruleset, path: str) -> Choose:
    """A trained network; numpy is imported only if one plays."""
    if not has_numpy():
        raise NoSuchPlayer(str(NoNumpy()))
    from podesta_lab.gym.net import net_bot

    own = _TRAINED.fullmatch(path)
    try:
        return net_bot(trained(ruleset, int(own[1])) if own else Path(path), ruleset)
    except FileNotFoundError:
        raise NoSuchPlayer(f"there is no file {path}") from None
    except RulesError as error:
        raise NoSuchPlayer(str(error)) from None
    except (OSError, ValueError, KeyError, EOFError, BadZipFile):
        raise NoSuchPlayer(f"{path} is no network of this laboratory: it trains one, file{NET}") from None


def fingerprint(name: str) -> str:
    """The first 16 digits of the SHA-256 of a player's file; empty for a house bot."""
    path, colon, _ = name.rpartition(":")
    file = path if colon and path.endswith(".py") else name if name.endswith(NET) else ""
    return sha256(Path(file).read_bytes()).hexdigest()[:16] if file else ""


def _guarded(name: str, choose: Choose) -> Choose:
    """A player whose own errors are raised as PlayerFailed."""

    def own(p: Position, seat: int, rnd: Random) -> SupportsIndex | str:
        try:
            return choose(p, seat, rnd)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - it is whatever its author wrote
            (*_, last) = extract_tb(error.__traceback__)
            where = f"{last.filename}, line {last.lineno}"
            raise PlayerFailed(f"{name} failed in {where}: {type(error).__name__}: {error}") from None

    return own


def _blindfolded(choose: Choose) -> Choose:
    def on_another_table(p: Position, seat: int, rnd: Random) -> SupportsIndex | str:
        (table,) = determinize(p, seat, 1, rnd.getrandbits(64))
        return choose(table, seat, rnd)

    return on_another_table


@cache
def _function(path: str, function: str) -> Choose:
    """A function from a file, which may import from its folder; raises NoSuchPlayer."""
    file = Path(path).resolve()
    spec = spec_from_file_location(f"podesta_player_{file.stem}", file)
    if spec is None or spec.loader is None or not file.is_file():
        raise NoSuchPlayer(f"there is no file {path}")
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    sys.path.append(str(file.parent))
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:  # noqa: BLE001 - it is whatever its author wrote
        line = f", line {error.lineno}" if isinstance(error, SyntaxError) else ""
        raise NoSuchPlayer(f"{path}{line} cannot be imported: {type(error).__name__}: {error}") from None
    found = getattr(module, function, None)
    if not callable(found):
        raise NoSuchPlayer(f"{path} has no function {function!r}")
    return found  # type: ignore[no-any-return]
