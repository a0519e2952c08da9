"""Learning: permanent integers for answers, observations of fixed shape, environments (extra `gym`).

`actions` and `encoding` need only this package; `aec` needs PettingZoo, `vector` Gymnasium, `openspiel` OpenSpiel, and
`net` numpy. They are imported only when used.
"""
