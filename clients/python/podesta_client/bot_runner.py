"""A bot that keeps playing: it takes open seats of the lobby, plays them, and takes others.

    podesta-bot --choose mine:choose --rulesets golden-horn,troyes --games 8

Its seats are stored in a file, which is written before a seat is claimed: killed at any moment and started again, it
continues with the same seats.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import os
import sys
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from inspect import iscoroutinefunction
from pathlib import Path
from typing import Any

from podesta.v1 import game_master_pb2 as pb

from .agents.private_files import replace
from .aio import AsyncPodesta, connect_async
from .channels import dns
from .playing import Turn
from .problems import Problem
from .requests import new_command

log = logging.getLogger("podesta-bot")


class HeldSeats:
    """The bot's seats: for each game the id of the command that claims one. Only the owner can read the file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.claims: dict[str, str] = dict(json.loads(path.read_text("utf-8"))) if path.exists() else {}

    def add(self, game: str) -> str:
        """The id of the command that claims a seat of a game, the same each time; written before it is returned."""
        if game not in self.claims:
            self.claims[game] = new_command()
            self._write()
        return self.claims[game]

    def remove(self, game: str) -> None:
        """Forget a game that is over, or in which the seat could not be claimed."""
        if self.claims.pop(game, None):
            self._write()

    def _write(self) -> None:
        replace(self._path, json.dumps(self.claims))


@dataclass
class BotRunner:
    """Plays up to `most` games at a time, of the given rulesets (all if none), and `total` in all (0: no limit)."""

    podesta: AsyncPodesta
    choose: Callable[[Turn], Any]
    ledger: HeldSeats
    rulesets: Collection[str] = ()
    name: str = "podesta-bot"
    most: int = 1
    total: int = 0
    played: int = 0
    _lobby: Sequence[pb.GameSummary] = ()
    _playing: set[str] = field(default_factory=set)
    _tried: set[str] = field(default_factory=set)
    _looking: asyncio.Task[None] = field(init=False)

    async def run(self) -> None:
        """Continue with the seats in the file, then take others; raises Problem if the service stays unavailable."""
        try:
            async with asyncio.TaskGroup() as games:
                for game in [*self.ledger.claims]:
                    games.create_task(self._play(games, game))
                self._looking = games.create_task(self._look(games))
        except ExceptionGroup as failed:
            raise failed.exceptions[0] from None

    async def _look(self, games: asyncio.TaskGroup) -> None:
        """Take seats as the lobby changes."""
        async for lobby in self.podesta.watch_lobby(status="open"):
            self._lobby = [each for each in lobby if each.free or self._is_kept(each)]
            self._tried &= {each.game for each in self._lobby}
            self._fill(games)

    def _is_kept(self, game: pb.GameSummary) -> bool:
        """Whether a seat is reserved for this bot's name, free, and without an invitation."""
        return any(seat.kept == self.name and not seat.taken and not seat.invitation for seat in game.seats)

    def _fill(self, games: asyncio.TaskGroup) -> None:
        """Take seats, up to `most` at a time."""
        for found in self._wanted():
            games.create_task(self._play(games, found.game))
            self._playing.add(found.game)

    def _wanted(self) -> list[pb.GameSummary]:
        """The games to take a seat in, the oldest first, as many as are allowed."""
        left = self.most - len(self._playing)
        if self.total:
            left = min(left, self.total - self.played - len(self._playing))
        known = self._playing | self._tried
        rulesets = self.rulesets or {each.ruleset for each in self._lobby}
        wanted = [each for each in self._lobby if each.game not in known and each.ruleset in rulesets]
        return wanted[: max(0, left)]

    async def _play(self, games: asyncio.TaskGroup, game: str) -> None:
        """Play a seat of a game, then look for another."""
        self._playing.add(game)
        await self._play_one(game)
        self._playing.remove(game)
        self._tried.add(game)
        self._fill(games)
        if self.total and self.played >= self.total:
            self._looking.cancel()

    async def _play_one(self, game: str) -> None:
        """Claim a seat (again, after a restart) and play it; raises Problem if retrying may help."""
        try:
            seat = await self.podesta.claim(game, name=self.name, command_id=self.ledger.add(game))
            log.info("game %s: seat %d", game, seat.seat)
            result = await self.podesta.play([seat.token], self._chosen)
        except Problem as problem:
            if problem.mending:
                raise
            log.info("game %s: %s", game, problem)
        else:
            self.played += 1
            log.info("game %s: %s, rank %d", game, result.reason, result.standings[seat.seat].rank)
        self.ledger.remove(game)

    async def _chosen(self, turn: Turn) -> str:
        """The bot's choice; a plain function runs in a thread, so that other games continue."""
        if iscoroutinefunction(self.choose):
            return str(await self.choose(turn))
        return str(await asyncio.to_thread(self.choose, turn))


def find(name: str) -> Callable[[Turn], Any]:
    """The function named `module:function`, imported from the working directory; raises SystemExit."""
    module, _, function = name.partition(":")
    sys.path.insert(0, "")
    try:
        found = getattr(import_module(module), function or "choose")
    except (Exception, SystemExit) as error:  # noqa: BLE001 - it may be any code of the author's
        raise SystemExit(f"podesta-bot: {name!r} cannot be used: {type(error).__name__}: {error}") from None
    if not callable(found):
        raise SystemExit(f"podesta-bot: {name!r} is no function, which --choose names")
    return found  # type: ignore[no-any-return]


def _held(path: Path) -> HeldSeats:
    """The seats in a file, which can be written again; raises SystemExit."""
    why = "cannot be written"
    try:
        if os.access(path.parent, os.W_OK | os.X_OK):
            return HeldSeats(path)
    except OSError:
        pass
    except (ValueError, TypeError):
        why = "holds no seats, or is damaged"
    raise SystemExit(f"podesta-bot: {path} {why}: name another file with --held")


def _target(text: str) -> str:
    """An address; raises ArgumentTypeError."""
    try:
        dns(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return text


def main(arguments: Sequence[str] | None = None) -> None:
    """Run with the options of the command line, until stopped."""
    given = _parser().parse_args(arguments)
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    choose, ledger = find(given.choose), _held(Path(given.held))
    try:
        asyncio.run(_run(given, choose, ledger))
    except KeyboardInterrupt:
        log.info("stopped; %d games go on when it is started again", len(ledger.claims))
    except Problem as problem:
        raise SystemExit(f"podesta-bot: {problem}") from None


async def _run(given: argparse.Namespace, choose: Callable[[Turn], Any], ledger: HeldSeats) -> None:
    rulesets = [each for each in given.rulesets.split(",") if each]
    async with connect_async(given.target, patience=given.patience) as podesta:
        await BotRunner(podesta, choose, ledger, rulesets, given.name, given.games, given.total).run()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("podesta-bot", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--choose", required=True, metavar="MODULE:FUNCTION", help="choose(turn) returns a word")
    parser.add_argument("--target", type=_target, default="localhost:50051", help="host:port of the service")
    parser.add_argument("--rulesets", default="", help="rulesets to take seats in, such as golden-horn,troyes (all)")
    parser.add_argument("--games", type=int, default=1, help="games at the same time (1)")
    parser.add_argument("--total", type=int, default=0, help="stop after this many games (0: never)")
    parser.add_argument("--name", default="podesta-bot", help="name of its seats; it also claims seats reserved for it")
    parser.add_argument("--held", default="podesta-bot.json", help="file that stores its seats; keep it secret")
    parser.add_argument("--patience", type=float, default=60.0, help="seconds to retry while the service is down")
    return parser


if __name__ == "__main__":
    main()
