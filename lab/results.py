"""The matches of the arena that a folder holds, for the pages that show them."""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec
from msgspec import Struct

from podesta_engines import RULESETS
from podesta_lab.arena.match import Block
from podesta_lab.arena.match_folder import PlanMismatch


class Series(Struct, frozen=True):
    """The blocks of a match, with its folder, the build of the engines, and facts from `arena.toml`."""

    match: str
    build: str
    rules: str
    engines: str
    blocks: list[Block]


Found = dict[str, Series]
"""Matches by folder."""


def gathered(folder: Path) -> Found:
    """The matches in a folder and its subfolders; an incomplete last line is skipped."""
    found = [_series(folder, plan.parent) for plan in sorted(folder.rglob("arena.toml"))]
    return {each.match: each for each in found if each.blocks}


def _series(folder: Path, match: Path) -> Series:
    plan = tomllib.loads((match / "arena.toml").read_text("utf-8"))
    build = (folder / "build.txt").read_text("utf-8").strip()
    lines = (match / "blocks.jsonl").read_bytes().rpartition(b"\n")[0].splitlines()
    blocks = [msgspec.json.decode(line, type=Block) for line in lines]
    return Series(match.relative_to(folder).as_posix(), build, plan["rules"], plan["engines"], blocks)


def agree(folder: Path) -> None:
    """Refuse to mix compiled and plain engines, which search at different speeds; raises PlanMismatch."""
    path = folder / "build.txt"
    folder.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        path.write_text(f"{RULESETS.build}\n", "utf-8")
    if (there := path.read_text("utf-8").strip()) != RULESETS.build:
        raise PlanMismatch(f"{folder} is of another build, {there}, and these engines are {RULESETS.build}")


def builds(found: Found) -> str:
    """The builds of the engines that played."""
    return " and ".join(sorted({each.build for each in found.values()})) or "no"
