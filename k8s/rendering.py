"""Rendering kustomizations, by kubectl or kustomize."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

import yaml
from policy.manifests import Manifest


class NoRenderer(Exception):
    """Neither kubectl nor kustomize is installed; the message says where to get one."""


def renderer() -> list[str]:
    """The command that renders a kustomization's folder; raises NoRenderer."""
    for command in (["kustomize", "build"], ["kubectl", "kustomize"]):
        if shutil.which(command[0]):
            return command
    raise NoRenderer(
        "checking the manifests needs `kustomize` (https://kubectl.docs.kubernetes.io/installation/kustomize/) "
        "or `kubectl` on the PATH"
    )


def render(folder: Path) -> list[Manifest]:
    """Every object of a kustomization; raises NoRenderer, or CalledProcessError when it does not render."""
    done = subprocess.run([*renderer(), str(folder)], capture_output=True, text=True, check=True)
    return [manifest for manifest in yaml.safe_load_all(done.stdout) if manifest]


def render_with(base: Path, parts: Sequence[Path]) -> list[Manifest]:
    """Every object of a base with components, in their order; raises as `render` does."""
    with tempfile.TemporaryDirectory() as folder:
        resources, *components = (os.path.relpath(path.resolve(), Path(folder).resolve()) for path in (base, *parts))
        text = yaml.safe_dump({"resources": [resources], "components": components})
        (Path(folder) / "kustomization.yaml").write_text(text)
        return render(Path(folder))
