from podesta_engines.core._structs cimport Ask, Draw, Together, Table


cdef class Position:
    cdef public object rules, state, ask, script
    cdef public bint keep
    cdef public list given, waiting
    cdef bytes _bytes
    cdef Table _snap
    cdef bint _fresh
    cdef dict _tasks
    cdef object _asking
    cdef _begin(self, object rules, object state, bint keep, Table snap, bytes packed)
    cdef take(self, object option, object seat)
    cdef bint _gather(self, Together together, object option, object seat) except -1
    cdef _resume(self, object option)
    cdef bint _run(self, object ask) except -1
    cdef bint _wait_for(self, Together together) except -1
    cdef _next_task(self)
    cdef _pack(self)
