"""Once: actions for only the first of several callers."""

from abc import abstractmethod
from typing import Protocol


class Once(Protocol):
    """Names that one caller was the first to request, each remembered for a limited time."""

    @abstractmethod
    async def first(self, name: str, seconds: int) -> bool:
        """Return True to one caller, and False to all others who ask for the same name within `seconds` (1 or more).

        A name follows the rules for names of streams. A failover may forget it, unless replicas confirm writes.

        Raises:
            OutcomeUnknown: this caller may have been the first; a repeated call then returns False.
        """
