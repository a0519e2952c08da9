"""A real Cluster on loopback, formed without a command-line tool, and moves of its slots."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tests.eventstore.servers import Group, Server, until

SLOTS = 16384


class Cluster(Group):
    """Three primaries with a replica each, formed without a command-line tool."""

    def __init__(self, folder: Path, replicas: int = 1, timeout: int = 2000) -> None:
        super().__init__(folder)
        self._replicas = replicas
        self._timeout = timeout

    @property
    def url(self) -> str:
        """Two of its nodes."""
        return f"redis+cluster://{','.join(f'127.0.0.1:{each.port}' for each in self.servers[:2])}"

    def form(self) -> None:
        """Assign slots and epochs, meet, then replicate."""
        count = 3 + 3 * self._replicas
        settings = {"cluster_enabled": "yes", "cluster_node_timeout": str(self._timeout)}
        settings |= {"min_replicas_to_write": "1" if self._replicas else "0"}
        self.servers = [self.add(f"node{number}", **settings) for number in range(count)]
        self.primaries = self.servers[:3]
        bounds = [0, 5461, 10923, SLOTS]
        for number, server in enumerate(self.servers):
            server.client.execute_command("CLUSTER", "SET-CONFIG-EPOCH", number + 1)
        for server, first, end in zip(self.primaries, bounds, bounds[1:], strict=False):
            server.client.execute_command("CLUSTER", "ADDSLOTSRANGE", first, end - 1)
        for server in self.servers[1:]:
            server.client.execute_command("CLUSTER", "MEET", "127.0.0.1", self.servers[0].port)
        until(lambda: all(self._known(each) == count for each in self.servers), "the nodes did not meet")
        for number, server in enumerate(self.servers[3:]):
            until(lambda s=server, n=number: self._follow(s, self.primaries[n % 3]), "a replica did not follow")
        until(lambda: all(self._is_whole(each) for each in self.servers), "the Cluster was not formed")
        until(lambda: all(self._has_replicas(each) for each in self.primaries), "replicas did not connect")

    def is_whole(self) -> bool:
        """Whether every node reports that every slot is served."""
        return all(self._is_whole(each) for each in self.servers)

    def agrees(self) -> bool:
        """Whether all nodes report the same epoch and slots for every primary, and no two have one epoch."""
        views = [self._epochs(each) for each in self.primaries]
        return views.count(views[0]) == len(views) == len({epoch for epoch, _ in views[0].values()})

    def _epochs(self, server: Server) -> dict[str, tuple[str, str]]:
        nodes = [line.split() for line in server.client.execute_command("CLUSTER", "NODES").decode().splitlines()]
        return {node[0]: (node[6], " ".join(node[8:])) for node in nodes if "master" in node[2]}

    def _known(self, server: Server) -> int:
        return int(self._cluster_info(server)["cluster_known_nodes"])

    def _is_whole(self, server: Server) -> bool:
        info = self._cluster_info(server)
        return info["cluster_state"] == "ok" and int(info["cluster_slots_ok"]) == SLOTS

    def _has_replicas(self, server: Server) -> bool:
        return self._replicas == 0 or int(server.info()["min_slaves_good_slaves"]) == self._replicas

    def _follow(self, server: Server, primary: Server) -> bool:
        server.client.execute_command("CLUSTER", "REPLICATE", self.node(primary))
        return True

    def _cluster_info(self, server: Server) -> dict[str, str]:
        lines = server.client.execute_command("CLUSTER", "INFO").decode().split()
        return dict(line.split(":", 1) for line in lines)

    def owner(self, slot: int) -> Server:
        """The primary of a slot."""
        found: Server = until(lambda: next((each for each in self.servers if each.owns(slot)), None), "an owner")
        return found

    def node(self, server: Server) -> str:
        """The node id of a server."""
        answer = server.client.execute_command("CLUSTER", "MYID")
        return answer.decode() if isinstance(answer, bytes) else str(answer)


def move_slot(cluster: Cluster, slot: int) -> Iterator[str]:
    """Move a slot with its keys to another primary, pausing between the steps.

    As operators' tools do, it begins when the servers agree: a slot that goes back before the word of its last move has
    spread may be claimed by two servers with one epoch, and the Cluster then deletes the keys of one of them.
    """
    until(cluster.agrees, "the servers do not agree on their slots")
    source = cluster.owner(slot)
    target = next(each for each in cluster.primaries if each is not source)
    target.client.execute_command("CLUSTER", "SETSLOT", slot, "IMPORTING", cluster.node(source))
    source.client.execute_command("CLUSTER", "SETSLOT", slot, "MIGRATING", cluster.node(target))
    yield "announced"
    while names := source.client.execute_command("CLUSTER", "GETKEYSINSLOT", slot, 100):
        source.client.execute_command("MIGRATE", "127.0.0.1", target.port, "", 0, 5000, "KEYS", *names)
    yield "moved"
    for server in (target, source, *cluster.primaries):
        server.client.execute_command("CLUSTER", "SETSLOT", slot, "NODE", cluster.node(target))
    yield "told"
