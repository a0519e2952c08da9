"""Laws of the network: nothing may talk to anything, except along the edges that are named here."""

import json
from collections.abc import Iterable, Iterator
from typing import TypeAlias

from policy.manifests import BOTS, SERVICE, STORE, Manifest, name, of_kind, pod_labels, ports, serving

Edge: TypeAlias = tuple[str, str, int | str]
"""The other end (a peer as canonical JSON), the protocol and the port."""

ANYBODY = "{}"
ANY_PORT = "any port"


def _canonical(peer: Manifest) -> str:
    return json.dumps(peer, sort_keys=True)


_IN_CLUSTER = _canonical({"namespaceSelector": {}})
_DNS = _canonical(
    {
        "namespaceSelector": {"matchLabels": {"kubernetes.io/metadata.name": "kube-system"}},
        "podSelector": {"matchLabels": {"k8s-app": "kube-dns"}},
    }
)
_SERVICE_PODS = _canonical({"podSelector": {"matchLabels": SERVICE}})
_BOT_PODS = _canonical({"podSelector": {"matchLabels": BOTS}})
_STORE_PODS = _canonical({"podSelector": {"matchLabels": STORE}})

EDGES: dict[tuple[str, str], set[Edge]] = {
    ("service", "Ingress"): {(_IN_CLUSTER, "TCP", 8080), (_IN_CLUSTER, "TCP", 50051), (_IN_CLUSTER, "TCP", 9464)},
    ("service", "Egress"): {(_STORE_PODS, "TCP", 6379), (_DNS, "UDP", 53), (_DNS, "TCP", 53)},
    ("bots", "Ingress"): {(_IN_CLUSTER, "TCP", 9464)},
    ("bots", "Egress"): {(_STORE_PODS, "TCP", 6379), (_DNS, "UDP", 53), (_DNS, "TCP", 53)},
    ("store", "Ingress"): {(_SERVICE_PODS, "TCP", 6379)},
    ("store", "Egress"): set(),
}
"""Per component and direction, everything that may be reached or may reach it. A new component adds its edges."""
FOR_BOTS: dict[tuple[str, str], set[Edge]] = {("store", "Ingress"): {(_BOT_PODS, "TCP", 6379)}}
"""What is needed, too, where there are house bots."""


def everything_is_denied_first(manifests: list[Manifest]) -> Iterator[str]:
    """One policy selects every pod, covers both directions and allows nothing."""
    for policy in of_kind(manifests, "NetworkPolicy"):
        spec = policy["spec"]
        silent = not spec.get("ingress") and not spec.get("egress")
        if silent and spec["podSelector"] == {} and set(spec["policyTypes"]) == {"Ingress", "Egress"}:
            return
    yield "NetworkPolicy: none denies all traffic of all pods"


def only_needed_edges(manifests: list[Manifest]) -> Iterator[str]:
    """Each component may use exactly its EDGES, no fewer and no more."""
    bots = serving(manifests, BOTS)
    for workload in [*serving(manifests, SERVICE), *bots, *serving(manifests, STORE)]:
        component = pod_labels(workload)["app.kubernetes.io/component"]
        for direction in ("Ingress", "Egress"):
            allowed, needed = set(_edges(manifests, workload, direction)), EDGES[component, direction]
            if bots:
                needed = needed | FOR_BOTS.get((component, direction), set())
            for edge in sorted(allowed ^ needed, key=str):
                fault = "open but not needed" if edge in allowed else "needed but not open"
                yield f"{name(workload)}: {direction} {fault}: {_say(edge)}"


def _say(edge: Edge) -> str:
    peer, protocol, port = edge
    return f"{protocol} {port}, peer {'anybody' if peer == ANYBODY else peer}"


def _edges(manifests: list[Manifest], workload: Manifest, direction: str) -> Iterator[Edge]:
    """All edges of one direction that the policies together allow a workload's pods."""
    numbers = dict(ports(workload)) if direction == "Ingress" else {}
    for policy in of_kind(manifests, "NetworkPolicy"):
        spec = policy["spec"]
        if not _selects(spec["podSelector"], pod_labels(workload)) or direction not in spec["policyTypes"]:
            continue
        for rule in spec.get(direction.lower(), []):
            yield from _rule_edges(rule, "from" if direction == "Ingress" else "to", numbers)


def _selects(selector: Manifest, labels: dict[str, str]) -> bool:
    """A selector with expressions counts as one that selects: it can then only show up as an edge too many."""
    return bool(selector.get("matchLabels", {}).items() <= labels.items())


def _rule_edges(rule: Manifest, side: str, numbers: dict[str | int, int]) -> Iterator[Edge]:
    """The peers of a rule times its ports; an empty list of either means all."""
    for peer in rule.get(side) or [{}]:
        for protocol, port in _rule_ports(rule.get("ports") or [{}]):
            yield _canonical(peer), protocol, numbers.get(port, port)


def _rule_ports(entries: Iterable[Manifest]) -> Iterator[tuple[str, int | str]]:
    for entry in entries:
        port = entry.get("port", ANY_PORT)
        yield entry.get("protocol", "TCP"), f"{port}-{entry['endPort']}" if "endPort" in entry else port
