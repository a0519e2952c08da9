"""Check the chart: `python k8s/chart/check.py PYTHON`, where PYTHON has Helm (requirements/k8s.txt); see `make k8s`.

Helm lints it, and renders it with every component alone, as overlay prod and with all the others. Each time its objects
must be those of kustomize, except for generated names and for the checksum of the settings on pods. Values that the
chart does not have, or components that exclude each other, must be refused.
"""

from __future__ import annotations

import copy
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

K8S = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(K8S))

import yaml  # noqa: E402
from manifests import Manifest, name, render  # noqa: E402

from chart.generate import COMPONENTS, NEEDS, SUMMED, main, rendered, without_hashes  # noqa: E402
from chart.trees import switch  # noqa: E402

PROD = (
    *("bots", "archive", "webhooks", "monitoring", "gateway", "haproxy", "scaling", "scaling-bots"),
    *("sentinel", "backup-to-s3", "store-tls"),
)
OTHERS = ("bots", "backup", "archive", "gateway", "ingress", "haproxy", "scaling", "keda", "external-store")
INFO = 1
"""The severity of lint findings that only recommend, such as an icon."""
WITH_STORE = ("bots", "backup", "archive", "webhooks")
CASES = [
    (),
    *((*NEEDS.get(each, ()), each) for each in COMPONENTS),
    OTHERS,
    *((*WITH_STORE, each, "store-tls") for each in ("sentinel", "cluster")),
]
"""Components that are turned on together."""
REFUSED: list[dict[str, Any]] = [
    {"components": {"scalingBots": True}},
    {"components": {"bots": True, "scalingBots": True, "keda": True}},
    {"components": {"sentinel": True, "cluster": True}},
    {"components": {"sentinel": True, "externalStore": True}},
    {"components": {"bot": True}},
    {"replicas": 0},
    {"image": {"digest": "sha256:short"}},
    {"settings": {"PODESTA_TICK_SECONDS": 1}},
]
"""Values that the chart must refuse."""


def turned_on(components: tuple[str, ...]) -> dict[str, Any]:
    """The chart's values for some components."""
    return {"components": {switch(each).rpartition(".")[2]: True for each in components}}


def as_prod() -> dict[str, Any]:
    """The values that correspond to overlay prod."""
    overlay = yaml.safe_load((K8S / "overlays/prod/kustomization.yaml").read_text())
    (image,), (config,) = overlay["images"], overlay["configMapGenerator"]
    settings = dict(each.split("=", 1) for each in config["literals"])
    return {**turned_on(PROD), "image": {"repository": image["newName"], "tag": image["newTag"]}, "settings": settings}


def of_prod() -> dict[str, Manifest]:
    """Kustomize's objects of overlay prod; Helm puts objects into the release's namespace itself."""
    found = [without_hashes(each) for each in render(K8S / "overlays/prod") if each["kind"] != "Namespace"]
    for each in found:
        del each["metadata"]["namespace"]
    return {name(each): each for each in found}


def objects(texts: dict[str, str]) -> dict[str, Manifest]:
    """Helm's rendered objects, without the checksums."""
    found = [each for text in texts.values() for each in yaml.safe_load_all(text) if each]
    for each in found:
        metadata = each["spec"]["template"]["metadata"] if each["kind"] in ("Deployment", "StatefulSet") else {}
        metadata.get("annotations", {}).pop(SUMMED, None)
        if metadata.get("annotations") == {}:
            del metadata["annotations"]
    return {name(each): each for each in found}


def differences(ours: dict[str, Manifest], theirs: dict[str, Manifest]) -> Iterator[str]:
    """The objects that only one side has, and those that differ."""
    yield from (f"only {'Helm' if each in theirs else 'kustomize'} has {each}" for each in sorted(ours.keys() ^ theirs))
    yield from (f"{each} is another" for each in sorted(ours.keys() & theirs) if ours[each] != theirs[each])


def asked(python: str, chart: Path, cases: list[dict[str, Any]]) -> dict[str, Any]:
    """Helm's output; raises CalledProcessError."""
    question = json.dumps({"chart": str(chart), "cases": cases})
    command = [python, str(Path(__file__).with_name("helm.py"))]
    done = subprocess.run(command, input=question, capture_output=True, text=True, check=True)
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def findings(python: str, chart: Path) -> Iterator[str]:
    """The errors of the chart in a folder."""
    cases = [turned_on(each) for each in CASES]
    answer = asked(python, chart, [*cases, as_prod(), *REFUSED])
    yield from (f"lint: {each}" for each in answer["lint"].get("messages", []) if each["severity"] > INFO)
    wanted = [copy.deepcopy(rendered(frozenset(each))) for each in CASES] + [of_prod()]
    said = [", ".join(each) or "base" for each in CASES] + ["overlay prod"]
    for case, ours, texts in zip(said, wanted, answer["texts"], strict=False):
        if "error" in texts:
            yield f"{case}: {texts['error']}"
        else:
            yield from (f"{case}: {each}" for each in differences(ours, objects(texts)))
    for values, texts in zip(REFUSED, answer["texts"][len(wanted) :], strict=True):
        if "error" not in texts:
            yield f"takes {values}"
    print(f"chart: Helm {answer['helm']}, {len(wanted)} sets of values compared, {len(REFUSED)} refused")


def check(python: str) -> int:
    """Generate the chart, print its errors; returns the exit code."""
    with tempfile.TemporaryDirectory() as folder:
        main(Path(folder) / "podesta")
        found = list(findings(python, Path(folder) / "podesta"))
    print("\n".join(found) if found else "chart: no findings")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(check(sys.argv[1]))
