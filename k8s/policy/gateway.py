"""Laws of access from outside: names, certificates, and routes."""

from collections.abc import Iterator

from policy.manifests import Manifest, name, of_kind

_ROUTES = ("HTTPRoute", "GRPCRoute")


def routes_lead_somewhere(manifests: list[Manifest]) -> Iterator[str]:
    """Each route has a listener for its kind and name, and each backend is a port of a Service here."""
    services = {
        (each["metadata"]["name"], port["port"]) for each in of_kind(manifests, "Service") for port in _ports(each)
    }
    for route in of_kind(manifests, *_ROUTES):
        for parent in route["spec"]["parentRefs"]:
            yield from _listener_findings(manifests, route, parent)
        for backend in (each for rule in route["spec"]["rules"] for each in rule.get("backendRefs", [])):
            if (backend["name"], backend.get("port")) not in services:
                yield f"{name(route)}: no Service {backend['name']} has a port {backend.get('port')}"
    for ingress in of_kind(manifests, "Ingress"):
        for wanted in _ingress_backends(ingress):
            if wanted not in {
                (each["metadata"]["name"], p.get("name"))
                for each in of_kind(manifests, "Service")
                for p in _ports(each)
            }:
                yield f"{name(ingress)}: no Service {wanted[0]} has a port {wanted[1]!r}"


def _listener_findings(manifests: list[Manifest], route: Manifest, parent: Manifest) -> Iterator[str]:
    gateways = [each for each in of_kind(manifests, "Gateway") if each["metadata"]["name"] == parent["name"]]
    listeners = [
        each for gateway in gateways for each in gateway["spec"]["listeners"] if each["name"] == parent["sectionName"]
    ]
    if not listeners:
        yield f"{name(route)}: no listener {parent['name']}/{parent['sectionName']}"
    for listener in listeners:
        if route["kind"] not in {each["kind"] for each in listener["allowedRoutes"]["kinds"]}:
            yield f"{name(route)}: the listener {listener['name']} takes no {route['kind']}"
        for host in set(route["spec"]["hostnames"]) - {listener["hostname"]}:
            yield f"{name(route)}: the listener {listener['name']} is not for {host}"


def names_are_certified(manifests: list[Manifest]) -> Iterator[str]:
    """Every name served by TLS is in the certificate of the listener's Secret; nothing else is plain."""
    certified = {
        each["spec"]["secretName"]: set(each["spec"]["dnsNames"]) for each in of_kind(manifests, "Certificate")
    }
    for gateway in of_kind(manifests, "Gateway"):
        for listener in gateway["spec"]["listeners"]:
            shown = [each["name"] for each in listener.get("tls", {}).get("certificateRefs", [])]
            if listener["protocol"] == "HTTPS" and not any(
                listener["hostname"] in certified.get(each, ()) for each in shown
            ):
                yield f"{name(gateway)}: no certificate here is for {listener['hostname']}"
    for route in of_kind(manifests, *_ROUTES):
        plain = _plain_listeners(manifests) & {(p["name"], p["sectionName"]) for p in route["spec"]["parentRefs"]}
        if plain and any(rule.get("backendRefs") for rule in route["spec"]["rules"]):
            yield f"{name(route)}: tokens would go over a listener without TLS"
    for ingress in of_kind(manifests, "Ingress"):
        for host in {rule["host"] for rule in ingress["spec"]["rules"]} - {
            h for tls in ingress["spec"].get("tls", []) for h in tls["hosts"]
        }:
            yield f"{name(ingress)}: {host} is served without TLS"


def streams_are_not_cut(manifests: list[Manifest]) -> Iterator[str]:
    """A route of REST has no time limit for requests: followers' streams are requests that last."""
    for route in of_kind(manifests, "HTTPRoute"):
        for rule in route["spec"]["rules"]:
            if rule.get("backendRefs") and rule.get("timeouts", {}).get("request") != "0s":
                yield f"{name(route)}: its requests, and so streams, have a time limit"


def _plain_listeners(manifests: list[Manifest]) -> set[tuple[str, str]]:
    """Gateway and name of the listeners without TLS."""
    gateways = of_kind(manifests, "Gateway")
    return {
        (g["metadata"]["name"], each["name"]) for g in gateways for each in g["spec"]["listeners"] if "tls" not in each
    }


def _ports(service: Manifest) -> list[Manifest]:
    ports: list[Manifest] = service["spec"]["ports"]
    return ports


def _ingress_backends(ingress: Manifest) -> Iterator[tuple[str, str]]:
    """Service and name of the port of each path."""
    for rule in ingress["spec"]["rules"]:
        for path in rule["http"]["paths"]:
            service = path["backend"]["service"]
            yield service["name"], service["port"]["name"]
