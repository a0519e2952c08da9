"""The helpers by which the laws read rendered manifests."""

import base64
from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

Manifest: TypeAlias = dict[str, Any]
"""One Kubernetes object, as sent to the API server."""

SERVICE = {"app.kubernetes.io/name": "podesta", "app.kubernetes.io/component": "service"}
"""Labels of the pods that serve games."""
BACKUP = {"app.kubernetes.io/name": "podesta", "app.kubernetes.io/component": "backup"}
"""The labels of the pods that copy the store."""
DRILL = {"app.kubernetes.io/name": "podesta", "app.kubernetes.io/component": "drill"}
"""The labels of the pods that restore shipped files."""
ARCHIVE = {"app.kubernetes.io/name": "podesta", "app.kubernetes.io/component": "archive"}
"""The labels of the pods that move ended games out of the store, and audit them."""
BOTS = {"app.kubernetes.io/name": "podesta", "app.kubernetes.io/component": "bots"}
"""Labels of the pods that play for house bots, if there are any."""
PROXY = {"app.kubernetes.io/name": "haproxy", "app.kubernetes.io/component": "proxy"}
"""Labels of the pods that send calls about a game to one pod."""
STORE = {"app.kubernetes.io/name": "valkey", "app.kubernetes.io/component": "store"}
"""Labels of the pods that hold games."""
SENTINEL = {"app.kubernetes.io/name": "valkey", "app.kubernetes.io/component": "sentinel"}
"""Labels of the pods that choose the primary among the store's servers, if there are any."""
WORKLOADS = ("Deployment", "StatefulSet", "DaemonSet", "Job", "CronJob")


def name(manifest: Manifest) -> str:
    """`Kind/name`, the beginning of every finding."""
    return f"{manifest['kind']}/{manifest['metadata']['name']}"


def of_kind(manifests: Iterable[Manifest], *kinds: str) -> list[Manifest]:
    """The objects of these kinds."""
    return [manifest for manifest in manifests if manifest["kind"] in kinds]


def workloads(manifests: Iterable[Manifest]) -> list[Manifest]:
    """The objects that make pods."""
    return of_kind(manifests, *WORKLOADS)


def lasting(manifests: Iterable[Manifest]) -> list[Manifest]:
    """The objects with pods that run until they are replaced, not until they are done."""
    return [each for each in workloads(manifests) if each["kind"] not in ("Job", "CronJob")]


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


def selected(manifests: Iterable[Manifest], selector: Manifest) -> list[Manifest]:
    """The workloads with pods that a label selector matches."""
    return [workload for workload in workloads(manifests) if selects(selector, pod_labels(workload))]


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
