import pytest

from podesta_engines import RULESETS
from tests.kit.walks import Table


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a law that takes a `drawn` table for every ruleset and number of seats; the tests' toy has no board."""
    if "drawn" in metafunc.fixturenames:
        tables = [Table(ruleset, seats) for ruleset in RULESETS.all() for seats in ruleset.seats]
        metafunc.parametrize("drawn", tables, ids=repr)
