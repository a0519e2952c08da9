"""Bounds of what the store keeps, checked where it is changed, by the store's compare-and-set.

A caller's labels are read, and changed, in two calls of the store: of many calls that have read the same, one changes
them and the others read again, so each is checked against all before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from podesta_eventstore import Labels, Metadata
from podesta_service.problems import TOO_MANY_REQUESTS, refuse

from .turns import RETRY_SECONDS

MOST_TRIES = 64
"""How often a change is decided again because others came at the same moment."""
Decide = Callable[[Metadata], Mapping[str, str] | None]
"""The labels to set, given those of a stream; None: nothing to change. Raises Refusal."""


async def change(store: Labels, stream: str, counted: str, decide: Decide) -> dict[str, str]:
    """Set labels of a stream as `decide` says, and return all of them; raises Refusal and StoreError.

    `counted` is a label that every change of the same kind sets: if it is not as it was read, nothing is set.
    """
    for _ in range(MOST_TRIES):
        found = await store.metadata(stream)
        labels = decide(found)
        if labels is None or await store.label(stream, labels, {counted: found.labels.get(counted, "")}):
            return found.labels | dict(labels or {})
    raise refuse(TOO_MANY_REQUESTS, "turns-taken", most=MOST_TRIES).after(RETRY_SECONDS)
