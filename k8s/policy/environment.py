"""Laws of the service's environment: the service itself can read it."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from types import ModuleType

from manifests import ARCHIVE, BOTS, PROXY, SERVICE, Manifest, data, name, of_kind, pod, ports, serving

PREFIX = "PODESTA_"
_TRUSTED = "PODESTA_TRUSTED_PROXIES"
_PORTS = (
    (SERVICE, {"http": "PODESTA_REST_PORT", "grpc": "PODESTA_GRPC_PORT", "metrics": "PODESTA_METRICS_PORT"}),
    (BOTS, {"metrics": "PODESTA_METRICS_PORT"}),
)
"""The settings that open each port of a pod."""


def settings_module() -> ModuleType | None:
    """The service's own reader of settings, or None if the service is not installed."""
    try:
        return import_module("podesta_service.settings")
    except ImportError:
        return None


def variables_are_settings(manifests: list[Manifest]) -> Iterator[str]:
    """Every variable begins with PODESTA_ and is a setting of the service (which refuses unknown ones)."""
    module = settings_module()
    known = {PREFIX + field.upper() for field in module.Settings.__struct_fields__} if module else None
    for workload in _podesta(manifests):
        for variable in _environment(manifests, workload):
            if variable.startswith("AWS_"):  # the archive's own variables, which are not settings
                continue
            if not variable.startswith(PREFIX):
                yield f"{name(workload)}: {variable} does not begin with {PREFIX}"
            elif known is not None and variable not in known:
                yield f"{name(workload)}: {variable} is no setting of the service"


def values_are_read(manifests: list[Manifest]) -> Iterator[str]:
    """If every Secret is here too, the service accepts the whole environment."""
    module = settings_module()
    for workload in _podesta(manifests):
        environment = _environment(manifests, workload)
        known = {variable: value for variable, value in environment.items() if value is not None}
        if module is None or not known.keys() >= environment.keys() - _optional(workload):
            continue
        try:
            module.read_settings(known)
        except module.BadSetting as error:
            yield f"{name(workload)}: the service refuses its environment: {error}"


def keys_can_rotate(manifests: list[Manifest]) -> Iterator[str]:
    """Workloads that read games get former master keys, and the keys kept of older ones, if a Secret has them."""
    for workload in _podesta(manifests):
        if missing := {"PODESTA_OLD_MASTER_KEYS", "PODESTA_SEAL_KEYS"} - _optional(workload):
            yield f"{name(workload)}: takes no {', '.join(sorted(missing))} from a Secret that may have it"


def secrets_are_secret(manifests: list[Manifest]) -> Iterator[str]:
    """Keys and the store's address (it holds a password) come from Secrets alone."""
    for workload in _podesta(manifests):
        own = {"PODESTA_OPERATOR_KEY"} if workload in serving(manifests, SERVICE) else set[str]()
        for container in pod(workload)["containers"]:
            secret = {v["name"] for v in container.get("env", []) if "secretKeyRef" in v.get("valueFrom", {})}
            for variable in sorted({"PODESTA_STORE_URL", "PODESTA_MASTER_KEY", *own} - secret):
                yield f"{name(workload)}: {container['name']}: {variable} does not come from a Secret"


def no_foreign_variables(manifests: list[Manifest]) -> Iterator[str]:
    """Service links are off: a Service named podesta would put PODESTA_PORT into the environment."""
    for workload in _podesta(manifests):
        if pod(workload).get("enableServiceLinks") is not False:
            yield f"{name(workload)}: enableServiceLinks must be false"


def ports_agree(manifests: list[Manifest]) -> Iterator[str]:
    """The ports that the service and its bots open are the ports that their containers declare."""
    for labels, variables in _PORTS:
        for workload in serving(manifests, labels):
            declared, environment = dict(ports(workload)), _environment(manifests, workload)
            for port, variable in variables.items():
                if str(declared.get(port)) != (opened := environment.get(variable)):
                    yield f"{name(workload)}: {variable} is {opened}, but its port {port} {declared.get(port)}"


