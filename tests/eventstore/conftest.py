"""The fixtures of these tests."""

import pytest

pytest.register_assert_rewrite("podesta_eventstore.testing")

from tests.eventstore.fixtures import private_valkey, store, stream, valkey  # noqa: E402

__all__ = ["private_valkey", "store", "stream", "valkey"]
