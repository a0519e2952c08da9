"""Laws of what watches the service: objects of the Prometheus operator, unknown to Kubernetes, and the dashboard."""

import json
from collections.abc import Iterator
from typing import Any

from policy.manifests import Manifest, name, of_kind, ports, selected

_DASHBOARD = "grafana_dashboard"
_SEVERITIES = ("critical", "warning", "info")


def scrapes_find_pods(manifests: list[Manifest]) -> Iterator[str]:
    """Every PodMonitor selects pods, and asks them at a port that they have a name for."""
    for monitor in of_kind(manifests, "PodMonitor"):
        found = selected(manifests, monitor["spec"]["selector"])
        if not found:
            yield f"{name(monitor)}: its selector matches no pod"
        for workload in found:
            known = {port for port, _ in ports(workload) if isinstance(port, str)}
            asked = {endpoint["port"] for endpoint in monitor["spec"]["podMetricsEndpoints"]}
            yield from (f"{name(monitor)}: {name(workload)} has no port {port!r}" for port in sorted(asked - known))


def alerts_are_complete(manifests: list[Manifest]) -> Iterator[str]:
    """Every alert has a name of its own, a severity, and says what is the matter and what to do."""
    for rules in of_kind(manifests, "PrometheusRule"):
        alerts = [rule for group in rules["spec"]["groups"] for rule in group["rules"]]
        names = [alert["alert"] for alert in alerts]
        yield from (
            f"{name(rules)}: {each} is there twice" for each in sorted({n for n in names if names.count(n) > 1})
        )
        for alert in alerts:
            if alert["labels"].get("severity") not in _SEVERITIES:
                yield f"{name(rules)}: {alert['alert']}: the severity is one of {', '.join(_SEVERITIES)}"
            if not {"summary", "description"} <= alert["annotations"].keys():
                yield f"{name(rules)}: {alert['alert']}: needs a summary and a description"


def dashboards_are_shown(manifests: list[Manifest]) -> Iterator[str]:
    """A dashboard is JSON that Grafana takes: a title, a uid, panels with ids and queries of their own."""
    for config in of_kind(manifests, "ConfigMap"):
        if _DASHBOARD in config["metadata"].get("labels", {}):
            for file, text in config.get("data", {}).items():
                yield from (f"{name(config)}: {file}: {finding}" for finding in _dashboard_findings(text))


def _dashboard_findings(text: str) -> Iterator[str]:
    try:
        dashboard: dict[str, Any] = json.loads(text)
    except ValueError:
        yield "is not JSON"
        return
    yield from (f"has no {field}" for field in ("uid", "title", "panels") if not dashboard.get(field))
    panels = dashboard.get("panels", [])
    if len({panel["id"] for panel in panels}) < len(panels):
        yield "two panels have one id"
    yield from (f"{p['title']!r} asks nothing" for p in panels if p["type"] != "row" and not p.get("targets"))
