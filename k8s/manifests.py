"""Rendered manifests, and the helpers by which laws and chart read them."""

import base64
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import yaml

Manifest: TypeAlias = dict[str, Any]
"""One Kubernetes object, as sent to the API server."""


def _labels(name: str, component: str) -> dict[str, str]:
    return {"app.kubernetes.io/name": name, "app.kubernetes.io/component": component}


SERVICE, BACKUP, DRILL, ARCHIVE, BOTS = (
    _labels("podesta", each) for each in ("service", "backup", "drill", "archive", "bots")
)
PROXY, STORE, SENTINEL = _labels("haproxy", "proxy"), _labels("valkey", "store"), _labels("valkey", "sentinel")
"""The labels of each component's pods: what serves games, copies the store, restores copies, moves ended games out,
plays for house bots; sends calls about a game to one pod, holds games, and chooses the primary."""
WORKLOADS = ("Deployment", "StatefulSet", "DaemonSet", "Job", "CronJob")


class NoRenderer(Exception):
    """Neither kubectl nor kustomize is installed; the message says where to get one."""


def renderer() -> list[str]:
    """The command that renders a kustomization's folder; raises NoRenderer."""
    for command in (["kustomize", "build"], ["kubectl", "kustomize"]):
        if shutil.which(command[0]):
            return command
    raise NoRenderer(
        "checking the manifests needs `kustomize` (https://kubectl.docs.kubernetes.io/installation/kustomize/) "
        "or `kubectl` on the PATH"
    )


def render(folder: Path) -> list[Manifest]:
    """Every object of a kustomization; raises NoRenderer, or CalledProcessError when it does not render."""
    done = subprocess.run([*renderer(), str(folder)], capture_output=True, text=True, check=True)
    return [manifest for manifest in yaml.safe_load_all(done.stdout) if manifest]


def render_with(base: Path, parts: Sequence[Path]) -> list[Manifest]:
    """Every object of a base with components, in their order; raises as `render` does."""
    with tempfile.TemporaryDirectory() as folder:
        resources, *components = (os.path.relpath(path.resolve(), Path(folder).resolve()) for path in (base, *parts))
        text = yaml.safe_dump({"resources": [resources], "components": components})
        (Path(folder) / "kustomization.yaml").write_text(text)
        return render(Path(folder))


def name(manifest: Manifest) -> str:
    """`Kind/name`, the beginning of every finding."""
    return f"{manifest['kind']}/{manifest['metadata']['name']}"


def of_kind(manifests: Iterable[Manifest], *kinds: str) -> list[Manifest]:
    """The objects of these kinds."""
    return [manifest for manifest in manifests if manifest["kind"] in kinds]


def workloads(manifests: Iterable[Manifest]) -> list[Manifest]:
    """The objects that make pods."""
    return of_kind(manifests, *WORKLOADS)


def _template(workload: Manifest) -> Manifest:
    job = workload["spec"].get("jobTemplate", workload)
    template: Manifest = job["spec"]["template"]
    return template


def pod(workload: Manifest) -> Manifest:
    """The pod's spec in a workload."""
    spec: Manifest = _template(workload)["spec"]
    return spec


def pod_labels(workload: Manifest) -> dict[str, str]:
    """The labels of a workload's pods."""
    return dict(_template(workload)["metadata"].get("labels", {}))


def containers(workload: Manifest) -> list[Manifest]:
    """A workload's containers, including those that run before the others."""
    spec = pod(workload)
    return [*spec.get("initContainers", []), *spec["containers"]]


def serving(manifests: Iterable[Manifest], labels: dict[str, str]) -> list[Manifest]:
    """The workloads with pods that carry all these labels."""
    return [workload for workload in workloads(manifests) if labels.items() <= pod_labels(workload).items()]


def selects(selector: Manifest, labels: dict[str, str]) -> bool:
    """Whether a label selector matches; of expressions, only `In` is used here, and any other counts as a match."""
    listed = [each for each in selector.get("matchExpressions", []) if each["operator"] == "In"]
    return selector.get("matchLabels", {}).items() <= labels.items() and all(
        labels.get(each["key"]) in each["values"] for each in listed
    )


def ports(workload: Manifest) -> Iterator[tuple[str | int, int]]:
    """Every container port under its name and under its number."""
    for container in containers(workload):
        for port in container.get("ports", []):
            yield port["containerPort"], port["containerPort"]
            if "name" in port:
                yield port["name"], port["containerPort"]


def data(manifests: Iterable[Manifest], kind: str, wanted: str) -> dict[str, str] | None:
    """The entries of a ConfigMap or Secret as text, or None when it is not among the manifests."""
    for manifest in of_kind(manifests, kind):
        if manifest["metadata"]["name"] == wanted:
            return _decoded(manifest) if kind == "Secret" else dict(manifest.get("data", {}))
    return None


def _decoded(secret: Manifest) -> dict[str, str]:
    """A Secret's entries as text."""
    entries = {key: base64.b64decode(value).decode() for key, value in secret.get("data", {}).items()}
    return {**entries, **secret.get("stringData", {})}
