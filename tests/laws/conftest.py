import pytest

from tests.kit.walks import REGISTRY, Table, seats_of


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a law that takes a `table` for every ruleset and several numbers of seats; with a `ruleset`, for each."""
    if "table" in metafunc.fixturenames:
        tables = [Table(ruleset, seats) for ruleset in REGISTRY.all() for seats in seats_of(ruleset)]
        metafunc.parametrize("table", tables, ids=repr)
    if "ruleset" in metafunc.fixturenames:
        metafunc.parametrize("ruleset", REGISTRY.all(), ids=lambda ruleset: ruleset.id)
