"""The page on standing orders runs exactly as written, except for the port, and its example is valid.

The page on clocks runs exactly as written, except for the port, and its constants are right.
"""

import json
import re
import typing
from pathlib import Path

import msgspec

from podesta_engines import RULESETS
from podesta_engines.game.clocks import PASSES
from podesta_engines.game.events import Entry, Seated
from podesta_engines.game.game import opening
from podesta_service.chores.reminded import LEASE
from podesta_service.orders.calls import LOOK
from podesta_service.orders.language import (
    MOST_BYTES,
    MOST_RULES,
    MOST_WORDS,
    OrderCondition,
    OrderRule,
    Orders,
    Reason,
)
from podesta_service.orders.vetting import vet
from podesta_service.table.table import open_table
from tests.docs.guides import Guide
from tests.kit.ports import free_port
from tests.kit.process import running_service

DOCS = Path(__file__).parents[3] / "docs"
PAGE = (DOCS / "standing-orders.md").read_text("utf-8")


def test_the_page_on_standing_orders_runs_as_written(tmp_path: Path) -> None:
    """Every command prints the output given on the page."""
    port = free_port()
    (tmp_path / "home").mkdir()
    with running_service(tmp_path / "data", REST_PORT=str(port)):
        guide = Guide("../standing-orders.md", tmp_path / "home", {"8080": port}, {})
        guide.blocks = [block for block in guide.blocks if block.language == "sh"]
        with guide.shell:
            assert guide.blocks
            guide.play()


def test_its_example_can_be_followed() -> None:
    """The orders of the example are in the words of Colonia."""
    (example,) = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    colonia = RULESETS.named("colonia")
    entry = Entry([opening(colonia, 4, "", {}), *(Seated(seat, "") for seat in range(4))], 0, 0)
    table = open_table("a" * 21, entry).table
    vet(msgspec.convert(json.loads(example), Orders), 0, table)


def test_its_tables_name_every_member_and_reason() -> None:
    """Every member of a request and every reason of a response is on the page."""
    for kind in (Orders, OrderRule, OrderCondition):
        for member in kind.__struct_fields__:
            assert f"| `{member}` |" in PAGE
    for reason in typing.get_args(Reason):
        assert f"| `{reason}` |" in PAGE


def test_what_it_says_of_constants_is_so() -> None:
    """Limits, and the time until a process that died is replaced."""
    assert f"at most {MOST_BYTES:,} bytes" in PAGE
    assert f"| `rules` | at most {MOST_RULES} |" in PAGE
    assert f"words, at most {MOST_WORDS}" in PAGE
    assert LOOK == 30_000
    assert "within half a minute" in " ".join(PAGE.split())


def test_the_files_it_names_are_there() -> None:
    """Every link leads to a file of the tree."""
    for link in re.findall(r"\]\(((?!http)[^)]+)\)", PAGE):
        assert (DOCS / link.partition("#")[0]).exists(), link


CLOCKS_PAGE = (DOCS / "clocks.md").read_text("utf-8")


def test_the_page_on_clocks_runs_as_written(tmp_path: Path) -> None:
    """Every command prints the output given on the page."""
    port = free_port()
    (tmp_path / "home").mkdir()
    with running_service(tmp_path / "data", REST_PORT=str(port)):
        guide = Guide("../clocks.md", tmp_path / "home", {"8080": port}, {})
        with guide.shell:
            assert guide.blocks
            guide.play()


def test_what_the_page_on_clocks_says_of_constants_is_so() -> None:
    """The lease, and the words of options that do nothing."""
    assert LEASE == 10_000
    assert "within ten seconds" in CLOCKS_PAGE
    for word in re.findall(r"an option called (.*) and the like", CLOCKS_PAGE)[0].split(", "):
        assert word.strip("`") in PASSES


def test_the_files_that_the_page_on_clocks_names_are_there() -> None:
    """Every link leads to a file of the tree."""
    for link in re.findall(r"\]\(((?!http)[^)]+)\)", CLOCKS_PAGE):
        assert (DOCS / link.partition("#")[0]).exists(), link
