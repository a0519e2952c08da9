"""The fixtures of these tests."""

from tests.eventstore.fixtures import private_valkey, store, stream, valkey

__all__ = ["private_valkey", "store", "stream", "valkey"]
