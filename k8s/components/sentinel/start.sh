#!/bin/sh
# Starts a server of the store in the role that most Sentinels know: it never becomes the primary on its own word.
set -eu
trap 'exit 143' TERM
conf=${CONF:-/etc/valkey/conf} tls=${TLS:-/etc/valkey/tls} port=${PORT:-6379} asked=${SENTINEL_PORT:-26379}
self=$(printf "$SERVER" "${HOSTNAME##*-}")
cli=valkey-cli
[ ! -e "$conf/tls.more" ] || cli="valkey-cli --tls --cacert $tls/ca.crt"

primary() {
    for index in 0 1 2; do
        timeout 3 $cli -h "$(printf "$SENTINEL" $index)" -p "$asked" SENTINEL get-master-addr-by-name games 2>/dev/null |
            head -n 1 | grep -xE '[a-z0-9.-]+'
    done | sort | uniq -c | sort -rn | head -n 1 | while read -r times name; do [ "$times" -lt 2 ] || echo "$name"; done
}

until found=$(primary) && [ -n "$found" ]; do
    echo "two of three Sentinels must name a primary before this server starts"
    sleep 1
done
own=${SCRATCH:-/tmp}/store.conf
{
    echo "include $conf/valkey.conf"
    echo "masteruser podesta-replica"
    echo "masterauth $REPLICA_PASSWORD"
    echo "replica-announce-ip $self"
    [ "$found" = "$self" ] || echo "replicaof $found $port"
} > "$own"
exec valkey-server "$own"
