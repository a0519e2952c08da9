"""Check the manifests: `make k8s`, or `python k8s/check.py [FOLDER ...]`; by default base, overlays and components.

A folder elsewhere is a site's own overlay, which must name every image by its digest.

Each kustomization is rendered as `kubectl apply -k` would, validated strictly against the schemas of several versions
of Kubernetes and of the CRDs in use, and checked against the laws of k8s/policy, which schemas cannot express. Exit
code 1 with a list of findings when something is wrong, 2 when nothing can render.
"""

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

from manifests import Manifest, NoRenderer, containers, name, render, render_with, workloads
from policy import copies, environment, network, store
from schemas import validating

HERE = Path(__file__).parent
NEEDS = {
    "scaling-bots": ("bots",),
    "keda": ("bots",),
    "haproxy": ("gateway",),
    "envoy-gateway": ("gateway",),
    "backup-to-s3": ("monitoring",),
    "openshift": ("bots", "backup", "archive", "gateway", "haproxy"),
    "store-tls": ("bots", "backup", "archive"),
    "sentinel": ("bots", "backup", "archive"),
    "cluster": ("bots", "backup", "archive"),
}
"""Components that change others, which must be rendered before them."""

TOGETHER = ("sentinel+store-tls", "cluster+store-tls", "cluster+backup-to-s3", "sentinel+backup-to-s3+openshift")
"""Components that are also rendered together."""

Law: TypeAlias = Callable[[list[Manifest]], Iterator[str]]

LAWS: tuple[Law, ...] = (
    network.everything_is_denied_first,
    network.only_needed_edges,
    store.store_is_durable,
    store.store_fits_its_memory,
    store.store_keeps_its_data,
    store.store_users_are_few,
    store.store_waits_for_replicas,
    environment.variables_are_settings,
    environment.values_are_read,
    environment.secrets_are_secret,
    environment.no_foreign_variables,
    environment.ports_agree,
    environment.answers_fit_the_grace,
    environment.only_proxies_are_believed,
    environment.keys_can_rotate,
    environment.drain_fits_the_grace,
    environment.liveness_ignores_the_store,
    copies.selectors_match,
    copies.copies_go_one_by_one,
    copies.members_are_apart,
    copies.sentinels_have_a_majority,
    copies.servers_are_certified,
)
"""Every law that manifests must keep."""


def images_are_pinned(manifests: list[Manifest]) -> Iterator[str]:
    """Every image is named by its digest, which, unlike a tag, cannot be reassigned."""
    for workload in workloads(manifests):
        for container in containers(workload):
            if not re.search(r"@sha256:[0-9a-f]{64}$", image := container["image"]):
                yield f"{name(workload)}: {container['name']}: {image} is no digest"


OF_SITES: tuple[Law, ...] = (images_are_pinned,)
"""Additional laws for a site's own overlay, outside this tree."""


def kustomizations() -> list[Path]:
    """The base, every overlay, every component, and those that are rendered together."""
    rest = (path.parent for kind in ("overlays", "components") for path in (HERE / kind).glob("*/kustomization.yaml"))
    return [HERE / "base", *sorted(rest), *(HERE / "components" / each for each in TOGETHER)]


def rendered(folder: Path) -> list[Manifest]:
    """Every object of a kustomization, a component's with the base; raises NoRenderer, CalledProcessError."""
    if folder.resolve().parent != HERE / "components":
        return render(folder)
    own = folder.name.split("+")
    before = [each for one in own for each in NEEDS.get(one, ())]
    return render_with(HERE / "base", [folder.parent / each for each in dict.fromkeys([*before, *own])])


def findings(manifests: list[Manifest], more: tuple[Law, ...] = ()) -> Iterator[str]:
    """The findings of the schemas, or if there are none, of the laws, which need valid shapes."""
    wrong = [finding for manifest in manifests for finding in validating.findings(manifest)]
    yield from wrong
    if not wrong:
        for law in LAWS + more:
            yield from (f"{finding} [{law.__name__}]" for finding in law(manifests))


def check(folder: Path) -> list[str]:
    """The findings of one kustomization, printed as they come; raises NoRenderer."""
    try:
        manifests = rendered(folder)
    except subprocess.CalledProcessError as error:
        return [f"{folder}: does not render: {error.stderr.strip()}"]
    more = () if folder.resolve().parent.parent == HERE or folder == HERE / "base" else OF_SITES
    found = [f"{folder}: {finding}" for finding in findings(manifests, more)]
    held = f"{len(manifests)} objects, Kubernetes {' '.join(validating.VERSIONS)}, {len(LAWS)} laws"
    print(f"{folder}: {held}: {len(found) or 'no'} findings")
    return found


def main(arguments: list[str]) -> int:
    """Check the named folders, or all; returns the exit code."""
    folders = [Path(argument) for argument in arguments] or kustomizations()
    try:
        found = [finding for folder in folders for finding in check(folder)]
    except NoRenderer as error:
        print(error, file=sys.stderr)
        return 2
    if environment.settings_module() is None:
        print("the service is not installed: its settings were not compared")
    for finding in found:
        print(finding, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
