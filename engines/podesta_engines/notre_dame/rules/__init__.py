"""The rules of Notre Dame, one module per phase of the rulebook; `round` has the order of play."""
