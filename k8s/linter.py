"""Check the manifests with checkov: `python k8s/linter.py CHECKOV`, its command; see `make k8s`.

Its findings must be in k8s/linter.toml, with the reason to keep them; obsolete entries must be removed. Nothing is
fetched at run time. Exit code 1 with a list of differences otherwise.
"""

import json
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import yaml
from check import kustomizations, rendered
from manifests import Manifest, NoRenderer

BASELINE = Path(__file__).with_suffix(".toml")
Found = tuple[str, str, str]
"""A check's id, the `Kind/name` of its object, and its message."""


def write(folder: Path) -> None:
    """One file for each kustomization: base, overlays, components alone and together, in the namespace of the last."""
    for each in kustomizations():
        objects = [_placed(manifest) for manifest in rendered(each)]
        (folder / f"{each.parent.name}-{each.name}.yaml").write_text(yaml.safe_dump_all(objects))


def _placed(manifest: Manifest) -> Manifest:
    """An object in an overlay, which sets the namespace."""
    return {**manifest, "metadata": {"namespace": "podesta", **manifest["metadata"]}}


def asked(command: str, folder: Path) -> set[Found]:
    """Checkov's findings in a folder; raises ValueError with its output if it fails."""
    words = [
        command,
        "--framework",
        "kubernetes",
        "--skip-download",
        "--compact",
        "--quiet",
        "-o",
        "json",
        "-d",
        folder,
    ]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    try:
        results = json.loads(done.stdout)["results"]["failed_checks"]
    except (ValueError, KeyError, TypeError):
        raise ValueError(done.stdout[-500:] + done.stderr[-500:]) from None
    return {(each["check_id"], _subject(each["resource"]), each["check_name"]) for each in results}


def _subject(resource: str) -> str:
    """`Kind/name` for checkov's Kind.namespace.name."""
    kind, *_, name = resource.split(" ")[0].split(".")
    return f"{kind}/{name}"


def differences(found: set[Found], baseline: dict[str, dict[str, object]]) -> Iterator[str]:
    """Findings that are not accepted, then accepted ones that were not found."""
    for check, subject, says in sorted(found):
        about = baseline.get(check, {}).get("about", [])
        assert isinstance(about, list)
        if subject not in about and about != ["all"]:
            yield f"{subject}: {check}: {says}"
    seen = {(check, subject) for check, subject, _ in found} | {(check, "all") for check, _, _ in found}
    for check, accepted in baseline.items():
        about = accepted["about"]
        assert isinstance(about, list)
        yield from (f"{BASELINE.name}: {check} of {each} is not found" for each in about if (check, each) not in seen)


def main(command: str) -> int:
    """Print the differences; returns the exit code."""
    baseline = tomllib.loads(BASELINE.read_text("utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        try:
            write(Path(folder))
            found = asked(command, Path(folder))
        except (NoRenderer, ValueError) as error:
            print(error, file=sys.stderr)
            return 2
    wrong = list(differences(found, baseline))
    print(f"checkov: {len(found)} findings, of {len(baseline)} kinds that are accepted: {len(wrong) or 'no'} others")
    print("\n".join(wrong), file=sys.stderr, end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
