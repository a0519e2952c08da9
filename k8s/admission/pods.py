"""The pods that workloads would make: nothing makes them here, and Pod Security refuses pods, not workloads."""

from __future__ import annotations

import copy
from collections.abc import Iterator

from policy.manifests import Manifest, workloads


def pods(manifests: list[Manifest]) -> Iterator[Manifest]:
    """One of each workload's, as its controller would ask for it."""
    for workload in workloads(manifests):
        yield pod(workload)


def pod(workload: Manifest) -> Manifest:
    """A pod of a workload; raises KeyError where it has no template."""
    template = copy.deepcopy(workload["spec"].get("jobTemplate", workload)["spec"]["template"])
    spec = {**template["spec"], "volumes": [*template["spec"].get("volumes", []), *_claimed(workload)]}
    metadata = {**template.get("metadata", {}), "name": f"{workload['metadata']['name']}-0"}
    if "namespace" in workload["metadata"]:
        metadata["namespace"] = workload["metadata"]["namespace"]
    return {"apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": spec}


def _claimed(workload: Manifest) -> list[Manifest]:
    """The volumes that a StatefulSet's controller adds."""
    claims = [each["metadata"]["name"] for each in workload["spec"].get("volumeClaimTemplates", [])]
    own = workload["metadata"]["name"]
    return [{"name": each, "persistentVolumeClaim": {"claimName": f"{each}-{own}-0"}} for each in claims]


def loosened(of: Manifest) -> Iterator[tuple[str, Manifest]]:
    """A pod with one thing each that `restricted` forbids, and what the refusal has to name."""
    for said, change in (("runAsNonRoot", _root), ("allowPrivilegeEscalation", _gains), ("hostPath", _mounts)):
        changed = copy.deepcopy(of)
        change(changed["spec"])
        yield said, changed


def _root(spec: Manifest) -> None:
    spec["securityContext"]["runAsNonRoot"] = False


def _gains(spec: Manifest) -> None:
    spec["containers"][0]["securityContext"]["allowPrivilegeEscalation"] = True


def _mounts(spec: Manifest) -> None:
    spec["volumes"].append({"name": "node", "hostPath": {"path": "/"}})
