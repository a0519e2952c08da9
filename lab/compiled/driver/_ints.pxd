# Reads of lists and tuples of ints in C; any other container is read through Python's own protocol.

cdef extern from *:
    """
    #define PODESTA_FAILED -987654321

    static inline long podesta_int(PyObject* each) {
        #if PY_VERSION_HEX >= 0x030C0000
        if (PyLong_Check(each) && PyUnstable_Long_IsCompact((PyLongObject*)each))
            return (long)PyUnstable_Long_CompactValue((PyLongObject*)each);
        #else
        Py_ssize_t size = Py_SIZE(each);
        if (PyLong_Check(each) && size >= -1 && size <= 1)
            return (long)(size * (Py_ssize_t)((PyLongObject*)each)->ob_digit[0]);
        #endif
        return PyLong_AsLong(each);
    }

    static inline PyObject** podesta_row(PyObject* items, Py_ssize_t* count) {
        if (PyList_Check(items)) {
            *count = PyList_GET_SIZE(items);
            return ((PyListObject*)items)->ob_item;
        }
        if (PyTuple_Check(items)) {
            *count = PyTuple_GET_SIZE(items);
            return ((PyTupleObject*)items)->ob_item;
        }
        *count = -1;
        return NULL;
    }

    /* The number of occurrences of an int, counted up to `most`; -1 for an error. */
    static inline long podesta_count(PyObject* items, long wanted, long most) {
        Py_ssize_t count;
        PyObject** row = podesta_row(items, &count);
        long found = 0;
        if (count < 0) {
            PyObject* boxed = PyLong_FromLong(wanted);
            found = boxed ? (long)PySequence_Count(items, boxed) : -1;
            Py_XDECREF(boxed);
        }
        for (Py_ssize_t i = 0; i < count && found < most; i++) {
            long each = podesta_int(row[i]);
            if (each == -1 && PyErr_Occurred()) return -1;
            found += each == wanted;
        }
        return found;
    }

    static inline int podesta_has(PyObject* items, long wanted) {
        long found = podesta_count(items, wanted, 1);
        return found < 0 ? -1 : found > 0;
    }

    static inline long podesta_times(PyObject* items, long wanted) {
        return podesta_count(items, wanted, LONG_MAX);
    }

    static int podesta_some(PyObject* items) {
        Py_ssize_t count;
        PyObject** row = podesta_row(items, &count);
        for (Py_ssize_t i = 0; i < count; i++) {
            long each = podesta_int(row[i]);
            if (each) return each == -1 && PyErr_Occurred() ? -1 : 1;
        }
        if (count >= 0) return 0;
        PyObject* listed = PySequence_List(items);
        int found = listed ? podesta_some(listed) : -1;
        Py_XDECREF(listed);
        return found;
    }

    static long podesta_total(PyObject* items) {
        Py_ssize_t count;
        PyObject** row = podesta_row(items, &count);
        long sum = 0;
        if (count < 0) {
            PyObject* listed = PySequence_List(items);
            sum = listed ? podesta_total(listed) : PODESTA_FAILED;
            Py_XDECREF(listed);
            return sum;
        }
        for (Py_ssize_t i = 0; i < count; i++) {
            long each = podesta_int(row[i]);
            if (each == -1 && PyErr_Occurred()) return PODESTA_FAILED;
            sum += each;
        }
        return sum;
    }

    /* `sum(map(mul, a, b))` of lists of floats, summed as in Python before 3.12. */
    static PyObject* podesta_products(PyObject* a, PyObject* b) {
        Py_ssize_t count, other;
        PyObject **row = podesta_row(a, &count), **weights = podesta_row(b, &other);
        double sum = 0.0;
        if (other < count) count = other;
        for (Py_ssize_t i = 0; i < count; i++) sum += PyFloat_AsDouble(row[i]) * PyFloat_AsDouble(weights[i]);
        return PyErr_Occurred() ? NULL : PyFloat_FromDouble(sum);
    }
    """
    bint _has "podesta_has" (object items, long wanted) except -1
    bint _some "podesta_some" (object items) except -1
    long _total "podesta_total" (object items) except? -987654321
    long _count "podesta_times" (object items, long wanted) except -1
    object _products "podesta_products" (list a, list b)
