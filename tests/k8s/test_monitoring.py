"""Dashboard and alerts use what a service exports: every query is parsed and compared with real metrics."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import check
import promql_parser as promql
import pytest
import yaml
from prometheus_client import generate_latest
from prometheus_client.parser import text_string_to_metric_families

from podesta_service.problems import CATALOGUE
from podesta_service.run.shipping import BackupAge
from podesta_service.telemetry.words import APPENDS, DROPPED, FAULTS, LIMITED_BY, WORK
from tests.kit.process import running_service
from tests.service.telemetry.traffic import bots_metrics, make_traffic, settings

FOLDER = check.HERE / "components" / "monitoring"
DASHBOARD = json.loads((FOLDER / "dashboard.json").read_text())
RULES = yaml.safe_load((FOLDER / "rules.yaml").read_text())
ALERTS = [rule for group in RULES["groups"] for rule in group["rules"]]
PANELS = [panel for panel in DASHBOARD["panels"] if panel["type"] != "row"]
TARGET_LABELS = {"namespace", "pod", "job", "instance"}
"""Labels that Prometheus adds to what it scrapes; it also reports `up` itself."""
WORDS = {
    "outcome": {*CATALOGUE, "ok", "cancelled", *APPENDS},
    "problem": set(FAULTS),
    "by": set(LIMITED_BY),
    "reason": set(DROPPED),
    "step": set(WORK),
    "state": {"open", "running"},
    "persistentvolumeclaim": {"data-podesta-store-.*"},
}
"""The possible values of labels, even without a sample yet; other labels' values must have one."""

FOREIGN = {"kubelet_volume_stats_available_bytes": {"persistentvolumeclaim"}}
"""Metrics of ours that others export: the space on the store's volumes, which no process of ours can see."""


@dataclass
class Exported:
    """A service's exports: each name's labels, and each label's values."""

    labels: dict[str, set[str]] = field(default_factory=dict)
    values: dict[str, set[str]] = field(default_factory=dict)


@pytest.fixture(scope="module")
def exported(tmp_path_factory) -> Exported:
    """The metrics of a real service after some traffic."""
    found, own = Exported({"up": set(), **FOREIGN}, {"persistentvolumeclaim": set()}), settings()
    with running_service(tmp_path_factory.mktemp("watched"), **own) as service:
        text = make_traffic(service) + bots_metrics(own["BOTS_METRICS_PORT"])
    text += generate_latest(BackupAge().registry).decode()
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            found.labels.setdefault(sample.name, set()).update(sample.labels)
            for label, value in sample.labels.items():
                found.values.setdefault(label, set()).add(value)
    return found


def queries() -> Iterator[Any]:
    """Every query with its place: of each panel, and of each alert."""
    for panel in PANELS:
        for target in panel["targets"]:
            yield pytest.param(target["expr"], id=f"{panel['title']}-{target['refId']}")
    for alert in ALERTS:
        yield pytest.param(alert["expr"], id=alert["alert"])


def parsed(query: str) -> Any:
    """A query as Grafana would send it; raises ValueError."""
    return promql.parse(query.replace("$__rate_interval", "5m").replace("$namespace", ".*"))


def parts(node: Any) -> Iterator[Any]:
    """A query and all its subexpressions."""
    yield node
    below = [getattr(node, name) for name in ("lhs", "rhs", "expr", "param", "vector_selector") if hasattr(node, name)]
    for each in [*below, *getattr(node, "args", [])]:
        if each is not None:
            yield from parts(each)


def selectors(node: Any) -> list[Any]:
    """The metrics and labels that a query selects."""
    return [part for part in parts(node) if isinstance(part, promql.VectorSelector)]


def findings(query: str, exported: Exported) -> list[str]:
    """The names, labels and values of a query that no service has."""
    tree, wrong = parsed(query), []
    known = {"le"} | TARGET_LABELS
    for selector in selectors(tree):
        labels = exported.labels.get(selector.name)
        if labels is None:
            wrong.append(f"no metric {selector.name}")
            continue
        known |= labels
        for matcher in selector.matchers.matchers:
            if matcher.name not in labels | TARGET_LABELS:
                wrong.append(f"{selector.name} has no label {matcher.name}")
            elif matcher.name not in TARGET_LABELS:
                values = WORDS.get(matcher.name, set()) | exported.values[matcher.name]
                wrong += [f"{matcher.name} is never {word}" for word in matcher.value.split("|") if word not in values]
    for part in parts(tree):
        modifier = getattr(part, "modifier", None)
        grouped = getattr(modifier, "labels", None) or []
        wrong += [f"grouped by {label}, which nothing has" for label in grouped if label not in known]
    return wrong


@pytest.mark.parametrize("query", [*queries()])
def test_each_query_asks_for_what_is_exported(query, exported):
    """It parses, and every metric, label and value in it is one of a running service."""
    assert findings(query, exported) == []


@pytest.mark.parametrize(
    "broken",
    [
        "sum(rate(podesta_cals_total[5m]))",
        'podesta_calls_total{outcom="ok"}',
        'podesta_calls_total{outcome=~"ok|fine"}',
        "sum by (cal) (podesta_calls_total)",
        "podesta_followers / podesta_folowers",
    ],
)
def test_a_query_that_asks_for_nothing_is_found(broken, exported):
    """A misspelt metric, label, value or grouping does not pass."""
    assert findings(broken, exported) != []


