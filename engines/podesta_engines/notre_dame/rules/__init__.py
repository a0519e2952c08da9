"""The rules of Notre Dame, a module for each phase of the rulebook; `round` has the order of play."""
