# A cache in C for functions of ints, in place of the plain function's `lru_cache`: a table in which new results overwrite
# old ones.

cdef extern from *:
    """
    typedef struct {
        int width, bits;
        long* keys;
        PyObject** values;
    } podesta_memo;

    static size_t podesta_slot(podesta_memo* memo, const long* keys) {
        unsigned long long mixed = 0;
        for (int i = 0; i < memo->width; i++) mixed = (mixed ^ (unsigned long long)keys[i]) * 0x9E3779B97F4A7C15ull;
        return (size_t)(mixed >> (64 - memo->bits));
    }

    static int podesta_prepared(podesta_memo* memo) {
        if (memo->values) return 1;
        memo->keys = calloc((size_t)memo->width << memo->bits, sizeof(long));
        memo->values = memo->keys ? calloc((size_t)1 << memo->bits, sizeof(PyObject*)) : NULL;
        return memo->values != NULL;
    }

    /* The cached value; None if there is none. */
    static PyObject* podesta_recall(podesta_memo* memo, const long* keys) {
        PyObject* found = NULL;
        if (memo->values) {
            size_t slot = podesta_slot(memo, keys);
            if (!memcmp(memo->keys + slot * memo->width, keys, memo->width * sizeof(long))) found = memo->values[slot];
        }
        if (!found) found = Py_None;
        Py_INCREF(found);
        return found;
    }

    /* Cache a value; returns it. */
    static PyObject* podesta_keep(podesta_memo* memo, const long* keys, PyObject* value) {
        Py_INCREF(value);
        if (podesta_prepared(memo)) {
            size_t slot = podesta_slot(memo, keys);
            PyObject* before = memo->values[slot];
            memcpy(memo->keys + slot * memo->width, keys, memo->width * sizeof(long));
            Py_INCREF(value);
            memo->values[slot] = value;
            Py_XDECREF(before);
        }
        return value;
    }
    """
    ctypedef struct _Memo "podesta_memo":
        int width, bits
    object _recall "podesta_recall" (_Memo* memo, long* keys)
    object _keep "podesta_keep" (_Memo* memo, long* keys, object value)
