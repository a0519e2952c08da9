"""Laws of the network: no connection is allowed except along the edges named here."""

import json
from collections.abc import Callable, Iterator
from ipaddress import ip_network
from typing import TypeAlias

from manifests import (
    ARCHIVE,
    BACKUP,
    BOTS,
    DRILL,
    PROXY,
    SENTINEL,
    SERVICE,
    STORE,
    Manifest,
    name,
    of_kind,
    pod_labels,
    ports,
    selects,
    serving,
)

Edge: TypeAlias = tuple[str, str, int | str]
"""The other end (a peer as canonical JSON), the protocol and the port."""
Edges: TypeAlias = dict[tuple[str, str], set[Edge]]
"""By component and direction, everything that may be reached or may reach it."""
ANYBODY = "{}"
ANY_PORT = "any port"
_ZONE = "kubernetes.io/metadata.name"


def _canonical(peer: Manifest) -> str:
    return json.dumps(peer, sort_keys=True)


def _tcp(labels: dict[str, str], port: int) -> Edge:
    return _canonical({"podSelector": {"matchLabels": labels}}), "TCP", port


_FRONT = _canonical({"namespaceSelector": {"matchLabels": {"podesta-front": "yes"}}})
_WATCHED: Edge = (_canonical({"namespaceSelector": {"matchLabels": {_ZONE: "monitoring"}}}), "TCP", 9464)
_DNS = _canonical(
    {
        "namespaceSelector": {"matchLabels": {_ZONE: "kube-system"}},
        "podSelector": {"matchLabels": {"k8s-app": "kube-dns"}},
    }
)
_NAMES: set[Edge] = {(_DNS, "UDP", 53), (_DNS, "TCP", 53)}
_STORES, _BUS, _SENTINELS = _tcp(STORE, 6379), _tcp(STORE, 16379), _tcp(SENTINEL, 26379)
_PODESTA = {"app.kubernetes.io/name": "podesta"}

EDGES: Edges = {
    ("service", "Ingress"): {_WATCHED},
    ("service", "Egress"): {_STORES, *_NAMES},
    ("bots", "Ingress"): {_WATCHED},
    ("bots", "Egress"): {_STORES, *_NAMES},
    ("backup", "Egress"): {_STORES, *_NAMES},
    ("proxy", "Ingress"): {(_FRONT, "TCP", 8080), (_FRONT, "TCP", 50051), (_WATCHED[0], "TCP", 8404)},
    ("proxy", "Egress"): {_tcp(SERVICE, 8080), _tcp(SERVICE, 50051), *_NAMES},
    ("archive", "Egress"): {_STORES, *_NAMES},
    ("drill", "Egress"): _NAMES,
    ("store", "Ingress"): {_tcp(SERVICE, 6379)},
}
"""A component without an entry has no edge in that direction; a new one adds its edges."""
SENTINELS: Edges = {
    **{(each, "Egress"): {_SENTINELS} for each in ("service", "bots", "backup", "archive")},
    ("store", "Ingress"): {_STORES, _tcp(SENTINEL, 6379)},
    ("store", "Egress"): {_STORES, _SENTINELS, *_NAMES},
    ("sentinel", "Ingress"): {_tcp(each, 26379) for each in (_PODESTA, STORE, SENTINEL)},
    ("sentinel", "Egress"): {_STORES, _SENTINELS, *_NAMES},
}
"""Additional edges if Sentinels watch the store."""
MEMBERS: Edges = {("store", "Ingress"): {_STORES, _BUS}, ("store", "Egress"): {_STORES, _BUS, *_NAMES}}
"""Additional edges between the servers of a Cluster."""
SHIPPED: Edges = {("store", "Ingress"): {_WATCHED}, ("store", "Egress"): _NAMES}
"""Additional edges if a store is shipped to S3."""
NOT_OUTSIDE = [
    *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24"),
    *("192.168.0.0/16", "198.18.0.0/15", "224.0.0.0/3", "::/3", "2001::/23", "2002::/16", "4000::/2", "8000::/1"),
]
"""Networks of clusters, their nodes and their providers' services, or placeholders for them."""


def everything_is_denied_first(manifests: list[Manifest]) -> Iterator[str]:
    """One policy selects every pod, covers both directions and allows nothing."""
    for policy in of_kind(manifests, "NetworkPolicy"):
        spec = policy["spec"]
        silent = not spec.get("ingress") and not spec.get("egress")
        if silent and spec["podSelector"] == {} and set(spec["policyTypes"]) == {"Ingress", "Egress"}:
            return
    yield "NetworkPolicy: none denies all traffic of all pods"


