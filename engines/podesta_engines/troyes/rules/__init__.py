"""The rules of Troyes, a module for each chapter of the rulebook; `round` has the order of play."""
