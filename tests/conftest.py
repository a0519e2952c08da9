"""All tests have the kit's fixtures; an option turns skipped tests into a failure."""

import gc
import os
from collections.abc import Callable

import pytest

from podesta_service.grpc_core import set_up_core

set_up_core()  # before anything imports gRPC: tests in this process use the same gRPC core as the service
pytest.register_assert_rewrite("tests.kit", "tests.contract.every_call")
pytest_plugins = ["tests.kit.fixtures", "tests.tree.leftovers"]

QUICK = ("tests/engines", "tests/golden", "tests/laws", "tests/tree")
"""The rooms of the rules: no test there needs a process, a port or a store."""
GATHERED_BY_CI, GATHERED_AT_NIGHT = ("outsiders", "campaign"), "nightly"
"""Markers of tests that are run where EVIDENCE is `ci` or `long`."""
ROOT = "needs_root"
"""Marker of tests that only root can run, as in `.ci/run`."""
_left_out: list[str] = []


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--quick` and `--leave-out-nothing`."""
    parser.addoption("--quick", action="store_true", help="only what shows within a minute: the rules, no process")
    parser.addoption("--leave-out-nothing", action="store_true", help="a test that is skipped fails the run")


def pytest_configure(config: pytest.Config) -> None:
    """A quick run tries each law once."""
    if config.getoption("quick"):
        os.environ.setdefault("EVIDENCE", "quick")


def pytest_report_header() -> str | None:
    """Report that tests for root are left out, if they are."""
    return f"not root: tests marked {ROOT} are left out; `make test-root` as root runs them" if os.geteuid() else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Modules with slow tests go first, so that no worker gets one last; then deselect by mode and user."""
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: item.path not in slow)
    if os.environ.get("EVIDENCE") not in ("ci", "long"):
        _keep(config, items, lambda item: not any(item.get_closest_marker(each) for each in GATHERED_BY_CI))
    if os.environ.get("EVIDENCE") != "long":
        _keep(config, items, lambda item: not item.get_closest_marker(GATHERED_AT_NIGHT))
    if os.geteuid():
        _keep(config, items, lambda item: not item.get_closest_marker(ROOT))
    if config.getoption("quick"):
        _keep(config, items, lambda item: item.nodeid.startswith(QUICK) and not item.get_closest_marker("slow"))


def _keep(config: pytest.Config, items: list[pytest.Item], chosen: Callable[[pytest.Item], bool]) -> None:
    """Deselect the other tests, so that pytest counts them."""
    config.hook.pytest_deselected(items=[item for item in items if not chosen(item)])
    items[:] = [item for item in items if chosen(item)]


def pytest_collection_finish() -> None:
    """Collected items live until the end: freeze them, so that the garbage collector skips them in every test."""
    gc.collect()
    gc.freeze()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Remember each skipped test and its reason; with workers, the controller receives these reports."""
    if report.skipped and not hasattr(report, "wasxfail"):
        _left_out.append(f"{report.nodeid}: {report.longrepr[2] if isinstance(report.longrepr, tuple) else ''}")


def pytest_collectreport(report: pytest.CollectReport) -> None:
    """A whole module may be skipped too."""
    if report.skipped:
        _left_out.append(f"{report.nodeid}: {report.longrepr[2] if isinstance(report.longrepr, tuple) else ''}")


def pytest_sessionfinish(session: pytest.Session) -> None:
    """With `--leave-out-nothing`, fail a run that skipped a test."""
    if _left_out and session.config.getoption("--leave-out-nothing") and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """List the skipped tests that fail the run."""
    if _left_out and config.getoption("--leave-out-nothing"):
        terminalreporter.section("left out, which fails this run (--leave-out-nothing)")
        for each in _left_out:
            terminalreporter.write_line(each)
