"""Write the reference: `python -m docs.generator`; with `--check`, say what is stale."""

from __future__ import annotations

import sys
from pathlib import Path

from .contents import CONTENTS
from .grpc import grpc_page
from .markdown import page, table
from .operating import commands_page, metrics_page, settings_page
from .problems import problems_page
from .rest import rest_page
from .rulesets import figures_page, ruleset_pages

REFERENCE = Path(__file__).parents[1] / "reference"
FIGURES = "../figures.md"
"""A page of its own, for owners of the games."""


def pages() -> dict[str, str]:
    """Every page by its path in the reference."""
    rows = [(f"[{name.removesuffix('.md')}]({name})", text) for name, text in CONTENTS.items()]
    return {
        "README.md": page("Reference", table(["page", ""], rows)),
        "rest.md": rest_page(),
        "grpc.md": grpc_page(),
        "problems.md": problems_page(),
        "settings.md": settings_page(),
        "commands.md": commands_page(),
        "metrics.md": metrics_page(),
        **ruleset_pages(),
        FIGURES: figures_page(),
    }


def stale() -> list[str]:
    """The pages that are stale, and those that would no longer be written."""
    fresh = pages()
    there = {path.relative_to(REFERENCE).as_posix() for path in REFERENCE.rglob("*.md")}
    there |= {FIGURES} if (REFERENCE / FIGURES).exists() else set()
    wrong = {name for name in fresh.keys() & there if (REFERENCE / name).read_text("utf-8") != fresh[name]}
    return sorted(wrong | (fresh.keys() ^ there))


def write() -> None:
    """Write every page, and remove obsolete ones."""
    fresh = pages()
    for path in REFERENCE.rglob("*.md"):
        if path.relative_to(REFERENCE).as_posix() not in fresh:
            path.unlink()
    for name, text in fresh.items():
        path = REFERENCE / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def main() -> str | None:
    """Write, or check."""
    if "--check" not in sys.argv[1:]:
        write()
        return None
    names = stale()
    return f"not as `make reference` would write them: {', '.join(names)}" if names else None


if __name__ == "__main__":
    sys.exit(main())
