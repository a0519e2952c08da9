"""Calls of the API server: objects are applied as `kubectl apply --server-side` does, and nothing unknown is taken."""

from __future__ import annotations

import json
import re
import time
from dataclasses import dataclass, field
from typing import Any

import httpx
from policy.manifests import Manifest, name

APPLY = "application/apply-patch+yaml"
_STRICT = {"fieldManager": "podesta", "fieldValidation": "Strict"}
_WARNING = re.compile(r'^\d{3} \S+ "((?:[^"\\]|\\.)*)"')
ESTABLISHED_SECONDS = 30.0


class UnknownKind(Exception):
    """The server has no such kind; says which."""


@dataclass(frozen=True)
class Answer:
    """What the server said of an object: a status (2xx: taken), why not, its warnings, and the object as it has it."""

    target: str
    status: int
    reason: str = ""
    warnings: tuple[str, ...] = ()
    kept: Manifest = field(default_factory=dict)

    @property
    def taken(self) -> bool:
        """Whether it was admitted."""
        return 200 <= self.status < 300


class Api:
    """Kinds are looked up once for each API version."""

    def __init__(self, client: httpx.Client) -> None:
        self._client = client
        self._kinds: dict[str, dict[str, dict[str, Any]]] = {}

    def version(self) -> str:
        """Which Kubernetes the server is, as it says."""
        said = self._client.get("/version").raise_for_status().json()
        return f"{said['major']}.{said['minor']} ({said['gitVersion']})"

    def apply(self, manifest: Manifest, namespace: str, dry: bool = True) -> Answer:
        """Have an object checked and admitted, and kept unless it is `dry`; raises UnknownKind."""
        said = {**_STRICT, "force": "true", **_dry(dry)}
        path = f"{self._path(manifest, namespace)}/{manifest['metadata']['name']}"
        content, headers = json.dumps(manifest), {"Content-Type": APPLY}
        return _answer(manifest, self._client.patch(path, params=said, content=content, headers=headers))

    def create(self, manifest: Manifest, namespace: str, dry: bool = True) -> Answer:
        """As apply, for what is made once; raises UnknownKind."""
        path = self._path(manifest, namespace)
        return _answer(manifest, self._client.post(path, params={**_STRICT, **_dry(dry)}, json=manifest))

    def define(self, crd: Manifest) -> Answer:
        """Have the server learn a kind, and wait until it has."""
        answer = self.apply(crd, "", dry=False)
        until = time.monotonic() + ESTABLISHED_SECONDS
        while answer.taken and time.monotonic() < until and not self._serves(crd):
            time.sleep(0.1)
        self._kinds.clear()
        return answer

    def _serves(self, crd: Manifest) -> bool:
        group, plural = crd["spec"]["group"], crd["spec"]["names"]["plural"]
        served = [each["name"] for each in crd["spec"]["versions"] if each["served"]]
        found = (self._client.get(f"/apis/{group}/{version}") for version in served)
        return all(each.is_success and plural in [one["name"] for one in each.json()["resources"]] for each in found)

    def _path(self, manifest: Manifest, namespace: str) -> str:
        version, kind = manifest["apiVersion"], manifest["kind"]
        root = f"/apis/{version}" if "/" in version else f"/api/{version}"
        known = self._kinds.get(version) or self._kinds.setdefault(version, self._listed(root))
        if kind not in known:
            raise UnknownKind(f"{version} {kind}")
        own = f"/namespaces/{manifest['metadata'].get('namespace', namespace)}" if known[kind]["namespaced"] else ""
        return f"{root}{own}/{known[kind]['name']}"

    def _listed(self, root: str) -> dict[str, dict[str, Any]]:
        """An API version's kinds, without what hangs below them (`pods/log`)."""
        answer = self._client.get(root)
        resources = answer.json()["resources"] if answer.is_success else []
        return {each["kind"]: each for each in resources if "/" not in each["name"]}


def _dry(dry: bool) -> dict[str, str]:
    return {"dryRun": "All"} if dry else {}


def _answer(manifest: Manifest, response: httpx.Response) -> Answer:
    body = response.json()
    reason = "" if response.is_success else str(body.get("message", body))
    kept = body if response.is_success else {}
    return Answer(name(manifest), response.status_code, reason, _warnings(response), kept)


def _warnings(response: httpx.Response) -> tuple[str, ...]:
    """What the server warned of: `299 - "text"`, one header each."""
    found = (_WARNING.match(each) for each in response.headers.get_list("warning"))
    return tuple(match[1].replace('\\"', '"') for match in found if match)
