"""Validate an object against the schema of its kind: Kubernetes' own of several versions, or its CRD's."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import kubernetes_validate
from manifests import Manifest, name

VERSIONS = ("1.34", "1.35", "1.36", "1.37")
"""The supported versions of Kubernetes; `sleep` in preStop is stable since the first."""
_SHAPES = json.loads(Path(__file__).with_name("crds.json").read_text())
"""The shapes of CRDs, by kind: their source, and their schemas by API version."""


def findings(manifest: Manifest) -> Iterator[str]:
    """The violations of the schemas; unknown fields count."""
    custom = shapes(manifest["kind"])
    if manifest["apiVersion"] in custom:
        yield from _against(manifest, custom[manifest["apiVersion"]])
        return
    metadata = {key: value for key, value in manifest["metadata"].items() if key != "namespace"}
    written = json.dumps({**manifest, "metadata": metadata}, sort_keys=True)
    for version in VERSIONS:
        yield from (f"{name(manifest)}: schema: {fault} (Kubernetes {version})" for fault in _faults(written, version))


def shapes(kind: str) -> dict[str, dict[str, Any]]:
    """The schemas of a kind defined by a CRD, by API version; none for others."""
    found: dict[str, dict[str, Any]] = _SHAPES.get(kind, {}).get("versions", {})
    return found


def _against(manifest: Manifest, shape: dict[str, Any]) -> Iterator[str]:
    """The errors of an object by its CRD's schema."""
    for error in jsonschema.Draft202012Validator(shape).iter_errors(manifest):
        yield f"{name(manifest)}: schema: {'.'.join(map(str, error.path))}: {error.message}"


@cache
def _faults(written: str, version: str) -> tuple[str, ...]:
    """The errors of an object by one version of Kubernetes; cached, as most objects are in many kustomizations."""
    try:
        kubernetes_validate.validate(json.loads(written), version, strict=True)
    except kubernetes_validate.ValidationError as error:
        return (f"{'.'.join(map(str, error.path))}: {error.message}",)
    except kubernetes_validate.SchemaNotFoundError as error:
        return (str(error.message),)
    return ()
