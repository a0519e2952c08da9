"""Everything that an operator may apply: each kustomization, and the chart with each set of values that is compared."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import check
import yaml
from chart.check import CASES, as_prod, asked, turned_on
from chart.generate import main as write_chart
from policy.manifests import Manifest, of_kind

NAMESPACE = "podesta"
"""Where base, components and chart are applied, which name none."""
_BEFORE = ("Namespace", "ServiceAccount")


@dataclass(frozen=True)
class Case:
    """What is applied together."""

    title: str
    manifests: list[Manifest]


def trees() -> list[Case]:
    """Base, overlays and components, rendered as `make k8s` does; raises NoRenderer, CalledProcessError."""
    return [Case(str(each.relative_to(check.HERE)), check.rendered(each)) for each in check.kustomizations()]


def charts(python: str) -> list[Case]:
    """What Helm makes of the chart; `python` has Helm (requirements/k8s.txt). Raises CalledProcessError."""
    titles = ["chart: " + (", ".join(each) or "base") for each in CASES] + ["chart: as overlay prod"]
    with tempfile.TemporaryDirectory() as folder:
        write_chart(Path(folder) / "podesta")
        answer = asked(python, Path(folder) / "podesta", [*map(turned_on, CASES), as_prod()])
    return [Case(title, _read(texts.values())) for title, texts in zip(titles, answer["texts"], strict=True)]


def _read(texts: Iterable[str]) -> list[Manifest]:
    return [each for text in texts for each in yaml.safe_load_all(text) if each]


def before(cases: Iterable[Case]) -> Iterator[Manifest]:
    """What has to be there before anything else can be tried: namespaces, then the ServiceAccounts of pods."""
    found = [each for case in cases for each in of_kind(case.manifests, *_BEFORE)]
    return iter(sorted(found, key=lambda each: _BEFORE.index(each["kind"])))


def crds(folder: Path) -> list[Manifest]:
    """The CustomResourceDefinitions in the YAML files of a folder, at any depth."""
    files = sorted([*folder.rglob("*.yaml"), *folder.rglob("*.yml")])
    return of_kind(_read(each.read_text() for each in files), "CustomResourceDefinition")
