"""Pages for operators: settings, commands and metrics, from the code that defines them."""

from __future__ import annotations

import click
import msgspec

from podesta_engines.describing import docstrings
from podesta_service.cli.main import COMMANDS, find
from podesta_service.run.shipping import BackupAge
from podesta_service.settings import Settings, variable
from podesta_service.telemetry.metrics import Metrics

from .markdown import block, code, page, prose, table
from .schemas import kind

_ABOUT_SETTINGS = """Environment variables; `podesta serve` refuses one that it does not know, or a value that it
cannot use. What to set in which case: [the operator's guide](../guides/operator.md)."""
_ABOUT_METRICS = """`GET /metrics` answers them in the text format of Prometheus. Labels are words of the contract,
never ids, names or tokens. Those of the process and of Python itself come as the Prometheus client names them.
Dashboard, alerts, what each is good for: [watching it run](../observability.md)."""


def settings_page() -> str:
    """Every setting: type, default, meaning."""
    schema = msgspec.json.schema(Settings)["$defs"]["Settings"]["properties"]
    about = docstrings(Settings)
    rows = [
        (code(variable(name)), kind(part), code(_plain(part["default"])), prose(about.get(name, "")))
        for name, part in schema.items()
    ]
    return page("Settings", _ABOUT_SETTINGS, table(["variable", "type", "default", "meaning"], rows))


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def commands_page() -> str:
    """The help of every command."""
    return page("Commands", *(f"## podesta {name}\n\n{block('text', _help(name))}" for name in COMMANDS))


def _help(name: str) -> str:
    command = find(name)
    text = command.get_help(
        click.Context(command, info_name=f"podesta {name}", max_content_width=100, terminal_width=100)
    )
    return text.partition("  Settings:\n")[0].rstrip()


def metrics_page() -> str:
    """Every metric of the service: type, labels, meaning."""
    rows = [
        (
            code(_exported(each.name, each.type)),
            each.type,
            ", ".join(map(code, _labels(found, each.name))),
            each.documentation,
        )
        for found in (Metrics().registry, BackupAge().registry)
        for each in found.collect()
        if each.name.startswith("podesta_")
    ]
    return page("Metrics", _ABOUT_METRICS, table(["metric", "type", "labels", "meaning"], sorted(rows)))


def _exported(name: str, kind: str) -> str:
    """The name of a metric in queries."""
    return f"{name}_total" if kind == "counter" else f"{name}_bucket" if kind == "histogram" else name


def _labels(registry: object, name: str) -> list[str]:
    """The labels of a metric, even if it has not counted anything yet."""
    collectors = getattr(registry, "_names_to_collectors", {})
    return list(getattr(collectors.get(name), "_labelnames", ()))
