"""The manifests of the tree hold every law; each law notices when it is broken."""

import copy
import re
from dataclasses import dataclass, field
from typing import Any

import check
import pytest
from policy.manifests import Manifest, name

from tests.k8s.breaks_groups import GROUPS
from tests.k8s.breaks_outside import GONE, OUTSIDE

FOLDERS = [str(folder.relative_to(check.HERE)) for folder in check.kustomizations()]
LAWS = {law.__name__: law for law in check.LAWS}

DEPLOYMENT, SET, CONFIG = "Deployment/podesta", "StatefulSet/podesta-store", "ConfigMap/podesta"
BUDGET = "PodDisruptionBudget/podesta"
WATCHED, MONITOR, ALERTS = "components/monitoring", "PodMonitor/podesta", "PrometheusRule/podesta"
BOARD, FIRST = "ConfigMap/podesta-dashboard", "spec.groups.0.rules.0"
WITH_BOTS, BOTS = "components/bots", "Deployment/podesta-bots"
FOR_BOTS, TO_STORE_FOR_BOTS = "NetworkPolicy/podesta-bots", "NetworkPolicy/podesta-store-for-bots"
WITH_WEBHOOKS, CALLS = "components/webhooks", "NetworkPolicy/podesta-webhooks"
BLOCK = "spec.egress.0.to.0.ipBlock"
DENY, TO_SERVICE, TO_STORE = (f"NetworkPolicy/podesta{which}" for which in ("-deny", "", "-store"))
POD = "spec.template.spec"
SPREAD = f"{POD}.topologySpreadConstraints.0.labelSelector.matchLabels"
BOX = f"{POD}.containers.0"
LEVEL = "metadata.labels.pod-security.kubernetes.io/enforce"
RETENTION = "spec.persistentVolumeClaimRetentionPolicy.whenDeleted"
SAFE = f"{BOX}.securityContext"


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
        "pod_is_restricted",
        "CronJob/podesta-backup",
        f"spec.jobTemplate.{POD}.securityContext.runAsNonRoot",
        False,
        "non-root",
        "components/backup",
    ),
    Break(
        "only_needed_edges",
        "NetworkPolicy/podesta-store-for-backup",
        "spec.ingress",
        GONE,
        "not open",
        "components/backup",
    ),
    Break("pod_is_restricted", DEPLOYMENT, f"{POD}.securityContext.runAsNonRoot", False, "non-root"),
    Break("pod_is_restricted", DEPLOYMENT, f"{POD}.securityContext.runAsUser", 0, "numeric user"),
    Break("pod_is_restricted", SET, f"{POD}.securityContext.seccompProfile", GONE, "seccomp"),
    Break("pod_is_restricted", SET, f"{POD}.automountServiceAccountToken", GONE, "token"),
    Break("pod_is_restricted", SET, f"{POD}.serviceAccountName", GONE, "service account of its own"),
    Break("pod_is_restricted", DEPLOYMENT, f"{POD}.hostNetwork", True, "namespace of the host"),
    Break("pod_is_restricted", SET, f"{POD}.volumes.0", {"name": "conf", "hostPath": {"path": "/"}}, "mounts nothing"),
    Break("container_is_restricted", DEPLOYMENT, f"{SAFE}.allowPrivilegeEscalation", GONE, "gain privileges"),
    Break("container_is_restricted", DEPLOYMENT, f"{SAFE}.privileged", True, "not privileged"),
    Break("container_is_restricted", SET, f"{SAFE}.capabilities.drop", ["NET_RAW"], "drops ALL"),
    Break("container_is_restricted", SET, f"{SAFE}.capabilities.add", ["NET_BIND_SERVICE"], "drops ALL"),
    Break("container_is_restricted", SET, f"{SAFE}.readOnlyRootFilesystem", False, "read-only root"),
    Break("container_is_restricted", DEPLOYMENT, f"{SAFE}.runAsUser", 0, "keeps the pod's user"),
    Break("container_is_restricted", SET, f"{SAFE}.seccompProfile", {"type": "Unconfined"}, "seccomp"),
    Break("tmp_is_writable", DEPLOYMENT, f"{BOX}.volumeMounts.0.mountPath", "/other", "/tmp"),
    Break("tmp_is_writable", DEPLOYMENT, f"{POD}.volumes.0.emptyDir", {}, "sizeLimit"),
    Break("tmp_is_writable", SET, f"{BOX}.volumeMounts.0.name", "lost", "unknown volume 'lost'"),
    Break("resources_are_bounded", DEPLOYMENT, f"{BOX}.resources.requests.cpu", GONE, "requests cpu"),
    Break("resources_are_bounded", SET, f"{BOX}.resources.limits.memory", GONE, "limits memory"),
    Break("resources_are_bounded", SET, f"{BOX}.resources.limits.cpu", "1", "not limit cpu"),
    Break("image_is_pinned", SET, f"{BOX}.image", "docker.io/valkey/valkey", "no tag"),
    Break("image_is_pinned", SET, f"{BOX}.image", "localhost:5000/valkey", "no tag"),
    Break("image_is_pinned", DEPLOYMENT, f"{BOX}.image", "podesta:latest", "latest"),
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
    Break("alerts_are_complete", ALERTS, f"{FIRST}.labels.severity", "loud", "severity", WATCHED),
    Break("alerts_are_complete", ALERTS, f"{FIRST}.annotations.description", GONE, "description", WATCHED),
    Break("alerts_are_complete", ALERTS, f"{FIRST}.alert", "PodestaFault", "twice", WATCHED),
    Break("dashboards_are_shown", BOARD, "data", {"a.json": "{"}, "not JSON", WATCHED),
    Break("dashboards_are_shown", BOARD, "data", {"a.json": '{"title": "a", "panels": []}'}, "no uid", WATCHED),
    *(Break(*case) for case in [*OUTSIDE, *GROUPS]),
]

