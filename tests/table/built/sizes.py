"""What the pages of the table load, as sent over the wire: gzipped, with all shared files."""

from __future__ import annotations

import gzip
import re
from functools import cache
from pathlib import Path

from tests.table.building import HOME

BOARDS = ("colonia", "generic", "golden-horn", "notre-dame", "pillars-of-the-earth", "troyes")
LANGUAGES = tuple(sorted(path.parent.name for path in HOME.glob("src/texts/*/page.json")))
_ASKED = re.compile(
    r'import\([`"]\./(?P<name>[^`"]+)[`"]\)(?:\.then\([^()]*\))?(?:,__vite__mapDeps\(\[(?P<needs>[\d,]*)\]\))?'
)
"""A chunk that is loaded later, and the numbers of all its dependencies."""
_FILES = re.compile(r"m\.f=\[(?P<names>[^\]]*)\]")
_STATIC = re.compile(r'(?:from|import)[`"]\./(?P<name>[^`"]+\.js)[`"]')


@cache
def size(path: Path) -> int:
    """Bytes of a file, gzipped."""
    return len(gzip.compress(path.read_bytes(), 9))


class Build:
    """A built table, and the dependencies between its files."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        scripts = [f"assets/{path.name}" for path in (folder / "assets").glob("*.js")]
        self._asked = {name: _later((folder / name).read_text("utf-8")) for name in scripts}
        self._later = {name: needs for asked in self._asked.values() for name, needs in asked.items()}

    def start(self, language: str) -> set[str]:
        """Everything that is loaded before the first paint of the first page: its scripts, styles and texts."""
        index = (self._folder / "index.html").read_text("utf-8")
        loaded = self._with(set(re.findall(r'(?:src|href)="/(assets/[^"]+\.(?:js|css))"', index)))
        return {"index.html", *loaded, *self._texts(loaded, language)}

    def later(self, name: str) -> set[str]:
        """Everything loaded with a chunk on demand."""
        (found,) = [each for each in self._later if _named(each, name)]
        return self._with({found, *self._later[found]})

    def client(self) -> set[str]:
        """The client of the service, and the libraries that it needs."""
        return {each for each in self._asked if _named(each, "client") or _named(each, "libraries")}

    def board(self, ruleset: str) -> set[str]:
        """Files loaded with boards only: that of a ruleset, its styles, its shared files, and its texts.

        The texts are those of the longest language.
        """
        said = [[name for name in self._later if _named(name, f"{ruleset}.{language}")] for language in LANGUAGES]
        longest = max(said, key=lambda names: self.total(set(names)))
        return self.later(ruleset) - self.later("Game") - self.start(LANGUAGES[0]) | set(longest)

    def drawing(self) -> set[str]:
        """Files shared by boards."""
        return set.intersection(*(self.board(ruleset) for ruleset in BOARDS))

    def total(self, files: set[str]) -> int:
        """Bytes of files, gzipped."""
        return sum(size(self._folder / name) for name in files)

    def _texts(self, loaded: set[str], language: str) -> set[str]:
        """The texts that scripts load as soon as they run."""
        asked = {name for each in loaded for name in self._asked.get(each, {})}
        return {name for name in asked if _named(name, f"page.{language}")}

    def _with(self, files: set[str]) -> set[str]:
        """Files, and those that their scripts import."""
        found, waiting = set[str](), list(files)
        while waiting:
            name = waiting.pop()
            if name not in found and name.endswith(".js"):
                text = (self._folder / name).read_text("utf-8")
                waiting += [f"assets/{each['name']}" for each in _STATIC.finditer(text)]
            found.add(name)
        return found


def _named(path: str, name: str) -> bool:
    """Whether a file is the chunk of a name."""
    return bool(re.fullmatch(rf"assets/{re.escape(name)}-[\w-]{{8}}\.js", path))


def _later(text: str) -> dict[str, set[str]]:
    """The chunks that a script loads later, each with what comes with it."""
    named = _FILES.search(text)
    files = re.findall(r'"([^"]+)"', named["names"]) if named else []
    needs = {f"assets/{each['name']}": each["needs"] or "" for each in _ASKED.finditer(text)}
    return {name: {files[int(at)] for at in numbers.split(",") if at} for name, numbers in needs.items()}
