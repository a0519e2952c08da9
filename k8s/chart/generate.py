"""Write the chart from the kustomize tree: `python k8s/chart/generate.py [FOLDER]`, by default build/chart/podesta.

Base and components are rendered as kustomize does, alone and in pairs. An object of a component is included if the
chart's value of that name is true; a component's change to another's object, or to the base's, has the condition
inside. Names of ConfigMaps lose their hashes; pods carry a checksum of settings and version instead, so that a change
rolls them.
"""

from __future__ import annotations

import copy
import json
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

K8S = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(K8S))

import yaml  # noqa: E402
from manifests import Manifest, name, render_with  # noqa: E402

from chart.table import EVERYWHERE, MAXMEMORY, VALUES, default, filled  # noqa: E402
from chart.trees import NOT_TOGETHER, merged, switch  # noqa: E402
from chart.writing import HelmValue, lines  # noqa: E402

COMPONENTS = (
    *("bots", "backup", "archive", "webhooks", "monitoring", "gateway", "ingress", "envoy-gateway", "haproxy"),
    *("scaling", "scaling-bots", "keda", "external-store", "sentinel", "cluster"),
    *("backup-to-s3", "store-tls", "openshift"),
)
"""Every component, in the order in which an overlay lists them."""
NEEDS = {"scaling-bots": ("bots",), "keda": ("bots",), "envoy-gateway": ("gateway",)}
IMAGE = "podesta:0.1.0"
SUMMED = "checksum/settings"
"""The annotation that changes with the settings."""
_HASH = re.compile(r"^(podesta(?:-store|-proxy|-backup-to-s3)?)-[a-z0-9]{10}$")


def without_hashes(node: Any) -> Any:
    """Generated names without the hash that kustomize appends."""
    if isinstance(node, dict):
        return {key: without_hashes(value) for key, value in node.items()}
    if isinstance(node, list):
        return [without_hashes(value) for value in node]
    return _HASH.sub(r"\1", node) if isinstance(node, str) else node


@cache
def rendered(components: frozenset[str]) -> dict[str, Manifest]:
    """Base and components as kustomize renders them, by `Kind/name`; raises as `render` does."""
    parts = [K8S / "components" / each for each in COMPONENTS if each in components]
    return {name(each): each for each in map(without_hashes, render_with(K8S / "base", parts))}


def templates() -> dict[str, str]:
    """The text of each template: one for the base, one for each component that brings objects."""
    done = {"base.yaml": _template("base", set(rendered(frozenset())))}
    for each in COMPONENTS:
        before = frozenset(NEEDS.get(each, ()))
        own = rendered(before | {each}).keys() - rendered(before).keys()
        if own:
            done[f"{each}.yaml"] = _template(each, own)
    return done


def _template(owner: str, names: set[str]) -> str:
    """The objects of an owner, each with the changes of other components."""
    text = [_object(owner, each) for each in sorted(names)]
    head = "{{- /* Written by k8s/chart/generate.py; change the kustomize tree. */ -}}\n"
    return head + "".join(f"---\n{each}" for each in text)


def _object(owner: str, wanted: str) -> str:
    before = frozenset() if owner == "base" else frozenset([owner, *NEEDS.get(owner, ())])
    base = rendered(before)[wanted]
    others = [each for each in COMPONENTS if each not in before and not _excluded(each, before)]
    variants = {each: rendered(before | {each}) for each in others}
    gone = [each for each, found in variants.items() if wanted not in found]
    changed = {each: _prepared(found[wanted]) for each, found in variants.items() if wanted in found}
    body = "".join(f"{line}\n" for line in lines(merged(_prepared(base), changed, wanted)))
    conditions = [switch(owner)] * (owner != "base") + [f"(not {switch(each)})" for each in gone]
    return f"{{{{- if and true {' '.join(conditions)} }}}}\n{body}{{{{- end }}}}\n" if conditions else body


def _excluded(component: str, chosen: frozenset[str]) -> bool:
    """Whether a component excludes one of the chosen ones."""
    return any(component in pair and chosen & set(pair) for pair in NOT_TOGETHER)


def _prepared(manifest: Manifest) -> Manifest:
    """An object with its values filled in, and with the checksum of the settings on its pods if they last."""
    done = filled(copy.deepcopy(manifest), IMAGE)
    if manifest["kind"] in ("Deployment", "StatefulSet"):
        given = ".Values.store.maxmemory" if manifest["kind"] == "StatefulSet" else ".Values.settings"
        summed = {SUMMED: HelmValue(f'printf "%s %s" .Chart.Version (toJson {given}) | sha256sum')}
        done["spec"]["template"]["metadata"].setdefault("annotations", {}).update(summed)
    return done


