#!/bin/sh
# Starts a server of the Cluster under its own name; what it is there, it knows from its disk.
set -eu
conf=${CONF:-/etc/valkey/conf}
own=${SCRATCH:-/tmp}/store.conf
{
    echo "include $conf/valkey.conf"
    echo "masteruser podesta-replica"
    echo "masterauth $REPLICA_PASSWORD"
    echo "cluster-announce-hostname $(printf "$SERVER" "${HOSTNAME##*-}")"
} > "$own"
exec valkey-server "$own"