VALKEY = {
    "appendonly yes": "appendonly no",
    "appendfsync always": "appendfsync everysec",
    "no-appendfsync-on-rewrite no": "no-appendfsync-on-rewrite yes",
    "maxmemory-policy noeviction": "maxmemory-policy allkeys-lru",
    'save ""': "save 60 1",
    "dir /data": "dir /tmp",
}
ACL = {
    "nopass resetkeys resetchannels -@all +ping": "nopass ~* &* +@all",
    "-@all +ping +hello": "+@all",
    "+hget ": "+hget +@write ",
    "%R~podesta:* &": "%R~* &",
    "+slowlog|get %R": "+slowlog|get +function|load %R",
    "(+set %W~podesta:{_once": "(+xdel ~podesta:{_work}:*) (+set %W~podesta:{_once",
    "user podesta-archive": "user podesta-other",
    "user podesta-backup": "user podesta-other",
}


def of(manifests: list[Manifest], target: str) -> Manifest:
    """The object named `Kind/name`, with or without the hash that kustomize puts behind generated names."""
    return next(m for m in manifests if re.fullmatch(rf"{target}(-[a-z0-9]{{10}})?", name(m)))


def steps(path: str) -> list[str | int]:
    """The keys of a dotted path; a label's key with dots stays one key."""
    label = re.search(r"\.((?:app|pod-security)\.kubernetes\.io/[\w-]+)$", path)
    keys = path.removesuffix(label[0]).split(".") if label else path.split(".")
    return [int(key) if key.isdigit() else key for key in keys] + ([label[1]] if label else [])


def change(manifest: Manifest, path: str, value: Any) -> None:
    """Set or remove one field; a whole budget keeps its selector."""
    *way, last = steps(path)
    holder: Any = manifest
    for key in way:
        holder = holder[key]
    if value is GONE:
        del holder[last]
    elif last == "spec":
        holder[last] = {"selector": holder[last]["selector"], **value}
    else:
        holder[last] = value


def broken(manifests: list[Manifest], law: str) -> list[str]:
    """What one law has against the manifests."""
    return list(LAWS[law](manifests))


@pytest.mark.parametrize("folder", FOLDERS)
def test_manifests_are_valid_and_hold_every_law(render, folder):
    """Base and overlays satisfy the schemas and all laws."""
    assert list(check.findings(render(folder))) == []


@pytest.mark.parametrize("case", BREAKS, ids=str)
def test_a_broken_manifest_is_found_by_its_law(render, case):
    """One changed field makes its law, silent before, say what is wrong."""
    if case.law in ("values_are_read", "variables_are_settings"):
        pytest.importorskip("podesta_service.settings")
    before = render(case.folder)
    after = copy.deepcopy(before)
    change(of(after, case.target), case.path, case.value)
    assert broken(before, case.law) == []
    assert any(case.says in finding for finding in broken(after, case.law)), broken(after, case.law)


