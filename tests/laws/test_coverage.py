"""Every numbered rule has a test that names it, and code names only such rules."""

import pytest

from podesta_engines import RULESETS
from podesta_engines.core.ruleset import Ruleset
from tests.laws.rule_coverage import citing, code, package, page, rules

each = pytest.mark.parametrize("game", RULESETS.all(), ids=lambda game: game.id)


@each
def test_every_rule_is_cited(game: Ruleset) -> None:
    """Each rule of the rulebook is cited by a test, lemmas and edge cases included."""
    cited = citing(game)
    assert [number for number in rules(game) if number not in cited] == []


@each
def test_no_rule_is_invented(game: Ruleset) -> None:
    """Code cites only rules of the rulebook."""
    assert [number for number in code(game) if number not in rules(game)] == []


@each
def test_the_page_is_current(game: Ruleset) -> None:
    """COVERAGE.md is what `python tests/laws/rule_coverage.py` writes."""
    assert (package(game) / "COVERAGE.md").read_text("utf-8") == page(game)
