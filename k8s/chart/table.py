"""The chart's values: the fields of objects that they fill, and their schemas; defaults are the manifests'."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from manifests import Manifest, name

from chart.writing import HelmValue, TemplateText

POD = "spec.template.spec"
_STRING: dict[str, Any] = {"type": "string", "minLength": 1}
_NUMBER: dict[str, Any] = {"type": "integer", "minimum": 1}
_OBJECT: dict[str, Any] = {"type": "object"}


@dataclass
class Value:
    """A value of the chart: its path there, the object and field that it fills, its schema, and what it is."""

    path: str
    target: str
    field: str
    schema: dict[str, Any]
    says: str


VALUES = (
    Value(
        "replicas", "Deployment/podesta", "spec.replicas", _NUMBER, "Pods of the service, where nothing scales them."
    ),
    Value("resources", "Deployment/podesta", f"{POD}.containers.0.resources", _OBJECT, "Of a pod of the service."),
    Value(
        "settings",
        "ConfigMap/podesta",
        "data",
        {
            "type": "object",
            "patternProperties": {"^PODESTA_[A-Z_]+$": {"type": "string"}},
            "additionalProperties": False,
        },
        "Settings of the service, as texts; see docs/reference/settings.md.",
    ),
    Value("store.resources", "StatefulSet/podesta-store", f"{POD}.containers.0.resources", _OBJECT, "Of the store."),
    Value(
        "store.storage",
        "StatefulSet/podesta-store",
        "spec.volumeClaimTemplates.0.spec.resources.requests.storage",
        _STRING,
        "Of the claim that holds the games; a rewrite needs as much again as the log has.",
    ),
    Value(
        "bots.replicas", "Deployment/podesta-bots", "spec.replicas", {"type": "integer", "minimum": 0}, "Of the bots."
    ),
    Value("bots.resources", "Deployment/podesta-bots", f"{POD}.containers.0.resources", _OBJECT, "Of a pod of bots."),
    Value(
        "backup.storage",
        "PersistentVolumeClaim/podesta-backups",
        "spec.resources.requests.storage",
        _STRING,
        "Of the claim that holds snapshots.",
    ),
    Value(
        "backupToS3.url",
        "ConfigMap/podesta-backup-to-s3",
        "data.BACKUP_URL",
        _STRING,
        "Where each server's folder is: s3://bucket/prefix.",
    ),
    Value(
        "proxy.pods",
        "Deployment/podesta-proxy",
        f"{POD}.containers.0.env.0.value",
        _STRING,
        "The most pods of the service that the proxies find: scaling.most or more.",
    ),
    Value("gateway.className", "Gateway/podesta", "spec.gatewayClassName", _STRING, "The cluster's own class."),
    Value("gateway.issuerRef", "Certificate/podesta", "spec.issuerRef", _OBJECT, "The cluster's own issuer."),
    Value("ingress.className", "Ingress/podesta", "spec.ingressClassName", _STRING, "The cluster's own class."),
    Value("ingress.annotations", "Ingress/podesta", "metadata.annotations", _OBJECT, "For controller and issuer."),
    Value("scaling.least", "HorizontalPodAutoscaler/podesta", "spec.minReplicas", {**_NUMBER, "minimum": 2}, "Pods."),
    Value("scaling.most", "HorizontalPodAutoscaler/podesta", "spec.maxReplicas", {**_NUMBER, "minimum": 3}, "Pods."),
    Value("scalingBots.least", "HorizontalPodAutoscaler/podesta-bots", "spec.minReplicas", _NUMBER, "Pods."),
    Value("scalingBots.most", "HorizontalPodAutoscaler/podesta-bots", "spec.maxReplicas", _NUMBER, "Pods."),
    Value(
        "keda.prometheus",
        "ScaledObject/podesta-bots",
        "spec.triggers.0.metadata.serverAddress",
        _STRING,
        "The cluster's Prometheus.",
    ),
    Value(
        "externalStore.to",
        "NetworkPolicy/podesta-to-external-store",
        "spec.egress.0.to",
        {"type": "array", "minItems": 1},
        "Where the store is: peers of a NetworkPolicy.",
    ),
)
"""Every value but `image`, `hosts` and `components`, which fill more than one field."""
_HOST: dict[str, Any] = {"type": "string", "format": "hostname"}
EVERYWHERE = {
    "games.example.org": ("hosts.rest", _HOST),
    "grpc.games.example.org": ("hosts.grpc", _HOST),
    "docker.io/valkey/valkey:9.1.2": ("store.image", _STRING),
}
"""Texts that are values wherever they occur, with their schemas."""
RUNBOOKS = "https://games.example.org"
"""The beginning of alerts' links, on the service's own site."""
MAXMEMORY = ("ConfigMap/podesta-store", "valkey.conf", "maxmemory 640mb", "store.maxmemory")
"""The one value inside a text."""


def filled(manifest: Manifest, image: str) -> Manifest:
    """An object with the fields in the table replaced by the chart's values."""
    done: Manifest = _everywhere(manifest, image)
    for value in VALUES:
        if value.target == name(manifest):
            holder, key = _holder(done, value.field)
            if key in holder or isinstance(holder, list):
                holder[key] = HelmValue(f".Values.{value.path}")
    target, file, piece, path = MAXMEMORY
    if target == name(manifest):
        done["data"][file] = TemplateText(done["data"][file], {piece: f'printf "maxmemory %s" .Values.{path}'})
    return done


def default(manifest: Manifest, field: str) -> Any:
    """The value of a field in an object."""
    holder, key = _holder(manifest, field)
    return holder[key]


def _everywhere(node: Any, image: str) -> Any:
    if isinstance(node, dict):
        return {key: _everywhere(value, image) for key, value in node.items()}
    if isinstance(node, list):
        return [_everywhere(value, image) for value in node]
    if node == image:
        return HelmValue('include "podesta.image" .')
    if isinstance(node, str) and node.startswith(RUNBOOKS):
        return HelmValue(f'printf "https://%s{node.removeprefix(RUNBOOKS)}" .Values.hosts.rest')
    return HelmValue(f".Values.{EVERYWHERE[node][0]}") if isinstance(node, str) and node in EVERYWHERE else node


def _holder(manifest: Manifest, field: str) -> tuple[Any, Any]:
    """The parent of a field, and its key there."""
    *way, last = [int(key) if key.isdigit() else key for key in field.split(".")]
    holder: Any = manifest
    for key in way:
        holder = holder[key]
    return holder, last
