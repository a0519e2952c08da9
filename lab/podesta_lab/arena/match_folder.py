"""The folder of a match: its plan (`arena.toml`), the blocks so far (`blocks.jsonl`), records. It survives a crash.

A block is one line, written and synced before it is counted; an incomplete last line is cut off, and its block
replayed.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import TracebackType

import msgspec
from msgspec import Struct

import podesta_engines
from podesta_engines import RULESETS
from podesta_engines.core.ruleset import Ruleset

from .match import Block, BlockGame
from .players import fingerprint


class MatchPlan(Struct, frozen=True):
    """The plan of a match. Only blocks of one plan are comparable, so a folder has one plan."""

    ruleset: str
    players: list[str]
    seats: list[int]
    seed: int = 0
    duplicate: bool = True
    service: str = ""
    """The service on which games are played; empty for this machine."""


class PlanMismatch(Exception):
    """The folder holds blocks of another plan, or of other code."""


class MatchFolder:
    """The blocks of a match, in a folder. Use it as a context manager."""

    def __init__(self, folder: Path, plan: MatchPlan) -> None:
        """Open a folder, or create it; raises PlanMismatch."""
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.plan = folder, plan
        text, file = described(plan).encode(), folder / "arena.toml"
        self._agree(file, text)
        self.blocks = self._read()
        file.write_bytes(text)
        self._file = (folder / "blocks.jsonl").open("ab")

    @staticmethod
    def _agree(path: Path, text: bytes) -> None:
        if path.exists() and (there := path.read_bytes()) != text:
            differ = ", ".join(_differences(there.decode(errors="replace"), text.decode()))
            raise PlanMismatch(f"{path} differs in: {differ}; take another folder")

    def _read(self) -> list[Block]:
        """The blocks so far; anything after the last newline is cut off."""
        path = self.folder / "blocks.jsonl"
        raw = path.read_bytes() if path.exists() else b""
        whole = raw[: raw.rfind(b"\n") + 1]
        if whole != raw:
            os.truncate(path, len(whole))
        try:
            return [msgspec.json.decode(line, type=Block) for line in whole.splitlines()]
        except msgspec.MsgspecError:
            raise PlanMismatch(f"{path} is damaged, or not of this version: take another folder") from None

    def done(self, seats: int) -> set[int]:
        """The deals that have been played at a number of seats."""
        return {block.deal for block in self.blocks if block.seats == seats}

    def add(self, block: Block) -> None:
        """Store a block, its records in files of their own."""
        for number, game in enumerate(block.games):
            self._keep(f"{block.seats}p-{block.deal}-{number}.jsonl", game)
        bare = Block(block.seats, block.deal, [BlockGame(game.line_up, game.played) for game in block.games])
        self._file.write(msgspec.json.encode(bare) + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())
        self.blocks.append(bare)

    def _keep(self, name: str, game: BlockGame) -> None:
        if game.record:
            folder = self.folder / "records"
            folder.mkdir(exist_ok=True)
            (folder / name).write_text(game.record, "utf-8")

    def __enter__(self) -> MatchFolder:
        return self

    def __exit__(self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None) -> None:
        self._file.close()


def described(plan: MatchPlan) -> str:
    """A plan as TOML, with the facts that identify the code: the version of the rules, and hashes."""
    ruleset = RULESETS.named(plan.ruleset)
    facts = {
        "ruleset": plan.ruleset,
        "rules": ruleset.rules,
        "engines": code(),
        "players": plan.players,
        "files": [fingerprint(name) for name in plan.players],
        "seats": plan.seats,
        "seed": plan.seed,
        "duplicate": plan.duplicate,
        **({"service": plan.service} if plan.service else {}),
    }
    return "".join(f"{name} = {json.dumps(fact, ensure_ascii=False)}\n" for name, fact in facts.items())


@cache
def code() -> str:
    """The first 16 digits of the SHA-256 of code and data of engines and lab: changed bots are different players."""
    found = sha256()
    for root in (Path(podesta_engines.__file__).parent, Path(__file__).parents[1]):
        for path in sorted(each for each in root.rglob("*") if each.suffix in (".py", ".toml", ".json")):
            if "texts" not in (place := path.relative_to(root)).parts:
                found.update(place.as_posix().encode() + path.read_bytes())
    return found.hexdigest()[:16]


def _differences(there: str, here: str) -> Sequence[str]:
    old, new = set(there.splitlines()), set(here.splitlines())
    return sorted({line.partition(" = ")[0] for line in old ^ new}) or ["its spelling"]


def check_seats(ruleset: Ruleset, seats: Sequence[int]) -> None:
    """Raise ValueError if the ruleset does not take these numbers of seats."""
    for each in seats:
        if each not in ruleset.seats:
            raise ValueError(f"{ruleset.id} is for {ruleset.seats.start} to {ruleset.seats.stop - 1} players")
