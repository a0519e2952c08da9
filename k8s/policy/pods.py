"""Laws of every pod in addition to checkov's checks (k8s/linter.py): where it may write, and what it may mount."""

import re
from collections.abc import Iterator

from policy.manifests import Manifest, containers, name, of_kind, pod, workloads

_TMP = "/tmp"  # noqa: S108 - a mount, not a file


def tmp_is_writable(manifests: list[Manifest]) -> Iterator[str]:
    """With a read-only root, /tmp is an emptyDir with a limit, and every mount has its volume."""
    for workload in workloads(manifests):
        volumes = {volume["name"]: volume for volume in pod(workload).get("volumes", [])}
        claimed = {claim["metadata"]["name"] for claim in workload["spec"].get("volumeClaimTemplates", [])}
        for container in containers(workload):
            mounts = {mount["mountPath"]: mount["name"] for mount in container.get("volumeMounts", [])}
            if "sizeLimit" not in volumes.get(mounts.get(_TMP), {}).get("emptyDir", {}):
                yield f"{name(workload)}: {container['name']}: {_TMP} is no emptyDir with a sizeLimit"
            for lost in set(mounts.values()) - volumes.keys() - claimed:
                yield f"{name(workload)}: {container['name']}: mounts the unknown volume {lost!r}"


def nothing_of_the_host(manifests: list[Manifest]) -> Iterator[str]:
    """No volume is a path of the node; CPU is requested and never limited, since a limit throttles."""
    for workload in workloads(manifests):
        if any("hostPath" in volume for volume in pod(workload).get("volumes", [])):
            yield f"{name(workload)}: mounts a path of the node"
        for container in containers(workload):
            if "cpu" in container.get("resources", {}).get("limits", {}):
                yield f"{name(workload)}: {container['name']}: limits its CPU"


def images_are_pinned(manifests: list[Manifest]) -> Iterator[str]:
    """Every image is named by its digest, which, unlike a tag, cannot be reassigned."""
    for workload in workloads(manifests):
        for container in containers(workload):
            if not re.search(r"@sha256:[0-9a-f]{64}$", image := container["image"]):
                yield f"{name(workload)}: {container['name']}: {image} is no digest"


def namespace_is_restricted(manifests: list[Manifest]) -> Iterator[str]:
    """A namespace in the manifests enforces `restricted`, at a named version."""
    for namespace in of_kind(manifests, "Namespace"):
        labels = namespace["metadata"].get("labels", {})
        if labels.get("pod-security.kubernetes.io/enforce") != "restricted":
            yield f"{name(namespace)}: does not enforce Pod Security's restricted profile"
        if not labels.get("pod-security.kubernetes.io/enforce-version", "").startswith("v1."):
            yield f"{name(namespace)}: does not name the version of the profile"
