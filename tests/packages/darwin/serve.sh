#!/bin/sh
# serve.sh PODESTA FOLDER REST GRPC: serves on two ports, and plays a game in the terminal, as far as Linux can be made to
# look like a Mac: without what its Python lacks, without /proc, with a data directory as deep as Macs have them. As root.
# It prints what /readyz says and the end of the game, and exits with the status of the service, which SIGTERM ends.
set -eu
exec unshare -m sh -euc '
mount -t tmpfs none /proc
PYTHONPATH=$2 PODESTA_REST_PORT=$4 PODESTA_GRPC_PORT=$5
PODESTA_DATA_DIR=$3/var/folders/zz/zyxvpxvq6csfxvn_n0000000000000/T/a-folder-of-a-user-who-names-things-at-length/podesta
export PYTHONPATH PODESTA_REST_PORT PODESTA_GRPC_PORT PODESTA_DATA_DIR
"$1" serve 2>"$3/log" &
serving=$!
trap "kill $serving" EXIT
tries=0
until curl -fs "http://127.0.0.1:$4/readyz"; do
    tries=$((tries + 1))
    [ $tries -lt 120 ] && kill -0 $serving || { cat "$3/log" >&2; exit 1; }
    sleep 0.5
done
"$1" play golden-horn --seats 2
trap - EXIT
kill $serving
wait $serving
' - "$1" "$(cd "$(dirname "$0")" && pwd)" "$2" "$3" "$4"
