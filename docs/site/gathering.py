"""The pages of the site, gathered into a folder as Zensical reads them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path, PurePosixPath

from docs.generator.markdown import MADE

from .games import game_pages
from .links import PROBLEMS, LinkRewriter, file_place
from .outline import outline
from .places import TREE, places
from .references import only_list, problem_pages, python_pages

HERE = Path(__file__).parent
CONFIGURATION = HERE / "mkdocs.yml"
"""The configuration of the site, except for the outline."""


_LANDING = """---
title: Documentation
hide: [navigation, toc]
---
{html}"""
"""The first page of the site, instead of docs/README.md."""


def gather(folder: Path) -> Path:
    """Write every page and file below a folder, which is emptied first; returns the path of the configuration."""
    shutil.rmtree(folder, ignore_errors=True)
    pages, files = _pages()
    for place, text in pages.items():
        _write(folder / "pages" / place, text)
    for path in files:
        _copy(TREE / path, folder / "pages" / file_place(path))
    shutil.copytree(HERE / "assets", folder / "pages" / "assets")
    built = folder / CONFIGURATION.name
    _write(built, f"{CONFIGURATION.read_text('utf-8')}\nnav: {json.dumps(outline(pages))}\n")
    return built


def _pages() -> tuple[dict[PurePosixPath, str], set[PurePosixPath]]:
    """Every page by its place, and the other files that pages link to."""
    found = places()
    rewriter = LinkRewriter(found)
    moved = {place: rewriter.rewritten(source, _text(source)) for source, place in found.items()}
    moved[PurePosixPath("index.md")] = _LANDING.format(html=(HERE / "landing.html").read_text("utf-8"))
    return moved | game_pages() | problem_pages() | python_pages(), rewriter.files


def _text(source: PurePosixPath) -> str:
    text = (TREE / source).read_text("utf-8")
    return (only_list(text) if source == PROBLEMS else text).replace(f"\n{MADE}\n", "", 1)


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)
