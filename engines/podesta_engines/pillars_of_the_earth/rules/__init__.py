"""The rules of The Pillars of the Earth, a module for each chapter of the rulebook; `round` has the order of play."""