def only_proxies_are_believed(manifests: list[Manifest]) -> Iterator[str]:
    """If forwarded addresses are trusted, only pods of this namespace that send them can reach the service."""
    trusting = [each for each in of_kind(manifests, "ConfigMap") if (each.get("data") or {}).get(_TRUSTED)]
    if trusting and not serving(manifests, PROXY):
        yield f"{name(trusting[0])}: {_TRUSTED} names a network of others, too: take the component haproxy"


def answers_fit_the_grace(manifests: list[Manifest]) -> Iterator[str]:
    """Bots finish their current answer before their pod is killed."""
    module = settings_module()
    for workload in serving(manifests, BOTS):
        grace = pod(workload).get("terminationGracePeriodSeconds", 30)
        seconds = _environment(manifests, workload).get(f"{PREFIX}BOT_SECONDS")
        given = {f"{PREFIX}BOT_SECONDS": seconds} if seconds else {}
        if module and module.read_settings(given).bot_lease >= grace:
            yield f"{name(workload)}: its bots may need longer than the grace of {grace} s to finish"


def drain_fits_the_grace(manifests: list[Manifest]) -> Iterator[str]:
    """preStop's sleep and PODESTA_DRAIN_SECONDS together end before the pod is killed."""
    for workload in serving(manifests, SERVICE):
        spec, drain = pod(workload), _environment(manifests, workload).get(f"{PREFIX}DRAIN_SECONDS")
        stops = [each.get("lifecycle", {}).get("preStop", {}) for each in spec["containers"]]
        sleep = min(each.get("sleep", {}).get("seconds", 0) for each in stops)
        if not sleep or drain is None:
            yield f"{name(workload)}: needs a preStop sleep and PODESTA_DRAIN_SECONDS"
        elif sleep + float(drain) >= (grace := spec.get("terminationGracePeriodSeconds", 30)):
            yield f"{name(workload)}: sleep {sleep} s and drain {drain} s exceed the grace of {grace} s"


def liveness_ignores_the_store(manifests: list[Manifest]) -> Iterator[str]:
    """A store that is down makes service pods unready, but restarts none, nor bots."""
    for labels, paths in ((SERVICE, ["/healthz", "/healthz", "/readyz"]), (BOTS, ["/metrics"] * 3)):
        for workload in serving(manifests, labels):
            for container in pod(workload)["containers"]:
                probes = [container.get(each, {}) for each in ("startupProbe", "livenessProbe", "readinessProbe")]
                if (asked := [each.get("httpGet", {}).get("path") for each in probes]) != paths:
                    yield f"{name(workload)}: start, liveness and readiness must ask {paths}, not {asked}"


def _podesta(manifests: list[Manifest]) -> list[Manifest]:
    """The workloads that run this tree's own image."""
    return [each for labels in (SERVICE, BOTS, ARCHIVE) for each in serving(manifests, labels)]


def _optional(workload: Manifest) -> set[str]:
    """The variables that a Secret may lack."""
    variables = [variable for container in pod(workload)["containers"] for variable in container.get("env", [])]
    references = {each["name"]: each.get("valueFrom", {}).get("secretKeyRef", {}) for each in variables}
    return {variable for variable, reference in references.items() if reference.get("optional")}


def _environment(manifests: list[Manifest], workload: Manifest) -> dict[str, str | None]:
    """Each variable of a workload's containers with its value; None where its Secret is not among the manifests."""
    found: dict[str, str | None] = {}
    for container in pod(workload)["containers"]:
        for source in container.get("envFrom", []):
            found.update(_source(manifests, source))
        found.update({variable["name"]: _value(manifests, variable) for variable in container.get("env", [])})
    return found


def _source(manifests: list[Manifest], source: Manifest) -> Mapping[str, str]:
    kind = "ConfigMap" if "configMapRef" in source else "Secret"
    reference = source.get("configMapRef") or source["secretRef"]
    return data(manifests, kind, reference["name"]) or {}


def _value(manifests: list[Manifest], variable: Manifest) -> str | None:
    if "valueFrom" not in variable:
        return str(variable.get("value", ""))
    reference = variable["valueFrom"].get("secretKeyRef", {})
    return (data(manifests, "Secret", reference.get("name", "")) or {}).get(reference.get("key", ""))
