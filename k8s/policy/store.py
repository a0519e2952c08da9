"""Laws of the store: nothing acknowledged is lost, nothing is evicted, only the service may use it."""

import re
from collections.abc import Iterator, Mapping

from manifests import SERVICE, STORE, Manifest, data, name, pod, serving

CONFIG = {
    "appendonly": "yes",
    "appendfsync": "always",
    "no-appendfsync-on-rewrite": "no",
    "aof-timestamp-enabled": "yes",
    "maxmemory-policy": "noeviction",
    "save": '""',
    "dir": "/data",
}
"""Settings required for the promised durability."""
ARCHIVIST, LOADER, COPIES = {"podesta-archive"}, {"podesta-loader"}, {"podesta-backup", "podesta-replica"}
SENTINEL, MEMBER = {"podesta-sentinel"}, {"podesta-cluster"}
"""The users that move games out (`podesta archive`, `restore`), load functions (`podesta prepare`), copy everything,
name the primary, and form a Cluster."""
_NEVER = (
    *("+del", "+xdel", "+xtrim", "+flushall", "+function|flush"),
    *("+config", "+config|get", "+config|set", "+eval", "+script", "+cluster"),
)
_RESERVED = {
    **dict.fromkeys(["+unlink", "+rename"], ARCHIVIST),
    "+function|load": LOADER,
    **dict.fromkeys(["+psync", "+sync", "+replconf"], COPIES),
    **dict.fromkeys(["+slaveof", "+replicaof", "+config|rewrite"], SENTINEL),
    **dict.fromkeys(["+cluster|meet", "+cluster|replicate", "+cluster|addslots", "+cluster|addslotsrange"], MEMBER),
    **dict.fromkeys(_NEVER, frozenset[str]()),
}
"""Commands that destroy games or allow others to, with the users that may run them; no user may run the last."""
_EVERYTHING = {"~*", "allkeys", "&*", "allchannels", "%R~*", "%W~*", "%RW~*"}
_UNITS = {"": 1, "kb": 1 << 10, "mb": 1 << 20, "gb": 1 << 30, "Ki": 1 << 10, "Mi": 1 << 20, "Gi": 1 << 30}
_HEADROOM = 0.75
"""Maximum fraction of the container's memory that data may fill: a rewrite of the file copies the pages that change."""


def store_is_durable(manifests: list[Manifest]) -> Iterator[str]:
    """The server's configuration contains CONFIG."""
    for workload in stores(manifests):
        given = configured(manifests, workload)
        for setting, value in CONFIG.items():
            if given.get(setting) != value:
                yield f"{name(workload)}: valkey.conf: {setting} must be {value}, not {given.get(setting)}"


def store_fits_its_memory(manifests: list[Manifest]) -> Iterator[str]:
    """maxmemory leaves headroom below the container's limit, so that a full store refuses and is not killed."""
    for workload in stores(manifests):
        most = _bytes(configured(manifests, workload).get("maxmemory", "0"))
        limit = _bytes(pod(workload)["containers"][0]["resources"]["limits"].get("memory", "0"))
        if not 0 < most <= _HEADROOM * limit:
            yield f"{name(workload)}: maxmemory {most} is not within {_HEADROOM:.0%} of the limit of {limit} bytes"


def store_keeps_its_data(manifests: list[Manifest]) -> Iterator[str]:
    """/data is a claimed volume that outlives pod and set."""
    for workload in stores(manifests):
        claims = {claim["metadata"]["name"] for claim in workload["spec"].get("volumeClaimTemplates", [])}
        mounts = {mount["mountPath"]: mount["name"] for mount in pod(workload)["containers"][0].get("volumeMounts", [])}
        if mounts.get("/data") not in claims:
            yield f"{name(workload)}: /data is not a claimed volume"
        retention = workload["spec"].get("persistentVolumeClaimRetentionPolicy", {})
        if set(retention.values()) - {"Retain"}:
            yield f"{name(workload)}: deleting or scaling the set deletes games"


