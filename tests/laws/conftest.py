import pytest

from tests.kit.walks import REGISTRY, Table


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a law that takes a `table` for every ruleset and number of seats, one that takes a `ruleset` for each."""
    if "table" in metafunc.fixturenames:
        tables = [Table(ruleset, seats) for ruleset in REGISTRY.all() for seats in ruleset.seats]
        metafunc.parametrize("table", tables, ids=repr)
    if "ruleset" in metafunc.fixturenames:
        metafunc.parametrize("ruleset", REGISTRY.all(), ids=lambda ruleset: ruleset.id)
