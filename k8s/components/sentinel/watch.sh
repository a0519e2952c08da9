#!/bin/sh
# Starts a Sentinel: at first it takes the first server for the primary; later it knows what it knew, from its own disk.
set -eu
trap 'exit 143' TERM
conf=${CONF:-/etc/valkey/conf} tls=${TLS:-/etc/valkey/tls} data=${DATA:-/data}
port=${PORT:-6379} own=${SENTINEL_PORT:-26379}
self=$(printf "$SENTINEL" "${HOSTNAME##*-}") first=$(printf "$SERVER" 0)

begin() {
    until getent ahosts "$first" > /dev/null; do echo "$first has no address yet" >&2; sleep 1; done
    cat <<END
dir $data
bind ${BIND:-* -::*}
protected-mode no
sentinel resolve-hostnames yes
sentinel announce-hostnames yes
sentinel announce-ip $self
sentinel monitor games $first $port 2
sentinel down-after-milliseconds games ${DOWN_AFTER:-5000}
sentinel failover-timeout games ${FAILOVER_TIMEOUT:-60000}
sentinel parallel-syncs games 1
END
}

secrets() {  # as the Secrets are now, whatever was written down before
    echo "sentinel auth-user games podesta-sentinel"
    echo "sentinel auth-pass games $SENTINEL_PASSWORD"
    echo "sentinel sentinel-user podesta-sentinel"
    echo "sentinel sentinel-pass $SENTINEL_PASSWORD"
    echo "user podesta-sentinel on >$SENTINEL_PASSWORD allchannels +@all"
    echo "user default on nopass resetkeys resetchannels -@all +ping +hello +client|setinfo" \
        "+sentinel|masters +sentinel|master +sentinel|get-master-addr-by-name +sentinel|replicas +sentinel|sentinels"
    [ ! -e "$conf/tls.more" ] || sed "/^#/d; s|6379|$own|; s|/etc/valkey/tls|$tls|" "$conf/tls.more" | grep -v ^tls-cluster
    [ -e "$conf/tls.more" ] || echo "port $own"
}

[ -e "$data/sentinel.conf" ] || begin > "$data/begun.conf"
[ -e "$data/sentinel.conf" ] || mv "$data/begun.conf" "$data/sentinel.conf"
forgotten='^(user|port|tls-[a-z-]*|sentinel (auth-user|auth-pass|sentinel-user|sentinel-pass)) '
{ grep -vE "$forgotten" "$data/sentinel.conf"; secrets; } > "$data/next.conf"
mv "$data/next.conf" "$data/sentinel.conf"
exec valkey-server "$data/sentinel.conf" --sentinel
