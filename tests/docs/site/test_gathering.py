"""The sources of the site: every page once, with links that fit its place, and pages that only the site has."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

import pytest

from docs.site.checking import faults
from docs.site.finishing import finish
from docs.site.gathering import gather
from docs.site.links import LinkRewriter
from docs.site.outline import TYPESCRIPT
from docs.site.places import places
from podesta_engines import RULESETS
from podesta_engines.core.cards import card_texts
from podesta_service.problems import CATALOGUE

PLACES = places()


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of pages."""
    folder = tmp_path_factory.mktemp("gathered")
    gather(folder)
    return folder / "pages"


def test_no_two_pages_lie_in_the_same_place() -> None:
    """Every page of the tree has a place of its own."""
    assert len(set(PLACES.values())) == len(PLACES) > 60


def test_every_page_is_in_the_outline(pages: Path) -> None:
    """Every gathered page can be reached; the TypeScript client's reference, by its entry points."""
    outline = (pages.parent / "mkdocs.yml").read_text("utf-8").partition("\nnav: ")[2]
    found = sorted(path.relative_to(pages).as_posix() for path in pages.rglob("*.md"))
    assert [name for name in found if f'"{name}"' not in outline and not name.startswith(TYPESCRIPT)] == []


def test_every_type_of_a_problem_has_its_page(pages: Path) -> None:
    """Named as the last part of the type."""
    assert {path.stem for path in (pages / "problems").iterdir()} == set(CATALOGUE)


@pytest.mark.parametrize("ruleset", RULESETS.all(), ids=lambda one: one.id)
@pytest.mark.parametrize(("language", "name"), [("en", "components.md"), ("it", "componenti.md")])
def test_every_card_is_told_in_both_languages(pages: Path, ruleset: object, language: str, name: str) -> None:
    """Each with its text, and with links to rules that exist."""
    known = RULESETS.named(getattr(ruleset, "id"))  # noqa: B009
    text = (pages / "games" / known.id / name).read_text("utf-8")
    edition = known.edition(next(iter(known.editions)))
    told = card_texts(known, edition, "it" if language == "it" else "en")
    assert told
    assert [card.text for cards in told.values() for card in cards.values() if card.text not in text] == []


@pytest.mark.parametrize(
    ("source", "link", "moved"),
    [
        ("docs/clocks.md", "[limits](identity.md#limits)", "[limits](identity.md#limits)"),
        ("README.md", "[guide](docs/guides/bot.md)", "[guide](guides/bot.md)"),
        ("docs/guides/bot.md", "[client](../../clients/python/README.md)", "[client](../packages/python.md)"),
        ("docs/clocks.md", "[all](reference/problems.md#game-over)", "[all](problems/game-over.md)"),
        ("docs/reference/problems.md", "[`x`](#game-over)", "[`x`](../problems/game-over.md)"),
        ("docs/clocks.md", "[contract](../buf.yaml)", "[contract](files/buf.yaml)"),
        ("docs/clocks.md", "[folder](../tests)", "folder"),
        ("docs/clocks.md", "[outside](https://example.org/x)", "[outside](https://example.org/x)"),
    ],
)
def test_links_follow_their_pages(source: str, link: str, moved: str) -> None:
    """Pages, sections that have become pages, files, folders, which the site cannot show, and other sites."""
    assert LinkRewriter(PLACES).rewritten(PurePosixPath(source), link) == moved


def test_code_is_left_as_it_is() -> None:
    """Text in a block may look like a link."""
    text = "```md\n[guide](docs/guides/bot.md)\n- one\n```"
    assert LinkRewriter(PLACES).rewritten(PurePosixPath("README.md"), text) == text


def test_lists_and_rules_read_as_on_github() -> None:
    """A list needs a blank line before it here, and a numbered rule an anchor."""
    moved = LinkRewriter(PLACES).rewritten(PurePosixPath("README.md"), "Say:\n- one\n- two\n\n**G-1 Colours.** Six.")
    assert moved == 'Say:\n\n- one\n- two\n\n<span id="g-1"></span>**G-1 Colours.** Six.'


@pytest.mark.parametrize(
    ("page", "fault"),
    [
        ('<a href="nowhere.html">', "index.html: no page nowhere.html"),
        ('<a href="#nothing">', "index.html: no anchor #nothing"),
        ('<script src="https://example.org/a.js"></script>', "index.html: fetches https://example.org/a.js"),
        ('<link rel="stylesheet" href="//example.org/a.css">', "index.html: fetches //example.org/a.css"),
    ],
)
def test_a_fault_is_seen(tmp_path: Path, page: str, fault: str) -> None:
    """Broken links, and resources fetched from other sites."""
    (tmp_path / "index.html").write_text(page)
    assert faults(tmp_path) == [fault]


def test_a_sound_page_has_no_faults(tmp_path: Path) -> None:
    """A link to another site is no fault; finishing changes nothing in that."""
    (tmp_path / "assets/javascripts").mkdir(parents=True)
    (tmp_path / "index.html").write_text('<p id="a"><a href="#a"><a href="https://example.org"><script>1</script>')
    assert faults(tmp_path) == []
    finish(tmp_path)
    assert faults(tmp_path) == []
