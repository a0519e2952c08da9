"""Changes that break each law of the manifests, one field at a time."""

from dataclasses import dataclass, field
from typing import Any

from tests.k8s.breaks_outside import GONE, GROUPS, OUTSIDE

DEPLOYMENT, SET, CONFIG = "Deployment/podesta", "StatefulSet/podesta-store", "ConfigMap/podesta"
BUDGET = "PodDisruptionBudget/podesta"
WATCHED, MONITOR = "components/monitoring", "PodMonitor/podesta"
WITH_BOTS, BOTS = "components/bots", "Deployment/podesta-bots"
FOR_BOTS, TO_STORE_FOR_BOTS = "NetworkPolicy/podesta-bots", "NetworkPolicy/podesta-store-for-bots"
WITH_WEBHOOKS, CALLS = "components/webhooks", "NetworkPolicy/podesta-webhooks"
BLOCK = "spec.egress.0.to.0.ipBlock"
DENY, TO_SERVICE, TO_STORE = (f"NetworkPolicy/podesta{which}" for which in ("-deny", "", "-store"))
POD = "spec.template.spec"
BOX = f"{POD}.containers.0"
LEVEL = "metadata.labels.pod-security.kubernetes.io/enforce"
RETENTION = "spec.persistentVolumeClaimRetentionPolicy.whenDeleted"


@dataclass
class Break:
    """One field of one object, changed so that one law no longer holds."""

    law: str
    target: str
    path: str
    value: Any
    says: str
    folder: str = field(default="overlays/dev")

    def __str__(self) -> str:
        return f"{self.law}-{self.target}-{self.path}".replace("/", ":")


