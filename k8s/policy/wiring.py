"""Laws of references among objects, and of starting and stopping pods."""

from collections.abc import Iterator

from policy.manifests import (
    BOTS,
    SERVICE,
    Manifest,
    data,
    lasting,
    name,
    of_kind,
    pod,
    pod_labels,
    ports,
    selected,
    serving,
    workloads,
)

_PROBES = ("startupProbe", "livenessProbe", "readinessProbe")
_HANDLERS = ("httpGet", "tcpSocket", "grpc")


def selectors_match(manifests: list[Manifest]) -> Iterator[str]:
    """Every selector of a workload, Service or budget finds pods; a workload's finds its own."""
    for workload in lasting(manifests):
        if not workload["spec"]["selector"]["matchLabels"].items() <= pod_labels(workload).items():
            yield f"{name(workload)}: its selector does not match its own pods"
        for spread in pod(workload).get("topologySpreadConstraints", []):
            if not spread["labelSelector"]["matchLabels"].items() <= pod_labels(workload).items():
                yield f"{name(workload)}: its spread constraint does not match its own pods"
    for service in of_kind(manifests, "Service"):
        if not service["spec"].get("selector") or not serving(manifests, service["spec"]["selector"]):
            yield f"{name(service)}: its selector matches no pod"
    for budget in of_kind(manifests, "PodDisruptionBudget"):
        if not budget["spec"]["selector"].get("matchLabels") or not selected(manifests, budget["spec"]["selector"]):
            yield f"{name(budget)}: its selector matches no pod"


def service_ports_exist(manifests: list[Manifest]) -> Iterator[str]:
    """A Service's target port is the name of a container port of each pod it selects."""
    for service in of_kind(manifests, "Service"):
        for workload in serving(manifests, service["spec"].get("selector", {})):
            names = {port for port, _ in ports(workload) if isinstance(port, str)}
            for port in service["spec"]["ports"]:
                if port.get("targetPort") not in names:
                    yield f"{name(service)}: target port {port.get('targetPort')!r} is no name in {name(workload)}"


def scrapes_find_pods(manifests: list[Manifest]) -> Iterator[str]:
    """Every PodMonitor selects pods, and scrapes a port that they have by name."""
    for monitor in of_kind(manifests, "PodMonitor"):
        found = selected(manifests, monitor["spec"]["selector"])
        if not found:
            yield f"{name(monitor)}: its selector matches no pod"
        for workload in found:
            known = {port for port, _ in ports(workload) if isinstance(port, str)}
            asked = {endpoint["port"] for endpoint in monitor["spec"]["podMetricsEndpoints"]}
            yield from (f"{name(monitor)}: {name(workload)} has no port {port!r}" for port in sorted(asked - known))


def headless_names_exist(manifests: list[Manifest]) -> Iterator[str]:
    """A StatefulSet's service exists and is headless."""
    headless = {m["metadata"]["name"] for m in of_kind(manifests, "Service") if m["spec"].get("clusterIP") == "None"}
    for stateful in of_kind(manifests, "StatefulSet"):
        if (wanted := stateful["spec"].get("serviceName")) not in headless:
            yield f"{name(stateful)}: its service {wanted!r} is not a headless Service here"


def probes_are_complete(manifests: list[Manifest]) -> Iterator[str]:
    """Each container has the three probes, on ports that it has."""
    for workload in lasting(manifests):
        known = {port for port, _ in ports(workload)}
        for container in pod(workload)["containers"]:
            for kind in _PROBES:
                probe = container.get(kind)
                if probe is None:
                    yield f"{name(workload)}: {container['name']} has no {kind}"
                    continue
                used = {probe[handler]["port"] for handler in _HANDLERS if handler in probe}
                yield from (f"{name(workload)}: {kind} asks the unknown port {port!r}" for port in used - known)


def liveness_ignores_the_store(manifests: list[Manifest]) -> Iterator[str]:
    """A store that is down makes service pods unready, but restarts none, nor bots."""
    for workload in serving(manifests, SERVICE):
        for container in pod(workload)["containers"]:
            paths = {kind: container.get(kind, {}).get("httpGet", {}).get("path") for kind in _PROBES}
            if paths != dict(zip(_PROBES, ("/healthz", "/healthz", "/readyz"), strict=True)):
                yield f"{name(workload)}: start and liveness must ask /healthz, readiness /readyz, not {paths}"
    for workload in serving(manifests, BOTS):
        for container in pod(workload)["containers"]:
            paths = {kind: container.get(kind, {}).get("httpGet", {}).get("path") for kind in _PROBES}
            if set(paths.values()) != {"/metrics"}:
                yield f"{name(workload)}: every probe must ask /metrics, not {paths}"


