"""The checker of the manifests, and the rendered manifests."""

import sys
from pathlib import Path

import pytest

K8S = Path(__file__).resolve().parents[2] / "k8s"
sys.path.insert(0, str(K8S))  # k8s/check.py is a script next to its package, not an installed module

import check  # noqa: E402
import manifests  # noqa: E402


@pytest.fixture(scope="session")
def render():
    """Renders a kustomization once per session; skips if no renderer is installed."""
    try:
        manifests.renderer()
    except manifests.NoRenderer as error:
        pytest.skip(str(error))
    done = {}
    return lambda folder: done[folder] if folder in done else done.setdefault(folder, check.rendered(K8S / folder))