BREAKS = [
    Break(
        "only_needed_edges",
        "NetworkPolicy/podesta-store-for-backup",
        "spec.ingress",
        GONE,
        "not open",
        "components/backup",
    ),
    Break(
        "nothing_of_the_host",
        SET,
        f"{POD}.volumes.0",
        {"name": "conf", "hostPath": {"path": "/"}},
        "a path of the node",
    ),
    Break("tmp_is_writable", DEPLOYMENT, f"{BOX}.volumeMounts.0.mountPath", "/other", "/tmp"),
    Break("tmp_is_writable", DEPLOYMENT, f"{POD}.volumes.0.emptyDir", {}, "sizeLimit"),
    Break("tmp_is_writable", SET, f"{BOX}.volumeMounts.0.name", "lost", "unknown volume 'lost'"),
    Break("nothing_of_the_host", SET, f"{BOX}.resources.limits.cpu", "1", "limits its CPU"),
    Break("namespace_is_restricted", "Namespace/podesta-dev", LEVEL, "baseline", "does not enforce"),
    Break("namespace_is_restricted", "Namespace/podesta-dev", f"{LEVEL}-version", GONE, "version"),
    Break("selectors_match", DEPLOYMENT, "spec.selector.matchLabels.app.kubernetes.io/name", "x", "its own pods"),
    Break("selectors_match", "Service/podesta", "spec.selector.app.kubernetes.io/name", "x", "matches no pod"),
    Break("selectors_match", "Service/podesta-store", "spec.selector", GONE, "matches no pod"),
    Break("selectors_match", BUDGET, "spec.selector.matchLabels", {"a": "b"}, "matches no pod"),
    Break(
        "selectors_match",
        DEPLOYMENT,
        f"{POD}.topologySpreadConstraints.0.labelSelector.matchLabels",
        {"a": "b"},
        "spread",
    ),
    Break("service_ports_exist", "Service/podesta", "spec.ports.0.targetPort", "web", "'web'"),
    Break("service_ports_exist", "Service/podesta-grpc", "spec.ports.0.targetPort", 50051, "50051"),
    Break("service_ports_exist", SET, f"{BOX}.ports.0.name", "redis", "'valkey'"),
    Break("headless_names_exist", SET, "spec.serviceName", "nobody", "'nobody'"),
    Break("headless_names_exist", "Service/podesta-store", "spec.clusterIP", GONE, "headless"),
    Break("probes_are_complete", DEPLOYMENT, f"{BOX}.livenessProbe", GONE, "no livenessProbe"),
    Break("probes_are_complete", DEPLOYMENT, f"{BOX}.readinessProbe.httpGet.port", "web", "'web'"),
    Break("probes_are_complete", DEPLOYMENT, f"{BOX}.startupProbe", {"grpc": {"port": 50052}}, "50052"),
    Break("probes_are_complete", SET, f"{BOX}.livenessProbe.tcpSocket.port", 6380, "6380"),
    Break("liveness_ignores_the_store", DEPLOYMENT, f"{BOX}.livenessProbe.httpGet.path", "/readyz", "/healthz"),
    Break("budget_allows_a_disruption", BUDGET, "spec.maxUnavailable", 0, "allows no"),
    Break("budget_allows_a_disruption", BUDGET, "spec", {"minAvailable": 1}, "allows no"),
    Break("budget_allows_a_disruption", BUDGET, "spec", {"minAvailable": 2}, "allows no", "base"),
    Break(
        "budget_allows_a_disruption",
        BUDGET,
        "spec",
        {"minAvailable": "51%"},
        "allows no",
        "base",
    ),
    Break("budget_allows_a_disruption", BUDGET, "kind", "Elsewhere", "has no PodDisruptionBudget"),
    Break("updates_lose_no_pod", DEPLOYMENT, "spec.strategy.rollingUpdate.maxUnavailable", 1, "takes a pod"),
    Break("updates_lose_no_pod", DEPLOYMENT, "spec.strategy", {"type": "Recreate"}, "takes a pod"),
    Break("drain_fits_the_grace", DEPLOYMENT, f"{POD}.terminationGracePeriodSeconds", 45, "exceed the grace"),
    Break("drain_fits_the_grace", DEPLOYMENT, f"{POD}.terminationGracePeriodSeconds", GONE, "exceed the grace"),
    Break("drain_fits_the_grace", CONFIG, "data.PODESTA_DRAIN_SECONDS", "55", "exceed the grace"),
    Break("drain_fits_the_grace", CONFIG, "data.PODESTA_DRAIN_SECONDS", GONE, "needs a preStop"),
    Break("drain_fits_the_grace", DEPLOYMENT, f"{BOX}.lifecycle", GONE, "needs a preStop"),
    Break("references_exist", DEPLOYMENT, f"{BOX}.envFrom.0.configMapRef.name", "lost", "ConfigMap/lost"),
    Break("references_exist", SET, f"{POD}.volumes.0.configMap.name", "lost", "ConfigMap/lost", "base"),
    Break("references_exist", SET, f"{POD}.volumes.1.secret.secretName", "lost", "Secret/lost"),
    Break("references_exist", "Secret/podesta", "data.PODESTA_STORE_URL", GONE, "no key PODESTA_STORE_URL"),
    Break("references_exist", SET, f"{POD}.serviceAccountName", "lost", "ServiceAccount/lost"),
    Break("everything_is_denied_first", DENY, "spec.policyTypes", ["Ingress"], "none denies"),
    Break("everything_is_denied_first", DENY, "spec.egress", [{}], "none denies"),
    Break(
        "everything_is_denied_first",
        DENY,
        "spec.podSelector",
        {"matchLabels": {"a": "b"}},
        "none",
    ),
    Break("only_needed_edges", TO_SERVICE, "spec.egress.0.ports", GONE, "open but not needed: TCP any port"),
    Break("only_needed_edges", TO_SERVICE, "spec.egress.0.ports.0.endPort", 6400, "TCP 6379-6400"),
    Break("only_needed_edges", TO_SERVICE, "spec.egress.0.to", GONE, "peer anybody"),
    Break("only_needed_edges", TO_SERVICE, "spec.egress.0", GONE, "needed but not open: TCP 6379"),
    Break("only_needed_edges", TO_SERVICE, "spec.egress.1.ports.0", GONE, "needed but not open: UDP 53"),
    Break("only_needed_edges", TO_SERVICE, "spec.ingress.0.from", GONE, "peer anybody"),
    Break("only_needed_edges", TO_SERVICE, "spec.ingress.0.ports.1", GONE, "needed but not open: TCP 50051"),
    Break("only_needed_edges", DENY, "spec.ingress", [{}], "open but not needed"),
    Break("only_needed_edges", TO_STORE, "spec.egress", [{}], "Egress open but not needed"),
    Break("only_needed_edges", TO_STORE, "spec.ingress.0.from.0", {"podSelector": {}}, "not needed"),
    Break("only_proxies_are_believed", CONFIG, "data.PODESTA_TRUSTED_PROXIES", "10.0.0.0/8", "component haproxy"),
    Break("only_needed_edges", TO_SERVICE, "spec.ingress.0.from.0", {"namespaceSelector": {}}, "not needed"),
    Break("only_needed_edges", TO_SERVICE, "spec.ingress.1.from", GONE, "9464, peer anybody"),
    Break("store_fits_its_memory", SET, f"{BOX}.resources.limits.memory", "768Mi", "maxmemory"),
    Break("store_keeps_its_data", SET, "spec.volumeClaimTemplates", GONE, "not a claimed volume"),
    Break("store_keeps_its_data", SET, RETENTION, "Delete", "deletes games"),
    Break("store_waits_for_replicas", SET, "spec.replicas", 2, "min-replicas-to-write"),
    Break("store_waits_for_replicas", CONFIG, "data.PODESTA_DURABILITY", "replicated", "no replica"),
    Break("variables_are_settings", CONFIG, "data.LOG_LEVEL", "info", "does not begin"),
    Break("variables_are_settings", CONFIG, "data.PODESTA_LOGLEVEL", "info", "is no setting"),
    Break("variables_are_settings", DEPLOYMENT, f"{BOX}.env.0.name", "PODESTA_STORE", "is no setting"),
    Break("values_are_read", CONFIG, "data.PODESTA_LOG_LEVEL", "loud", "refuses its environment"),
    Break("values_are_read", "Secret/podesta", "data.PODESTA_MASTER_KEY", "YWJjZA==", "refuses its environment"),
    Break("secrets_are_secret", DEPLOYMENT, f"{BOX}.env.1", {"name": "PODESTA_MASTER_KEY", "value": "0"}, "MASTER"),
    Break("no_foreign_variables", DEPLOYMENT, f"{POD}.enableServiceLinks", GONE, "enableServiceLinks"),
    Break("ports_agree", CONFIG, "data.PODESTA_REST_PORT", "8081", "PODESTA_REST_PORT is 8081"),
    Break("ports_agree", DEPLOYMENT, f"{BOX}.ports.1.containerPort", 50052, "PODESTA_GRPC_PORT is 50051"),
    Break("secrets_are_secret", BOTS, f"{BOX}.env.1", {"name": "PODESTA_STORE_URL", "value": "0"}, "URL", WITH_BOTS),
    Break("variables_are_settings", BOTS, f"{BOX}.env.0.name", "PODESTA_METRICS", "is no setting", WITH_BOTS),
    Break("no_foreign_variables", BOTS, f"{POD}.enableServiceLinks", GONE, "enableServiceLinks", WITH_BOTS),
    Break("ports_agree", BOTS, f"{BOX}.env.0.value", "9465", "PODESTA_METRICS_PORT is 9465", WITH_BOTS),
    Break("liveness_ignores_the_store", BOTS, f"{BOX}.livenessProbe.httpGet.path", "/readyz", "/metrics", WITH_BOTS),
    Break("answers_fit_the_grace", BOTS, f"{POD}.terminationGracePeriodSeconds", 10, "grace of 10 s", WITH_BOTS),
    Break("answers_fit_the_grace", CONFIG, "data.PODESTA_BOT_SECONDS", "20", "longer than the grace", WITH_BOTS),
    Break("only_needed_edges", CALLS, "spec.egress.0.to", GONE, "peer anybody", WITH_WEBHOOKS),
    Break("only_needed_edges", CALLS, "spec.egress.0.ports", GONE, "TCP any port", WITH_WEBHOOKS),
    Break("only_needed_edges", CALLS, "spec.egress.0.ports.0.port", 80, "TCP 80", WITH_WEBHOOKS),
    Break("only_needed_edges", CALLS, f"{BLOCK}.except.1", GONE, "Egress open but not needed", WITH_WEBHOOKS),
    Break("only_needed_edges", CALLS, f"{BLOCK}.except.4", "169.254.0.0/17", "not needed", WITH_WEBHOOKS),
    Break("only_needed_edges", CALLS, "spec.egress.0.to.1.ipBlock.cidr", "::/0", "not needed", WITH_WEBHOOKS),
    Break("only_needed_edges", CALLS, "spec.podSelector.matchLabels", {}, "not needed", WITH_WEBHOOKS),
    Break("only_needed_edges", FOR_BOTS, "spec.egress.0.to", GONE, "peer anybody", WITH_BOTS),
    Break("only_needed_edges", FOR_BOTS, "spec.ingress.0", GONE, "needed but not open: TCP 9464", WITH_BOTS),
    Break("only_needed_edges", TO_STORE_FOR_BOTS, "spec.ingress", [], "needed but not open: TCP 6379", WITH_BOTS),
    Break("scrapes_find_pods", MONITOR, "spec.selector.matchLabels", {"a": "b"}, "matches no pod", WATCHED),
    Break("scrapes_find_pods", MONITOR, "spec.podMetricsEndpoints.0.port", "web", "no port 'web'", WATCHED),
    *(Break(*case) for case in [*OUTSIDE, *GROUPS]),
]