def only_needed_edges(manifests: list[Manifest]) -> Iterator[str]:
    """Each component may use exactly its EDGES; components that use S3 or webhooks also public TLS."""
    components = (SERVICE, PROXY, BOTS, BACKUP, DRILL, ARCHIVE, STORE, SENTINEL)
    for workload in [each for labels in components for each in serving(manifests, labels)]:
        component = pod_labels(workload)["app.kubernetes.io/component"]
        for direction in ("Ingress", "Egress"):
            allowed, needed = set(_edges(manifests, workload, direction)), _needed(manifests, component, direction)
            if direction == "Egress":
                allowed = {edge for edge in allowed if not _is_extra(manifests, component, edge)}
            for edge in sorted(allowed ^ needed, key=str):
                fault = "open but not needed" if edge in allowed else "needed but not open"
                peer, protocol, port = edge
                said = f"{protocol} {port}, peer {'anybody' if peer == ANYBODY else peer}"
                yield f"{name(workload)}: {direction} {fault}: {said}"


def _needed(manifests: list[Manifest], component: str, direction: str) -> set[Edge]:
    """The edges that a component needs in one direction, given the other components."""
    key = (component, direction)
    needed = set(EDGES.get(key, ())).union(*(edges.get(key, set()) for holds, edges in _MORE if holds(manifests)))
    if key == ("service", "Ingress"):  # only the proxies if there are any, since they set each caller's address
        front = _tcp(PROXY, 0)[0] if serving(manifests, PROXY) else _FRONT
        needed |= {(front, "TCP", port) for port in (8080, 50051)}
    if key == ("store", "Ingress"):
        needed |= {_tcp(labels, 6379) for labels in (BOTS, BACKUP, ARCHIVE) if serving(manifests, labels)}
    return needed


def _is_extra(manifests: list[Manifest], component: str, edge: Edge) -> bool:
    """Whether an edge is optional for a component: the internet, or a store outside the manifests."""
    outside = ("service", "archive", "drill", *(["store"] if _is_shipped(manifests) else []))
    if component in outside and _leads_outside(edge):
        return True
    return component != "store" and not serving(manifests, STORE) and _leads_to_a_store(edge)


def _store_has(manifests: list[Manifest], port: str) -> bool:
    return any(port in dict(ports(each)) for each in serving(manifests, STORE))


def _is_shipped(manifests: list[Manifest]) -> bool:
    """Whether the store's files are shipped by a container in its pod."""
    return _store_has(manifests, "metrics")


_MORE: tuple[tuple[Callable[[list[Manifest]], bool], Edges], ...] = (
    (lambda manifests: bool(serving(manifests, SENTINEL)), SENTINELS),
    (lambda manifests: _store_has(manifests, "bus"), MEMBERS),
    (_is_shipped, SHIPPED),
)


def _leads_to_a_store(edge: Edge) -> bool:
    """Whether an edge leads to the port of a store, or of its Sentinels, at a named address."""
    return "ipBlock" in json.loads(edge[0]) and edge[1:] in (("TCP", 6379), ("TCP", 26379))


def _leads_outside(edge: Edge) -> bool:
    """Whether an edge leads to TLS of public addresses only, as for calling webhooks."""
    peer, protocol, port = edge
    block = json.loads(peer).get("ipBlock")
    return bool(block) and (protocol, port) == ("TCP", 443) and not any(_holds(block, each) for each in NOT_OUTSIDE)


def _holds(block: Manifest, network: str) -> bool:
    """Whether a block includes, or may include, addresses of a network."""
    whole, part = ip_network(block["cidr"]), ip_network(network)
    left_out = [ip_network(each) for each in block.get("except", []) if ip_network(each).version == part.version]
    return whole.version == part.version and whole.overlaps(part) and not any(map(part.subnet_of, left_out))


def _edges(manifests: list[Manifest], workload: Manifest, direction: str) -> Iterator[Edge]:
    """All edges of one direction that the policies together allow a workload's pods."""
    numbers = dict(ports(workload)) if direction == "Ingress" else {}
    for policy in of_kind(manifests, "NetworkPolicy"):
        spec = policy["spec"]
        if not selects(spec["podSelector"], pod_labels(workload)) or direction not in spec["policyTypes"]:
            continue
        for rule in spec.get(direction.lower(), []):
            yield from _rule_edges(rule, "from" if direction == "Ingress" else "to", numbers)


def _rule_edges(rule: Manifest, side: str, numbers: dict[str | int, int]) -> Iterator[Edge]:
    """The peers of a rule times its ports; an empty list of either means all."""
    for peer in rule.get(side) or [{}]:
        for entry in rule.get("ports") or [{}]:
            port = entry.get("port", ANY_PORT)
            span = f"{port}-{entry['endPort']}" if "endPort" in entry else numbers.get(port, port)
            yield _canonical(peer), entry.get("protocol", "TCP"), span
