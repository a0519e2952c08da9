"""The store against the simplest model there is: a list per stream."""

import asyncio
from pathlib import Path
from typing import ClassVar
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from podesta_eventstore import Appended, Conflict, EmbeddedServer, EventStore, Stored, StreamNotFound, open_store
from podesta_eventstore.bounds import WINDOW

EXPECTED = st.integers(0, 14)
COMMANDS = st.integers(0, 24).map(lambda number: number.to_bytes(16))
DATA = st.binary(max_size=40)


class ModelMachine(RuleBasedStateMachine):
    """Appends and reads at random; the model has the expected results."""

    server: ClassVar[EmbeddedServer]

    @initialize()
    def open(self) -> None:
        """Begin with a new stream."""
        self.runner = asyncio.Runner()
        self.store: EventStore = self.runner.run(open_store(self.server.url, Path()))
        self.stream = f"model-{uuid4().hex}"
        self.model: list[Stored] = []

    @rule(expected=EXPECTED, command=COMMANDS, data=DATA)
    def append_anywhere(self, expected: int, command: bytes, data: bytes) -> None:
        """An append at any revision has the model's result."""
        self._append(expected, command, data)

    @rule(command=COMMANDS, data=DATA, behind=st.integers(0, 2))
    def append_near_the_head(self, command: bytes, data: bytes, behind: int) -> None:
        """So does one at or just behind the head."""
        self._append(max(0, len(self.model) - behind), command, data)

    @rule(after=EXPECTED, limit=st.none() | st.integers(1, 5))
    def read(self, after: int, limit: int | None) -> None:
        """A read returns a slice of the model."""
        if self.model:
            entries = self.runner.run(self.store.read(self.stream, after, limit))
            assert entries == self.model[after:][:limit]
        else:
            with pytest.raises(StreamNotFound):
                self.runner.run(self.store.read(self.stream, after, limit))

    @invariant()
    def same_head(self) -> None:
        """The head is the model's length."""
        if hasattr(self, "store"):
            assert self.runner.run(self.store.head(self.stream)) == len(self.model)

    def teardown(self) -> None:
        """Close the store and its event loop."""
        if hasattr(self, "store"):
            self.runner.run(self.store.close())
            self.runner.close()

    def _append(self, expected: int, command: bytes, data: bytes) -> None:
        head = len(self.model)
        searched = self.model[max(0, min(expected, head) - WINDOW) :]
        earlier = [entry.revision for entry in searched if entry.command == command]
        call = self.store.append(self.stream, expected, data, command)
        if earlier:
            assert self.runner.run(call) == Appended(earlier[0], duplicate=True)
        elif head == 0 and expected > 0:
            with pytest.raises(StreamNotFound):
                self.runner.run(call)
        elif expected != head:
            with pytest.raises(Conflict) as caught:
                self.runner.run(call)
            assert (caught.value.head, caught.value.unseen) == (head, self.model[expected:])
        else:
            assert self.runner.run(call) == Appended(head + 1, duplicate=False)
            self.model.append(Stored(head + 1, command, data))


def test_the_store_is_a_list_per_stream(valkey: EmbeddedServer) -> None:
    """Whatever is appended and read, in whatever order, the store behaves like a list."""
    ModelMachine.server = valkey
    run_state_machine_as_test(
        ModelMachine,
        settings=settings(
            max_examples=40, stateful_step_count=40, deadline=None, suppress_health_check=list(HealthCheck)
        ),
    )
