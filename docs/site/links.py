"""Rewrites pages of the tree for the site, where paths differ and Markdown is parsed more strictly."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Mapping
from pathlib import PurePosixPath

from podesta_service.problems import CATALOGUE

from .places import TREE

Files = set[PurePosixPath]
PROBLEMS = PurePosixPath("docs/reference/problems.md")
FILES = PurePosixPath("files")
"""The folder in the site of linked files that are not pages."""
_FENCE = re.compile(r"(^```.*?^```[^\n]*$)", re.DOTALL | re.MULTILINE)
_LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
_RULE = re.compile(r"^\*\*([A-Z]-\d+)(?= )", re.MULTILINE)
_TIGHT = re.compile(r"^(?![-*#>|]|\d+\. |  )(.+)\n(?=(?:- |\d+\. ))", re.MULTILINE)
_ELSEWHERE = re.compile(r"[a-z]+:|#")


class LinkRewriter:
    """Rewrites pages for their places in the site, and collects the other files that they link to."""

    def __init__(self, places: Mapping[PurePosixPath, PurePosixPath]) -> None:
        self._places = places
        self.files: Files = set()

    def rewritten(self, source: PurePosixPath, text: str) -> str:
        """A page's text for the site."""
        place = self._places[source]
        return outside_fences(text, lambda part: _LINK.sub(lambda link: self._link(link, source, place), _strict(part)))

    def _link(self, link: re.Match[str], source: PurePosixPath, place: PurePosixPath) -> str:
        mark, words, address = link[1], link[2], link[3]
        if _ELSEWHERE.match(address):
            return self._problem(link, source, place)
        path, hash_, fragment = address.partition("#")
        target = self._target(PurePosixPath(posixpath.normpath(source.parent / path)), fragment)
        if target is None:
            return words
        kept = hash_ + fragment if target.parent != PurePosixPath("problems") else ""
        return f"{mark}[{words}]({posixpath.relpath(target, place.parent)}{kept})"

    def _problem(self, link: re.Match[str], source: PurePosixPath, place: PurePosixPath) -> str:
        """Point a link to the section of a problem to its page; any other link is left unchanged."""
        if source != PROBLEMS or link[3].removeprefix("#") not in CATALOGUE:
            return link[0]
        return f"[{link[2]}]({posixpath.relpath(problem_page(link[3].removeprefix('#')), place.parent)})"

    def _target(self, path: PurePosixPath, fragment: str) -> PurePosixPath | None:
        """The target of a link in the site; None if it is neither a page nor a file."""
        if path == PROBLEMS and fragment in CATALOGUE:
            return problem_page(fragment)
        if found := self._places.get(path) or self._places.get(path / "README.md"):
            return found
        if not (TREE / path).is_file():
            return None
        self.files.add(path)
        return file_place(path)


def file_place(path: PurePosixPath) -> PurePosixPath:
    """The place of a file that is shown as text: HTML, too, is to be read and not run."""
    return FILES / (f"{path}.txt" if path.suffix in (".html", ".md") else path)


def problem_page(slug: str) -> PurePosixPath:
    """The place of the page of a type of problem."""
    return PurePosixPath("problems") / f"{slug}.md"


def outside_fences(text: str, change: Callable[[str], str]) -> str:
    """Change a text outside its code blocks."""
    return "".join(part if part.startswith("```") else change(part) for part in _FENCE.split(text))


def _strict(text: str) -> str:
    """Markdown for Python-Markdown: a blank line before each list, Markdown inside folded parts.

    Numbered rules get an anchor, so that cards can point to them.
    """
    opened = text.replace("<details>", '<details markdown="1">')
    marked = _RULE.sub(lambda rule: f'<span id="{rule[1].lower()}"></span>{rule[0]}', opened)
    return _TIGHT.sub(lambda line: f"{line[1]}\n\n" if line[1].strip() else line[0], marked)
