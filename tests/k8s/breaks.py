"""Changes that break each law of the manifests, one field at a time."""

from dataclasses import dataclass, field
from typing import Any

from tests.k8s.breaks_outside import GONE, GROUPS, OUTSIDE

DEPLOYMENT, SET, CONFIG = "Deployment/podesta", "StatefulSet/podesta-store", "ConfigMap/podesta"
WITH_BOTS, BOTS = "components/bots", "Deployment/podesta-bots"
FOR_BOTS, TO_STORE_FOR_BOTS = "NetworkPolicy/podesta-bots", "NetworkPolicy/podesta-store-for-bots"
WITH_WEBHOOKS, CALLS = "components/webhooks", "NetworkPolicy/podesta-webhooks"
BLOCK = "spec.egress.0.to.0.ipBlock"
DENY, TO_SERVICE, TO_STORE = (f"NetworkPolicy/podesta{which}" for which in ("-deny", "", "-store"))
POD = "spec.template.spec"
BOX = f"{POD}.containers.0"
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
    Break("liveness_ignores_the_store", DEPLOYMENT, f"{BOX}.livenessProbe.httpGet.path", "/readyz", "/healthz"),
    Break("drain_fits_the_grace", DEPLOYMENT, f"{POD}.terminationGracePeriodSeconds", 45, "exceed the grace"),
    Break("drain_fits_the_grace", DEPLOYMENT, f"{POD}.terminationGracePeriodSeconds", GONE, "exceed the grace"),
    Break("drain_fits_the_grace", CONFIG, "data.PODESTA_DRAIN_SECONDS", "55", "exceed the grace"),
    Break("drain_fits_the_grace", CONFIG, "data.PODESTA_DRAIN_SECONDS", GONE, "needs a preStop"),
    Break("drain_fits_the_grace", DEPLOYMENT, f"{BOX}.lifecycle", GONE, "needs a preStop"),
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
    *(Break(*case) for case in [*OUTSIDE, *GROUPS]),
]
