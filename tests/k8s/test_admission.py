"""What is sent to a real API server (k8s/admission), as far as it can be tried without one."""

from __future__ import annotations

import shutil
from pathlib import Path

import httpx
import pytest
from admission.api import Answer, _answer
from admission.cases import Case, before
from admission.pods import loosened, pods
from admission.server import NotStarted, running
from admission.trying import Row
from policy.manifests import name


@pytest.mark.parametrize("folder", ["overlays/prod", "components/cluster", "components/haproxy"])
def test_the_pods_of_workloads_are_whole(render, folder: str) -> None:
    """What a container mounts is there, with what a controller would have added."""
    for pod in pods(render(folder)):
        volumes = {each["name"] for each in pod["spec"]["volumes"]}
        containers = [*pod["spec"].get("initContainers", []), *pod["spec"]["containers"]]
        mounted = {mount["name"] for each in containers for mount in each.get("volumeMounts", [])}
        assert mounted <= volumes, name(pod)


def test_each_loosened_pod_differs_from_the_pod(render) -> None:
    """Three of them, each in its own way; the pod itself stays as it was."""
    pod = next(pods(render("overlays/prod")))
    changed = [each for _, each in loosened(pod)]
    assert len({str(each) for each in (pod, *changed)}) == 4
    assert pod == next(pods(render("overlays/prod")))


def test_namespaces_are_made_first(render) -> None:
    """A ServiceAccount cannot be made in a namespace that is not there."""
    first, *rest = [each["kind"] for each in before([Case("prod", render("overlays/prod"))])]
    assert (first, {*rest}) == ("Namespace", {"ServiceAccount"})


def test_refusals_and_warnings_are_told() -> None:
    """A row names whatever was not taken, and counts what was warned of."""
    pod = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p"}}
    warned = httpx.Response(
        201, json=pod, headers=[("Warning", '299 - "would \\"violate\\""'), ("Warning", '299 - "b"')]
    )
    row = Row("both")
    assert row.heard([_answer(pod, warned), Answer("Pod/q", 403, "forbidden: runAsNonRoot")]) == 2
    assert row.warnings == ['Pod/p: would "violate"', "Pod/p: b"]
    assert row.faults == ["Pod/q: 403 forbidden: runAsNonRoot"]
    assert str(row) == "| both | 0 | 0 | 1 faults | 2 |"


def test_a_server_that_does_not_start_is_told(tmp_path: Path) -> None:
    """With the last lines of its log; nothing stays behind."""
    with pytest.raises(NotStarted, match="not ready"), running(_false(), _false(), tmp_path):
        pass


def _false() -> str:
    return shutil.which("false") or "/bin/false"
