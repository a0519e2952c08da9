"""References that only the site has: a page for each type of problem, and one for each Python package."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from docs.generator.problems import problem_sections
from podesta_service.problems import CATALOGUE

from .links import PROBLEMS, problem_page

Pages = dict[PurePosixPath, str]
PYTHON = {
    "client": ("The Python client", ["podesta_client"]),
    "engines": ("The engines", ["podesta_engines"]),
    "playing": ("Playing and searching", [f"podesta_engines.play.{name}" for name in ("search", "forward", "bots")]),
    "eventstore": ("The event store", ["podesta_eventstore"]),
}
"""For each page, its title and the modules with the public names it shows."""
_MORE = """# {title}

Read from the docstrings of {names}.

{packages}
"""
_PROBLEM = """# {slug}

*{title}* · *{italian}*

{text}

[All types of problems](../{all_types})
"""
_OWN_SECTION = re.compile(r"^## .*", re.MULTILINE | re.DOTALL)


def problem_pages() -> Pages:
    """A page for each type of problem; its name is the last part of the `type`."""
    return {problem_page(slug): _problem(slug, text) for slug, text in problem_sections().items()}


def _problem(slug: str, text: str) -> str:
    title, italian = CATALOGUE[slug].title(), CATALOGUE[slug].title("it")
    up = text.replace("](rest.md", "](../reference/rest.md")
    place = PROBLEMS.relative_to("docs").as_posix()
    return _PROBLEM.format(slug=slug, title=title, italian=italian, text=up, all_types=place)


def only_list(text: str) -> str:
    """The page of all problems without the sections that are pages of their own."""
    return _OWN_SECTION.sub("", text)


def python_pages() -> Pages:
    """The public names of each package, with their docstrings."""
    return {PurePosixPath(f"reference/python/{name}.md"): _package(*about) for name, about in PYTHON.items()}


def _package(title: str, modules: list[str]) -> str:
    names = ", ".join(f"`{module}`" for module in modules)
    return _MORE.format(title=title, names=names, packages="\n\n".join(f"::: {module}" for module in modules))
