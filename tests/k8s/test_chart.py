"""How the chart is made from the manifests; `make k8s` has Helm compare the whole.

Findings of another project's linter in the manifests are accepted with a reason, or reported; `make k8s` runs the
linter.
"""

from __future__ import annotations

import tomllib
from typing import Any

import linter
import pytest
import yaml
from chart.check import differences
from chart.generate import without_hashes
from chart.trees import NotMergeable, merged
from chart.writing import HelmValue, TemplateText, lines

BASE: dict[str, Any] = {"kind": "A", "spec": {"replicas": 2, "args": ["a"], "probe": "plain", "note": "{{ $value }}"}}


def written(node: Any) -> str:
    """The template of a tree."""
    return "\n".join(lines(node))


def test_what_a_component_adds_takes_away_and_changes_has_its_condition() -> None:
    """A new item, a missing field, another text: each between Helm's template actions, and nothing else is."""
    other = {"kind": "A", "spec": {"args": ["a", {"b": 1}], "probe": "tls", "note": "{{ $value }}"}}
    text = written(merged(BASE, {"store-tls": other}))
    on = ".Values.components.storeTls"
    assert text.split("\n") == [
        'kind: "A"',
        "spec:",
        "  args:",
        '    - "a"',
        f"    {{{{- if {on} }}}}",
        "    -",
        "      b: 1",
        "    {{- end }}",
        '  note: "{{ "{{" }} $value }}"',
        f'  probe: {{{{ if {on} }}}}"tls"{{{{ else }}}}"plain"{{{{ end }}}}',
        f"  {{{{- if not {on} }}}}",
        "  replicas: 2",
        "  {{- end }}",
    ]


def test_what_nobody_changes_is_plain_yaml() -> None:
    """Texts of many lines, keys with dots, empty maps: unchanged."""
    plain = {"data": {"a.json": '{"a": 1}\n\nend', "b": "x\n"}, "selector": {}, "n": [], "app.kubernetes.io/name": "é"}
    assert yaml.safe_load(written(merged(plain, {"bots": plain}))) == plain


def test_two_components_that_change_the_same_are_found() -> None:
    """A chart that could not express both is not written."""
    one, other = ({"kind": "A", "spec": {**BASE["spec"], "probe": each}} for each in "xy")
    with pytest.raises(NotMergeable, match=r"spec\.probe is changed by a, b"):
        merged(BASE, {"a": one, "b": other}, "")


def test_values_stand_where_they_are_given() -> None:
    """In a field, and within a text."""
    text = written(
        {"replicas": HelmValue(".Values.replicas"), "conf": TemplateText("a 1\nb 2\n", {"b 2": ".Values.b"})}
    )
    assert text == "replicas: {{ .Values.replicas | toJson }}\nconf: |\n  a 1\n  {{ .Values.b }}"


def test_only_the_hashes_of_generated_names_go() -> None:
    """A name that merely begins alike is kept."""
    names = ["podesta-m96g7d8g2k", "podesta-store-m96g7d8g2k", "podesta-store", "podesta-bots", "podesta-grpc"]
    assert without_hashes(names) == ["podesta", "podesta-store", "podesta-store", "podesta-bots", "podesta-grpc"]


def test_a_chart_that_differs_is_found() -> None:
    """An object too many, one too few, one that differs."""
    ours, theirs = {"A/a": BASE, "B/b": BASE}, {"A/a": {**BASE, "spec": {}}, "C/c": BASE}
    assert [*differences(ours, theirs)] == ["only kustomize has B/b", "only Helm has C/c", "A/a is another"]


FOUND = {("CKV_1", "Deployment/a", "Set it"), ("CKV_2", "Service/b", "Close it")}


def test_what_is_accepted_is_silent_and_everything_else_is_told():
    """By object or for all; an accepted finding that no longer occurs is reported, too."""
    for about in (["Deployment/a"], ["all"]):
        assert [*linter.differences(FOUND, {"CKV_1": {"about": about}, "CKV_2": {"about": ["Service/b"]}})] == []
    assert [*linter.differences(FOUND, {"CKV_1": {"about": ["Deployment/c"]}})] == [
        "Deployment/a: CKV_1: Set it",
        "Service/b: CKV_2: Close it",
        "linter.toml: CKV_1 of Deployment/c is not found",
    ]


def test_every_acceptance_has_its_reason():
    """A sentence for readers who wonder."""
    baseline = tomllib.loads(linter.BASELINE.read_text("utf-8"))
    assert all(each.keys() == {"about", "why"} and each["about"] for each in baseline.values())
    assert all(each["why"].endswith(".") for each in baseline.values())


def test_a_linter_that_does_not_answer_is_no_pass(capsys, render):
    """Exit code 2 and its output."""
    render("base")
    assert linter.main("echo") == 2
    assert "--framework kubernetes" in capsys.readouterr().err
