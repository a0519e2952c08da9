"""The rules of Golden Horn, a module for each chapter of the rulebook; `round` has the order of play."""
