"""Fitting a value: games of greedy players, sampled, and a linear fit of their results. Needs numpy (extra `fit`).

`samples` plays, `ridge` fits; `podesta fit` does both and writes the package's `data/value.json`.
"""
