"""How the chart is made of the manifests; `make k8s` has Helm compare the whole."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from chart.check import differences
from chart.generate import without_hashes
from chart.trees import NotMergeable, merged
from chart.writing import Given, Text, lines

BASE: dict[str, Any] = {"kind": "A", "spec": {"replicas": 2, "args": ["a"], "probe": "plain", "note": "{{ $value }}"}}


def written(node: Any) -> str:
    """The template of a tree."""
    return "\n".join(lines(node))


def test_what_a_component_adds_takes_away_and_changes_has_its_condition() -> None:
    """A new item, a field less, another text: each between the words of Helm's language, and nothing else is."""
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
    """Texts of many lines, keys with dots, empty maps: as they were."""
    plain = {"data": {"a.json": '{"a": 1}\n\nend', "b": "x\n"}, "selector": {}, "n": [], "app.kubernetes.io/name": "é"}
    assert yaml.safe_load(written(merged(plain, {"bots": plain}))) == plain


def test_two_components_that_change_the_same_are_found() -> None:
    """A chart that could not say both is not written."""
    one, other = ({"kind": "A", "spec": {**BASE["spec"], "probe": each}} for each in "xy")
    with pytest.raises(NotMergeable, match=r"spec\.probe is changed by a, b"):
        merged(BASE, {"a": one, "b": other}, "")


def test_values_stand_where_they_are_given() -> None:
    """In a field, and within a text."""
    text = written({"replicas": Given(".Values.replicas"), "conf": Text("a 1\nb 2\n", {"b 2": ".Values.b"})})
    assert text == "replicas: {{ .Values.replicas | toJson }}\nconf: |\n  a 1\n  {{ .Values.b }}"


def test_only_the_hashes_of_generated_names_go() -> None:
    """A name that merely begins alike stays."""
    names = ["podesta-m96g7d8g2k", "podesta-store-m96g7d8g2k", "podesta-store", "podesta-bots", "podesta-grpc"]
    assert without_hashes(names) == ["podesta", "podesta-store", "podesta-store", "podesta-bots", "podesta-grpc"]


def test_a_chart_that_differs_is_found() -> None:
    """An object too many, one too few, one that is another."""
    ours, theirs = {"A/a": BASE, "B/b": BASE}, {"A/a": {**BASE, "spec": {}}, "C/c": BASE}
    assert [*differences(ours, theirs)] == ["only kustomize has B/b", "only Helm has C/c", "A/a is another"]
