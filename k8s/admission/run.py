"""Ask a real API server: `python k8s/admission/run.py --apiserver FILE --etcd FILE --crds FOLDER [--chart PYTHON]`.

It is started on the loopback with an empty store, and gone at the end. Everything that `make k8s` renders is sent to
it; k8s/against_a_real_server.md says what for, and what came of it. Exit code 1 when something is not as it should be,
2 when a server does not start.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from admission.api import Api, UnknownKind
from admission.cases import Case, before, charts, crds, trees
from admission.server import NotStarted, running
from admission.trying import HEAD, Row, admitted, kept, prepared, refused

OVERLAYS = "overlays/"


def rows(api: Api, defined: Path, cases: list[Case]) -> Iterator[Row]:
    """Try everything, one after the other; raises UnknownKind for a kind whose CRD is missing."""
    overlays = [each for each in cases if each.title.startswith(OVERLAYS)]
    yield prepared(api, crds(defined), [*before(overlays), *before(each for each in cases if each not in overlays)])
    yield from (admitted(api, each) for each in cases)
    yield from (kept(api, each) for each in overlays)
    yield from (refused(api, each) for each in overlays if each.title.endswith("prod"))


def tell(found: Iterator[Row]) -> bool:
    """Print the table as it comes, then what is behind it; whether all is as it should be."""
    print(HEAD, flush=True)
    done: list[Row] = []
    for row in found:
        print(row, flush=True)
        done.append(row)
    print()
    for each in dict.fromkeys(warning for row in done for warning in row.warnings):
        print(f"warning: {each}")
    for row in done:
        print("".join(f"{row.title}: {fault}\n" for fault in row.faults), end="")
    return not any(row.faults for row in done)


def options(arguments: Sequence[str]) -> argparse.Namespace:
    """What was said on the command line."""
    parser = argparse.ArgumentParser(description="Have a real API server judge manifests and chart.")
    parser.add_argument("--apiserver", required=True, metavar="FILE", help="kube-apiserver, as a program")
    parser.add_argument("--etcd", required=True, metavar="FILE", help="etcd, as a program")
    parser.add_argument("--crds", required=True, metavar="FOLDER", type=Path, help="files of CustomResourceDefinitions")
    parser.add_argument("--chart", metavar="PYTHON", help="a Python with Helm, for the chart, too")
    parser.add_argument("--stay", action="store_true", help="let the server run for kubectl until Enter is pressed")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str]) -> int:
    """Start, try, tell, stop; answer the exit code."""
    said = options(arguments)
    cases = [*trees(), *(charts(said.chart) if said.chart else [])]
    with tempfile.TemporaryDirectory(prefix="podesta-admission-") as folder:
        try:
            with running(said.apiserver, said.etcd, Path(folder)) as server, server.client() as client:
                api = Api(client)
                print(f"Kubernetes {api.version()}\n")
                well = tell(rows(api, said.crds, cases))
                if said.stay:
                    print(f"export KUBECONFIG={server.kubeconfig()}", flush=True)
                    sys.stdin.readline()
        except (NotStarted, UnknownKind) as error:
            print(error if isinstance(error, NotStarted) else f"no CRD for {error}", file=sys.stderr)
            return 2
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
