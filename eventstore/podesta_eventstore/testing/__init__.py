"""What it takes to trust an implementation of the contract: laws, chaos, and a check of recorded histories.

It needs pytest, which the library itself does not.
"""

from .chaos import ChaosStore
from .laws import StoreLaws

__all__ = ["ChaosStore", "StoreLaws"]
