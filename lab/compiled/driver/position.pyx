# cython: language_level=3, binding=True, annotation_typing=False, auto_pickle=False
"""The counterpart of `podesta_engines.core.position`, which has the docstrings: the only code that is written twice.

Four things differ. Scripts are resumed without StopIteration (PyIter_Send). Tasks are called with their own tuple as
arguments. A script that a position leaves unfinished is dropped, not closed: closing it would raise GeneratorExit in it,
which takes a third of the time of a clone, and no script handles it (the build refuses one that could). And a checkpoint
is a copied state, which is never changed, so that clones share it; its bytes are made on first use. For a state that is
not a C struct, checkpoints are bytes as in the plain driver.
"""

from collections.abc import Callable, Mapping, Set
from operator import index
from typing import Any, Protocol
from zlib import crc32

from msgspec import msgpack

from cpython.object cimport PyObject

from podesta_engines.core._structs cimport Ask, Draw, Table, Together

from podesta_engines.core.errors import NotAsked, Unkept
from podesta_engines.core.legal import open_option

cdef extern from *:
    """
    static PyObject* podesta_send(PyObject* script, PyObject* option, int* ended) {
        PyObject* asked = NULL;
        *ended = PyIter_Send(script, option, &asked) == PYGEN_RETURN;
        return asked;
    }
    #define PODESTA_MOST 24
    static PyObject* podesta_call(PyObject* function, PyObject* state, PyObject* task) {
        PyObject* given[PODESTA_MOST];
        Py_ssize_t count = PyTuple_GET_SIZE(task);
        given[1] = state;
        for (Py_ssize_t i = 1; i < count; i++) given[1 + i] = PyTuple_GET_ITEM(task, i);
        return PyObject_Vectorcall(function, given + 1, count | PY_VECTORCALL_ARGUMENTS_OFFSET, NULL);
    }
    /* A macro, since Cython declares its generators only below. */
    #define podesta_forget(script) \\
        for (PyObject* each = (script); \\
             each && Py_REFCNT(each) == 1 && __Pyx_Generator_CheckExact(each); \\
             each = ((__pyx_CoroutineObject*)each)->yieldfrom) \\
            ((__pyx_CoroutineObject*)each)->resume_label = -1
    """
    object podesta_send(object script, object option, int* ended)
    object podesta_call(object function, object state, object task)
    void podesta_forget(PyObject* script)
    Py_ssize_t PODESTA_MOST

cdef object FATE = -1
cdef object NOBODY = -2

Given = tuple[int, int]


class Rules(Protocol):
    tasks: Mapping[str, Callable[..., Any]]
    asking: Set[str]
    pack: Callable[[Any], bytes]
    unpack: Callable[[bytes], Any]


