#!/bin/sh
# Builds the image from the tree: k8s/build_image.sh [TAG], by default localhost/podesta:dev, which the dev overlay runs.
#
# BASE, when set, replaces the Containerfile's base image; ENGINES (auto, compiled, plain) says whether the engines are to
# be C. Where pip is configured on this machine (a mirror, its CA, folders of wheels), the build uses that configuration
# as a secret: no layer and no file of the tree holds it.
set -eu
cd "$(dirname "$0")/.."
tag=${1:-localhost/podesta:dev}
command -v buildah >/dev/null || { echo "building the image needs buildah; on Debian: apt-get install buildah" >&2; exit 1; }

# The table is not in the tree; where it cannot be built, the image is one without it.
[ -f service/podesta_service/rest/page/built/index.html ] || make table-build || echo "the image will have no table" >&2

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# pip lists the environment's options before those of its files; the first of a name counts.
config=$(python3 -m pip config list 2>/dev/null | sed -n "s/^[a-z:]*\.\([a-z-]*\)='\(.*\)'\$/\1 = \2/p" | awk '!seen[$1]++')
# Where packages come from is passed on; what else is set for this machine's own installations is not.
printf '[global]\n%s\n' "$config" | grep -vE '^(cert|constraint|requirement|target|prefix|root|user|require-virtualenv) ' \
  > "$scratch/pip.conf"
ca=$(printf '%s\n' "$config" | sed -n 's/^cert = //p')
# A folder that is laid out as an index ("simple") points to files beside it.
folders=$(tr ' ' '\n' < "$scratch/pip.conf" | sed -n 's#^\(file://\)\{0,1\}\(/.*\)$#\2#p' | sed 's#/simple/*$##' | sort -u)

set -- --build-arg "REVISION=$(git rev-parse HEAD 2>/dev/null || echo unknown)"
[ -z "${ENGINES:-}" ] || set -- "$@" --build-arg "ENGINES=$ENGINES"
[ -z "${BASE:-}" ] || set -- "$@" --build-arg "BASE=$BASE"
if [ -n "$ca" ]; then
  echo "cert = /run/secrets/ca.crt" >> "$scratch/pip.conf"
  set -- "$@" --secret "id=ca.crt,src=$ca"
fi
for folder in $folders; do
  [ ! -d "$folder" ] || set -- "$@" --volume "$folder:$folder:ro"
done

buildah bud --isolation "${ISOLATION:-chroot}" --network host --format oci \
  --secret "id=pip.conf,src=$scratch/pip.conf" --ignorefile k8s/.containerignore \
  --file k8s/Containerfile --tag "$tag" "$@" .