def test_a_query_that_does_not_parse_is_found():
    """A bracket too few is an error."""
    with pytest.raises(ValueError, match=r"."):
        parsed("sum(rate(podesta_calls_total[5m])")


@pytest.mark.parametrize("panel", PANELS, ids=lambda panel: panel["title"])
def test_legends_name_labels_that_the_query_keeps(panel, exported):
    """The labels in a legend's braces are in the result."""
    for target in panel["targets"]:
        kept = {label for part in parts(parsed(target["expr"])) for label in grouped_by(part)}
        plain = {label for s in selectors(parsed(target["expr"])) for label in exported.labels[s.name]}
        for label in re.findall(r"\{\{(\w+)\}\}", target["legendFormat"]):
            assert label in kept or (not kept and label in plain | TARGET_LABELS), (target, label)


def grouped_by(part: Any) -> list[str]:
    """The labels that an aggregation keeps."""
    return list(getattr(getattr(part, "modifier", None), "labels", None) or [])


def test_everything_exported_is_on_the_dashboard(exported):
    """Each metric of the service is in a panel, so that all are visible."""
    asked = {s.name for panel in PANELS for t in panel["targets"] for s in selectors(parsed(t["expr"]))}
    bases = {re.sub(r"_(bucket|count|sum|total|created)$", "", name) for name in asked}
    own = {re.sub(r"_(bucket|count|sum|total|created)$", "", name) for name in exported.labels if "podesta" in name}
    assert own - bases == {"podesta_faults", "podesta_logs_broken"}  # which is for an alert


def test_both_files_of_rules_are_the_same():
    """The operator's object equals the plain file."""
    assert yaml.safe_load((FOLDER / "prometheusrule.yaml").read_text())["spec"] == RULES


def test_alerts_begin_when_they_should(tmp_path):
    """Prometheus' own tool lints the rules and runs the scenarios of alerts.yaml; a changed rule is found."""
    if (promtool := shutil.which("promtool")) is None:
        pytest.skip("no promtool is installed (Debian's package prometheus)")
    (tmp_path / "alerts.yaml").write_text(Path(__file__).with_name("alerts.yaml").read_text())
    lint = [promtool, "check", "rules", "--lint-fatal", str(FOLDER / "rules.yaml")]
    assert subprocess.run(lint, capture_output=True, check=False).returncode == 0
    for change, code in ((str, 0), (lambda text: text.replace("< 6 * 3600", "< 3 * 3600"), 1)):
        (tmp_path / "rules.yaml").write_text(change((FOLDER / "rules.yaml").read_text()))
        done = subprocess.run([promtool, "test", "rules", "alerts.yaml"], cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == code, done.stdout + done.stderr


def test_alerts_are_complete_and_say_only_labels_that_they_have():
    """Each has a severity, a summary and a description; labels in `$labels` are kept by its query."""
    for alert in ALERTS:
        assert alert["labels"]["severity"] in ("critical", "warning", "info")
        assert {"summary", "description", "runbook_url"} == alert["annotations"].keys()
        text = " ".join(alert["annotations"].values())
        kept = {label for part in parts(parsed(alert["expr"])) for label in grouped_by(part)} | TARGET_LABELS
        assert set(re.findall(r"\$labels\.(\w+)", text)) <= kept
        assert "> 0" in alert["expr"] or re.search(r"[<>=] [\d.]+", alert["expr"]) or "absent" in alert["expr"]


def test_the_rows_are_the_operators_questions():
    """The dashboard goes from callers' views to the process's resources."""
    rows = [panel["title"] for panel in DASHBOARD["panels"] if panel["type"] == "row"]
    assert rows == ["Traffic", "Games", "Store", "Streams", "Clocks and house bots", "Process"]


def test_the_bad_night_speaks_of_what_there_is(render):
    """Every alert, metric and object named in the guide to deploying exists, in the overlay concerned."""
    text = (check.HERE.parent / "docs" / "deploy.md").read_text()
    alerts, reference = (
        {alert["alert"] for alert in ALERTS},
        (check.HERE.parent / "docs/reference/metrics.md").read_text(),
    )
    assert set(re.findall(r"\bPodesta[A-Z]\w+", text)) <= alerts
    assert all(f"`{each}`" in reference for each in re.findall(r"\bpodesta_\w+", text))
    objects = {f"{each['kind'].lower()}/{each['metadata']['name']}" for each in render("overlays/prod")}
    assert set(re.findall(r"\b(?:deployment|cronjob|statefulset)/podesta[\w-]*", text)) <= objects


def test_the_guide_names_every_metric_and_every_alert(exported):
    """The guide explains every exported metric; each alert leads to its own heading there, and nothing else does."""
    guide = (check.HERE.parent / "docs" / "observability.md").read_text()
    runbooks = (check.HERE.parent / "docs" / "runbooks.md").read_text()
    own = {re.sub(r"_(bucket|count|sum|created)$", "", name) for name in exported.labels if "podesta" in name}
    assert set(re.findall(r"`(podesta_\w+)", guide)) == own
    assert re.findall(r"^## (\w+)$", runbooks, re.MULTILINE) == [alert["alert"] for alert in ALERTS]
    places = {alert["alert"].lower(): alert["annotations"]["runbook_url"] for alert in ALERTS}
    assert places == {anchor: f"https://games.example.org/docs/runbooks.html#{anchor}" for anchor in places}
