"""A match's folder: what is played (`arena.toml`), the blocks so far (`blocks.jsonl`), records. It survives a crash.

A block is one line, written whole and synced before it is counted; a torn last line is cut, and its block played again.
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

from podesta_engines import RULESETS
from podesta_engines.core.ruleset import Ruleset

from .match import Block, Seating
from .players import fingerprint


class Plan(Struct, frozen=True):
    """What makes blocks comparable: a folder holds blocks of one plan."""

    ruleset: str
    players: list[str]
    seats: list[int]
    seed: int = 0
    duplicate: bool = True
    service: str = ""
    """The service that plays, where games are not played in this machine."""


class OtherPlan(Exception):
    """The folder holds blocks of another plan, or of other code."""


class Book:
    """The blocks of a plan, in a folder. Use it as a context manager."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        """Open a folder, or make it; raises OtherPlan."""
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.plan = folder, plan
        self._agree(described(plan))
        self.blocks = self._read()
        self._file = (folder / "blocks.jsonl").open("ab")

    def _agree(self, text: str) -> None:
        path = self.folder / "arena.toml"
        if not path.exists():
            path.write_text(text, "utf-8")
        elif (there := path.read_text("utf-8")) != text:
            raise OtherPlan(f"{path} differs in: {', '.join(_differences(there, text))}; take another folder")

    def _read(self) -> list[Block]:
        """The blocks so far; what follows the last line end is cut off."""
        path = self.folder / "blocks.jsonl"
        raw = path.read_bytes() if path.exists() else b""
        whole = raw[: raw.rfind(b"\n") + 1]
        if whole != raw:
            os.truncate(path, len(whole))
        return [msgspec.json.decode(line, type=Block) for line in whole.splitlines()]

    def done(self, seats: int) -> set[int]:
        """The deals that have been played at so many seats."""
        return {block.deal for block in self.blocks if block.seats == seats}

    def add(self, block: Block) -> None:
        """Keep a block, its records in files of their own."""
        for number, game in enumerate(block.games):
            self._keep(f"{block.seats}p-{block.deal}-{number}.jsonl", game)
        bare = Block(block.seats, block.deal, [Seating(game.line_up, game.played) for game in block.games])
        self._file.write(msgspec.json.encode(bare) + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())
        self.blocks.append(bare)

    def _keep(self, name: str, game: Seating) -> None:
        if game.record:
            folder = self.folder / "records"
            folder.mkdir(exist_ok=True)
            (folder / name).write_text(game.record, "utf-8")

    def __enter__(self) -> Book:
        return self

    def __exit__(self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None) -> None:
        self._file.close()


def described(plan: Plan) -> str:
    """A plan as TOML, with what tells its code from any other: the rules' version, and hashes."""
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
    """The start of the SHA-256 of the engines' code and data: bots that changed are other players."""
    root, found = Path(__file__).parents[1], sha256()
    for path in sorted(each for each in root.rglob("*") if each.suffix in (".py", ".toml", ".json")):
        if "texts" not in path.parts:
            found.update(path.relative_to(root).as_posix().encode() + path.read_bytes())
    return found.hexdigest()[:16]


def _differences(there: str, here: str) -> Sequence[str]:
    old, new = set(there.splitlines()), set(here.splitlines())
    return sorted({line.partition(" = ")[0] for line in old ^ new}) or ["its spelling"]


def check_seats(ruleset: Ruleset, seats: Sequence[int]) -> None:
    """Raise ValueError where the game is not for so many."""
    for each in seats:
        if each not in ruleset.seats:
            raise ValueError(f"{ruleset.id} is for {ruleset.seats.start} to {ruleset.seats.stop - 1} players")
