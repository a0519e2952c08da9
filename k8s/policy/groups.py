"""Laws of a store of several servers: they are lost one at a time, find each other, and agree on who is the primary."""

import re
from collections.abc import Iterator

from policy.manifests import SENTINEL, STORE, Manifest, name, of_kind, pod, selected, serving
from policy.store import configured, stores

_HOST = "kubernetes.io/hostname"
_SHARDS, _SENTINELS = 6, 3
_ROLES = "/etc/valkey/conf/"


def members_are_apart(manifests: list[Manifest]) -> Iterator[str]:
    """Servers that replace each other, and Sentinels, are spread over nodes, or are not started at all."""
    for workload in _several(manifests):
        strict = [
            each["topologyKey"]
            for each in pod(workload).get("topologySpreadConstraints", [])
            if each["whenUnsatisfiable"] == "DoNotSchedule" and each["maxSkew"] == 1
        ]
        if _HOST not in strict:
            yield f"{name(workload)}: one node may hold all of its pods"


def members_go_one_by_one(manifests: list[Manifest]) -> Iterator[str]:
    """A drain of nodes may evict one of them at a time."""
    for workload in _several(manifests):
        budgets = [
            each["spec"].get("maxUnavailable")
            for each in of_kind(manifests, "PodDisruptionBudget")
            if workload in selected(manifests, each["spec"]["selector"])
        ]
        if budgets != [1]:
            yield f"{name(workload)}: needs one budget with maxUnavailable 1, not {budgets}"


def members_find_each_other(manifests: list[Manifest]) -> Iterator[str]:
    """A server's name resolves before it is ready, and is the name that the others call it by."""
    services = {each["metadata"]["name"]: each for each in of_kind(manifests, "Service")}
    for workload in _several(manifests):
        own = workload["spec"]["serviceName"]
        if not services.get(own, {}).get("spec", {}).get("publishNotReadyAddresses"):
            yield f"{name(workload)}: Service/{own} does not publish who is not ready"
        for variable, wanted in _names(manifests).items():
            for said in _said(workload, variable):
                if said != wanted:
                    yield f"{name(workload)}: {variable} is {said}, not {wanted}"


def members_keep_their_roles(manifests: list[Manifest]) -> Iterator[str]:
    """A server of several starts by the script that looks up its role, and a Sentinel keeps its state."""
    for workload in _several(manifests):
        command = pod(workload)["containers"][0]["command"]
        files = {key for config in of_kind(manifests, "ConfigMap") for key in config.get("data") or {}}
        script = command[-1].removeprefix(_ROLES)
        if command[0] != "sh" or not command[-1].startswith(_ROLES) or script not in files:
            yield f"{name(workload)}: its command {command} runs no script of the component"
        if not workload["spec"].get("volumeClaimTemplates"):
            yield f"{name(workload)}: what it knows is not on a claimed volume"


def sentinels_have_a_majority(manifests: list[Manifest]) -> Iterator[str]:
    """There are as many Sentinels as the scripts ask, and two of the three decide."""
    for workload in serving(manifests, SENTINEL):
        if (number := workload["spec"].get("replicas", 1)) != _SENTINELS:
            yield f"{name(workload)}: {number} Sentinels, but the scripts ask {_SENTINELS}"
        for config in of_kind(manifests, "ConfigMap"):
            quorum = re.search(
                r"sentinel monitor games \$first \$port (\d+)", (config.get("data") or {}).get("watch.sh", "")
            )
            if quorum and int(quorum[1]) != _SENTINELS // 2 + 1:
                yield f"{name(workload)}: a quorum of {quorum[1]} is no majority of {_SENTINELS}"
        if not any(each["spec"].get("replicas", 1) > 1 for each in stores(manifests)):
            yield f"{name(workload)}: there is no other server to choose"


def clusters_are_whole(manifests: list[Manifest]) -> Iterator[str]:
    """A Cluster has three primaries with a replica each, which form it, and redirects callers to names."""
    for workload in stores(manifests):
        given = configured(manifests, workload)
        if given.get("cluster-enabled") != "yes":
            continue
        if (number := workload["spec"].get("replicas", 1)) != _SHARDS:
            yield f"{name(workload)}: {number} servers, but a Cluster is formed of {_SHARDS}"
        if given.get("cluster-preferred-endpoint-type") != "hostname":
            yield f"{name(workload)}: callers are sent on to addresses, which certificates do not have"
        if serving(manifests, SENTINEL):
            yield f"{name(workload)}: Sentinels do not watch a Cluster"


def servers_are_certified(manifests: list[Manifest]) -> Iterator[str]:
    """If the store speaks TLS, its certificate has the name of each server and of each Sentinel."""
    for certificate in of_kind(manifests, "Certificate"):
        if certificate["spec"]["secretName"] != "podesta-store-tls":
            continue
        for workload in [*stores(manifests), *serving(manifests, SENTINEL)]:
            own, service = workload["metadata"]["name"], workload["spec"]["serviceName"]
            wanted = {f"{own}-{index}.{service}" for index in range(workload["spec"].get("replicas", 1))}
            for lost in sorted(wanted - set(certificate["spec"]["dnsNames"])):
                yield f"{name(certificate)}: is not for {lost}"


def _several(manifests: list[Manifest]) -> list[Manifest]:
    """Sentinels, and stores of more than one server."""
    return [each for each in stores(manifests) if each["spec"].get("replicas", 1) > 1] + serving(manifests, SENTINEL)


def _names(manifests: list[Manifest]) -> dict[str, str]:
    """By variable, the pattern of the names of servers and of Sentinels."""
    found = {}
    for variable, labels in (("SERVER", STORE), ("SENTINEL", SENTINEL)):
        for workload in serving(manifests, labels):
            found[variable] = f"{workload['metadata']['name']}-%s.{workload['spec']['serviceName']}"
    return found


def _said(workload: Manifest, variable: str) -> list[str | None]:
    """The values of a variable in the containers that have it."""
    boxes = [*pod(workload).get("initContainers", []), *pod(workload)["containers"]]
    return [each.get("value") for box in boxes for each in box.get("env", []) if each["name"] == variable]
