"""Laws of what runs more than once, which neither schemas nor checkov know: found, apart, evicted one at a time."""

import re
from collections.abc import Iterator

from manifests import SENTINEL, SERVICE, Manifest, name, of_kind, pod, pod_labels, selects, serving, workloads

from policy.store import stores

_SENTINELS = 3
"""The Sentinels that the scripts ask, of which two decide."""


def selectors_match(manifests: list[Manifest]) -> Iterator[str]:
    """Every Service, budget and monitor selects pods that are here."""
    for each in of_kind(manifests, "Service", "PodDisruptionBudget", "PodMonitor"):
        given = each["spec"].get("selector") or {}
        selector = {"matchLabels": given} if each["kind"] == "Service" else given
        if not given or not any(selects(selector, pod_labels(workload)) for workload in workloads(manifests)):
            yield f"{name(each)}: its selector matches no pod"


def copies_go_one_by_one(manifests: list[Manifest]) -> Iterator[str]:
    """A drain of nodes may evict one pod of the service, or one server, at a time."""
    for workload in [*serving(manifests, SERVICE), *_members(manifests)]:
        budgets = [each["spec"] for each in of_kind(manifests, "PodDisruptionBudget")]
        found = [each.get("maxUnavailable") for each in budgets if selects(each["selector"], pod_labels(workload))]
        if found != [1]:
            yield f"{name(workload)}: needs one budget with maxUnavailable 1, not {found}"


def members_are_apart(manifests: list[Manifest]) -> Iterator[str]:
    """Servers that replace each other, and Sentinels, are spread over nodes, or are not started at all."""
    strict = {"topologyKey": "kubernetes.io/hostname", "whenUnsatisfiable": "DoNotSchedule", "maxSkew": 1}
    for workload in _members(manifests):
        if not any(strict.items() <= each.items() for each in pod(workload).get("topologySpreadConstraints", [])):
            yield f"{name(workload)}: one node may hold all of its pods"


def sentinels_have_a_majority(manifests: list[Manifest]) -> Iterator[str]:
    """There are as many Sentinels as the scripts ask, and more than half of them decide."""
    for workload in serving(manifests, SENTINEL):
        if (number := workload["spec"].get("replicas", 1)) != _SENTINELS:
            yield f"{name(workload)}: {number} Sentinels, but the scripts ask {_SENTINELS}"
        for config in of_kind(manifests, "ConfigMap"):
            script = (config.get("data") or {}).get("watch.sh", "")
            for quorum in re.findall(r"sentinel monitor games \$first \$port (\d+)", script):
                if int(quorum) != _SENTINELS // 2 + 1:
                    yield f"{name(workload)}: a quorum of {quorum} is no majority of {_SENTINELS}"


def servers_are_certified(manifests: list[Manifest]) -> Iterator[str]:
    """If the store speaks TLS, its certificate has the name of each server and of each Sentinel."""
    certificates = [each["spec"] for each in of_kind(manifests, "Certificate")]
    names = {each for spec in certificates if spec["secretName"] == "podesta-store-tls" for each in spec["dnsNames"]}
    for workload in [*stores(manifests), *serving(manifests, SENTINEL)] if names else []:
        own, spec = workload["metadata"]["name"], workload["spec"]
        wanted = {f"{own}-{index}.{spec['serviceName']}" for index in range(spec.get("replicas", 1))}
        yield from (f"{name(workload)}: no certificate is for {lost}" for lost in sorted(wanted - names))


def _members(manifests: list[Manifest]) -> list[Manifest]:
    """Sentinels, and stores of more than one server."""
    return [each for each in stores(manifests) if each["spec"].get("replicas", 1) > 1] + serving(manifests, SENTINEL)
