"""The contents of the image."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from importlib.metadata import requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
CONTAINERFILE = (ROOT / "k8s/Containerfile").read_text()
COMPILING = ROOT / "k8s/compile_engines.sh"


def closure(distribution: str) -> set[str]:
    """A distribution and all its installed dependencies, extras left out."""
    found, open_ = set(), {distribution}
    while open_:
        found.add(current := open_.pop())
        needs = [Requirement(need) for need in requires(current) or []]
        here = [need for need in needs if not need.marker or need.marker.evaluate({"extra": ""})]
        open_ |= {canonicalize_name(need.name) for need in here} - found
    return found


def kept(script: str) -> set[str]:
    """The packages that a script takes from a lock file."""
    return set(re.search(r"keep = /\^\(([\w|-]+)\)==/", script)[1].split("|"))


def compiling(folder: Path, engines: str, *programs: str) -> tuple[int, str, list[str]]:
    """The step that compiles the engines, with only some programs available: exit code, output, wheels."""
    (folder / "bin").mkdir(parents=True)
    for program in programs:
        (folder / "bin" / program).symlink_to(shutil.which(program))
    command = ["/bin/sh", COMPILING, engines, folder / "wheels"]
    done = subprocess.run(
        command, cwd=ROOT, env={"PATH": str(folder / "bin")}, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stderr, [each.name for each in (folder / "wheels").iterdir()]


def test_the_build_tools_are_the_whole_closure_of_hatchling():
    """The Containerfile takes from the lock exactly what building the wheels needs."""
    assert kept(CONTAINERFILE) == closure("hatchling")


def test_what_compiles_the_engines_is_the_whole_closure_of_mypy_and_msgspec():
    """In addition to `requirements/compiled.txt`, which has Cython and its dependencies."""
    assert kept(COMPILING.read_text()) == closure("mypy") | closure("msgspec")


def test_a_stage_without_a_compiler_leaves_the_plain_engines(tmp_path):
    """Nothing is required of it, unless the engines have to be compiled; it names the engines of the image."""
    assert compiling(tmp_path / "a", "plain", "mkdir") == (0, "", [])
    code, said, wheels = compiling(tmp_path / "b", "auto", "mkdir", "python3")
    assert (code, wheels) == (0, [])
    assert "plain engines" in said
    code, said, wheels = compiling(tmp_path / "c", "compiled", "mkdir", "python3")
    assert (code, wheels) == (1, [])
    assert "cannot be compiled" in said
    assert compiling(tmp_path / "d", "both", "mkdir")[0] == 2


def test_the_compiled_engines_take_the_place_of_the_plain_ones():
    """One stage compiles, the next packs the plain engines only if that has made no wheel, and installs the one."""
    _, making, build, _, last = CONTAINERFILE.split("\nFROM ")
    assert making.splitlines()[0].endswith(" AS engines")
    assert "compile_engines.sh" in making.rpartition("RUN ")[2]
    assert build.splitlines()[0].endswith(" AS build")
    assert "COPY --from=engines /build/wheels wheels\nRUN plain=$(ls wheels | grep -q . || echo ./engines)" in build
    assert re.search(r"pip wheel [^&]*\$plain ", build)
    assert not re.search(r"pip wheel [^&]*\./engines", build)
    assert "--from=engines" not in last


def test_everything_from_outside_is_held_to_a_hash():
    """Each pip call either requires hashes or may not look outside the build."""
    calls = re.findall(r"bin/pip .*?(?:install|wheel) [^&\n]*", CONTAINERFILE)
    assert len(calls) == 5
    calls += re.findall(r"bin/pip\" install [^\n]*", COMPILING.read_text())
    assert len(calls) == 6
    assert all("--require-hashes" in call or "--no-index" in call for call in calls)


@pytest.mark.parametrize("file", ["Containerfile", "build_image.sh", "compile_engines.sh"])
def test_no_index_is_named(file):
    """The source of packages is the builder's configuration, not the tree's."""
    assert not re.search(r"index-url|find-links|https?://", (ROOT / "k8s" / file).read_text())


def test_the_last_stage_is_not_root_and_runs_nothing():
    """A numeric user, and no command that could leave files of root behind."""
    last = CONTAINERFILE.split("\nFROM ")[-1]
    assert re.search(r"^USER [1-9]\d*:[1-9]\d*$", last, re.MULTILINE)
    assert not re.search(r"^RUN ", last, re.MULTILINE)


def test_what_is_copied_is_let_into_the_build():
    """Each source of the Containerfile exists and is named in the ignore file."""
    let_in = {line[1:] for line in (ROOT / "k8s/.containerignore").read_text().splitlines() if line.startswith("!")}
    for line in re.findall(r"^COPY (?!--from)(.*)$", CONTAINERFILE, re.MULTILINE):
        for source in line.split()[:-1]:
            assert (ROOT / source).exists()
            assert any(Path(source).match(pattern) or source.startswith(f"{pattern}/") for pattern in let_in), source


ALONE = """
import importlib.metadata, re, sys
from pathlib import Path

def plain(name):
    return re.sub(r"[-_.]+", "-", name).lower()

