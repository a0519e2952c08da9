"""Once on the servers: a key for each name, which expires."""

from podesta_eventstore.bounds import check_seconds
from podesta_eventstore.contract import Once

from . import keys, library
from .calls import Calls


class RedisOnce(Once):
    """One call of a function; repeating it returns False."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    async def first(self, name: str, seconds: int) -> bool:
        """Set the key unless it exists; see the contract."""
        key = keys.once(name)
        return bool(await self._calls.run(keys.slot_of(key), library.FIRST, [key], check_seconds(seconds)))
