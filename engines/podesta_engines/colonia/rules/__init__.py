"""The rules of Colonia, one module per day of the week and one for the ordinances; `round` has the order of play."""
