"""The commands that authors run on a Mac need only GNU make 3.81, and sh, find, sed and awk of BSD and POSIX."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

TREE = Path(__file__).parents[2]
DEBIAN = (
    ".ci/",
    "requirements/debian.sh",
    "k8s/build_image.sh",
    "k8s/compile_engines.sh",
    "k8s/components/",
    "tests/packages/darwin/serve.sh",
)
"""Scripts that run on Debian only: CI, the image, the scripts in its containers, and the imitation of a Mac."""
GNU = {
    # make
    r"^\.ONESHELL|^\.RECIPEPREFIX|^undefine\b|^private\b": "GNU make 3.82",
    r"^define [^\n]*=": "GNU make 3.82",
    r"^[\w.-]+ *(!=|::=)": "GNU make 4.0",
    r"\$\((file|guile) ": "GNU make 4.0",
    r"^[^\t\n#]*&:": "GNU make 4.3",
    r"\$\((let|intcmp) ": "GNU make 4.4",
    r"\bmake\b[^\n|;&]* (-O|--output-sync|--shuffle)": "GNU make 4.0",
    r"\$\(shell (command|type|test|cd|ulimit) [^\n|&;<>()$*]*\)": "make 3.81 finds no builtin of sh",
    # tools
    r"\bsed +(-\w+ +)*(-\w*i(?! *(''|\.\w))|--in-place|-\w*r\b|-s\b|--)": "GNU sed",
    r"\bfind\b[^\n|;]* -(printf|newer[a-zA-Z]t|regextype|executable|readable)": "GNU find",
    r"\bgrep +(-\w+ +)*-\w*P": "GNU grep",
    r"\b(readlink -f|realpath|timeout \d|tac |shuf |nproc|sha256sum|md5sum|seq |numfmt|setsid|flock )": "coreutils",
    r"\bcp +(-\w+ +)*(-\w*[aut]|--)|\bln +(-\w+ +)*-\w*[rT]|\bmv +(-\w+ +)*-\w*T|\bsort +-\w*[VR]": "coreutils",
    r"\bdate +(-d|--|\+[^\n ]*%N)|\bstat +(-c|--)|\bmktemp +(-\w+ +)*(-p|--)|\bxargs +(-\w+ +)*-\w*[rd]": "coreutils",
    r"\bawk\b[^\n]*\b(gensub|strftime|systime|asorti?|PROCINFO|BEGINFILE|IGNORECASE|tolower *= )\b": "gawk",
    # npm
    r"\bnpm\b[^\n|;&]* --prefix\b": "npm then reads no npmrc of the machine: its mirror, its certificates",
    r"\bnpm (ci|i|install)\b[^\n|;&]* (--silent|-s)\b": "npm does not say why it fails",
    # sh
    r"\b(mapfile|readarray|declare|typeset|local -n|coproc)\b|\$\{\w+(,,|\^\^|@\w)": "bash",
    r"(^|[\s;&|])\[\[ |<<<|<\(|(^|\s)&>|\bsource |\becho -[ne]|\bfunction \w+|\bread -[ad]|\bset -o pipefail": "bash",
}
"""Features of GNU or bash alone, or newer than a Mac's, and the tool that has them; features of npm that are not
portable."""
AWKS = ("awk", "mawk", "original-awk", "busybox awk", "gawk --posix")


def scripts() -> dict[str, str]:
    """Every script of the tree that authors run on a Mac, by its path: makefiles, shells, commands of npm."""
    listed = subprocess.run(["git", "ls-files"], cwd=TREE, check=True, capture_output=True, encoding="utf-8").stdout
    paths = [path for path in listed.splitlines() if not path.startswith(DEBIAN) and (TREE / path).is_file()]
    found = {path: (TREE / path).read_bytes() for path in paths if re.search(r"(Makefile|\.mk|\.sh|/run)$", path)}
    texts = {path: text.decode("utf-8") for path, text in found.items()}
    for path in paths:
        if path.endswith("package.json"):
            texts[path] = "\n".join(json.loads((TREE / path).read_text("utf-8")).get("scripts", {}).values())
    return texts


def gnus(text: str) -> list[str]:
    """The lines that use a GNU feature, and why each is one."""
    lines = re.sub(r"\\\n", " ", text).splitlines()
    return [
        f"{why}: {line.strip()}"
        for line in lines
        for pattern, why in GNU.items()
        if re.search(pattern, line, re.MULTILINE)
    ]


def test_what_runs_on_a_mac_asks_for_nothing_of_gnu_alone() -> None:
    """Make, its recipes, examples and npm's commands; scripts for Debian alone are named above."""
    found = scripts()
    assert {"Makefile", "examples/go/Makefile", "clients/table/package.json"} <= found.keys()
    assert {path: gnus(text) for path, text in found.items() if gnus(text)} == {}


@pytest.mark.parametrize(
    "line",
    [
        "sed -i 's/a/b/' file", "sed -r 's/(a)/b/' file", "find . -newermt 2026", "find . -type f -printf '%p'",
        "grep -oP 'a' file", "readlink -f .", "date -d yesterday", "cp -a a b", "mktemp -p /tmp", "xargs -r rm",
        "mapfile -t lines", "echo ${name,,}", "[[ -f x ]]", "cat <<< x", "stat -c %s x", "cores=$(nproc)",
        ".ONESHELL:", "FILES != ls", "NAME ::= x", "a b &: c", "\tmake -j2 -O all", "A = $(if $(shell command -v b),x)",
        "npm ci --prefix tests", "npm ci --silent", "$(file >x,y)", "awk '{print gensub(/a/, 1)}'",
    ],
)  # fmt: skip
def test_such_lines_are_seen(line: str) -> None:
    """The search finds each kind."""
    assert gnus(line)


@pytest.mark.parametrize("awk", [each for each in AWKS if shutil.which(each.split()[0])])
def test_the_help_is_written_by_any_awk(awk: str) -> None:
    """`make help` lists every target with its description under any awk."""
    recipe = subprocess.run(["make", "-n", "help"], cwd=TREE, check=True, capture_output=True, encoding="utf-8").stdout
    written = subprocess.run(re.sub("^awk", awk, recipe), cwd=TREE, shell=True, capture_output=True, encoding="utf-8")
    targets = re.findall(r"^([a-z0-9-]+):.*## ", (TREE / "Makefile").read_text("utf-8"), re.MULTILINE)
    assert [line.split()[1] for line in written.stdout.splitlines()] == targets
