#!/bin/sh
# Builds the image from the tree: k8s/build_image.sh [TAG], by default localhost/podesta:dev, which the dev overlay runs.
#
# BASE, when set, replaces the Containerfile's base image; `debian` is one made here of Debian's packages (root, debootstrap),
# for machines that reach no registry. ENGINES (auto, compiled, plain) says whether the engines are to
# be C. Nothing of this machine's pip configuration enters the build. For a mirror, name a file of pip's settings for it as
# PIP_CONF (its `cert` is /run/secrets/ca.crt), its certificate as PIP_CA, and folders of wheels as PIP_FOLDERS; they are
# there while pip runs, and in no layer.
set -eu
cd "$(dirname "$0")/.."
tag=${1:-localhost/podesta:dev}
command -v buildah >/dev/null || { echo "building the image needs buildah; on Debian: apt-get install buildah" >&2; exit 1; }

# The table is not in the tree; where it cannot be built, the image is one without it.
[ -f service/podesta_service/rest/page/built/index.html ] || make table-build || echo "the image will have no table" >&2

if [ "${BASE:-}" = debian ]; then
  BASE=localhost/podesta-base:bookworm
  if ! buildah inspect --type image "$BASE" >/dev/null 2>&1; then
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' EXIT
    # from where this machine has its packages, if it is Debian
    debootstrap --variant=minbase --include=python3,python3-venv,ca-certificates bookworm "$scratch/root" \
      $(apt-get indextargets --format '$(REPO_URI)' 2>/dev/null | head -n 1) >/dev/null
    made=$(buildah from scratch)
    buildah add --quiet "$made" "$scratch/root" / >/dev/null
    buildah commit --quiet --rm "$made" "$BASE" >/dev/null
  fi
fi

set -- --build-arg "REVISION=$(git rev-parse HEAD 2>/dev/null || echo unknown)"
[ -z "${ENGINES:-}" ] || set -- "$@" --build-arg "ENGINES=$ENGINES"
[ -z "${BASE:-}" ] || set -- "$@" --build-arg "BASE=$BASE"
[ -z "${PIP_CONF:-}" ] || set -- "$@" --secret "id=pip.conf,src=$PIP_CONF"
[ -z "${PIP_CA:-}" ] || set -- "$@" --secret "id=ca.crt,src=$PIP_CA"
for folder in ${PIP_FOLDERS:-}; do
  set -- "$@" --volume "$folder:$folder:ro"
done

buildah bud --isolation "${ISOLATION:-chroot}" --network host --format oci \
  --ignorefile k8s/.containerignore --file k8s/Containerfile --tag "$tag" "$@" .
