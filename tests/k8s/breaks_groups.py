"""Changes that break the laws of a store of several servers: law, object, field, value, what is said, folder."""

from typing import Any

from tests.k8s.breaks_outside import GONE

SET, WATCHERS, BUDGET = "StatefulSet/podesta-store", "StatefulSet/podesta-sentinel", "PodDisruptionBudget/podesta-"
SENTINEL, CLUSTER, CERTIFIED = "components/sentinel", "components/cluster", "components/sentinel+store-tls"
FILES, POD = "ConfigMap/podesta-store", "spec.template.spec"
SPREAD = f"{POD}.topologySpreadConstraints.0.whenUnsatisfiable"
SERVER = f"{POD}.containers.0"
WIDE = "podesta-store-replicas"
MORE = {"cluster.more": "cluster-enabled yes\nmin-replicas-to-write 1"}

GROUPS: list[tuple[str, str, str, Any, str, str]] = [
    ("members_are_apart", SET, SPREAD, "ScheduleAnyway", "one node may hold all", SENTINEL),
    ("members_are_apart", SET, SPREAD, "ScheduleAnyway", "one node may hold all", CLUSTER),
    ("members_are_apart", WATCHERS, f"{POD}.topologySpreadConstraints", [], "one node may hold all", SENTINEL),
    ("members_go_one_by_one", f"{BUDGET}store", "spec.maxUnavailable", 2, "maxUnavailable 1, not [2]", CLUSTER),
    ("members_go_one_by_one", f"{BUDGET}sentinel", "kind", "Elsewhere", "maxUnavailable 1, not []", SENTINEL),
    ("members_find_each_other", "Service/podesta-store", "spec.publishNotReadyAddresses", GONE, "not ready", CLUSTER),
    ("members_find_each_other", WATCHERS, f"{SERVER}.env.0.value", "store-%s", "SERVER is store-%s", SENTINEL),
    ("members_find_each_other", SET, f"{POD}.initContainers.0.env.0.value", "a", "SERVER is a", CLUSTER),
    ("members_keep_their_roles", SET, f"{SERVER}.command", ["valkey-server"], "runs no script", SENTINEL),
    ("members_keep_their_roles", SET, f"{SERVER}.command.1", "/etc/valkey/conf/lost.sh", "runs no script", CLUSTER),
    ("members_keep_their_roles", WATCHERS, "spec.volumeClaimTemplates", GONE, "not on a claimed volume", SENTINEL),
    ("sentinels_have_a_majority", WATCHERS, "spec.replicas", 2, "2 Sentinels", SENTINEL),
    ("sentinels_have_a_majority", SET, "spec.replicas", 1, "no other server", SENTINEL),
    (
        "sentinels_have_a_majority",
        FILES,
        "data",
        {"watch.sh": "sentinel monitor games $first $port 1"},
        "quorum of 1",
        SENTINEL,
    ),
    ("clusters_are_whole", SET, "spec.replicas", 3, "formed of 6", CLUSTER),
    ("clusters_are_whole", FILES, "data", MORE, "sent on to addresses", CLUSTER),
    ("clusters_are_whole", FILES, "data", MORE, "Sentinels do not watch a Cluster", SENTINEL),
    (
        "servers_are_certified",
        "Certificate/podesta-store",
        "spec.dnsNames.2",
        "a",
        "not for podesta-store-1.",
        CERTIFIED,
    ),
    ("servers_are_certified", SET, "spec.replicas", 7, "not for podesta-store-6.", CERTIFIED),
    ("store_waits_for_replicas", FILES, "data", {}, "min-replicas-to-write", SENTINEL),
    ("store_waits_for_replicas", "Deployment/podesta", f"{SERVER}.env", [], "is not `replicated`", CLUSTER),
    ("only_needed_edges", f"NetworkPolicy/{WIDE}", "spec.egress.1", GONE, "not open: TCP 26379", SENTINEL),
    ("only_needed_edges", f"NetworkPolicy/{WIDE}", "spec.ingress.0.from.0", GONE, "not open: TCP 6379", SENTINEL),
    ("only_needed_edges", "NetworkPolicy/podesta-sentinel", "spec.ingress.0.from", GONE, "peer anybody", SENTINEL),
    ("only_needed_edges", "NetworkPolicy/podesta-to-sentinel", "spec.egress.0.ports", GONE, "any port", SENTINEL),
    ("only_needed_edges", f"NetworkPolicy/{WIDE}", "spec.ingress.0.ports.1", GONE, "not open: TCP 16379", CLUSTER),
    ("only_needed_edges", f"NetworkPolicy/{WIDE}", "spec.egress.0.to", GONE, "peer anybody", CLUSTER),
]
"""One case for each way in which a law can be broken."""
