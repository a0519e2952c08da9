"""Laws of every pod: it is confined as Pod Security's `restricted` asks, and a little more."""

import re
from collections.abc import Iterator

from policy.manifests import Manifest, containers, name, of_kind, pod, workloads

_TMP = "/tmp"  # noqa: S108 - a mount, not a file
_SHARED = ("hostNetwork", "hostPID", "hostIPC")


def _broken(subject: str, wanted: dict[str, bool]) -> Iterator[str]:
    """The laws that do not hold of a subject."""
    yield from (f"{subject}: not so: it {law}" for law, holds in wanted.items() if not holds)


def pod_is_restricted(manifests: list[Manifest]) -> Iterator[str]:
    """No root, no shared namespace, no token, the runtime's system call filter."""
    for workload in workloads(manifests):
        spec = pod(workload)
        context = spec.get("securityContext", {})
        wanted = {
            "runs as non-root": context.get("runAsNonRoot") is True,
            "runs as a numeric user above 0": isinstance(context.get("runAsUser"), int) and context["runAsUser"] > 0,
            "has seccomp RuntimeDefault": context.get("seccompProfile", {}).get("type") == "RuntimeDefault",
            "mounts no service account token": spec.get("automountServiceAccountToken") is False,
            "has a service account of its own": spec.get("serviceAccountName", "default") != "default",
            "shares no namespace of the host": not any(spec.get(field) for field in _SHARED),
            "mounts nothing of the host": not any("hostPath" in volume for volume in spec.get("volumes", [])),
        }
        yield from _broken(name(workload), wanted)


def container_is_restricted(manifests: list[Manifest]) -> Iterator[str]:
    """No privilege to gain, no capability, a root file system that cannot be written."""
    for workload in workloads(manifests):
        for container in containers(workload):
            context = container.get("securityContext", {})
            capabilities = context.get("capabilities", {})
            wanted = {
                "cannot gain privileges": context.get("allowPrivilegeEscalation") is False,
                "is not privileged": not context.get("privileged"),
                "drops ALL capabilities": capabilities.get("drop") == ["ALL"] and not capabilities.get("add"),
                "has a read-only root file system": context.get("readOnlyRootFilesystem") is True,
                "keeps the pod's user": context.get("runAsUser") != 0 and context.get("runAsNonRoot") is not False,
                "keeps the pod's seccomp profile": "seccompProfile" not in context,
            }
            yield from _broken(f"{name(workload)}: {container['name']}", wanted)


def tmp_is_writable(manifests: list[Manifest]) -> Iterator[str]:
    """With a read-only root, /tmp is an emptyDir with a limit, and every mount has its volume."""
    for workload in workloads(manifests):
        volumes = {volume["name"]: volume for volume in pod(workload).get("volumes", [])}
        claimed = {claim["metadata"]["name"] for claim in workload["spec"].get("volumeClaimTemplates", [])}
        for container in containers(workload):
            mounts = {mount["mountPath"]: mount["name"] for mount in container.get("volumeMounts", [])}
            if "sizeLimit" not in volumes.get(mounts.get(_TMP), {}).get("emptyDir", {}):
                yield f"{name(workload)}: {container['name']}: {_TMP} is no emptyDir with a sizeLimit"
            for lost in set(mounts.values()) - volumes.keys() - claimed:
                yield f"{name(workload)}: {container['name']}: mounts the unknown volume {lost!r}"


def resources_are_bounded(manifests: list[Manifest]) -> Iterator[str]:
    """Requests for both, a limit for memory, none for CPU (it would throttle)."""
    for workload in workloads(manifests):
        for container in containers(workload):
            resources = container.get("resources", {})
            requests, limits = resources.get("requests", {}), resources.get("limits", {})
            wanted = {
                "requests cpu and memory": {"cpu", "memory"} <= requests.keys(),
                "limits memory": "memory" in limits,
                "does not limit cpu": "cpu" not in limits,
            }
            yield from _broken(f"{name(workload)}: {container['name']}", wanted)


def image_is_pinned(manifests: list[Manifest]) -> Iterator[str]:
    """Every image has a digest or a tag, and the tag is not `latest`."""
    for workload in workloads(manifests):
        for container in containers(workload):
            image = container["image"]
            tag = re.search(r"(?:@sha256:[0-9a-f]{64}|:(?P<tag>[\w.-]+))$", image)
            if not tag or tag["tag"] == "latest":
                yield f"{name(workload)}: {container['name']}: image {image!r} has no tag, or the tag latest"


def namespace_is_restricted(manifests: list[Manifest]) -> Iterator[str]:
    """A namespace that comes with the manifests enforces `restricted`, at a named version."""
    for namespace in of_kind(manifests, "Namespace"):
        labels = namespace["metadata"].get("labels", {})
        if labels.get("pod-security.kubernetes.io/enforce") != "restricted":
            yield f"{name(namespace)}: does not enforce Pod Security's restricted profile"
        if not labels.get("pod-security.kubernetes.io/enforce-version", "").startswith("v1."):
            yield f"{name(namespace)}: does not name the version of the profile"
