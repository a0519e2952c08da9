# Copies of lists, allocated at their final length.

cdef extern from *:
    """
    static PyObject* podesta_copied(PyObject* items) {
        if (!PyList_CheckExact(items)) return PySequence_GetSlice(items, 0, PY_SSIZE_T_MAX);
        Py_ssize_t count = PyList_GET_SIZE(items);
        PyObject **from = ((PyListObject*)items)->ob_item, **row;
        #if PY_VERSION_HEX < 0x030D0000
        PyObject* made = PyList_New(0);  /* the items of a longer list would be zeroed first */
        if (!made || !count) return made;
        row = PyMem_New(PyObject*, count);
        if (!row) {
            Py_DECREF(made);
            return PyErr_NoMemory();
        }
        ((PyListObject*)made)->ob_item = row;
        ((PyListObject*)made)->allocated = count;
        Py_SET_SIZE(made, count);
        #else
        PyObject* made = PyList_New(count);
        if (!made) return NULL;
        row = ((PyListObject*)made)->ob_item;
        #endif
        for (Py_ssize_t i = 0; i < count; i++) {
            Py_INCREF(from[i]);
            row[i] = from[i];
        }
        return made;
    }

    typedef PyObject* (*podesta_way)(PyObject*);
    static PyObject* podesta_each(PyObject* items, podesta_way way) {
        if (!PyList_CheckExact(items)) {
            PyErr_SetString(PyExc_TypeError, "a list was expected");
            return NULL;
        }
        Py_ssize_t count = PyList_GET_SIZE(items);
        PyObject* made = PyList_New(count);
        for (Py_ssize_t i = 0; made && i < count; i++) {
            PyObject* part = way(PyList_GET_ITEM(items, i));
            if (!part) Py_CLEAR(made);
            else PyList_SET_ITEM(made, i, part);
        }
        return made;
    }
    """
    ctypedef object (*_way "podesta_way")(object)
    list _copied "podesta_copied" (list items)
    list _each "podesta_each" (object items, _way way)
