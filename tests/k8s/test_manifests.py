"""The manifests of the tree satisfy every law; each law detects its violation."""

import copy
import os
import re
from typing import Any

import check
import pytest
from manifests import Manifest, name, pod, workloads

from tests.k8s.breaks import BREAKS, DEPLOYMENT, POD
from tests.k8s.breaks_outside import GONE

FOLDERS = [str(folder.relative_to(check.HERE)) for folder in check.kustomizations()]
LAWS = {law.__name__: law for law in check.LAWS}
SPREAD = f"{POD}.topologySpreadConstraints.0.labelSelector.matchLabels"

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
    "+info +asking": "+info +config|get +asking",
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
    """Set or remove one field."""
    *way, last = steps(path)
    holder: Any = manifest
    for key in way:
        holder = holder[key]
    if value is GONE:
        del holder[last]
    else:
        holder[last] = value


def broken(manifests: list[Manifest], law: str) -> list[str]:
    """The findings of one law on the manifests."""
    return list(LAWS[law](manifests))


@pytest.mark.parametrize("folder", FOLDERS)
def test_manifests_are_valid_and_hold_every_law(render, folder):
    """Base and overlays satisfy the schemas and all laws."""
    assert list(check.findings(render(folder))) == []


@pytest.mark.parametrize("case", BREAKS, ids=str)
def test_a_broken_manifest_is_found_by_its_law(render, case):
    """One changed field makes its law, silent before, report what is wrong."""
    if case.law in ("values_are_read", "variables_are_settings"):
        pytest.importorskip("podesta_service.settings")
    before = render(case.folder)
    after = copy.deepcopy(before)
    change(of(after, case.target), case.path, case.value)
    assert broken(before, case.law) == []
    assert any(case.says in finding for finding in broken(after, case.law)), broken(after, case.law)


def test_a_site_names_every_image_by_its_digest(render, tmp_path):
    """The README's overlay on prod meets the requirements for sites; prod itself has tags, which a site may not."""
    text = (check.HERE / "README.md").read_text()
    overlay = next(each for each in re.findall(r"```yaml\n(.*?)```", text, re.DOTALL) if "overlays/prod" in each)
    prod = os.path.relpath(check.HERE / "overlays/prod", tmp_path)
    (tmp_path / "kustomization.yaml").write_text(
        overlay.replace("../podesta/k8s/overlays/prod", prod).replace("sha256:…", f"sha256:{'0' * 64}")
    )
    assert check.check(tmp_path) == []
    (tmp_path / "kustomization.yaml").write_text(f"resources: [{prod}]")
    assert {finding.partition(": ")[2].partition(" [")[2] for finding in check.check(tmp_path)} == {
        "images_are_pinned]"
    }


def test_where_a_platform_chooses_users_no_pod_names_one(render):
    """Nor a group; what pods must not be stays."""
    for workload in workloads(render("components/sentinel+backup-to-s3+openshift")):
        given = pod(workload)["securityContext"]
        assert given == {"runAsNonRoot": True, "seccompProfile": {"type": "RuntimeDefault"}}, name(workload)


@pytest.mark.parametrize("line", VALKEY)
def test_each_setting_of_the_store_is_guarded(render, line):
    """Weakening any setting that durability depends on is found."""
    manifests = copy.deepcopy(render("base"))
    config = of(manifests, "ConfigMap/podesta-store")["data"]
    assert f"\n{line}\n" in config["valkey.conf"]
    config["valkey.conf"] = config["valkey.conf"].replace(f"\n{line}\n", f"\n{VALKEY[line]}\n")
    assert len(broken(manifests, "store_is_durable")) == 1


@pytest.mark.parametrize("rule", ACL)
def test_each_denial_of_the_access_list_is_guarded(render, rule):
    """A user with more rights than needed is found."""
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
    """A component's additions to the list of users are checked by the same law, and satisfy it unchanged."""
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
    """Validation is strict: a misspelt field is a finding, and laws are not checked then."""
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
    """The CRDs' schemas are strict, too; so are their enumerations."""
    manifests = copy.deepcopy(render(folder))
    change(of(manifests, target), path, "x")
    assert [finding for finding in check.findings(manifests) if f"{target}: schema" in finding and "x" in finding]


def test_a_wrong_word_of_a_custom_resource_is_found(render):
    """The values that a CRD enumerates are checked."""
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
