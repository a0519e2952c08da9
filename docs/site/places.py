"""The pages of the tree that the site has, and their places in it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from podesta_engines import RULESETS
from podesta_engines.core.ruleset import Ruleset

TREE = Path(__file__).parents[2]
_ALONE = {
    "README.md": "start.md",
    "ARCHITECTURE.md": "architecture.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "reporting.md",
    "k8s/README.md": "kubernetes.md",
    "benchmarks/RESULTS.md": "benchmarks.md",
    "clients/python/README.md": "packages/python.md",
    "clients/typescript/README.md": "packages/typescript.md",
    "engines/README.md": "packages/engines.md",
    "eventstore/README.md": "packages/eventstore.md",
    "lab/README.md": "packages/lab.md",
    "conformance/README.md": "packages/conformance.md",
    "service/README.md": "packages/service.md",
}
"""Pages outside docs/."""
_TYPEDOC = "clients/typescript/docs"
_GENERATORS = ("docs/site", "docs/generator")


def places() -> dict[PurePosixPath, PurePosixPath]:
    """The place of each page of the tree in the site, both as paths from the root."""
    found = {PurePosixPath(source): PurePosixPath(place) for source, place in _ALONE.items()}
    found |= dict(_documentation()) | dict(_typescript())
    for ruleset in RULESETS.all():
        found |= _rules(ruleset)
    return {source: place for source, place in found.items() if (TREE / source).is_file()}


def folder_of(ruleset: Ruleset) -> PurePosixPath:
    """The folder of a game in the tree."""
    return PurePosixPath("engines/podesta_engines") / ruleset.id.replace("-", "_")


def game(ruleset: Ruleset) -> PurePosixPath:
    """The folder of a game in the site."""
    return PurePosixPath("games") / ruleset.id


def _rules(ruleset: Ruleset) -> dict[PurePosixPath, PurePosixPath]:
    source, place = folder_of(ruleset), game(ruleset)
    names = {"RULES.md": "rules.md", "RULES.it.md": "regole.md", "COVERAGE.md": "coverage.md"}
    return {source / name: place / target for name, target in names.items()}


def _documentation() -> Iterator[tuple[PurePosixPath, PurePosixPath]]:
    """The pages below docs/; the list of a folder becomes its index."""
    for source in _pages("docs"):
        if not str(source).startswith(_GENERATORS):
            place = source.relative_to("docs")
            yield source, place.with_name("index.md") if place.name == "README.md" else place


def _typescript() -> Iterator[tuple[PurePosixPath, PurePosixPath]]:
    """The reference of the TypeScript client, if `make typescript-docs` has written it."""
    for source in _pages(_TYPEDOC):
        place = PurePosixPath("reference/typescript") / source.relative_to(_TYPEDOC)
        yield source, place.with_name("index.md") if place.name == "README.md" else place


def _pages(folder: str) -> list[PurePosixPath]:
    return sorted(PurePosixPath(path.relative_to(TREE).as_posix()) for path in (TREE / folder).rglob("*.md"))
