"""The rules of Colonia, a module for each day of the week and one for the ordinances; `round` has the order of play."""
