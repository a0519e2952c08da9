"""How logs are written: the levels of the format, entries as arrays, and what makes older entries new ones."""
