"""A private Valkey in a data directory, shared by every process that uses the directory.

Two locks arrange this. They are `flock`s, which the kernel releases when their holder dies:

- the server itself holds `server.lock` (it inherits the descriptor), so there is never a second server;
- every process that uses the directory holds a shared lock on it: only the last one to leave stops
  the server. A server whose users were all killed is adopted by the next process.

The directory is private: it is created with mode 0700, and one that other users can reach is refused.

Open a store after a fork, not before: a forked process would share its parent's lock.
"""

import fcntl
import logging
import os
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from podesta_eventstore.errors import StoreError, StoreRefused, StoreUnavailable, reason
from podesta_eventstore.private import private_folder

from .program import server_program
from .short_path import remove_short_path, short_path

_log = logging.getLogger(__name__)
_POLL = 0.02
_SILENCE = 3.0
_STOP_SECONDS = 20.0
_SOCKET = "valkey.sock"
_APPENDFSYNC = {"fsync": "always", "everysec": "everysec"}


class EmbeddedServer:
    """One process's use of the private server of a data directory.

    `start` joins the server that runs there, or starts it in a session of its own, so that Ctrl-C reaches the
    service alone; `stop` leaves, and stops the server if no other process uses it. Both block; both may be repeated.
    `begin` is the half of `start` that does not wait for the server.
    """

    def __init__(self, data_dir: Path, durability: str = "fsync") -> None:
        self.data_dir = data_dir.resolve()
        if durability not in _APPENDFSYNC:
            raise StoreRefused(f"a private server has no replica, so it cannot be {durability!r}: name a store")
        self._appendfsync = _APPENDFSYNC[durability]
        self._turn = threading.Lock()
        self._users: int | None = None
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def socket(self) -> str:
        """The path of the server's unix socket, while this process uses the directory; raises as `start` does."""
        return str(short_path(self.data_dir, _SOCKET))

    @property
    def url(self) -> str:
        """The URL of the server."""
        return f"unix://{self.socket}"

    @property
    def pid(self) -> int:
        """The server's process id, read from the file that the server writes."""
        return int((self.data_dir / "valkey.pid").read_bytes())

    def begin(self) -> None:
        """Start the server if it does not run, and return while it comes up. Call `start` later to wait for it.

        Raises:
            StoreRefused: the directory or the server's binary cannot be used.
            StoreUnavailable: the server of the directory is being stopped, and does not end.
        """
        self._use(lambda: None if self._replies() else self._launch())

    def start(self, patience: float = 60.0) -> None:
        """Return once the server replies, starting it if it does not run, within `patience` seconds.

        Raises:
            StoreRefused: the directory or the server's binary cannot be used.
            StoreUnavailable: it did not start, or does not reply.
        """
        self._use(lambda: self._ensure_server(time.monotonic() + patience))

    def stop(self) -> None:
        """Leave; the last process to leave stops the server, which first saves its data."""
        with self._turn:
            self._leave()

    def _use(self, server: Callable[[], object]) -> None:
        """Become a user of the directory and do something with its server; stop being one if that fails."""
        with self._turn:
            is_user = self._users is not None
            try:
                self._enter()
                server()
            except (OSError, StoreError) as error:
                if not is_user:
                    self._leave()
                if isinstance(error, StoreError):
                    raise
                raise StoreRefused(f"the data directory {self.data_dir} cannot be used: {reason(error)}") from error

    def _enter(self) -> None:
        """Count this process among the users; while the last user stops the server, wait."""
        if self._users is not None:
            return
        private_folder(self.data_dir, "data directory")
        users = os.open(self.data_dir, os.O_RDONLY | os.O_DIRECTORY)
        deadline = time.monotonic() + _STOP_SECONDS
        while not _lock(users, fcntl.LOCK_SH):
            if time.monotonic() > deadline:
                os.close(users)
                raise StoreUnavailable(f"the server of {self.data_dir} is being stopped, and does not end")
            time.sleep(_POLL)
        self._users = users

    def _leave(self) -> None:
        if self._users is None:
            return
        if _lock(self._users, fcntl.LOCK_EX):
            self._stop_server()
            remove_short_path(self.data_dir)
        os.close(self._users)
        self._users = None

    def _ensure_server(self, deadline: float) -> None:
        """Poll until the server replies; the process that gets the server's lock in the meantime starts it."""
        self._forget_if_dead()
        silent_until = time.monotonic() + _SILENCE
        while not self._replies():
            if self._forget_if_dead():
                raise StoreUnavailable(f"the private Valkey ended: see {self.data_dir / 'valkey.log'}")
            if time.monotonic() > deadline:
                raise StoreUnavailable(f"a server holds {self.data_dir} but does not answer on {self.socket}")
            if time.monotonic() > silent_until:
                _log.warning("the server of %s does not answer yet: see valkey.log there", self.data_dir)
                silent_until = deadline
            if not self._launch():
                time.sleep(_POLL)

    def _forget_if_dead(self) -> bool:
        """Return whether the server that this process started has ended since the last check."""
        if self._process is None or self._process.poll() is None:
            return False
        self._process = None
        return True

    def _launch(self) -> bool:
        """Start the server if none is alive; return whether it was started."""
        lock = os.open(self.data_dir / "server.lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            if not _lock(lock, fcntl.LOCK_EX):
                return False
            (self.data_dir / "valkey.pid").unlink(missing_ok=True)
            self._process = self._spawn(lock)
            return True
        finally:
            os.close(lock)  # the server keeps its own copy, and the lock with it

    def _spawn(self, lock: int) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [server_program().path, *self._settings()],
            cwd=self.data_dir,
            pass_fds=[lock],
            start_new_session=True,
            umask=0o077,  # its files hold the secrets of every game
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def _settings(self) -> list[str]:
        settings = {
            "port": "0",
            "unixsocket": _SOCKET,
            "unixsocketperm": "700",
            "dir": ".",
            "pidfile": str(self.data_dir / "valkey.pid"),
            "logfile": "valkey.log",
            "loglevel": "warning",
            "save": "",
            "appendonly": "yes",
            "appendfsync": self._appendfsync,
            "aof-timestamp-enabled": "yes",
            "maxmemory-policy": "noeviction",
            "stream-node-max-bytes": "1024",
        }
        return [word for name, value in settings.items() for word in (f"--{name}", value)]

    def _replies(self) -> bool:
        """Return whether the server runs and has loaded its data."""
        path = self.socket
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
                connection.settimeout(1.0)
                connection.connect(path)
                connection.sendall(b"*1\r\n$4\r\nPING\r\n")
                return connection.recv(64).startswith(b"+PONG")
        except OSError:
            return False

    def _stop_server(self) -> None:
        """Ask the server to end, and kill it if it does not; return once its lock is free."""
        if self.data_dir.exists():
            lock = os.open(self.data_dir / "server.lock", os.O_RDWR | os.O_CREAT, 0o600)
            try:
                self._end_by(signal.SIGTERM, lock) or self._end_by(signal.SIGKILL, lock)
            finally:
                os.close(lock)
        elif self._process is not None:  # the directory was removed while it ran
            self._process.kill()
        if self._process is not None:
            self._process.wait()
            self._process = None

    def _end_by(self, how: signal.Signals, lock: int) -> bool:
        """Signal the server unless it has ended; return whether it ends within `_STOP_SECONDS`."""
        if _lock(lock, fcntl.LOCK_EX):
            return True
        begun = self._process if self._process is not None and self._process.poll() is None else None
        with suppress(OSError):  # it is ending and has removed its pid file
            os.kill(begun.pid if begun else self.pid, how)  # a new server has not written that file yet
        deadline = time.monotonic() + _STOP_SECONDS
        while not _lock(lock, fcntl.LOCK_EX):
            if time.monotonic() > deadline:
                return False
            time.sleep(_POLL)
        return True


def _lock(descriptor: int, kind: int) -> bool:
    """Take the lock if it is free; return whether it was."""
    try:
        fcntl.flock(descriptor, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
