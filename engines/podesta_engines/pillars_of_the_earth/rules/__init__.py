"""The rules of The Pillars of the Earth, one module per chapter of the rulebook; `round` has the order of play."""
