"""A stream that has died silently, as after a change of network: the page does not wait for missed heartbeats."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import suppress

import pytest

from tests.docs.browser import Browser
from tests.eventstore.servers import until
from tests.kit.process import ServiceProcess
from tests.table.player import answered, people, sit

pytestmark = [pytest.mark.campaign, pytest.mark.slow]


class Way:
    """A route to a service, on which streams can be lost without notice to either side."""

    def __init__(self, port: int) -> None:
        self.streams: list[threading.Event] = []
        """For each stream on it, whether it is lost."""
        self._behind = port
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        threading.Thread(target=self._serve, daemon=True).start()

    def lose(self) -> None:
        """Lose all current streams."""
        for each in self.streams:
            each.set()

    def close(self) -> None:
        """Refuse new connections."""
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listening.accept()
                far, lost = socket.create_connection(("127.0.0.1", self._behind)), threading.Event()
                for ends in ((near, far), (far, near)):
                    threading.Thread(target=self._carry, args=(*ends, lost), daemon=True).start()

    def _carry(self, source: socket.socket, target: socket.socket, lost: threading.Event) -> None:
        with suppress(OSError):
            while data := source.recv(65_536):
                if data.startswith(b"GET /v1/stream"):
                    self.streams.append(lost)
                if not lost.is_set():
                    target.sendall(data)
            target.shutdown(socket.SHUT_RDWR)


@pytest.fixture
def way(service: ServiceProcess) -> Iterator[Way]:
    """A route to the service."""
    made = Way(int(service.rest.rpartition(":")[2]))
    yield made
    made.close()


def test_another_network_is_another_stream(service: ServiceProcess, browser: Browser, way: Way) -> None:
    """A device that is online again connects at once, and shows the next move."""
    told = people(service.rest, "golden-horn")
    page = sit(browser, f"http://127.0.0.1:{way.port}/play/{told['game']['game']}")
    page.until("!!document.querySelector('.board svg')")
    until(lambda: len(way.streams) == 1, "no stream was opened")
    way.lose()
    page.ask("dispatchEvent(new Event('online')); true")
    until(lambda: len(way.streams) == 2, "the stream was not made anew")
    answered(service.rest, told)
    page.until("document.querySelector('main').dataset.revision > 1")
    assert page.ask("wrong") == []
