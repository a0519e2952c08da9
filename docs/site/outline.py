"""The site's outline: which page is under which heading."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePosixPath
from typing import Any

from docs.generator.contents import CONTENTS
from podesta_engines import RULESETS
from podesta_engines.core.ruleset import Ruleset
from podesta_service.problems import CATALOGUE

from .places import game
from .references import PYTHON

Nav = list[Any]
"""Titles with pages or with further lists; a page alone has its own title."""
_FIRST: Nav = [
    {"Home": "index.md"},
    {
        "Play and operate": [
            {"Start": "start.md"},
            "concepts.md",
            "tested.md",
            "guides/operator.md",
            "guides/proxies.md",
            "kubernetes.md",
            "identity.md",
            "clocks.md",
            "house-bots.md",
            "operating-the-store.md",
            "deploy.md",
            "scaling.md",
            "observability.md",
            "guides/statistics.md",
            "learned.md",
            "runbooks.md",
            "troubleshooting.md",
            "security.md",
            "reporting.md",
            "glossary.md",
        ]
    },
    {
        "Frontends": [
            "guides/frontend.md",
            "guides/site.md",
            {"The TypeScript client": "packages/typescript.md"},
            "what-if.md",
            "standing-orders.md",
            "translating.md",
            {"REST": "reference/rest.md"},
        ]
    },
    {
        "Bots": [
            "guides/bot.md",
            "guides/own-client.md",
            "guides/agents.md",
            "guides/arena.md",
            "guides/learning.md",
            "search.md",
            {"The Python client": "packages/python.md"},
            {"The engines": "packages/engines.md"},
            {"The conformance kit": "packages/conformance.md"},
            "fairness.md",
            {"gRPC": "reference/grpc.md"},
        ]
    },
    {
        "Laboratory": [
            {"The package": "packages/lab.md"},
            "ladder.md",
            "bars.md",
            "judging.md",
            "learned-method.md",
        ]
    },
]
TYPESCRIPT = "reference/typescript"
_LISTED_BEFORE = {"rest.md", "grpc.md", "problems.md", "rulesets.md"}


def outline(pages: Iterable[PurePosixPath]) -> Nav:
    """The outline of the existing pages."""
    there = set(pages)
    made = {"How it is made": [*_made(), {"Decisions": ["decisions/index.md", *_below(there, "decisions")]}]}
    return [*_FIRST, {"Games": _games()}, {"Reference": _reference(there)}, made]


def _made() -> Nav:
    packages = [{"The service": "packages/service.md"}, {"The event store": "packages/eventstore.md"}]
    told = [{"Changes": "changelog.md"}, {"What is measured": "benchmarks.md"}]
    return ["architecture.md", "contributing.md", *told, *packages]


def _games() -> Nav:
    return ["games/index.md", "figures.md", *({one.name(): _game(one)} for one in RULESETS.all())]


def _game(ruleset: Ruleset) -> Nav:
    names = {
        "Rules": "rules.md",
        "Cards and components": "components.md",
        "Regole": "regole.md",
        "Carte e componenti": "componenti.md",
    }
    pages: Nav = [{title: str(game(ruleset) / name)} for title, name in names.items()]
    words = {"Words and views": f"reference/rulesets/{ruleset.id}.md"}
    return [*pages, words, {"Rule by rule": str(game(ruleset) / "coverage.md")}]


def _reference(there: set[PurePosixPath]) -> Nav:
    plain = [f"reference/{name}" for name in CONTENTS if name not in _LISTED_BEFORE]
    problems = ["reference/problems.md", *(f"problems/{slug}.md" for slug in sorted(CATALOGUE))]
    python = [{title: f"reference/python/{name}.md"} for name, (title, _) in PYTHON.items()]
    packages = [{"Python": python}, *_typescript(there)]
    both = ["errors-and-retries.md", {"Problems": problems}, "api-changes.md", "versions.md"]
    return ["reference/index.md", "reference/rulesets.md", *plain, *both, *packages]


def _typescript(there: set[PurePosixPath]) -> Nav:
    """The reference of the TypeScript client, if it exists: its entry points, which lead to all of its pages."""
    doors = [page for page in _below(there, TYPESCRIPT) if page.count("/") == 3 and page.endswith("/index.md")]
    return [{"TypeScript": [f"{TYPESCRIPT}/index.md", *doors]}] if doors else []


def _below(there: set[PurePosixPath], folder: str) -> list[str]:
    """The pages below a folder except its index."""
    found = [str(page) for page in there if page.is_relative_to(folder) and str(page) != f"{folder}/index.md"]
    return sorted(found)
