"""The tree's imports run one way: no circle between modules, nor between the folders that hold them."""

from collections.abc import Callable, Hashable, Iterable
from graphlib import CycleError, TopologicalSorter

import grimp
import pytest

PACKAGES = (
    "podesta_client",
    "podesta_conformance",
    "podesta_engines",
    "podesta_eventstore",
    "podesta_lab",
    "podesta_service",
)
Edges = set[tuple[str, str]]


@pytest.fixture(scope="module")
def imports() -> Edges:
    """Every import of one module of the tree by another; those for types alone count too."""
    graph = grimp.build_graph(*PACKAGES, cache_dir=None)
    return {(module, found) for module in graph.modules for found in graph.find_modules_directly_imported_by(module)}


def circle(edges: Iterable[tuple[Hashable, Hashable]]) -> list[Hashable]:
    """A circle among some edges, first and last alike; empty where there is none."""
    sorter: TopologicalSorter[Hashable] = TopologicalSorter()
    for start, end in edges:
        if start != end:
            sorter.add(start, end)
    try:
        sorter.prepare()
    except CycleError as found:
        return list(found.args[1])
    return []


def room(depth: int) -> Callable[[str], str]:
    """The folder of a module, cut to `depth` folders below its package; the module itself if it is higher up."""
    return lambda module: ".".join(module.split(".")[: depth + 1])


def test_no_modules_import_each_other_in_a_circle(imports: Edges) -> None:
    """A module can be read when those it imports have been read. A package's `__init__` gathers and is no neighbour."""
    assert circle(imports) == []


@pytest.mark.parametrize("depth", [0, 1, 2])
def test_no_folders_import_each_other_in_a_circle(imports: Edges, depth: int) -> None:
    """Folders are layered at every depth; a module that gathers a folder's names counts as the folder."""
    within = room(depth)
    inside = {(a, b) for a, b in imports if a.count(".") >= depth and b.count(".") >= depth}
    assert circle((within(a), within(b)) for a, b in inside) == []


def test_a_circle_is_seen() -> None:
    """The search finds a circle where there is one: the law can fail."""
    assert set(circle([("a", "b"), ("b", "c"), ("c", "a")])) == {"a", "b", "c"}
    assert circle([("a", "b"), ("b", "c"), ("a", "c")]) == []
