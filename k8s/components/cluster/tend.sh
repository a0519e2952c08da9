#!/bin/sh
# Beside each server: the first forms the Cluster once all are there and none was ever in one. Later each one introduces its
# server to those whose addresses it does not know, as when all pods have been started anew at once.
set -eu
trap 'exit 0' TERM
conf=${CONF:-/etc/valkey/conf} tls=${TLS:-/etc/valkey/tls} port=${PORT:-6379}
cli="valkey-cli --user podesta-cluster"
[ ! -e "$conf/tls.more" ] || cli="$cli --tls --cacert $tls/ca.crt"
export REDISCLI_AUTH="$CLUSTER_PASSWORD" VALKEYCLI_AUTH="$CLUSTER_PASSWORD"
index=${HOSTNAME##*-}
self=$(printf "$SERVER" "$index")

place() { getent ahosts "$(printf "$SERVER" "$1")" | awk '{ print $1; exit }'; }

places() { for each in 0 1 2 3 4 5; do place $each; done; }

form() {
    echo "none of the six is in a Cluster: forming it"
    $cli --cluster create $(for each in $found; do echo "$each:$port"; done) --cluster-replicas 1 --cluster-yes || true
}

introduce() {
    for place in $found; do
        case "$(place "$index") $known" in "$place "* | *" $place:$port@"*) ;; *) timeout 5 $cli -h "$self" -p "$port" CLUSTER MEET "$place" "$port" ;; esac
    done
}

while :; do
    found=$(places) known=$(timeout 5 $cli -h "$self" -p "$port" CLUSTER NODES 2>/dev/null) || known=""
    members=$(echo "$known" | grep -c . || true)
    if [ "$(echo "$found" | grep -c .)" = 6 ]; then
        if [ "$members" -gt 1 ]; then introduce; elif [ "$members$index" = 10 ]; then form; fi
    fi
    sleep "${PAUSE:-5}" & wait $!
done
