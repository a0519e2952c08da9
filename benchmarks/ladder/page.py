"""The page of the ladder, made of what was played."""

from __future__ import annotations

from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "ladder.md"


def ladder_page(folder: Path) -> str:
    return "x"
