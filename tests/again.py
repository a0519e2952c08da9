"""`--again N`: the few tests that failed in the last run, alone; which of them pass now is said.

Whatever fails only beside others is a defect all the same, of the test or of what it tests: it is to be mended, but it
need not hold up a change that has nothing to do with it.
"""

from __future__ import annotations

import pytest

_LAST = "cache/lastfailed"
_passed: list[str] = []


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--again`."""
    parser.addoption("--again", type=int, help="only what failed in the last run, where that was no more than so many")


def _failed(config: pytest.Config) -> set[str]:
    """What failed in the last run."""
    return set(config.cache.get(_LAST, {}))


def pytest_configure(config: pytest.Config) -> None:
    """Refuse where too much has failed, or something that is no test."""
    most = config.getoption("again")
    if most is not None and not 0 < len(_failed(config)) <= most:
        raise pytest.UsageError(f"{len(_failed(config))} tests failed; from 1 to {most} are run again")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out whatever passed."""
    if config.getoption("again") is not None:
        failed = _failed(config)
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in failed])
        items[:] = [item for item in items if item.nodeid in failed]


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Remember what passed."""
    if report.when == "call" and report.passed:
        _passed.append(report.nodeid)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Name the tests that pass alone only."""
    if config.getoption("again") is not None:
        terminalreporter.section("failed beside others, passed alone: a defect to be found")
        for each in _passed:
            terminalreporter.write_line(each)
