"""The reference is current, complete, and has no broken links."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from docs.generator.__main__ import REFERENCE, pages, stale
from docs.generator.grpc import descriptors
from docs.generator.markdown import anchor
from docs.generator.rest import document, operations
from podesta_engines import RULESETS
from podesta_service.problems import CATALOGUE
from podesta_service.settings import Settings, variable

LINK = re.compile(r"\]\((?!http)([^)#\s]*)(?:#([^)\s]*))?\)")
GUIDES = sorted(path for path in REFERENCE.parent.rglob("*.md") if REFERENCE not in path.parents)
PAGES = pages()


def anchors(text: str) -> set[str]:
    """The fragments of a page, numbered as on GitHub if headings repeat."""
    seen: Counter[str] = Counter()
    found = set()
    for heading in re.findall(r"^#+ (.*)$", re.sub(r"```.*?```", "", text, flags=re.DOTALL), re.MULTILINE):
        name = anchor(heading)
        found.add(f"{name}-{seen[name]}" if seen[name] else name)
        seen[name] += 1
    return found


def test_the_reference_is_current() -> None:
    """No page differs from what `make reference` would write, is missing, or is left over."""
    assert stale() == [], "run `make reference`"


def lost_links(here: Path, text: str) -> list[str]:
    """The links of a page to a missing file, or to a missing heading in it."""
    fresh = {REFERENCE / name: page for name, page in PAGES.items()}
    lost = []
    for file, fragment in sorted(set(LINK.findall(re.sub(r"```.*?```", "", text, flags=re.DOTALL)))):
        target = (here.parent / file).resolve() if file else here
        known = anchors(fresh.get(target) or target.read_text("utf-8")) if fragment and target.exists() else {fragment}
        if not target.exists() or fragment not in known:
            lost.append(f"{file}#{fragment}")
    return lost


@pytest.mark.parametrize("name", PAGES)
def test_every_link_of_a_page_leads_somewhere(name: str) -> None:
    """Linked files exist, and have the linked heading."""
    assert lost_links(REFERENCE / name, PAGES[name]) == []


@pytest.mark.parametrize("path", GUIDES, ids=lambda path: path.name)
def test_every_link_of_a_guide_leads_somewhere(path: Path) -> None:
    """So do those of hand-written pages."""
    assert lost_links(path, path.read_text("utf-8")) == []


def test_no_heading_of_a_page_comes_twice() -> None:
    """A link to a struct, call or vocabulary has one target."""
    for name, text in PAGES.items():
        assert not [fragment for fragment in anchors(text) if re.search(r"-1$", fragment)], name


def test_every_call_has_an_example_of_what_it_answers() -> None:
    """REST: each successful response with a body has one; each request body has one; each parameter too."""
    for name, call in operations(document()):
        for status, response in call["responses"].items():
            for body in response.get("content", {}).values():
                assert body.get("examples"), f"{name} {status}"
        for body in call.get("requestBody", {}).get("content", {}).values():
            assert body.get("examples"), name
        for parameter in call.get("parameters", ()):
            assert parameter.keys() & {"example", "examples"}, f"{name} {parameter['name']}"


def test_nothing_is_left_out() -> None:
    """Every call of both wires, problem type, setting and word of every ruleset is on its page."""
    assert all(f"### {name}\n" in PAGES["rest.md"] for name, _ in operations(document()))
    methods = [one.name for file in descriptors() for service in file.service for one in service.method]
    assert all(f"| `{name}` |" in PAGES["grpc.md"] for name in methods)
    assert all(f"## {slug}\n" in PAGES["problems.md"] for slug in CATALOGUE)
    assert all(f"`{variable(name)}`" in PAGES["settings.md"] for name in Settings.__struct_fields__)
    for ruleset in RULESETS.all():
        text = PAGES[f"rulesets/{ruleset.id}.md"]
        assert all(f"| `{one.name}` | {one.rule} |" in text for one in (*ruleset.kinds, *ruleset.notes))
        assert all(f"### {words.name}\n" in text for words in ruleset.vocabularies)


def test_every_message_of_the_contract_has_a_comment_or_says_itself() -> None:
    """gRPC: every call and service has one."""
    assert not re.findall(r"^\| `\w+` \| .*Request\) \| .*Response\) \|  \|$", PAGES["grpc.md"], re.MULTILINE)


def test_every_setting_says_what_it_does() -> None:
    """Only hosts, ports and the like have no sentence."""
    silent = re.findall(r"`PODESTA_([A-Z_]+)` .*\|  \|$", PAGES["settings.md"], re.MULTILINE)
    assert set(silent) <= {"REST_HOST", "REST_PORT", "GRPC_HOST", "GRPC_PORT", "LOG_LEVEL", "LOG_FORMAT"}


def test_every_page_of_the_documentation_is_in_its_list() -> None:
    """Each page is listed in docs/README.md, or in the README of its folder, which is listed there."""
    lists = [page for page in GUIDES if page.name == "README.md"]
    links = [(page.parent, link) for page in lists for link, _ in LINK.findall(page.read_text("utf-8"))]
    named = {(folder / link).resolve() for folder, link in links}
    first = REFERENCE.parent / "README.md"
    assert [page for page in GUIDES if page != first and page.resolve() not in named] == []
