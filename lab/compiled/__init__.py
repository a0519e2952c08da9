"""The engines compiled from their own source: plain Python remains the source, and runs where nothing is built.

`plan.toml` lists what to compile. `inferred.py` gets the type of every expression from mypy, `structs.py` writes the
states as C structs, `expressions.py` and `functions.py` write each module as typed Cython, `tree.py` lays all of it out
next to the plain package, and `extensions.py` compiles it. `driver/` has the only code that is written twice.
docs/decisions/0031-compiled-engines.md explains why.
"""
