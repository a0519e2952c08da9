"""What is tried on the server, and what came of it: a row for each case, with all that was not as it should be."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from policy.manifests import Manifest, name, of_kind

from .api import Answer, Api
from .cases import NAMESPACE, Case
from .pods import loosened, pod, pods


@dataclass
class Row:
    """A case: how many objects and pods were sent, and what the server said against them, or warned of."""

    title: str
    objects: int = 0
    pods: int = 0
    faults: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    def heard(self, answers: Iterable[Answer]) -> int:
        """Take the answers into account; how many there were."""
        told = list(answers)
        self.faults += [f"{each.target}: {each.status} {each.reason}" for each in told if not each.taken]
        self.warnings += [f"{each.target}: {warning}" for each in told for warning in each.warnings]
        return len(told)

    def __str__(self) -> str:
        outcome = "as it should be" if not self.faults else f"{len(self.faults)} faults"
        return f"| {self.title} | {self.objects} | {self.pods} | {outcome} | {len(self.warnings) or 'none'} |"


HEAD = "| what | objects | pods | outcome | warnings |\n|---|---|---|---|---|"


def prepared(api: Api, crds: list[Manifest], first: Iterable[Manifest]) -> Row:
    """Kinds are defined; namespaces and ServiceAccounts are made, for all that follows."""
    row = Row("CRDs, namespaces, ServiceAccounts: made")
    row.objects = row.heard(api.define(each) for each in crds)
    row.objects += row.heard(api.apply(each, NAMESPACE, dry=False) for each in first)
    return row


def admitted(api: Api, case: Case) -> Row:
    """Every object of a case, and a pod of each workload; nothing is kept."""
    row = Row(case.title)
    row.objects = row.heard(api.apply(each, NAMESPACE) for each in case.manifests)
    row.pods = row.heard(api.create(each, NAMESPACE) for each in pods(case.manifests))
    return row


def kept(api: Api, case: Case) -> Row:
    """Apply for good, and once more: the second time must change nothing, or each apply would roll the pods."""
    row = Row(f"{case.title}: applied twice")
    first, second = ([api.apply(each, NAMESPACE, dry=False) for each in case.manifests] for _ in range(2))
    row.objects = row.heard(second)
    changed = [one.target for one, other in zip(first, second, strict=True) if _content(one) != _content(other)]
    row.faults += [f"{each}: is another after the same was applied again" for each in changed]
    return row


def _content(answer: Answer) -> Manifest:
    """An object without its bookkeeping: what the server fills in of a status is written down at the second time."""
    metadata = answer.kept.get("metadata", {})
    named = {key: value for key, value in metadata.items() if key not in ("resourceVersion", "managedFields")}
    return {**answer.kept, "metadata": named}


def refused(api: Api, case: Case) -> Row:
    """What must not be taken, so that all that was taken means something."""
    row = Row("must be refused")
    for said, manifest in _wrong(case.manifests):
        is_pod = manifest["kind"] == "Pod"
        answer = api.create(manifest, NAMESPACE) if is_pod else api.apply(manifest, NAMESPACE)
        row.objects, row.pods = row.objects + (not is_pod), row.pods + is_pod
        if answer.taken or said not in answer.reason:
            row.faults.append(f"{name(manifest)}: {said}: {answer.status} {answer.reason}")
    return row


def _wrong(manifests: list[Manifest]) -> Iterator[tuple[str, Manifest]]:
    """Pods that are not restricted, a field that does not exist, a contradiction that only a CRD's CEL finds."""
    (service,) = [each for each in of_kind(manifests, "Deployment") if name(each) == "Deployment/podesta"]
    yield from loosened(pod(service))
    mistyped = copy.deepcopy(service)
    mistyped["spec"]["replica"] = 2
    yield "replica", mistyped
    for gateway in of_kind(manifests, "Gateway"):
        contradicting = copy.deepcopy(gateway)
        for listener in contradicting["spec"]["listeners"]:
            listener["protocol"] = "HTTP"
        yield "tls", contradicting
