"""The engines compiled from their own source: plain Python stays what is read, and what runs where nothing is built.

`plan.toml` says what is compiled. `inferred.py` asks mypy for the type of every expression, `structs.py` writes the
states as C structs, `expressions.py` and `functions.py` write each module as typed Cython, `tree.py` lays all of it
out beside the plain package, and `extensions.py` compiles it. `driver/` has the only code that is written twice.
docs/decisions/0031-compiled-engines.md says why.
"""