cdef class Position:
    def __init__(self, rules, state, bint keep=True):
        self._begin(rules, state, keep, None, b"")

    def __dealloc__(self):
        podesta_forget(<PyObject*>self.script)

    cdef _begin(self, object rules, object state, bint keep, Table snap, bytes packed):
        self.rules, self.keep, self.state = rules, keep, state
        self.given = []
        self.waiting = []
        tasks = rules.tasks
        self._tasks = tasks if type(tasks) is dict else dict(tasks)
        self._asking = rules.asking
        self._bytes, self._snap = packed, snap
        self._fresh = snap is not None
        self._next_task()

    @property
    def checkpoint(self):
        if self._bytes is None:
            self._bytes = self.rules.pack(self._snap)
        return self._bytes

    @property
    def seats(self):
        return len(self.state.players)

    @property
    def actor(self):
        ask = self.ask
        if type(ask) is Ask:
            return (<Ask>ask).seat
        if ask is None:
            return NOBODY
        return FATE if type(ask) is Draw else (<Ask>self.waiting[0]).seat

    @property
    def asks(self):
        if type(self.ask) is Ask:
            return (self.ask,)
        return self.waiting if type(self.ask) is Together else ()

    @property
    def options(self):
        ask = self.ask
        if ask is None:
            return ()
        return (<Ask>self.waiting[0]).options if type(ask) is Together else ask.options

    def play(self, option, seat=None):
        ask = self._open(None if seat is None else index(seat))
        self.take(open_option(ask, option), FATE if type(ask) is Draw else ask.seat)

    def _open(self, seat):
        if type(self.ask) is Draw and seat in (None, FATE):
            return self.ask
        found = [ask for ask in self.asks if seat in (None, (<Ask>ask).seat)]
        if len(found) != 1:
            raise NotAsked(NOBODY if seat is None else seat, [ask.seat for ask in self.asks])
        return found[0]

    def answer(self, option, seat=FATE):
        self.take(option, seat)

    cdef take(self, object option, object seat):
        ask = self.ask
        if type(option) is not int:
            option = index(option)
        if type(ask) is Ask:
            if self.keep:
                self.given.append((option, (<Ask>ask).seat))
        elif type(ask) is Draw:
            if self.keep:
                self.given.append((option, FATE))
        elif type(ask) is not Together:
            raise AttributeError("the game is over: nobody is asked")
        elif self._gather(<Together>ask, option, seat):
            return
        else:
            option = 0
        self._resume(option)

    cdef bint _gather(self, Together together, object option, object seat) except -1:
        cdef Ask ask
        for ask in self.waiting:
            if ask.seat == seat:
                break
        else:
            raise StopIteration
        if self.keep:
            self.given.append((option, ask.seat))
        self.waiting.remove(ask)
        together.answers[ask.seat] = option
        return len(self.waiting) > 0

    cdef _resume(self, object option):
        cdef int ended = 0
        ask = podesta_send(self.script, option, &ended)
        if ended or self._run(ask):
            self._next_task()

    cdef bint _run(self, object ask) except -1:
        """Run the script to its next choice; returns whether it ended."""
        cdef int ended = 0
        while not ended:
            if type(ask) is Ask:
                if len((<Ask>ask).options) > 1 or (<Ask>ask).sole:
                    self.ask = ask
                    return False
                ask = podesta_send(self.script, (<Ask>ask).options[0], &ended)
            elif type(ask) is Draw or self._wait_for(<Together?>ask):
                self.ask = ask
                return False
            else:
                ask = podesta_send(self.script, 0, &ended)
        return True

    cdef bint _wait_for(self, Together together) except -1:
        cdef Ask ask
        self.waiting = []
        for ask in together.asks:
            if _single(ask):
                together.answers[ask.seat] = ask.options[0]
            else:
                self.waiting.append(ask)
        return len(self.waiting) > 0

    cdef _next_task(self):
        cdef object state = self.state
        cdef list agenda = (<Table>state).agenda if isinstance(state, Table) else state.agenda
        cdef dict tasks = self._tasks
        cdef object asking = self._asking
        cdef tuple task
        cdef int ended = 0
        if self.given:
            self.given = []
        while agenda:
            task = agenda[-1]
            if task[0] not in asking:
                agenda.pop()
                _start(tasks[task[0]], state, task)
                continue
            if self.keep:
                self._pack()
            agenda.pop()
            self.script = _start(tasks[task[0]], state, task)
            ask = podesta_send(self.script, None, &ended)
            if ended or self._run(ask):
                continue
            return
        self.ask = None
        self.script = None
        if self.keep:
            self._pack()

    cdef _pack(self):
        if self._fresh:
            self._fresh = False
        elif isinstance(self.state, Table):
            self._snap = (<Table>self.state).deep()
            self._bytes = None
        else:
            state = self.state
            journal, state.journal = state.journal, None
            self._bytes = self.rules.pack(state)
            state.journal = journal

    def listen(self):
        self.state.journal = []

    def heard(self):
        notes = self.state.journal or []
        if notes:
            self.state.journal = []
        return notes

    def clone(self, keep=True):
        if not self.keep:
            raise Unkept
        if self._snap is None:
            return restore(self.rules, self._bytes, self.given, keep)
        cdef Position made = Position.__new__(Position)
        made._begin(self.rules, self._snap.deep(), keep, self._snap, self._bytes)
        return _repeated(made, self.given)

    def before(self):
        return self.rules.unpack(self._bytes) if self._snap is None else self._snap.deep()

    def __copy__(self):
        return self.clone()

    def __deepcopy__(self, _memo):
        return self.clone()

    def moment(self):
        answered = 0
        if type(self.ask) is Together:
            answered = sum(not _single(ask) for ask in self.ask.asks) - len(self.waiting)
        return self.checkpoint, tuple(self.given[: len(self.given) - answered])

    def fingerprint(self):
        return checksum(self.checkpoint, self.given)


def checksum(checkpoint, given):
    check = crc32(checkpoint)
    if not given:
        return check
    return crc32(msgpack.encode(given if len(given) == 1 else sorted(given)), check)


cdef object _start(object function, object state, tuple task):
    """Call a task; the few with very many ints are called through Python."""
    return podesta_call(function, state, task) if len(task) < PODESTA_MOST else function(state, *task[1:])


cdef bint _single(Ask ask):
    return len(ask.options) == 1 and not ask.sole


cdef Position _repeated(Position position, list given):
    for option, seat in given:
        position.take(option, seat)
    return position


def restore(rules, checkpoint, given, bint keep=True):
    return _repeated(Position(rules, rules.unpack(checkpoint), keep), list(given))