def values() -> tuple[dict[str, Any], dict[str, Any], list[str]]:
    """The chart's defaults, their schema, and a line on each."""
    repository, _, tag = IMAGE.partition(":")
    found: dict[str, Any] = {"image": {"repository": repository, "tag": tag, "digest": ""}}
    digest = {"type": "string", "pattern": "^(sha256:[0-9a-f]{64})?$"}
    schema: dict[str, Any] = {
        "image.repository": {"type": "string"},
        "image.tag": {"type": "string"},
        "image.digest": digest,
    }
    said = ["image: of the service; a digest goes before the tag"]
    for component in COMPONENTS:
        path = switch(component).removeprefix(".Values.")
        _put(found, path, False)
        schema[path] = {"type": "boolean"}
    for text, (path, kind) in EVERYWHERE.items():
        _put(found, path, text)
        schema[path] = kind
    _put(found, MAXMEMORY[3], MAXMEMORY[2].split()[1])
    schema[MAXMEMORY[3]] = {"type": "string", "pattern": "^[0-9]+(kb|mb|gb)$"}
    for value in VALUES:
        _put(found, value.path, default(_somewhere(value.target), value.field))
        schema[value.path] = value.schema
        said.append(f"{value.path}: {value.says}")
    return found, _schema(schema), said


def _somewhere(target: str) -> Manifest:
    """An object, from the first place that adds it."""
    for each in ("", *COMPONENTS):
        found = rendered(frozenset([each, *NEEDS.get(each, ())]) - {""})
        if target in found:
            return found[target]
    raise KeyError(target)


def _put(holder: dict[str, Any], path: str, value: Any) -> None:
    *way, last = path.split(".")
    for key in way:
        holder = holder.setdefault(key, {})
    holder[last] = value


def _schema(by_path: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """One schema of all values: unknown values are refused."""
    whole: dict[str, Any] = {"$schema": "http://json-schema.org/draft-07/schema#", **_closed()}
    whole["properties"]["global"] = {"type": "object"}
    for path, schema in by_path.items():
        holder, (*way, last) = whole, path.split(".")
        for key in way:
            holder = holder["properties"].setdefault(key, _closed())
        holder["properties"][last] = schema
    return whole


def _closed() -> dict[str, Any]:
    return {"type": "object", "additionalProperties": False, "properties": {}}


def files() -> Iterator[tuple[str, str]]:
    """Each file of the chart, with its content."""
    defaults, schema, said = values()
    version = IMAGE.partition(":")[2]
    chart = {"apiVersion": "v2", "name": "podesta", "type": "application", "version": version, "appVersion": version}
    about = "A game master for five Eurogames, as the manifests of its tree have it. Written by k8s/chart/generate.py."
    yield "Chart.yaml", yaml.safe_dump({**chart, "description": about, "kubeVersion": ">=1.34.0-0"}, sort_keys=False)
    yield "values.yaml", "".join(f"# {each}\n" for each in said) + yaml.safe_dump(defaults, sort_keys=False)
    yield "values.schema.json", json.dumps(schema, indent=1) + "\n"
    yield "templates/_helpers.tpl", _HELPERS
    yield "templates/checks.yaml", _checks()
    for file, text in templates().items():
        yield f"templates/{file}", text


_HELPERS = """{{- define "podesta.image" -}}
{{- with .Values.image }}{{ .repository }}{{ if .digest }}@{{ .digest }}{{ else }}:{{ .tag }}{{ end }}{{ end }}
{{- end }}
"""


def _checks() -> str:
    """The components' requirements for each other, checked before anything is applied."""
    text = "{{- /* Written by k8s/chart/generate.py. */ -}}\n"
    for component, needed in NEEDS.items():
        for each in needed:
            fault = f"components: {component} needs {each}"
            text += (
                f'{{{{- if and {switch(component)} (not {switch(each)}) }}}}{{{{ fail "{fault}" }}}}{{{{- end }}}}\n'
            )
    for one, other in NOT_TOGETHER:
        fault = f"components: {one} and {other} exclude each other"
        text += f'{{{{- if and {switch(one)} {switch(other)} }}}}{{{{ fail "{fault}" }}}}{{{{- end }}}}\n'
    return text


def main(folder: Path) -> None:
    """Write every file."""
    for file, text in files():
        path = folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if sys.argv[1:] else K8S.parent / "build" / "chart" / "podesta")