held = {plain(line.partition("==")[0]) for line in open("requirements/run.txt") if "==" in line}
held |= {"podesta", "podesta-engines", "podesta-eventstore", "podesta-service", "podesta-client"}
owners = importlib.metadata.packages_distributions()

class Missing:
    def find_spec(self, name, path=None, target=None):
        top = name.partition(".")[0]
        if top in owners and not held & {*map(plain, owners[top])}:
            raise ModuleNotFoundError(f"the image has no {name}", name=name)

sys.meta_path.insert(0, Missing())
"""
"""Only the image's packages can be imported from here on."""
GATHERING = f"{ALONE}from docs.site import __main__, gathering; gathering.gather(Path(sys.argv[1]))"
LOADING = f"""{ALONE}held -= {{*sys.argv[2:]}}
from podesta_service.cli.main import COMMANDS, find
for name in COMMANDS:
    find(name)
from podesta_service.run import own_bots, serve
"""


def test_the_site_is_made_where_only_what_serves_is_installed(tmp_path):
    """The stage that builds it has the image's own distributions, and none for developers."""
    command = [sys.executable, "-c", GATHERING, tmp_path]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert [*tmp_path.rglob("*.md")]


def test_every_command_loads_with_what_the_image_keeps(tmp_path):
    """The wheels and their locked dependencies are enough, also without those that the build removes again."""
    taken = set(re.search(r"rm -rf ((?:\w+ )+)zstandard", CONTAINERFILE)[1].split())
    assert taken == {"faker", "polyfactory"}
    done = subprocess.run([sys.executable, "-c", LOADING, tmp_path, *taken], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.nightly
@pytest.mark.needs_root
@pytest.mark.timeout(1800)
def test_the_image_is_built_and_played_on():
    """As its pod would run it, under its own user and another, on its own store and another.

    If packages come from a mirror, PIP_CONF and PIP_CA say so, as for k8s/build_image.sh.
    """
    if not shutil.which("buildah") or not shutil.which("debootstrap"):
        pytest.skip("building the image without a registry needs buildah and debootstrap")
    environ = {"BASE": "debian", "ENGINES": "plain"} | os.environ
    done = subprocess.run(["make", "image"], cwd=ROOT, env=environ, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    print(done.stdout[-500:])


STARTING = """
import os, sys
from podesta_eventstore.server.embedded import EmbeddedServer
from podesta_eventstore.server.program import server_program
from podesta_service.randomness import find_master_key
from podesta_service.settings import read_settings

user, group = map(int, sys.argv[1:])
server_program().path
os.setgroups([])
os.setgid(group)
os.setuid(user)  # after the imports: the interpreter of the tests may be in a folder of root's
settings = read_settings()
find_master_key(settings)
server = EmbeddedServer(settings.data_path)
server.start()
server.stop()
"""


@pytest.mark.needs_root
@pytest.mark.parametrize(("user", "group"), [(10001, 10001), (1_000_660_000, 0)])
def test_whoever_the_platform_chooses_has_a_folder_for_the_store(user, group):
    """The image's own user, and any other of group 0, on the folder as the last stage has it; others cannot read it."""
    assert "mkdir -p data/podesta && chmod 770 data/podesta\n" in CONTAINERFILE
    assert "COPY --from=build --chown=10001:0 /build/data /var/lib\n" in CONTAINERFILE
    place = re.search(r"PODESTA_DATA_DIR=/var/lib/(\S+)", CONTAINERFILE)[1]
    with tempfile.TemporaryDirectory(dir="/tmp") as root:
        Path(root).chmod(0o711)
        (home := Path(root, "podesta")).mkdir()
        os.chown(home, 10001, 0)
        home.chmod(0o770)
        environ = {"HOME": str(home), "PODESTA_DATA_DIR": f"{root}/{place}", "PYTHONDONTWRITEBYTECODE": "1"}
        subprocess.run([sys.executable, "-c", STARTING, str(user), str(group)], env=environ, cwd=home, check=True)
        assert (Path(root, place).stat().st_mode & 0o777, Path(root, place).stat().st_uid) == (0o700, user)


def test_nothing_of_this_machines_pip_enters_a_build(tmp_path):
    """Its configuration exists, and the builder gets none of it, unless it is named."""
    (tmp_path / "buildah").write_text('#!/bin/sh\nprintf "%s\\n" "$@"\n')
    (tmp_path / "buildah").chmod(0o755)
    (tmp_path / "pip.conf").write_text("[global]\nfind-links = /mirror\ncert = /mirror/ca.crt\n")
    environ = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "PIP_CONFIG_FILE": str(tmp_path / "pip.conf")}
    for named, expected in ({}, 0), ({"PIP_CONF": "/etc/p", "PIP_FOLDERS": "/mirror /more"}, 3):
        run = [ROOT / "k8s/build_image.sh"]
        told = subprocess.run(run, env=environ | named, capture_output=True, text=True, check=True).stdout
        assert len(re.findall(r"^(?:id=|/mirror|/more).*$", told, re.MULTILINE)) == expected
