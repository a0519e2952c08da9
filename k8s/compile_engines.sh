#!/bin/sh
# Makes a wheel of the engines as C, for the image: k8s/compile_engines.sh auto|compiled|plain FOLDER, from the tree's root.
#
# A compiler comes from Debian where there is none, into the stage that runs this and not into the image. With `auto`,
# a stage that can have none leaves FOLDER empty, and the image has the plain engines, which play the same; with
# `compiled` that is an error. An error of the compiler always is one.
set -eu
wanted=$1 wheels=$2
mkdir -p "$wheels"
case $wanted in
  plain) exit 0 ;;
  auto | compiled) ;;
  *) echo "engines are auto, compiled or plain, not $wanted" >&2; exit 2 ;;
esac

has_compiler() {
  command -v cc >/dev/null && python3 -c 'import os, sysconfig; os.stat(sysconfig.get_path("include") + "/Python.h")' 2>/dev/null
}

get_compiler() {
  command -v apt-get >/dev/null || return 1
  # Python's headers are Debian's where Python is; those of another Python came with it
  case $(python3 -c 'import sys; print(sys.base_prefix)') in /usr) headers=python3-dev ;; *) headers= ;; esac
  apt-get update --quiet --quiet && apt-get install --quiet --quiet --yes --no-install-recommends gcc libc6-dev $headers
}

if ! has_compiler && ! { get_compiler >&2 && has_compiler; }; then
  [ "$wanted" = auto ] || { echo "the engines cannot be compiled: there is no C compiler, or no Python.h" >&2; exit 1; }
  echo "no C compiler: the image will have the plain engines, which play the same a few times more slowly" >&2
  exit 0
fi

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
python3 -m venv "$scratch/tools"
awk '/^[^ ]/ {keep = /^(ast-serialize|librt|msgspec|mypy|mypy-extensions|pathspec|typing-extensions)==/} keep' \
  requirements/dev.txt > "$scratch/tools.txt"
"$scratch/tools/bin/pip" install --quiet --require-hashes -r "$scratch/tools.txt" -r requirements/compiled.txt
"$scratch/tools/bin/python" -m lab.compiled "$scratch/engines" --wheel "$wheels"
