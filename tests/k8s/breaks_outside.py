"""Changes that break the laws of the service's surroundings, and of a store of several servers.

Each is a law, an object, a field, a value, the message, and a folder.
"""

from typing import Any

GONE = object()
"""The value that removes a field."""
ARCHIVE, TO_S3 = "components/archive", "components/backup-to-s3"
JOB = "spec.jobTemplate.spec.template.spec"

OUTSIDE: list[tuple[str, str, str, Any, str, str]] = [
    (
        "keys_can_rotate",
        "Deployment/podesta",
        "spec.template.spec.containers.0.env.4.valueFrom.secretKeyRef.optional",
        GONE,
        "PODESTA_OLD_MASTER_KEYS",
        "overlays/dev",
    ),
    ("keys_can_rotate", "CronJob/podesta-audit", f"{JOB}.containers.0.env.3", {"name": "A"}, "SEAL", ARCHIVE),
    ("secrets_are_secret", "CronJob/podesta-archive", f"{JOB}.containers.0.env.1", {"name": "A"}, "MASTER", ARCHIVE),
    ("only_needed_edges", "NetworkPolicy/podesta-archive", "spec.egress.0", GONE, "not open", ARCHIVE),
    ("only_needed_edges", "NetworkPolicy/podesta-to-archive", "spec.egress.0.ports", GONE, "any port", ARCHIVE),
    (
        "only_needed_edges",
        "NetworkPolicy/podesta-to-archive",
        "spec.podSelector.matchExpressions",
        GONE,
        "StatefulSet/podesta-store: Egress open",
        ARCHIVE,
    ),
    (
        "only_needed_edges",
        "NetworkPolicy/podesta-to-external-store",
        "spec.egress.0.ports.0.port",
        80,
        "open but not needed: TCP 80",
        "components/external-store",
    ),
    (
        "only_needed_edges",
        "NetworkPolicy/podesta-to-backup",
        "spec.podSelector.matchExpressions.1.values",
        ["drill"],
        "StatefulSet/podesta-store: Egress needed but not open",
        TO_S3,
    ),
    ("only_needed_edges", "NetworkPolicy/podesta-store-for-monitoring", "spec.ingress.0.from", GONE, "anybody", TO_S3),
]
"""One case for each way in which a law can be broken."""

SENTINEL, CLUSTER = "components/sentinel", "components/cluster"
FILES, SERVER, WIDE = "ConfigMap/podesta-store", "spec.template.spec.containers.0", "podesta-store-replicas"
STORE, WATCHERS, BUDGET = "StatefulSet/podesta-store", "StatefulSet/podesta-sentinel", "PodDisruptionBudget/podesta"
SPREAD, CERTIFIED = "spec.template.spec.topologySpreadConstraints", "components/sentinel+store-tls"
ONE_BY_ONE, APART, MATCH = "copies_go_one_by_one", "members_are_apart", "selectors_match"
QUORUM, MONITOR = {"watch.sh": "sentinel monitor games $first $port 1"}, "PodMonitor/podesta"

GROUPS: list[tuple[str, str, str, Any, str, str]] = [
    ("store_waits_for_replicas", FILES, "data", {}, "min-replicas-to-write", SENTINEL),
    ("store_waits_for_replicas", "Deployment/podesta", f"{SERVER}.env", [], "is not `replicated`", CLUSTER),
    ("only_needed_edges", f"NetworkPolicy/{WIDE}", "spec.egress.1", GONE, "not open: TCP 26379", SENTINEL),
    ("only_needed_edges", f"NetworkPolicy/{WIDE}", "spec.ingress.0.from.0", GONE, "not open: TCP 6379", SENTINEL),
    ("only_needed_edges", "NetworkPolicy/podesta-sentinel", "spec.ingress.0.from", GONE, "peer anybody", SENTINEL),
    ("only_needed_edges", "NetworkPolicy/podesta-to-sentinel", "spec.egress.0.ports", GONE, "any port", SENTINEL),
    ("only_needed_edges", f"NetworkPolicy/{WIDE}", "spec.ingress.0.ports.1", GONE, "not open: TCP 16379", CLUSTER),
    ("only_needed_edges", f"NetworkPolicy/{WIDE}", "spec.egress.0.to", GONE, "peer anybody", CLUSTER),
    (MATCH, "Service/podesta", "spec.selector.app.kubernetes.io/name", "x", "matches no pod", "overlays/dev"),
    (MATCH, "Service/podesta-store", "spec.selector", GONE, "matches no pod", "overlays/dev"),
    (MATCH, BUDGET, "spec.selector.matchLabels", {"a": "b"}, "matches no pod", "overlays/dev"),
    (MATCH, MONITOR, "spec.selector.matchLabels", {"a": "b"}, "matches no pod", "components/monitoring"),
    (ONE_BY_ONE, BUDGET, "spec.maxUnavailable", 0, "maxUnavailable 1, not [0]", "overlays/dev"),
    (ONE_BY_ONE, BUDGET, "kind", "Elsewhere", "Deployment/podesta: needs one budget", "base"),
    (ONE_BY_ONE, f"{BUDGET}-store", "spec.maxUnavailable", 2, "maxUnavailable 1, not [2]", CLUSTER),
    (ONE_BY_ONE, f"{BUDGET}-sentinel", "kind", "Elsewhere", "maxUnavailable 1, not []", SENTINEL),
    (APART, STORE, f"{SPREAD}.0.whenUnsatisfiable", "ScheduleAnyway", "one node may hold all", SENTINEL),
    (APART, STORE, f"{SPREAD}.0.whenUnsatisfiable", "ScheduleAnyway", "one node may hold all", CLUSTER),
    (APART, WATCHERS, SPREAD, [], "one node may hold all", SENTINEL),
    ("sentinels_have_a_majority", WATCHERS, "spec.replicas", 2, "2 Sentinels", SENTINEL),
    ("sentinels_have_a_majority", FILES, "data", QUORUM, "quorum of 1", SENTINEL),
    ("servers_are_certified", "Certificate/podesta-store", "spec.dnsNames.2", "a", "podesta-store-1.", CERTIFIED),
    ("servers_are_certified", STORE, "spec.replicas", 7, "podesta-store-6.", CERTIFIED),
]
"""One case for each way in which a law can be broken."""