def budget_allows_a_disruption(manifests: list[Manifest]) -> Iterator[str]:
    """A node can be drained: at least one pod may always be evicted. The service has such a budget."""
    budgets = of_kind(manifests, "PodDisruptionBudget")
    for budget in budgets:
        spec = budget["spec"]
        for workload in selected(manifests, spec["selector"]):
            if _allowed(spec, workload["spec"].get("replicas", 1)) < 1:
                yield f"{name(budget)}: allows no disruption of {name(workload)}"
    covered = {name(w) for budget in budgets for w in selected(manifests, budget["spec"]["selector"])}
    yield from (f"{name(w)}: has no PodDisruptionBudget" for w in serving(manifests, SERVICE) if name(w) not in covered)


def _allowed(budget: Manifest, replicas: int) -> int:
    """How many of the replicas a budget allows to be evicted at once."""
    if "maxUnavailable" in budget:
        return _count(budget["maxUnavailable"], replicas)
    return replicas - _count(budget.get("minAvailable", 0), replicas)


def _count(value: int | str, replicas: int) -> int:
    """A number, or a percentage rounded up as Kubernetes does for budgets."""
    return value if isinstance(value, int) else -(-replicas * int(value.removesuffix("%")) // 100)


def updates_lose_no_pod(manifests: list[Manifest]) -> Iterator[str]:
    """A rolling update of a Deployment adds a pod before it removes one."""
    for deployment in of_kind(manifests, "Deployment"):
        strategy = deployment["spec"].get("strategy", {})
        rolling = strategy.get("rollingUpdate", {})
        if strategy.get("type") != "RollingUpdate" or rolling.get("maxUnavailable") != 0 or not rolling.get("maxSurge"):
            yield f"{name(deployment)}: its update takes a pod before it adds one"


def drain_fits_the_grace(manifests: list[Manifest]) -> Iterator[str]:
    """preStop's sleep and PODESTA_DRAIN_SECONDS together end before the pod is killed."""
    for workload in serving(manifests, SERVICE):
        grace = pod(workload).get("terminationGracePeriodSeconds", 30)
        for container in pod(workload)["containers"]:
            sleep = container.get("lifecycle", {}).get("preStop", {}).get("sleep", {}).get("seconds", 0)
            drain = _setting(manifests, container, "PODESTA_DRAIN_SECONDS")
            if not sleep or drain is None:
                yield f"{name(workload)}: needs a preStop sleep and PODESTA_DRAIN_SECONDS"
            elif sleep + float(drain) >= grace:
                yield f"{name(workload)}: sleep {sleep} s and drain {drain} s exceed the grace of {grace} s"


def _setting(manifests: list[Manifest], container: Manifest, variable: str) -> str | None:
    """The value of a variable in a container's ConfigMaps."""
    names = [source["configMapRef"]["name"] for source in container.get("envFrom", []) if "configMapRef" in source]
    values = [(data(manifests, "ConfigMap", config) or {}).get(variable) for config in names]
    return next((value for value in reversed(values) if value is not None), None)


def references_exist(manifests: list[Manifest]) -> Iterator[str]:
    """Everything pods refer to is here, with the keys they need; Secrets only if there are any (the base has none)."""
    for workload in workloads(manifests):
        for kind, wanted, key in _references(pod(workload)):
            found = data(manifests, kind, wanted)
            if found is None and (kind == "ConfigMap" or of_kind(manifests, "Secret")):
                yield f"{name(workload)}: refers to {kind}/{wanted}, which does not exist"
            elif found is not None and key and key not in found:
                yield f"{name(workload)}: {kind}/{wanted} has no key {key}"
        account = pod(workload).get("serviceAccountName")
        if account not in {m["metadata"]["name"] for m in of_kind(manifests, "ServiceAccount")}:
            yield f"{name(workload)}: refers to ServiceAccount/{account}, which does not exist"


def _references(spec: Manifest) -> Iterator[tuple[str, str, str]]:
    """Kind, name and key (or "") of every ConfigMap and Secret that a pod requires to start."""
    for container in [*spec.get("initContainers", []), *spec["containers"]]:
        for source in container.get("envFrom", []):
            for field, kind in (("configMapRef", "ConfigMap"), ("secretRef", "Secret")):
                if field in source:
                    yield kind, source[field]["name"], ""
        for variable in container.get("env", []):
            for field, kind in (("configMapKeyRef", "ConfigMap"), ("secretKeyRef", "Secret")):
                reference = variable.get("valueFrom", {}).get(field)
                if reference and not reference.get("optional"):
                    yield kind, reference["name"], reference["key"]
    for volume in spec.get("volumes", []):
        if "configMap" in volume:
            yield "ConfigMap", volume["configMap"]["name"], ""
        if "secret" in volume and not volume["secret"].get("optional"):
            yield "Secret", volume["secret"]["secretName"], ""
