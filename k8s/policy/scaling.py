"""Laws of autoscaling."""

from collections import Counter
from collections.abc import Iterator

from policy.manifests import BOTS, SERVICE, Manifest, containers, name, of_kind, pod_labels, serving


def scalers_find_their_workload(manifests: list[Manifest]) -> Iterator[str]:
    """The scaled workload is here, leaves its number to the scaler, and requests the CPU that is measured."""
    for scaler in _scalers(manifests):
        workload = _target(manifests, scaler)
        if workload is None:
            yield f"{name(scaler)}: its {'/'.join(_reference(scaler))} does not exist"
        elif "replicas" in workload["spec"]:
            yield f"{name(scaler)}: {name(workload)} names a number of replicas, which each apply would set back"
        elif not all("cpu" in each.get("resources", {}).get("requests", {}) for each in containers(workload)):
            yield f"{name(scaler)}: {name(workload)} requests no CPU"


def scalers_leave_a_choice(manifests: list[Manifest]) -> Iterator[str]:
    """The minimum is below the maximum, and at least two for the service, so that one pod may be evicted."""
    for scaler in _scalers(manifests):
        least, most = bounds(scaler)
        if least >= most:
            yield f"{name(scaler)}: the least of {least} is not below the most of {most}"
        workload = _target(manifests, scaler)
        if workload in serving(manifests, SERVICE) and least < 2:
            yield f"{name(scaler)}: with {least} replica of the service nothing may be evicted"
        if workload in serving(manifests, BOTS) and least < 1 and scaler["kind"] != "ScaledObject":
            yield f"{name(scaler)}: this kind of scaler does not go to {least}"


def one_scaler_each(manifests: list[Manifest]) -> Iterator[str]:
    """Two scalers of one workload would undo each other's decisions."""
    for reference, number in Counter(_reference(scaler) for scaler in _scalers(manifests)).items():
        if number > 1:
            yield f"{'/'.join(reference)}: has {number} scalers"


def bounds(scaler: Manifest) -> tuple[int, int]:
    """The minimum and maximum replicas, with the API server's defaults."""
    spec = scaler["spec"]
    if scaler["kind"] == "ScaledObject":
        return spec.get("minReplicaCount", 0), spec.get("maxReplicaCount", 100)
    return spec.get("minReplicas", 1), spec["maxReplicas"]


def _scalers(manifests: list[Manifest]) -> list[Manifest]:
    return of_kind(manifests, "HorizontalPodAutoscaler", "ScaledObject")


def _reference(scaler: Manifest) -> tuple[str, str]:
    target = scaler["spec"]["scaleTargetRef"]
    return target.get("kind", "Deployment"), target["name"]


def _target(manifests: list[Manifest], scaler: Manifest) -> Manifest | None:
    """The scaled workload, if it is in the manifests and its pods can be told apart."""
    kind, wanted = _reference(scaler)
    found = [each for each in of_kind(manifests, kind) if each["metadata"]["name"] == wanted and pod_labels(each)]
    return found[0] if found else None
