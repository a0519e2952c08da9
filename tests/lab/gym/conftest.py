import pytest

from podesta_engines import RULESETS
from tests.kit.walks import Table

TABLES = [Table(ruleset, seats) for ruleset in RULESETS.all() for seats in ruleset.seats]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test of a `table` runs for every ruleset and every number of seats; one of a `ruleset` for each."""
    if "table" in metafunc.fixturenames:
        metafunc.parametrize("table", TABLES, ids=repr)
    if "ruleset" in metafunc.fixturenames:
        metafunc.parametrize("ruleset", RULESETS.all(), ids=lambda ruleset: ruleset.id)