@pytest.mark.parametrize("line", VALKEY)
def test_each_setting_of_the_store_is_guarded(render, line):
    """Weakening any line on which durability stands is found."""
    manifests = copy.deepcopy(render("base"))
    config = of(manifests, "ConfigMap/podesta-store")["data"]
    assert f"\n{line}\n" in config["valkey.conf"]
    config["valkey.conf"] = config["valkey.conf"].replace(f"\n{line}\n", f"\n{VALKEY[line]}\n")
    assert len(broken(manifests, "store_is_durable")) == 1


@pytest.mark.parametrize("rule", ACL)
def test_each_denial_of_the_access_list_is_guarded(render, rule):
    """A user who may do more than is needed is found."""
    manifests = copy.deepcopy(render("overlays/dev"))
    secret = of(manifests, "Secret/podesta-store")
    text = (check.HERE / "overlays/dev/users.acl").read_text()
    assert rule in text
    del secret["data"]
    secret["stringData"] = {"users.acl": text.replace(rule, ACL[rule])}
    assert broken(manifests, "store_users_are_few") != []


@pytest.mark.parametrize("component", ["sentinel", "cluster"])
@pytest.mark.parametrize(
    "change", [("+psync", "+psync +flushall"), ("podesta-replica", "podesta-r"), ("-@all", "+@all")]
)
def test_the_users_of_several_servers_are_guarded(render, component, change):
    """What a component adds to the list of users is held against the same law, and holds it as it stands."""
    manifests = copy.deepcopy(render("overlays/dev"))
    more = (check.HERE / "components" / component / "users.acl").read_text()
    secret = of(manifests, "Secret/podesta-store")
    del secret["data"]
    for text, wrong in ((more, False), (more.replace(*change), True)):
        secret["stringData"] = {"users.acl": (check.HERE / "overlays/dev/users.acl").read_text() + text}
        assert bool(broken(manifests, "store_users_are_few")) == wrong


def test_no_law_is_vacuous():
    """Every law has a case above that breaks it."""
    assert set(LAWS) == {case.law for case in BREAKS} | {"store_is_durable", "store_users_are_few"}


def test_an_unknown_field_is_found_by_the_schemas(render):
    """Validation is strict: a misspelt field is a finding, and laws are not asked then."""
    manifests = copy.deepcopy(render("base"))
    change(of(manifests, DEPLOYMENT), f"{POD}.terminationGracePeriod", 60)
    assert [finding for finding in check.findings(manifests) if "schema" in finding]


@pytest.mark.parametrize(
    ("folder", "target", "path"),
    [
        ("components/gateway", "HTTPRoute/podesta", "spec.rules.0.timeout"),
        ("components/gateway", "Gateway/podesta", "spec.listeners.0.tls.certificate"),
        ("components/gateway", "Certificate/podesta", "spec.dnsName"),
        ("components/keda", "ScaledObject/podesta-bots", "spec.minReplicas"),
        ("components/monitoring", "PodMonitor/podesta", "spec.podMetricsEndpoints.0.scrapeTimeouts"),
        ("components/monitoring", "PrometheusRule/podesta", "spec.groups.0.rules.0.message"),
        ("components/store-tls", "Issuer/podesta-store", "spec.ca.secret"),
    ],
)
def test_an_unknown_field_of_a_custom_resource_is_found(render, folder, target, path):
    """The CRDs' shapes are strict, too; so are their words."""
    manifests = copy.deepcopy(render(folder))
    change(of(manifests, target), path, "x")
    assert [finding for finding in check.findings(manifests) if f"{target}: schema" in finding and "x" in finding]


def test_a_wrong_word_of_a_custom_resource_is_found(render):
    """What a CRD lists by name is compared."""
    manifests = copy.deepcopy(render("components/gateway"))
    change(of(manifests, "Gateway/podesta"), "spec.listeners.0.tls.mode", "Terminated")
    assert "'Terminated' is not one of" in "\n".join(check.findings(manifests))


def test_without_a_renderer_the_check_says_what_to_install(monkeypatch, capsys, tmp_path):
    """Neither kubectl nor kustomize: exit code 2 and the two names."""
    monkeypatch.setenv("PATH", str(tmp_path))
    assert check.main([]) == 2
    assert "kustomize" in (said := capsys.readouterr().err)
    assert "kubectl" in said


def test_what_does_not_render_is_a_finding(render, capsys, tmp_path):
    """A folder without a kustomization: exit code 1 and its name."""
    render("base")
    assert check.main([str(tmp_path)]) == 1
    assert f"{tmp_path}: does not render" in capsys.readouterr().err
