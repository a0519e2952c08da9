"""Hold an object against the schema of its kind: Kubernetes' own of several versions, or its CRD's."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import kubernetes_validate
from policy.manifests import Manifest, name

VERSIONS = ("1.34", "1.35", "1.36", "1.37")
"""The versions of Kubernetes that the manifests are meant for; `sleep` in preStop is stable since the first."""
_HERE = Path(__file__).parent


def findings(manifest: Manifest) -> Iterator[str]:
    """What the schemas do not allow; unknown fields count."""
    custom = shapes(manifest["kind"])
    if manifest["apiVersion"] in custom:
        yield from _against(manifest, custom[manifest["apiVersion"]])
        return
    metadata = {key: value for key, value in manifest["metadata"].items() if key != "namespace"}
    written = json.dumps({**manifest, "metadata": metadata}, sort_keys=True)
    for version in VERSIONS:
        yield from (f"{name(manifest)}: schema: {fault} (Kubernetes {version})" for fault in _faults(written, version))


@cache
def shapes(kind: str) -> dict[str, dict[str, Any]]:
    """The schemas of a kind that a CRD defines, by API version; none for others."""
    file = _HERE / f"{kind}.json"
    found: dict[str, dict[str, Any]] = json.loads(file.read_text())["versions"] if file.exists() else {}
    return found


def _against(manifest: Manifest, shape: dict[str, Any]) -> Iterator[str]:
    """What a CRD's shape has against an object."""
    for error in jsonschema.Draft202012Validator(shape).iter_errors(manifest):
        yield f"{name(manifest)}: schema: {'.'.join(map(str, error.path))}: {error.message}"


@cache
def _faults(written: str, version: str) -> tuple[str, ...]:
    """What one version of Kubernetes has against an object of its own; most objects are in many kustomizations."""
    try:
        kubernetes_validate.validate(json.loads(written), version, strict=True)
    except kubernetes_validate.ValidationError as error:
        return (f"{'.'.join(map(str, error.path))}: {error.message}",)
    except kubernetes_validate.SchemaNotFoundError as error:
        return (str(error.message),)
    return ()