def store_users_are_few(manifests: list[Manifest]) -> Iterator[str]:
    """Without a password one may only PING; a user may do what is listed, and what destroys games is reserved."""
    for workload in stores(manifests):
        if configured(manifests, workload).get("aclfile") != "/etc/valkey/acl/users.acl":
            yield f"{name(workload)}: valkey.conf names no aclfile"
        for user, rules in _users(manifests, workload):
            if "nopass" in rules and rules[-2:] != ["-@all", "+ping"]:
                yield f"{name(workload)}: user {user} may do more than PING without a password"
            yield from (f"{name(workload)}: user {user} {fault}" for fault in _too_much(user, *_split(rules)))


def _too_much(user: str, root: list[str], selectors: list[list[str]]) -> Iterator[str]:
    """The excessive rights in a user's rules."""
    given = {rule for rules in (root, *selectors) for rule in rules}
    if "-@all" not in root or any(rule.startswith("+@") for rule in given):
        yield "may do what is not listed"
    if given & _EVERYTHING:
        yield "may use keys or channels that are not Podestà's"
    for rule in sorted(given & _RESERVED.keys()):
        if user not in _RESERVED[rule]:
            yield f"is given {rule}"


def store_waits_for_replicas(manifests: list[Manifest]) -> Iterator[str]:
    """A store with replicas, or one that the service assumes to be replicated, writes nothing without a replica."""
    promised = _promised(manifests)
    for workload in stores(manifests):
        if not promised and workload["spec"].get("replicas", 1) == 1:
            continue
        if not promised:
            yield f"{name(workload)}: it has replicas, and the service's durability is not `replicated`"
        if int(configured(manifests, workload).get("min-replicas-to-write", "0")) < 1:
            yield f"{name(workload)}: valkey.conf: min-replicas-to-write must be 1 or more"
        if workload["spec"].get("replicas", 1) == 1:
            yield f"{name(workload)}: the service's durability is `replicated`, and there is no replica"


def _promised(manifests: list[Manifest]) -> bool:
    """Whether the service acknowledges only what a replica has."""
    pods = [pod(each)["containers"][0].get("env", []) for each in serving(manifests, SERVICE)]
    given = [each.get("value") for variables in pods for each in variables if each["name"] == "PODESTA_DURABILITY"]
    common = [(each.get("data") or {}).get("PODESTA_DURABILITY") for each in manifests]
    return "replicated" in given or (not given and "replicated" in common)


def _split(rules: list[str]) -> tuple[list[str], list[list[str]]]:
    """A user's own rules, and the rules of each of its selectors, which are in parentheses."""
    selectors = [words.split() for words in re.findall(r"\((.*?)\)", " ".join(rules))]
    return re.sub(r"\(.*?\)", "", " ".join(rules)).split(), selectors


def stores(manifests: list[Manifest]) -> list[Manifest]:
    """The workloads with pods that hold games."""
    return serving(manifests, STORE)


def configured(manifests: list[Manifest], workload: Manifest) -> dict[str, str]:
    """The settings of a server's files, mounted from a ConfigMap; empty if there is no ConfigMap."""
    names = [volume["configMap"]["name"] for volume in pod(workload)["volumes"] if "configMap" in volume]
    texts = [text for config in names for text in _files(data(manifests, "ConfigMap", config) or {})]
    lines = [line.split(maxsplit=1) for line in "\n".join(texts).splitlines() if not line.startswith("#")]
    return {line[0]: line[1] for line in lines if len(line) == 2}


def _files(files: Mapping[str, str]) -> list[str]:
    """The texts that a server reads: its own file, then the files that it includes."""
    more = sorted(file for file in files if file.endswith(".more"))
    return [files.get("valkey.conf", ""), *(files[each] for each in more)]


def _users(manifests: list[Manifest], workload: Manifest) -> Iterator[tuple[str, list[str]]]:
    """Each user of the access list, with its rules; none if the Secret is not among the manifests."""
    for volume in pod(workload)["volumes"]:
        secret = data(manifests, "Secret", volume.get("secret", {}).get("secretName", "")) or {}
        for line in secret.get("users.acl", "").splitlines():
            _, user, *rules = line.split()
            yield user, rules


def _bytes(quantity: str) -> int:
    """Bytes of a Valkey or Kubernetes amount of memory; 0 for anything else."""
    match = re.fullmatch(r"(\d+)([A-Za-z]*)", quantity)
    return int(match[1]) * _UNITS.get(match[2], 0) if match else 0
