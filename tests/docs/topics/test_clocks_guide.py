"""The page on clocks runs exactly as it is written, but for the port, and what it says of constants is so."""

import re
from pathlib import Path

from podesta_engines.game.clocks import PASSES
from podesta_service.chores.steward import LEASE
from tests.docs.guides import Guide
from tests.kit.ports import free_port
from tests.kit.process import running_service

DOCS = Path(__file__).parents[3] / "docs"
PAGE = (DOCS / "clocks.md").read_text("utf-8")


def test_the_page_on_clocks_runs_as_written(tmp_path: Path) -> None:
    """Every command prints what the page says it does."""
    port = free_port()
    (tmp_path / "home").mkdir()
    with running_service(tmp_path / "data", REST_PORT=str(port)):
        guide = Guide("../clocks.md", tmp_path / "home", {"8080": port}, {})
        with guide.shell:
            assert guide.blocks
            guide.play()


def test_what_it_says_of_constants_is_so() -> None:
    """The lease, and the words that do nothing."""
    assert LEASE == 10_000
    assert "within ten seconds" in PAGE
    for word in re.findall(r"an option called (.*) and the like", PAGE)[0].split(", "):
        assert word.strip("`") in PASSES


def test_the_files_it_names_are_there() -> None:
    """Every link leads to a file of the tree."""
    for link in re.findall(r"\]\(((?!http)[^)]+)\)", PAGE):
        assert (DOCS / link).exists(), link
