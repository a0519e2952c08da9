"""Tools for testing implementations of the contract, public like the rest of the package.

- `StoreLaws`: tests that every store must pass, to be subclassed with a fixture `store` with the lists `LISTS`;
- `ChaosStore`: a store in front of another one that loses, delays and repeats as a bad network does;
- `history`: a check of the results that callers received against the final log.

The laws need pytest and pytest-asyncio: install `podesta-eventstore[testing]`.
"""

from .chaos import ChaosStore
from .filling import LISTS
from .laws import StoreLaws

__all__ = ["LISTS", "ChaosStore", "StoreLaws"]
