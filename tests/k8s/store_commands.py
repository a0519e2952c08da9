"""The commands that each of the store's users may run on each kind of key, as reported by a real server.

`python -m tests.k8s.store_commands` rewrites the table after a change of the users or the server.
"""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import redis

from podesta_eventstore.server.program import server_program

TABLE = Path(__file__).with_name("store_commands.txt")
K8S = Path(__file__).resolve().parents[2] / "k8s"
USERS = ("default", "podesta", "podesta-loader", "podesta-archive", "podesta-backup")
PASSWORDS = {
    "podesta": "dev-only-password",
    "podesta-loader": "dev-only-loader-password",
    "podesta-archive": "dev-only-archive-password",
    "podesta-backup": "dev-only-backup-password",
}
KEYS = {
    "log": "podesta:{_b-1f}{troyes}:log",
    "meta": "podesta:{_b-1f}{troyes}:meta",
    "incoming": "podesta:{_b-1f}{troyes}:incoming",
    "bell": "podesta:{_b-1f}{troyes}:bell",
    "list": "podesta:{_b-1f}:list:troyes:open",
    "due": "podesta:{_due-0}:due",
    "work": "podesta:{_work}:queue-items",
    "once": "podesta:{_once-x}:first",
    "level": "podesta:{_level}:level",
    "members": "podesta:{_level}:members",
    "beat": "podesta:{_level}:beat",
    "foreign": "elsewhere",
}
"""A key of each kind; `bell` is a channel, `foreign` is not Podestà's."""


@contextmanager
def server(folder: Path) -> Iterator[Path]:
    """A Valkey with the base's settings, the dev overlay's users and one who may query their rights: its socket."""
    users = (
        K8S / "overlays/dev/users.acl"
    ).read_text() + "user law on nopass resetkeys resetchannels -@all +acl +command +config|get\n"
    (folder / "users.acl").write_text(users)
    config = (K8S / "base/store/valkey.conf").read_text().replace("dir /data", f"dir {folder}")
    (folder / "valkey.conf").write_text(config.replace("/etc/valkey/acl/users.acl", str(folder / "users.acl")))
    command = [server_program().path, folder / "valkey.conf", "--port", "0", "--unixsocket", folder / "socket"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        assert any("Ready to accept connections" in line for line in process.stdout)
        yield folder / "socket"
    finally:
        process.terminate()
        process.communicate(timeout=30)


def asking(socket: Path) -> redis.Redis:
    """A client of the user who may query others' rights; its replies are not decoded."""
    client = redis.Redis(unix_socket_path=str(socket), username="law", password="-", decode_responses=True)
    client.response_callbacks.clear()
    return client


def table(client: redis.Redis) -> str:
    """A line for each user and kind of key: the commands that are allowed there but not on a foreign key."""
    every = [leaf for entry in client.execute_command("COMMAND") for leaf in (entry[9] or [entry])]
    return "".join(
        f"{line}\n" for user in USERS for line in _lines(client, user, [(leaf[0], leaf[1]) for leaf in every])
    )


def _lines(client: redis.Redis, user: str, every: list[tuple[str, int]]) -> Iterator[str]:
    anywhere = _allowed(client, user, every, KEYS["foreign"])
    yield f"{user} anywhere: {' '.join(sorted(anywhere))}"
    for kind, key in KEYS.items():
        if found := _allowed(client, user, every, key) - anywhere:
            yield f"{user} {kind}: {' '.join(sorted(found))}"


def _allowed(client: redis.Redis, user: str, every: list[tuple[str, int]], key: str) -> set[str]:
    """The commands that the server would let the user run, with the key for every argument."""
    with client.pipeline(transaction=False) as asked:
        for name, arity in every:
            words = name.split("|")
            asked.execute_command("ACL", "DRYRUN", user, *words, *_arguments(name, abs(arity) - len(words), key))
        return {name for (name, _), said in zip(every, asked.execute(), strict=True) if said in ("OK", b"OK", True)}


def _arguments(name: str, count: int, key: str) -> list[str]:
    """The least number of arguments that the command takes; those that count their keys get one."""
    return ["f", "1", key] if name in ("fcall", "fcall_ro", "eval", "evalsha") else [key] * count


def main() -> None:
    """Write the table."""
    with tempfile.TemporaryDirectory() as folder, server(Path(folder)) as socket, asking(socket) as client:
        TABLE.write_text(table(client))


if __name__ == "__main__":
    main()
