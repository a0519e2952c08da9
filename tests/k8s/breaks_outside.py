"""Changes that break the laws of the service's surroundings, and of a store of several servers.

Each is a law, an object, a field, a value, the message, and a folder.
"""

from typing import Any

GONE = object()
"""The value that removes a field."""
GATEWAY, REST, GRPC, ON = "Gateway/podesta", "HTTPRoute/podesta", "GRPCRoute/podesta", "components/gateway"
HPA, SCALED, BOTS_HPA, KEDA = (
    "HorizontalPodAutoscaler/podesta",
    "components/scaling",
    "components/scaling-bots",
    "components/keda",
)
ARCHIVE, TO_S3 = "components/archive", "components/backup-to-s3"
NO_JOB = {"key": "app.kubernetes.io/component", "operator": "In", "values": ["service", "archive"]}
SHIPPER_PORT = "spec.template.spec.initContainers.0.ports.0.name"
JOB = "spec.jobTemplate.spec.template.spec"

OUTSIDE: list[tuple[str, str, str, Any, str, str]] = [
    ("routes_lead_somewhere", REST, "spec.rules.0.backendRefs.0.port", 80, "no Service podesta has a port 80", ON),
    ("routes_lead_somewhere", GRPC, "spec.rules.0.backendRefs.0.name", "lost", "no Service lost", ON),
    ("routes_lead_somewhere", REST, "spec.parentRefs.0.sectionName", "lost", "no listener podesta/lost", ON),
    ("routes_lead_somewhere", GRPC, "spec.parentRefs.0.sectionName", "rest", "takes no GRPCRoute", ON),
    ("routes_lead_somewhere", REST, "spec.hostnames.0", "other.example.org", "not for other.example.org", ON),
    (
        "routes_lead_somewhere",
        "Ingress/podesta",
        "spec.rules.0.http.paths.0.backend.service.port.name",
        "web",
        "'web'",
        "components/ingress",
    ),
    ("names_are_certified", "Certificate/podesta", "spec.dnsNames", ["games.example.org"], "no certificate", ON),
    ("names_are_certified", GATEWAY, "spec.listeners.0.tls.certificateRefs.0.name", "lost", "no certificate", ON),
    ("names_are_certified", REST, "spec.parentRefs.0.sectionName", "plain", "without TLS", ON),
    ("names_are_certified", "Ingress/podesta", "spec.tls", GONE, "without TLS", "components/ingress"),
    ("streams_are_not_cut", REST, "spec.rules.0.timeouts", GONE, "have a time limit", ON),
    ("streams_are_not_cut", REST, "spec.rules.0.timeouts.request", "30s", "have a time limit", ON),
    ("scalers_find_their_workload", HPA, "spec.scaleTargetRef.name", "lost", "Deployment/lost does not exist", SCALED),
    ("scalers_find_their_workload", "Deployment/podesta", "spec.replicas", 2, "set back", SCALED),
    (
        "scalers_find_their_workload",
        "Deployment/podesta-bots",
        "spec.template.spec.containers.0.resources.requests.cpu",
        GONE,
        "requests no CPU",
        BOTS_HPA,
    ),
    ("scalers_leave_a_choice", HPA, "spec.maxReplicas", 2, "not below", SCALED),
    ("scalers_leave_a_choice", HPA, "spec.minReplicas", GONE, "nothing may be evicted", SCALED),
    ("scalers_leave_a_choice", f"{HPA}-bots", "spec.minReplicas", 0, "does not go to 0", BOTS_HPA),
    ("scalers_leave_a_choice", "ScaledObject/podesta-bots", "spec.maxReplicaCount", 0, "not below", KEDA),
    ("one_scaler_each", HPA, "spec.scaleTargetRef.name", "podesta-bots", "has 2 scalers", "overlays/prod"),
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
    ("scrapes_find_pods", "PodMonitor/podesta", "spec.selector.matchExpressions.1", NO_JOB, "no port", "overlays/prod"),
    (
        "only_needed_edges",
        "NetworkPolicy/podesta-to-backup",
        "spec.podSelector.matchExpressions.1.values",
        ["drill"],
        "StatefulSet/podesta-store: Egress needed but not open",
        TO_S3,
    ),
    ("only_needed_edges", "NetworkPolicy/podesta-store-for-monitoring", "spec.ingress.0.from", GONE, "anybody", TO_S3),
    ("scrapes_find_pods", "StatefulSet/podesta-store", SHIPPER_PORT, "ship", "no port 'metrics'", TO_S3),
]
"""One case for each way in which a law can be broken."""

STORE, WATCHERS, BUDGET = "StatefulSet/podesta-store", "StatefulSet/podesta-sentinel", "PodDisruptionBudget/podesta-"
SENTINEL, CLUSTER, CERTIFIED = "components/sentinel", "components/cluster", "components/sentinel+store-tls"
FILES, TEMPLATE = "ConfigMap/podesta-store", "spec.template.spec"
SPREAD = f"{TEMPLATE}.topologySpreadConstraints.0.whenUnsatisfiable"
SERVER = f"{TEMPLATE}.containers.0"
WIDE = "podesta-store-replicas"
MORE = {"cluster.more": "cluster-enabled yes\nmin-replicas-to-write 1"}

GROUPS: list[tuple[str, str, str, Any, str, str]] = [
    ("members_are_apart", STORE, SPREAD, "ScheduleAnyway", "one node may hold all", SENTINEL),
    ("members_are_apart", STORE, SPREAD, "ScheduleAnyway", "one node may hold all", CLUSTER),
    ("members_are_apart", WATCHERS, f"{TEMPLATE}.topologySpreadConstraints", [], "one node may hold all", SENTINEL),
    ("members_go_one_by_one", f"{BUDGET}store", "spec.maxUnavailable", 2, "maxUnavailable 1, not [2]", CLUSTER),
    ("members_go_one_by_one", f"{BUDGET}sentinel", "kind", "Elsewhere", "maxUnavailable 1, not []", SENTINEL),
    ("members_find_each_other", "Service/podesta-store", "spec.publishNotReadyAddresses", GONE, "not ready", CLUSTER),
    ("members_find_each_other", WATCHERS, f"{SERVER}.env.0.value", "store-%s", "SERVER is store-%s", SENTINEL),
    ("members_find_each_other", STORE, f"{TEMPLATE}.initContainers.0.env.0.value", "a", "SERVER is a", CLUSTER),
    ("members_keep_their_roles", STORE, f"{SERVER}.command", ["valkey-server"], "runs no script", SENTINEL),
    ("members_keep_their_roles", STORE, f"{SERVER}.command.1", "/etc/valkey/conf/lost.sh", "runs no script", CLUSTER),
    ("members_keep_their_roles", WATCHERS, "spec.volumeClaimTemplates", GONE, "not on a claimed volume", SENTINEL),
    ("sentinels_have_a_majority", WATCHERS, "spec.replicas", 2, "2 Sentinels", SENTINEL),
    ("sentinels_have_a_majority", STORE, "spec.replicas", 1, "no other server", SENTINEL),
    (
        "sentinels_have_a_majority",
        FILES,
        "data",
        {"watch.sh": "sentinel monitor games $first $port 1"},
        "quorum of 1",
        SENTINEL,
    ),
    ("clusters_are_whole", STORE, "spec.replicas", 3, "formed of 6", CLUSTER),
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
    ("servers_are_certified", STORE, "spec.replicas", 7, "not for podesta-store-6.", CERTIFIED),
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
