"""A store in front of another one: it forwards every call, until a subclass overrides it."""

from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import AbstractContextManager, aclosing, nullcontext
from functools import update_wrapper
from types import FunctionType
from typing import Any, Concatenate, ParamSpec, TypeVar

from .contract import EventStore

P = ParamSpec("P")
R = TypeVar("R")
C = TypeVar("C", bound=Callable[..., Any])


def forwarded(
    method: Callable[Concatenate[Any, P], Coroutine[Any, Any, R]],
) -> Callable[Concatenate[Any, P], Coroutine[Any, Any, R]]:
    """Make a coroutine method that calls the same method of `inner`, within `around`."""
    name = method.__name__

    def call(self: "StoreProxy", /, *args: P.args, **kwargs: P.kwargs) -> Coroutine[Any, Any, R]:
        return self.within(name, getattr(self.inner, name)(*args, **kwargs))

    return _named(call, method)


def generated(
    method: Callable[Concatenate[Any, P], AsyncGenerator[R, None]],
) -> Callable[Concatenate[Any, P], AsyncGenerator[R, None]]:
    """Make a method that yields what the same method of `inner` yields, within `around`, and closes it."""
    name = method.__name__

    async def call(self: "StoreProxy", /, *args: P.args, **kwargs: P.kwargs) -> AsyncGenerator[R, None]:
        with self.around(name) or nullcontext():
            async with aclosing(getattr(self.inner, name)(*args, **kwargs)) as items:
                async for item in items:
                    yield item

    return _named(call, method)


def _named(call: C, method: Callable[..., Any]) -> C:
    """Give the call the method's name and docstring, but not the attribute that makes the method abstract."""
    update_wrapper(call, method, updated=())
    return call


class StoreProxy(EventStore):
    """Forwards every call to `inner`. A subclass overrides single calls, or `around` to act around each of them.

    No call can be forgotten: while one has no line here, the class is abstract, and both mypy and Python refuse to
    instantiate it.
    """

    def __init__(self, inner: EventStore) -> None:
        self.inner = inner
        if type(self).around is StoreProxy.around and type(self).within is StoreProxy.within:
            self._step_aside()

    def _step_aside(self) -> None:
        """Bind the calls that a subclass does not override directly to the inner store's."""
        for name, call in vars(StoreProxy).items():
            if isinstance(getattr(EventStore, name, None), FunctionType) and getattr(type(self), name) is call:
                setattr(self, name, getattr(self.inner, name))

    def around(self, operation: str) -> AbstractContextManager[None] | None:  # noqa: ARG002
        """Return a context in which to run the call named `operation`; for `follow`, while its generator is open."""
        return None

    async def within(self, operation: str, work: Coroutine[Any, Any, R]) -> R:
        """Do the work of the call named `operation`."""
        with self.around(operation) or nullcontext():
            return await work

    append = forwarded(EventStore.append)
    read = forwarded(EventStore.read)
    read_backward = forwarded(EventStore.read_backward)
    head = forwarded(EventStore.head)
    follow = generated(EventStore.follow)
    streams = forwarded(EventStore.streams)

    seal = forwarded(EventStore.seal)
    release = forwarded(EventStore.release)
    forget = forwarded(EventStore.forget)
    restore = forwarded(EventStore.restore)
    erase = forwarded(EventStore.erase)
    generation = forwarded(EventStore.generation)

    metadata = forwarded(EventStore.metadata)
    label = forwarded(EventStore.label)

    glimpses = forwarded(EventStore.glimpses)
    pick = forwarded(EventStore.pick)
    tally = forwarded(EventStore.tally)
    oldest = forwarded(EventStore.oldest)

    remind = forwarded(EventStore.remind)
    due = forwarded(EventStore.due)
    settle = forwarded(EventStore.settle)

    put_work = forwarded(EventStore.put_work)
    take_work = forwarded(EventStore.take_work)
    finish_work = forwarded(EventStore.finish_work)
    steal_work = forwarded(EventStore.steal_work)
    waiting_work = forwarded(EventStore.waiting_work)

    first = forwarded(EventStore.first)

    join = forwarded(EventStore.join)
    leave = forwarded(EventStore.leave)
    level_status = forwarded(EventStore.level_status)
    raise_level = forwarded(EventStore.raise_level)

    beat = forwarded(EventStore.beat)

    ping = forwarded(EventStore.ping)
    vitals = forwarded(EventStore.vitals)
    close = forwarded(EventStore.close)
