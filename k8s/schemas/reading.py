"""Read the shapes of CRDs from clones of the projects that define them: `python k8s/schemas/reading.py FOLDER`.

FOLDER has a bare or ordinary clone of each project in SOURCES, named like the part after its slash. Only shapes are
kept (types, fields, bounds, words), no text; an object with fields of its own allows no others. CEL rules
(`x-kubernetes-validations`) are left out: our own laws cover the relevant ones.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import yaml

HERE = Path(__file__).parent


class Source(NamedTuple):
    """The definition of a kind: a project and its release, and a file in it."""

    project: str
    release: str
    path: str
    kind: str


_GATEWAY = ("kubernetes-sigs/gateway-api", "v1.6.1", "config/crd/standard/gateway.networking.k8s.io_")
_PROMETHEUS = (
    "prometheus-operator/prometheus-operator",
    "v0.93.0",
    "example/prometheus-operator-crd/monitoring.coreos.com_",
)
SOURCES = (
    Source(*_GATEWAY[:2], f"{_GATEWAY[2]}gateways.yaml", "Gateway"),
    Source(*_GATEWAY[:2], f"{_GATEWAY[2]}httproutes.yaml", "HTTPRoute"),
    Source(*_GATEWAY[:2], f"{_GATEWAY[2]}grpcroutes.yaml", "GRPCRoute"),
    Source("cert-manager/cert-manager", "v1.21.1", "deploy/crds/cert-manager.io_certificates.yaml", "Certificate"),
    Source("cert-manager/cert-manager", "v1.21.1", "deploy/crds/cert-manager.io_issuers.yaml", "Issuer"),
    Source("kedacore/keda", "v2.20.2", "config/crd/bases/keda.sh_scaledobjects.yaml", "ScaledObject"),
    Source(
        "envoyproxy/gateway",
        "v1.9.0",
        "charts/gateway-helm/charts/crds/crds/generated/gateway.envoyproxy.io_backendtrafficpolicies.yaml",
        "BackendTrafficPolicy",
    ),
    Source(*_PROMETHEUS[:2], f"{_PROMETHEUS[2]}podmonitors.yaml", "PodMonitor"),
    Source(*_PROMETHEUS[:2], f"{_PROMETHEUS[2]}prometheusrules.yaml", "PrometheusRule"),
)
"""Every kind in the manifests in addition to Kubernetes' own; the projects' licence is Apache-2.0."""
_KEPT = (
    *("type", "required", "enum", "pattern", "minimum", "maximum", "minItems", "maxItems", "minLength", "maxLength"),
    *("minProperties", "maxProperties"),
)
_OPEN = "x-kubernetes-preserve-unknown-fields"


def shape(schema: dict[str, Any], top: bool = False) -> dict[str, Any]:
    """A CRD's schema as JSON Schema without its texts; strict where the API server would drop unknown fields."""
    if schema.get("x-kubernetes-int-or-string"):
        return {"type": ["integer", "string"]}
    found = {key: schema[key] for key in _KEPT if key in schema}
    if "items" in schema:
        found["items"] = shape(schema["items"])
    if isinstance(schema.get("additionalProperties"), dict):
        found["additionalProperties"] = shape(schema["additionalProperties"])
    if "properties" in schema and not top:
        found["properties"] = {key: shape(each) for key, each in sorted(schema["properties"].items())}
        if not schema.get(_OPEN):
            found["additionalProperties"] = False
    if top:
        found["properties"] = {"spec": shape(schema["properties"]["spec"])}
    return found


def read(folder: Path, source: Source) -> dict[str, dict[str, Any]]:
    """The shape of each served version of a kind; raises CalledProcessError."""
    clone = folder / source.project.partition("/")[2]
    command = ["git", "-C", str(clone), "show", f"{source.release}:{source.path}"]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    (crd,) = [each for each in yaml.safe_load_all(text) if each]
    served = [each for each in crd["spec"]["versions"] if each["served"]]
    group = crd["spec"]["group"]
    return {f"{group}/{each['name']}": shape(each["schema"]["openAPIV3Schema"], top=True) for each in served}


def main(folder: Path) -> None:
    """Write crds.json, a line for each kind."""
    lines = []
    for source in sorted(SOURCES, key=lambda each: each.kind):
        said = {"from": f"{source.project} {source.release}, Apache-2.0", "versions": read(folder, source)}
        lines.append(f'"{source.kind}": {json.dumps(said, separators=(",", ":"), sort_keys=True)}')
    (HERE / "crds.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
